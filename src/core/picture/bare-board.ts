// Draws the board under the marks as markup: sides, cells or lines with their names, and labels.
// It is the same for every position.
import type { Label, Picture, Side, Spot } from '#games/kit/picture.ts';
import type { Scale } from './scale.ts';
import { lineTo, n, stroked, written } from './strokes.ts';

/** Half the distance of two corners of a hexagon whose neighbours are 1 away. */
const RADIUS = 1 / Math.sqrt(3);
/** Heights of letters, in cells. */
const LABEL = 0.44;
/** On a line grid every line and every gap has its label. */
const SMALL_LABEL = 0.36;
const NAME = 0.24;
/** How much farther from the board a label is drawn than the picture says. */
const AWAY = 0.25;
/** Cells have their names written in them where no row has more: beyond, letters would be too small to be read on a telephone. */
const MOST_NAMED = 11;

/** All that the bare board is made of, as one text: equal for equal boards. */
export function boardKey({ spots, labels, sides }: Picture): string {
  let key = '';
  for (const { shape, name, x, y } of spots) key += `${shape} ${name} ${x} ${y} `;
  for (const { text, x, y } of labels) key += `${text} ${x} ${y} `;
  for (const { tone, points } of sides) key += `${tone} ${points.join(' ')} `;
  return key;
}

export function drawBareBoard({ spots, labels, sides }: Picture, scale: Scale): string {
  const shaped = (...shapes: readonly Spot['shape'][]): readonly Spot[] =>
    spots.filter(({ shape }) => shapes.includes(shape));
  const hexagons = shaped('hexagon');
  const crossings = shaped('crossing');
  const segments = shaped('across', 'upright');
  const size = segments.length > 0 ? SMALL_LABEL : LABEL;
  return [
    ...sides.map(each => band(each, sides, scale)),
    ...(hexagons.length === 0 ? [] : [cells(hexagons, scale), ...names(hexagons, scale)]),
    ...(crossings.length === 0 ? [] : [gridLines(crossings, scale), starPoints(crossings, scale)]),
    ...(segments.length === 0 ? [] : [stroked(segments.map(spot => segmentPath(spot, scale)).join(''), '$cell', 3)]),
    ...labels.map(each => label(each, spots, { size, scale })),
  ]
    .filter(part => part !== '')
    .join('\n');
}

/** A side of the board: a band under its outermost cells, of which the outer half is seen, with a rim that shows it on any wood. */
function band({ tone, points }: Side, sides: readonly Side[], { x, y, cell }: Scale): string {
  const path = `M${points.map(([px, py]) => `${n(x(px))} ${n(y(py))}`).join('L')}`;
  const width = (2 * RADIUS + 0.24) * cell;
  // Where two colours meet in a corner neither may reach over the other.
  const ends = sides.every(other => other.tone === tone) ? '' : ' stroke-linecap="butt"';
  const stroke = (ink: string, wide: number): string =>
    `<path d="${path}" fill="none" stroke="${ink}" stroke-width="${n(wide)}"${ends}/>`;
  return stroke('$rim', width + 3) + stroke(`$${tone}`, width);
}

function hexagon({ x, y }: Spot, scale: Scale): string {
  const corners = Array.from({ length: 6 }, (_, k) => {
    const angle = (Math.PI / 3) * k - Math.PI / 2;
    return `${n(scale.x(x + RADIUS * Math.cos(angle)))} ${n(scale.y(y + RADIUS * Math.sin(angle)))}`;
  });
  return `M${corners.join('L')}Z`;
}

const cells = (spots: readonly Spot[], scale: Scale): string =>
  `<path d="${spots.map(spot => hexagon(spot, scale)).join('')}" fill="$cell" stroke="$line" stroke-width="${n(0.05 * scale.cell)}"/>`;

/** Stones cover the names. */
function names(spots: readonly Spot[], { x, y, cell }: Scale): readonly string[] {
  const rows = new Map<number, number>();
  for (const spot of spots) rows.set(spot.y, (rows.get(spot.y) ?? 0) + 1);
  if (Math.max(...rows.values()) > MOST_NAMED) return [];
  return spots.map(spot => written(spot.name, x(spot.x), y(spot.y), { size: NAME * cell, ink: '$faint' }));
}

/** The lines of a Go board: between places side by side. */
function gridLines(spots: readonly Spot[], { x, y, cell }: Scale): string {
  const key = (px: number, py: number): string => `${n(px)} ${n(py)}`;
  const places = new Set(spots.map(spot => key(spot.x, spot.y)));
  const between = spots.flatMap(spot =>
    ([[1, 0], [0, 1]] as const).flatMap(([right, down]) =>
      places.has(key(spot.x + right, spot.y + down))
        ? [lineTo([x(spot.x), y(spot.y)], [x(spot.x + right), y(spot.y + down)])]
        : [])); // prettier-ignore
  return stroked(between.join(''), '$grid', 0.05 * cell);
}

/** Where the star points of a Go board of this size lie along a side, counted from 0. */
function starsAlong(size: number): readonly number[] {
  const middle = (size - 1) / 2;
  if (size < 7) return [];
  const edge = size < 13 ? 2 : 3;
  return Number.isInteger(middle) ? [edge, middle, size - 1 - edge] : [edge, size - 1 - edge];
}

/** In the corners and in the middle, from 15 on along the sides as well: what eyes count from. */
function starPoints(spots: readonly Spot[], { x, y, cell }: Scale): string {
  const size = Math.max(...spots.map(spot => spot.x)) + 1;
  const stars = starsAlong(size);
  const middle = (size - 1) / 2;
  const dots = stars.flatMap(row =>
    stars
      .filter(column => size >= 15 || (row === middle) === (column === middle))
      .map(column => `<circle cx="${n(x(column))}" cy="${n(y(row))}" r="${n(0.11 * cell)}" fill="$grid"/>`),
  );
  return dots.join('');
}

function segmentPath({ shape, x, y }: Spot, scale: Scale): string {
  const [across, down] = shape === 'across' ? [0.5, 0] : [0, 0.5];
  return lineTo([scale.x(x - across), scale.y(y - down)], [scale.x(x + across), scale.y(y + down)]);
}

/** A little farther from the board than the label says, so that two figures stay clear of its sides. */
function label(
  { text, x, y }: Label,
  spots: readonly Spot[],
  { size, scale }: { readonly size: number; readonly scale: Scale },
): string {
  if (text === '') return '';
  const far = (spot: Spot): number => Math.hypot(spot.x - x, spot.y - y);
  const least = Math.min(...spots.map(far));
  const nearest = spots.filter(spot => far(spot) < least + 0.01);
  // A label at the end of a row stays in it; one above or below a column stays as far from the next as it is.
  const beside = nearest.filter(spot => Math.abs(spot.y - y) < 0.01);
  const [near] = beside.length > 0 ? beside : nearest;
  const right = beside.length > 0 ? Math.sign(x - (near?.x ?? x)) * AWAY : 0;
  const down = beside.length > 0 ? 0 : Math.sign(y - (near?.y ?? y)) * AWAY;
  return written(text, scale.x(x + right), scale.y(y + down), { size: size * scale.cell, ink: '$ink' });
}
