// Draws a picture as lines of text, plain or in a terminal's colours.
// Letters are pieces, dots empty cells. `>` marks the cells of the last move, `*` what decided the game.
import type { Picture, Spot, Tone } from '#games/kit/picture.ts';

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
  readonly tone: Tone | null;
  readonly last: boolean;
}

/** What stands before the letter of a cell. The last move has its sign even where it decided the game: the note below the board names all. */
export const signOf = ({ last, decided }: Spot): string => (last ? '>' : decided ? '*' : '');

function textOf(spot: Spot): Text {
  const { piece, banned, hint, last, line, column } = spot;
  const letter = piece?.letter ?? (banned ? '#' : (hint?.letter ?? EMPTY[spot.shape]));
  const tone = (piece ?? hint)?.tone ?? null;
  const sign = signOf(spot);
  return { line, column: column - sign.length, text: sign + letter, tone, last };
}

/** Line by line, from left to right; where everything stands is said by the picture. */
function layout(picture: Picture): readonly (readonly Text[])[] {
  const texts: Text[] = [
    ...picture.labels
      .filter(({ ascii: text }) => text !== '')
      .map(({ line, column, ascii: text, tone }) => ({ line, column, text, tone, last: false })),
    ...picture.spots.map(textOf),
  ];
  const lines = Array.from({ length: Math.max(...texts.map(({ line }) => line)) + 1 }, (): Text[] => []);
  for (const text of texts.sort((a, b) => a.column - b.column)) lines[text.line]?.push(text);
  return lines;
}

/** One line a row, no blanks at the ends of lines. */
export const renderAscii = (picture: Picture): readonly string[] =>
  layout(picture).map(texts => texts.reduce((line, { column, text }) => line.padEnd(column) + text, ''));

/** Select Graphic Rendition: the usual eight colours, so that every terminal shows its own shades of them. */
const SGR: Readonly<Record<Tone, string>> = {
  black: '1;37;40',
  white: '1;30;47',
  neutral: '1;37;100',
  blue: '1;37;44',
  yellow: '1;30;43',
  red: '1;37;41',
  green: '1;30;42',
};
const MARKED = '7';

const painted = (codes: readonly string[], text: string): string =>
  codes.length === 0 ? text : `\u001b[${codes.join(';')}m${text}\u001b[0m`;

/** The same lines in colour: take the colours away, and they are equal. */
export const renderAnsi = (picture: Picture): readonly string[] =>
  layout(picture).map(
    texts =>
      texts.reduce(
        (sofar, { column, text, tone, last }) => {
          const codes = [...(tone === null ? [] : [SGR[tone]]), ...(last && tone === null ? [MARKED] : [])];
          const line = sofar.line + ' '.repeat(Math.max(0, column - sofar.width)) + painted(codes, text);
          return { line, width: Math.max(sofar.width, column) + text.length };
        },
        { line: '', width: 0 },
      ).line,
  );
