// Draws a board for the terminal, with the pieces in hand and the sentences below.
// It is in colour where the terminal has colours.
import type { Writable } from 'node:stream';
import type { Picture } from '#games/kit/picture.ts';
import { say, type Sentences } from '#core/kernel/sentence.ts';
import { renderAnsi, renderAscii, renderTrays, signsExplained } from '#core/picture/text.ts';

/** A terminal, unless NO_COLOR is set (no-color.org). */
export const hasColour = (out: Writable): boolean =>
  (out as { isTTY?: boolean }).isTTY === true && (process.env['NO_COLOR'] ?? '') === '';

const WIDTH = 78;

export const formatBoard = (picture: Picture, sentences: Sentences, inColour: boolean): readonly string[] => [
  ...(inColour ? renderAnsi : renderAscii)(picture),
  ...renderTrays(picture.trays, WIDTH, sentences),
  ...[...signsExplained(picture), ...picture.notes].map(note => say(sentences, note)),
];
