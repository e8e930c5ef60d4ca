// The marks on a board: joints, pieces, starting points, forbidden cells, the last move.
// Pieces that decided the game are marked too.
import type { Joint, Picture, Piece, Spot, Tone } from '#games/kit/picture.ts';
import { type Mark, markAround, markOf, type PlacedMark } from './mark.ts';
import type { Scale } from './scale.ts';
import { lineTo, n, stroked, written } from './strokes.ts';

/** Lengths in cells. */
const STONE = 0.4;
const BAR = 0.24;

const circle = (radius: number, look: string): string => `<circle r="${n(radius)}" ${look}/>`;

const disc = (radius: number, ink: string): string => circle(radius, `fill="${ink}"`);

const ring = (radius: number, ink: string, width: number): string =>
  circle(radius, `fill="none" stroke="${ink}" stroke-width="${n(width)}"`);

const isSegment = ({ shape }: Spot): boolean => shape === 'across' || shape === 'upright';

/** A segment that holds a piece: a bar a little shorter than the segment, so that pieces that only meet are seen apart. */
function bar({ letter, tone }: Piece, shape: Spot['shape'], cell: number): Mark {
  const half = 0.31 * cell;
  const end = shape === 'across' ? ([half, 0] as const) : ([0, half] as const);
  const path = lineTo([-end[0], -end[1]], end);
  const text = written(letter, 0, 0, { size: 0.19 * cell, ink: `$on-${tone}` });
  return markAround(stroked(path, `$${tone}`, BAR * cell) + text, half + BAR * cell);
}

/** Black and white are told apart by lightness; every other piece shows its letter. */
function stone({ letter, tone }: Piece, cell: number): Mark {
  const body = circle(STONE * cell, `fill="$${tone}" stroke="$rim" stroke-width="${n(0.04 * cell)}"`);
  const text = written(letter, 0, 0, { size: 0.36 * cell, ink: `$on-${tone}` });
  return markAround(tone === 'black' || tone === 'white' ? body : body + text, STONE * cell + 2);
}

function jointMark(tone: Tone, across: number, down: number, cell: number): Mark {
  const path = lineTo([0, 0], [across, down]);
  return markAround(stroked(path, `$${tone}`, BAR * cell), Math.hypot(across, down) + BAR * cell);
}

const start = ({ letter, tone }: Piece, cell: number): Mark =>
  markAround(
    disc(0.2 * cell, `$${tone}`) + written(letter.toUpperCase(), 0, 0, { size: 0.22 * cell, ink: `$on-${tone}` }),
    0.2 * cell + 1,
  );

const ban = (cell: number): Mark => markAround(written('#', 0, 0, { size: 0.5 * cell, ink: '$mark' }), 0.5 * cell);

/** On the stone, so that the ring of the last move has room around it. */
const decided = (tone: Tone, cell: number): Mark => markAround(disc(0.15 * cell, `$on-${tone}`), 0.15 * cell + 1);

const last = (radius: number, cell: number): Mark =>
  markAround(ring(radius * cell, '$mark', 0.1 * cell), (radius + 0.1) * cell);

function pieceMark({ piece, hint, banned, shape }: Spot, cell: number): Mark | null {
  if (piece !== null) {
    const { letter, tone } = piece;
    const kind = shape === 'across' || shape === 'upright' ? shape : 'stone';
    return markOf(`${kind} ${letter} ${tone} ${cell}`, () =>
      kind === 'stone' ? stone(piece, cell) : bar(piece, kind, cell),
    );
  }
  if (banned) return markOf(`ban ${cell}`, () => ban(cell));
  return hint === null ? null : markOf(`start ${hint.letter} ${hint.tone} ${cell}`, () => start(hint, cell));
}

function marksOf(spot: Spot, cell: number): readonly Mark[] {
  const tone = spot.piece?.tone ?? null;
  const radius = isSegment(spot) ? 0.2 : STONE;
  return [
    ...(spot.decided && tone !== null ? [markOf(`decided ${tone} ${cell}`, () => decided(tone, cell))] : []),
    ...(spot.last ? [markOf(`last ${radius} ${cell}`, () => last(radius, cell))] : []),
  ];
}

/** From the lowest to the uppermost. */
export function drawMarks({ spots, joints }: Picture, { cell, x, y }: Scale): readonly PlacedMark[] {
  const at = (px: number, py: number, mark: Mark): PlacedMark => ({ mark, x: Math.round(x(px)), y: Math.round(y(py)) });
  const joined = ({ tone, from, to }: Joint): PlacedMark => {
    const [across, down] = [x(to[0]) - x(from[0]), y(to[1]) - y(from[1])];
    return at(
      ...from,
      markOf(`joint ${tone} ${across} ${down} ${cell}`, () => jointMark(tone, across, down, cell)),
    );
  };
  const pieces: PlacedMark[] = [];
  const above: PlacedMark[] = [];
  for (const spot of spots) {
    const piece = pieceMark(spot, cell);
    if (piece !== null) pieces.push(at(spot.x, spot.y, piece));
    for (const mark of marksOf(spot, cell)) above.push(at(spot.x, spot.y, mark));
  }
  return [...joints.map(joined), ...pieces, ...above];
}
