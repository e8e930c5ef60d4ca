// A picture as a drawing (SVG): no fonts, no scripts, nothing loaded; the same text for the same picture.
import type { Joint, Label, Picture, Side, Spot, Tone } from '#games/kit/picture.ts';
import { BOARD, EMPTY, LINE, MARK, PAINT } from './paint.ts';
import { n, stroked, written } from './strokes.ts';
import { drawnTrays } from './svg-trays.ts';

/** Pixels from one cell to the next, unless the drawing would become too wide. */
const CELL = 40;
const WIDEST = 720;
const MARGIN = 0.8;
/** Half the distance of two corners of a hexagon whose neighbours are 1 away. */
const RADIUS = 1 / Math.sqrt(3);
const STONE = 0.4;
const LABEL = 0.34;
/** On a line grid every line and every gap has its label. */
const SMALL_LABEL = 0.24;
const AWAY = 0.25;

interface Frame {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

const circle = (spot: Spot, radius: number, look: string): string =>
  `<circle cx="${n(spot.x)}" cy="${n(spot.y)}" r="${n(radius)}" ${look}/>`;

const line = (from: readonly [number, number], to: readonly [number, number]): string =>
  `M${n(from[0])} ${n(from[1])}L${n(to[0])} ${n(to[1])}`;

function hexagon({ x, y }: Spot): string {
  const corners = Array.from({ length: 6 }, (_, k) => {
    const angle = (Math.PI / 3) * k - Math.PI / 2;
    return `${n(x + RADIUS * Math.cos(angle))} ${n(y + RADIUS * Math.sin(angle))}`;
  });
  return `M${corners.join('L')}Z`;
}

/** The sides of the board: bands under its outermost cells, of which the outer half is seen. */
function side({ tone, points }: Side, sides: readonly Side[]): string {
  const path = `M${points.map(([x, y]) => `${n(x)} ${n(y)}`).join('L')}`;
  // Where two colours meet in a corner neither may reach over the other.
  const ends = sides.every(other => other.tone === tone) ? '' : ' stroke-linecap="butt"';
  return `<path d="${path}" fill="none" stroke="${PAINT[tone].ground}" stroke-width="${n(2 * RADIUS + 0.24)}"${ends}/>`;
}

/** The lines of a Go board: between places side by side. */
function gridLines(spots: readonly Spot[]): string {
  const places = new Set(spots.map(({ x, y }) => `${n(x)} ${n(y)}`));
  const between = spots.flatMap(({ x, y }) =>
    ([[1, 0], [0, 1]] as const).flatMap(([right, down]) =>
      places.has(`${n(x + right)} ${n(y + down)}`) ? [line([x, y], [x + right, y + down])] : [])); // prettier-ignore
  return stroked(between.join(''), LINE, 0.05);
}

const HALF = 0.5;

/** The ends of a segment of a line grid. */
const endsOf = ({ x, y, shape }: Spot): readonly [readonly [number, number], readonly [number, number]] =>
  shape === 'across' ? [[x - HALF, y], [x + HALF, y]] : [[x, y - HALF], [x, y + HALF]]; // prettier-ignore

const isSegment = ({ shape }: Spot): boolean => shape === 'across' || shape === 'upright';

/** Everything below the pieces, by the shapes there are. */
function ground(spots: readonly Spot[]): string {
  const hexagons = spots.filter(({ shape }) => shape === 'hexagon');
  const crossings = spots.filter(({ shape }) => shape === 'crossing');
  const segments = spots.filter(isSegment);
  return [
    hexagons.length === 0
      ? ''
      : `<path d="${hexagons.map(hexagon).join('')}" fill="${EMPTY}" stroke="${LINE}" stroke-width="0.05"/>`,
    crossings.length === 0 ? '' : gridLines(crossings),
    segments.length === 0 ? '' : stroked(segments.map(spot => line(...endsOf(spot))).join(''), EMPTY, 0.07),
  ].join('');
}

/** A segment that holds a piece: a bar a little shorter than the segment, so that pieces that only meet are seen apart. */
function bar(spot: Spot, tone: Tone): string {
  const [from, to] = endsOf(spot);
  const shorter = (end: readonly [number, number]): readonly [number, number] => [
    spot.x + (end[0] - spot.x) * 0.62,
    spot.y + (end[1] - spot.y) * 0.62,
  ];
  return stroked(line(shorter(from), shorter(to)), PAINT[tone].ground, 0.24);
}

const joint = ({ tone, from, to }: Joint): string => stroked(line(from, to), PAINT[tone].ground, 0.24);

/** Black and white are told apart by lightness; every other piece shows its letter. */
function piece(spot: Spot): string {
  if (spot.piece === null) return '';
  const { letter, tone } = spot.piece;
  const { ground: fill, ink } = PAINT[tone];
  if (isSegment(spot)) return bar(spot, tone) + written(letter, spot.x, spot.y, { size: 0.19, ink });
  const stone = circle(spot, STONE, `fill="${fill}" stroke="${LINE}" stroke-width="0.04"`);
  return tone === 'black' || tone === 'white' ? stone : stone + written(letter, spot.x, spot.y, { size: 0.36, ink });
}

/** Marks over the pieces: the last move, the forbidden cell, a starting point. */
function marks(spot: Spot): string {
  const { x, y, last, banned, hint } = spot;
  const ring = isSegment(spot) ? circle(spot, 0.2, `fill="none" stroke="${MARK}" stroke-width="0.07"`) : circle(spot, STONE, `fill="none" stroke="${MARK}" stroke-width="0.1"`); // prettier-ignore
  const start =
    hint === null || spot.piece !== null
      ? ''
      : circle(spot, 0.2, `fill="${PAINT[hint.tone].ground}"`) +
        written(hint.letter.toUpperCase(), x, y, { size: 0.22, ink: PAINT[hint.tone].ink });
  const ban = banned && spot.piece === null ? written('#', x, y, { size: 0.5, ink: MARK }) : '';
  return start + ban + (last ? ring : '');
}

/** A little farther from the board than the label says, so that two figures stay clear of its sides. */
function label({ text: letters, x, y }: Label, spots: readonly Spot[]): string {
  if (letters === '') return '';
  const far = (spot: Spot): number => Math.hypot(spot.x - x, spot.y - y);
  const least = Math.min(...spots.map(far));
  const nearest = spots.filter(spot => far(spot) < least + 0.01);
  // A label at the end of a row stays in it; one above or below a column stays as far from the next as it is.
  const beside = nearest.filter(spot => Math.abs(spot.y - y) < 0.01);
  const [near] = beside.length > 0 ? beside : nearest;
  const right = beside.length > 0 ? Math.sign(x - (near?.x ?? x)) * AWAY : 0;
  const down = beside.length > 0 ? 0 : Math.sign(y - (near?.y ?? y)) * AWAY;
  return written(letters, x + right, y + down, { size: spots.some(isSegment) ? SMALL_LABEL : LABEL, ink: BOARD.ink });
}

function frameOf(picture: Picture): Frame {
  const all = [...picture.spots, ...picture.labels.filter(({ text: letters }) => letters !== '')];
  const xs = all.map(({ x }) => x);
  const ys = all.map(({ y }) => y);
  const [left, top] = [Math.min(...xs) - MARGIN, Math.min(...ys) - MARGIN];
  return { left, top, width: Math.max(...xs) + MARGIN - left, height: Math.max(...ys) + MARGIN - top };
}

export function svg(picture: Picture): string {
  const { left, top, width, height } = frameOf(picture);
  const trays = drawnTrays(picture.trays, { left: left + MARGIN / 2, top: top + height, width: width - MARGIN });
  const tall = height + trays.height;
  const pixels = Math.min(CELL, WIDEST / width);
  // Whole pixels, and a ground beyond them: no edge is left half transparent.
  const [wide, high] = [Math.round(width * pixels), Math.round(tall * pixels)];
  const parts = [
    `<rect x="${n(left - 1)}" y="${n(top - 1)}" width="${n(width + 2)}" height="${n(tall + 2)}" fill="${BOARD.ground}"/>`,
    ...picture.sides.map(each => side(each, picture.sides)),
    ground(picture.spots),
    ...picture.joints.map(joint),
    ...picture.spots.map(piece),
    ...picture.spots.map(marks),
    ...picture.labels.map(each => label(each, picture.spots)),
    trays.svg,
  ];
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${wide}" height="${high}" ` +
    `viewBox="${n(left)} ${n(top)} ${n(wide / pixels)} ${n(high / pixels)}" stroke-linecap="round" stroke-linejoin="round">\n` +
    `${parts.filter(part => part !== '').join('\n')}\n</svg>\n`
  );
}
