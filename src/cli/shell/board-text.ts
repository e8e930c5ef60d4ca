// A board at the terminal: drawn, in colour where the terminal has it, with what is in hand and the sentences below.
import type { Writable } from 'node:stream';
import type { Picture } from '#games/kit/picture.ts';
import { say, type Sentences } from '#core/sentence.ts';
import { ansi, ascii } from '#core/picture/ascii.ts';
import { trayLines } from '#core/picture/trays.ts';
import { signsExplained } from '#core/picture/words.ts';

/** A terminal, and nobody said otherwise (no-color.org). */
export const hasColour = (out: Writable): boolean =>
  (out as { isTTY?: boolean }).isTTY === true && (process.env['NO_COLOR'] ?? '') === '';

const WIDTH = 78;

export const boardLines = (picture: Picture, sentences: Sentences, inColour: boolean): readonly string[] => [
  ...(inColour ? ansi : ascii)(picture),
  ...trayLines(picture.trays, WIDTH, sentences),
  ...[...signsExplained(picture), ...picture.notes].map(note => say(sentences, note)),
];
