// Draws pieces in hand as small text drawings, with `_` and `|` as strokes and names below.
import type { Shape, Tray } from '#games/kit/picture.ts';
import { say, type Sentences } from '../kernel/sentence.ts';

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

/** Colours that hold the same pieces share a drawing: 'Blue (B), Yellow (Y):'. */
function together(
  trays: readonly Tray[],
  sentences: Sentences,
): readonly { readonly title: string; readonly shapes: readonly Shape[] }[] {
  const groups = new Map<string, { title: string; readonly shapes: readonly Shape[] }>();
  for (const { title, piece, shapes } of trays) {
    const key = shapes.map(({ name }) => name).join(' ');
    const holder = say(sentences, { code: 'colour-letter', parts: { title, letter: piece.letter } });
    const known = groups.get(key);
    if (known === undefined) groups.set(key, { title: holder, shapes });
    else known.title += `, ${holder}`;
  }
  return [...groups.values()];
}

/** No line wider than `width`. [] where no colour has pieces in hand. */
export function renderTrays(trays: readonly Tray[], width: number, sentences: Sentences): readonly string[] {
  return together(trays, sentences).flatMap(({ title, shapes }) =>
    shapes.length === 0 ? [] : [`${title}:`, ...rowsOf(shapes.map(sketch), width - 2).flatMap(rowLines), ''],
  );
}
