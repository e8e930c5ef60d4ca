// Pieces in hand as drawings below the board: one band a colour, its letter in front, the pieces small and in rows.
import type { Shape, Tray } from '#games/kit/picture.ts';
import { PAINT } from './paint.ts';
import { n, stroked, written } from './strokes.ts';

/** The size of a stroke, where neighbouring cells of the board are 1 apart. */
const UNIT = 0.2;
const GAP = 0.3;
const LETTER = 0.24;
const LINE_WIDTH = 0.08;

interface Place {
  readonly left: number;
  readonly top: number;
  readonly width: number;
}

const extent = ({ strokes }: Shape): { readonly width: number; readonly height: number } => ({
  width: Math.max(...strokes.flatMap(([x1, , x2]) => [x1, x2])) * UNIT,
  height: Math.max(...strokes.flatMap(([, y1, , y2]) => [y1, y2])) * UNIT,
});

const shapePath = ({ strokes }: Shape, left: number, top: number): string =>
  strokes
    .map(
      ([x1, y1, x2, y2]) =>
        `M${n(left + x1 * UNIT)} ${n(top + y1 * UNIT)}L${n(left + x2 * UNIT)} ${n(top + y2 * UNIT)}`,
    )
    .join('');

/** One colour's pieces, wrapped at the width; the height it took. */
function tray({ piece, shapes }: Tray, { left, top, width }: Place): { readonly svg: string; readonly height: number } {
  const indent = left + 0.8;
  let [x, y] = [indent, top + GAP];
  const high = Math.max(...shapes.map(shape => extent(shape).height));
  const paths: string[] = [];
  for (const shape of shapes) {
    const size = extent(shape);
    if (x > indent && x + size.width > left + width) [x, y] = [indent, y + high + GAP];
    paths.push(shapePath(shape, x, y + (high - size.height) / 2));
    x += size.width + GAP;
  }
  const bottom = y + high + GAP;
  const { ground, ink } = PAINT[piece.tone];
  const middle = (top + bottom) / 2;
  return {
    svg:
      `<rect x="${n(left)}" y="${n(top + 0.06)}" width="${n(width)}" height="${n(bottom - top - 0.12)}" rx="0.15" fill="${ground}"/>` +
      `<circle cx="${n(left + 0.35)}" cy="${n(middle)}" r="0.22" fill="${ink}"/>` +
      written(piece.letter, left + 0.35, middle, { size: LETTER, ink: ground }) +
      stroked(paths.join(''), ink, LINE_WIDTH),
    height: bottom - top,
  };
}

export function drawnTrays(trays: readonly Tray[], place: Place): { readonly svg: string; readonly height: number } {
  let height = 0;
  const parts: string[] = [];
  for (const each of trays.filter(({ shapes }) => shapes.length > 0)) {
    const drawn = tray(each, { ...place, top: place.top + height });
    parts.push(drawn.svg);
    height += drawn.height;
  }
  return { svg: parts.join('\n'), height: height === 0 ? 0 : height + 0.2 };
}
