// Describes a picture in text: as lines, with the pieces in hand, and in words for the ear.
import type { Picture, Shape, Side, Spot, Tone, Tray } from '#games/kit/picture.ts';
import { type Phrase, formatAndList } from '#games/kit/refusal.ts';
import { type Sentences, say } from '#core/kernel/sentence.ts';

// Lines of text. Letters are pieces, dots empty cells. `>` marks the cells of the last move, `*` what decided the game.

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

/** The same lines in colour: take the colours away, and they are equal. */
export const renderAnsi = (picture: Picture): readonly string[] =>
  layout(picture).map(
    texts =>
      texts.reduce(
        (sofar, { column, text, tone, last }) => {
          const codes = [...(tone === null ? [] : [SGR[tone]]), ...(last && tone === null ? [MARKED] : [])];
          const line =
            sofar.line +
            ' '.repeat(Math.max(0, column - sofar.width)) +
            (codes.length === 0 ? text : `\u001b[${codes.join(';')}m${text}\u001b[0m`);
          return { line, width: Math.max(sofar.width, column) + text.length };
        },
        { line: '', width: 0 },
      ).line,
  );

const GAP = 2;

interface Sketch {
  readonly name: string;
  readonly lines: readonly string[];
  readonly width: number;
}

/** A stroke across at height y is a `_` in line y, one down from y a `|` in line y + 1. */
function sketch({ name, strokes }: Shape): Sketch {
  const marks = strokes.map(([x1, y1, x2, y2]) =>
    y1 === y2
      ? { line: y1, column: 2 * Math.min(x1, x2) + 1, mark: '_' }
      : { line: Math.min(y1, y2) + 1, column: 2 * x1, mark: '|' },
  );
  const height = Math.max(...marks.map(({ line }) => line)) + 1;
  const lines = Array.from({ length: height }, (_, line) => {
    const row = marks.filter(mark => mark.line === line);
    const width = Math.max(0, ...row.map(({ column }) => column + 1));
    return Array.from({ length: width }, (__, column) => row.find(mark => mark.column === column)?.mark ?? ' ').join(
      '',
    );
  });
  const isBlank = (lines[0] ?? '').trim() === '';
  const width = Math.max(name.length, ...lines.map(line => line.length));
  return { name, lines: isBlank ? lines.slice(1) : lines, width };
}

/** As many sketches side by side as fit, standing on one line. */
function rowsOf(sketches: readonly Sketch[], width: number): readonly (readonly Sketch[])[] {
  const rows: Sketch[][] = [];
  let used = 0;
  for (const each of sketches) {
    const last = rows.at(-1);
    if (last === undefined || used + each.width + GAP > width) {
      rows.push([each]);
      used = each.width + GAP;
    } else {
      last.push(each);
      used += each.width + GAP;
    }
  }
  return rows;
}

function rowLines(row: readonly Sketch[]): readonly string[] {
  const height = Math.max(...row.map(({ lines }) => lines.length));
  const drawn = Array.from({ length: height }, (_, line) =>
    row.map(({ lines, width }) => (lines[line - height + lines.length] ?? '').padEnd(width + GAP)).join(''),
  );
  const names = row.map(({ name, width }) => name.padEnd(width + GAP)).join('');
  return [...drawn, names].map(line => `  ${line}`.trimEnd());
}

/** No line is wider than `width`. []: no colour has pieces in hand. */
export function renderTrays(trays: readonly Tray[], width: number, sentences: Sentences): readonly string[] {
  // Colours that hold the same pieces share a drawing: 'Blue (B), Yellow (Y):'.
  const groups = new Map<string, { title: string; readonly shapes: readonly Shape[] }>();
  for (const { title, piece, shapes } of trays) {
    const key = shapes.map(({ name }) => name).join(' ');
    const holder = say(sentences, { code: 'colour-letter', parts: { title, letter: piece.letter } });
    const known = groups.get(key);
    if (known === undefined) groups.set(key, { title: holder, shapes });
    else known.title += `, ${holder}`;
  }
  return [...groups.values()].flatMap(({ title, shapes }) =>
    shapes.length === 0 ? [] : [`${title}:`, ...rowsOf(shapes.map(sketch), width - 2).flatMap(rowLines), ''],
  );
}

// Words for the ear. They also tell what decided the game.

