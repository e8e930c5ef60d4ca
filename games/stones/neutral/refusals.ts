// The refusals of games with neutral stones, in addition to those of every stone game.
import { createRefuse } from '#games/kit/refusal.ts';
import { STONE_REFUSALS } from '../refusals.ts';

/** The codes, each with the parts of its sentence. */
export const NEUTRAL_REFUSALS = {
  ...STONE_REFUSALS,
  'cell-empty': ['cell'], // a conversion names an empty cell
  'cell-not-neutral': ['cell', 'by'],
  'cell-not-own': ['cell', 'by', 'own'],
  'no-own-stone': ['text', 'own'], // a conversion names three neutrals, and no stone to give
  'needs-neutral-cell': ['cell', 'example'], // a placement lacks the cell of the neutral stone
  'needs-conversion': ['cell', 'example'], // a single cell, but only conversions are left
  'only-drop': ['cell'], // the last-cell convention leaves one move
  'only-convert': ['cell'],
} as const;

export const refusal = createRefuse(NEUTRAL_REFUSALS);
