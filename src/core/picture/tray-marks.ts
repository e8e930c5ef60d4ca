// Draws the pieces in hand as marks below the board, one band a colour.
// The colour's letter is in front. The pieces are small and in rows, each over its name.
import type { Piece, Shape, Tray } from '#games/kit/picture.ts';
import { measureText, writeText } from './glyphs.ts';
import { type Mark, markOf, type PlacedMark } from './mark.ts';
import type { Scale } from './scale.ts';
import { lineTo, stroked } from './strokes.ts';

/** Lengths in cells of the board: one stroke of a piece, what lies between pieces, letters and names, the width of lines. */
const UNIT = 0.24;
const GAP = 0.25;
const LETTER = 0.34;
const NAME = 0.3;
const LINE_WIDTH = 0.08;
const INDENT = 0.8;

interface Extent {
  readonly width: number;
  readonly height: number;
}

const extent = ({ strokes }: Shape, cell: number): Extent => ({
  width: Math.max(...strokes.flatMap(([x1, , x2]) => [x1, x2])) * UNIT * cell,
  height: Math.max(...strokes.flatMap(([, y1, , y2]) => [y1, y2])) * UNIT * cell,
});

/** The piece above its point, its name below. */
function shapeMark(shape: Shape, { tone }: Piece, cell: number): Mark {
  const unit = UNIT * cell;
  const { width, height } = extent(shape, cell);
  const path = shape.strokes
    .map(([x1, y1, x2, y2]) =>
      lineTo([x1 * unit - width / 2, y1 * unit - height], [x2 * unit - width / 2, y2 * unit - height]),
    )
    .join('');
  const ink = `$on-${tone}`;
  const half = Math.ceil(Math.max(width / 2, nameWidth(shape, cell) / 2) + LINE_WIDTH * cell);
  const above = Math.ceil(height + LINE_WIDTH * cell);
  const markup =
    stroked(path, ink, LINE_WIDTH * cell) + writeText(shape.name, 0, NAME * cell, { size: NAME * cell, ink });
  return { markup, box: { left: -half, top: -above, width: 2 * half, height: above + Math.ceil(1.7 * NAME * cell) } };
}

const nameWidth = ({ name }: Shape, cell: number): number => measureText(name, NAME * cell);

interface Layout {
  /** The middle of the foot of each piece, from the left and the top of the band. */
  readonly feet: readonly (readonly [x: number, y: number])[];
  readonly height: number;
}

/** In rows as wide as the band, each as high as its highest piece. */
function layout(shapes: readonly Shape[], width: number, cell: number): Layout {
  const gap = GAP * cell;
  const feet: (readonly [number, number])[] = [];
  let bottom = 0;
  for (let first = 0; first < shapes.length;) {
    let [x, high] = [INDENT * cell, 0];
    const row: number[] = [];
    for (const shape of shapes.slice(first)) {
      const size = extent(shape, cell);
      const wide = Math.max(size.width, nameWidth(shape, cell));
      if (row.length > 0 && x + wide + gap > width) break;
      row.push(x + wide / 2);
      x += wide + gap;
      high = Math.max(high, size.height);
    }
    const foot = bottom + gap + high;
    feet.push(...row.map(middle => [middle, foot] as const));
    bottom = foot + 1.7 * NAME * cell;
    first += row.length;
  }
  return { feet, height: Math.round(bottom + gap / 2) };
}

function bandMark({ letter, tone }: Piece, width: number, height: number, cell: number): Mark {
  const markup =
    `<rect width="${width}" height="${height}" rx="${0.15 * cell}" fill="$${tone}"/>` +
    `<circle cx="${0.4 * cell}" cy="${height / 2}" r="${0.3 * cell}" fill="$on-${tone}"/>` +
    writeText(letter, 0.4 * cell, height / 2, { size: LETTER * cell, ink: `$${tone}` });
  return { markup, box: { left: 0, top: 0, width, height } };
}

function trayMark({ piece, shapes }: Tray, top: number, { cell, width }: Scale): readonly PlacedMark[] {
  const left = Math.round(0.4 * cell);
  const wide = width - 2 * left;
  const { feet, height } = layout(shapes, wide, cell);
  const pieces = shapes.map((shape, i): PlacedMark => {
    const [x, y] = feet[i] ?? [0, 0];
    const key = `shape ${shape.name} ${shape.strokes.join(' ')} ${piece.tone} ${cell}`;
    return { mark: markOf(key, () => shapeMark(shape, piece, cell)), x: Math.round(left + x), y: Math.round(top + y) };
  });
  const band = markOf(`band ${piece.letter} ${piece.tone} ${wide} ${height} ${cell}`, () =>
    bandMark(piece, wide, height, cell),
  );
  return [{ mark: band, x: left, y: top }, ...pieces];
}

/** Below the board; a colour without pieces in hand has no tray. */
export function drawTrayMarks(
  trays: readonly Tray[],
  scale: Scale,
): { readonly marks: readonly PlacedMark[]; readonly height: number } {
  const between = Math.round(0.12 * scale.cell);
  const marks: PlacedMark[] = [];
  let top = scale.height;
  for (const each of trays.filter(({ shapes }) => shapes.length > 0)) {
    const [band, ...pieces] = trayMark(each, top, scale);
    if (band === undefined) continue;
    marks.push(band, ...pieces);
    top += band.mark.box.height + between;
  }
  return { marks, height: marks.length === 0 ? 0 : top - scale.height + between };
}
