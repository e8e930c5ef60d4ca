// A picture as lines of text: letters for pieces, dots for empty cells, `>` before the cells of the last move.
import type { Picture, Spot } from '../../../games/kit/picture.ts';

const EMPTY: Readonly<Record<Spot['shape'], string>> = {
  hexagon: '.',
  crossing: '.',
  across: '.',
  upright: '.',
  point: '+',
};

interface Text {
  readonly line: number;
  readonly column: number;
  readonly text: string;
}

const textOf = (spot: Spot): Text => {
  const letter = spot.piece?.letter ?? (spot.banned ? '#' : (spot.hint?.letter ?? EMPTY[spot.shape]));
  return spot.last
    ? { line: spot.line, column: spot.column - 1, text: `>${letter}` }
    : { line: spot.line, column: spot.column, text: letter };
};

/** One line a row, no blanks at the ends of lines; where everything stands is said by the picture. */
export function ascii(picture: Picture): readonly string[] {
  const texts: Text[] = [
    ...picture.labels.map(({ line, column, ascii: text }) => ({ line, column, text })),
    ...picture.spots.map(textOf),
  ];
  const lines = Array.from({ length: Math.max(...texts.map(({ line }) => line)) + 1 }, () => '');
  for (const { line, column, text } of texts.sort((a, b) => a.column - b.column)) {
    lines[line] = `${(lines[line] ?? '').padEnd(column)}${text}`;
  }
  return lines;
}
