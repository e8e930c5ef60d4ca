// The boards drawn in the rules texts.
// A note above each drawing names its position, so that pages can show a picture instead. Mails leave the notes out.
import type { AnyGame, GivenOptions, Opaque } from '#games/game.ts';
import { assert } from '#games/kit/assert.ts';
import { say, type Sentences } from '../kernel/sentence.ts';
import { drawPosition } from '../picture/drawing.ts';
import { describePicture } from '../picture/text.ts';

export interface RulesDrawing {
  readonly given: GivenOptions;
  /** As players write them; empty: the board at the start. */
  readonly moves: readonly string[];
  /** If the text shows only the upper left corner: its lines and columns in the drawing. null: all of it. */
  readonly corner: { readonly lines: number; readonly columns: number } | null;
}

/** `<!-- board -size=5: b4,e1 c2,d2 -->`, `<!-- board (corner 10 x 22): … -->`, `<!-- board -special=1: start -->`, and the blank line below. */
const NOTE = /^<!-- board( [^:\n]{1,80})?: ([^\n>]{1,400}) -->\n\n/gm;

/** The drawing itself: the indented lines below its note. */
const DRAWING = /^(?: {4}[^\n]*\n)+/;

function readNote([, options = '', moves = '']: readonly string[]): RulesDrawing {
  const [, lines, columns] = /\(corner (\d{1,3}) x (\d{1,3})\)/.exec(options) ?? [];
  return {
    given: [...options.matchAll(/-([a-z]+)=([a-z0-9]+)/g)].map(([, name = '', value = '']) => [name, value] as const),
    moves: moves === 'start' ? [] : moves.split(' '),
    corner: lines === undefined ? null : { lines: Number(lines), columns: Number(columns) },
  };
}

/** In the order of the text. */
export const findDrawings = (rules: string): readonly RulesDrawing[] => [...rules.matchAll(NOTE)].map(readNote);

/** What the signs of a text drawing mean, one sentence below this note: pictures have none of them. */
const SIGNS = /^<!-- signs -->\n([^.<]*\.[ \n])/gm;

export const removeNotes = (rules: string): string => rules.replace(NOTE, '').replace(SIGNS, '$1');

/** The position of a drawing; that there is such a one the tests see to. */
export function positionOf(game: AnyGame, { given, moves }: RulesDrawing): Opaque {
  const setup = game.setup(given);
  assert(setup.ok, `the options of a drawing in the rules of ${game.name} are its own`);
  return moves.reduce((position, text) => {
    const move = game.parse(position, text);
    assert(move.ok, `${text} is legal in a drawing in the rules of ${game.name}`);
    return game.play(position, move.value);
  }, game.start(setup.value));
}

/** The rules as Markdown, with pictures in the place of drawings: one for the light, one for the dark, of which a page shows one. */
export function renderRules(game: AnyGame, rules: string, path: string, sentences: Sentences): string {
  let copiedUntil = 0;
  const parts: string[] = [];
  for (const [index, note] of [...rules.matchAll(NOTE)].entries()) {
    const drawingStart = note.index + note[0].length;
    const alternative = describePicture(drawPosition(game, positionOf(game, readNote(note)), null).picture, sentences);
    const picture = `${path}/drawing-${index + 1}.svg`;
    parts.push(
      rules.slice(copiedUntil, note.index),
      `![${alternative}](${picture})![${alternative}](${picture}?theme=dark)\n`,
    );
    copiedUntil = drawingStart + (DRAWING.exec(rules.slice(drawingStart))?.[0].length ?? 0);
  }
  const marks = `${say(sentences, { code: 'rules-marks', parts: {} })} `;
  return [...parts, rules.slice(copiedUntil)].join('').replace(SIGNS, () => marks);
}