/** As a voice reads a board: the rows as they lie before the reader, from the top, each from the left. */
const inRows = (spots: readonly Spot[]): readonly Spot[] => spots.toSorted((a, b) => a.y - b.y || a.x - b.x);

/** The spots of each piece or chain together. A spot without a part is one by itself. */
function joinParts(spots: readonly Spot[]): readonly (readonly Spot[])[] {
  const parts = new Map<number | string, Spot[]>();
  for (const spot of inRows(spots))
    parts.set(spot.part ?? spot.name, [...(parts.get(spot.part ?? spot.name) ?? []), spot]);
  return [...parts.values()];
}

/** Does this side belong to the colour of the spots, and does one of them lie at it? */
const touches = (spots: readonly Spot[], { tone, points: [[x1, y1], [x2, y2]] }: Side): boolean =>
  (tone === 'neutral' || tone === spots[0]?.piece?.tone) &&
  spots.some(({ x, y }) => Math.abs((x - x1) * (y2 - y1) - (y - y1) * (x2 - x1)) < 0.01);

type Say = (code: string, parts: Phrase['parts']) => string;

/** 'e20 f21 touching left, h21'; behind the end of a row a longer break, as in 'a1, a3; b2'. */
const listOf = (spots: readonly Spot[], sides: readonly Side[], tell: Say): string =>
  joinParts(spots)
    .map((part, i, parts) => {
      const cells = part.map(({ name }) => name).join(' ');
      const touched = sides.filter(side => touches(part, side)).map(({ name }) => tell(`side-${name}`, {}));
      const told = touched.length === 0 ? cells : tell('words-touching', { cells, sides: formatAndList(touched) });
      return i === 0 ? told : `${part[0]?.y === parts[i - 1]?.[0]?.y ? ', ' : '; '}${told}`;
    })
    .join('');

/**
 * 'The last move: neutral on b3 and black on c3.', 'Black: b4; c3 d3.', 'White: c2.': a paragraph for what happened, if something did, one
 * a colour, and one for the pieces it has in hand. Whose turn it is, the letter around it says.
 */
export function describePicture({ spots, legend, trays, sides }: Picture, sentences: Sentences): readonly string[] {
  const tell: Say = (code, parts) => say(sentences, { code, parts });
  const list = (cells: string): string => (cells === '' ? tell('words-none', {}) : cells);
  const those = (is: (spot: Spot) => boolean): string => listOf(spots.filter(is), [], tell);
  const colourOf = ({ piece }: Spot): string | null =>
    legend.find(each => each.piece.letter === piece?.letter)?.title.toLowerCase() ?? null;

  const changed = new Map<string | null, string[]>();
  for (const spot of spots.filter(({ last }) => last))
    changed.set(colourOf(spot), [...(changed.get(colourOf(spot)) ?? []), spot.name]);
  const emptiedLast = [...changed].toSorted(([a], [b]) => Number(a === null) - Number(b === null));
  const changes = emptiedLast.map(([colour, names]): Phrase =>
    colour === null
      ? { code: 'words-emptied', parts: { cells: formatAndList(names) } }
      : { code: 'words-became', parts: { cells: formatAndList(names), colour } },
  );
  const decided = those(spot => spot.decided);
  const banned = those(spot => spot.banned);
  const events = [
    ...(changes.length === 0 ? [] : [tell('words-last', { changes: formatAndList(changes) })]),
    ...(decided === '' ? [] : [tell('words-decided', { cells: decided })]),
    ...(banned === '' ? [] : [tell('words-banned', { cells: banned })]),
  ];
  return [
    ...(events.length === 0 ? [] : [events.join(' ')]),
    ...legend.map(({ piece, title }) => {
      const own = spots.filter(spot => spot.piece?.letter === piece.letter);
      return tell('words-pieces', { title, cells: list(listOf(own, sides, tell)) });
    }),
    ...trays.map(({ title, shapes }) =>
      tell('words-tray', { title, pieces: list(shapes.map(({ name }) => name).join(', ')) }),
    ),
  ];
}

/** What the signs on a drawn board mean: names the stones that decided the game. */
export function signsExplained({ spots }: Picture): readonly Phrase[] {
  const cells = inRows(spots.filter(({ decided }) => decided))
    .map(({ name }) => name)
    .join(', ');
  return cells === '' ? [] : [{ code: 'decided', parts: { cells } }];
}
