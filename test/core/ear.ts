// The ear of the package, read once.
import { loadEar } from '#adapters/templates/templates.ts';
import { games } from '#games/registry/index.ts';

export const ear = loadEar(games);

/** What a reader of mails knows besides the board. */
export const HEARING = { ear, askedLines: [] };
