// Draws the marks on a board and below it: stones, pieces, joints, last move, winning line.
import type { Joint, Picture, Piece, Shape, Spot, Tray } from '#games/kit/picture.ts';
import {
  type Mark,
  type PlacedMark,
  type Scale,
  lineTo,
  markAround,
  markOf,
  measureText,
  n,
  stroked,
  writeText,
} from './strokes.ts';

/** Lengths in cells. */
const BAR = 0.24;
/** The width of what lies below the piece that was placed last, so that it is outlined. */
const OUTLINE = BAR + 0.14;
const DOT = 0.12;
const LINE = 0.1;
const HALO = 0.045;

type Segment = 'across' | 'upright';

const isSegment = (shape: Spot['shape']): shape is Segment => shape === 'across' || shape === 'upright';

/** Half a segment: a little shorter than its place, so that pieces that only meet are seen apart. */
const HALF_BAR = 0.31;

function bar({ letter, tone }: Piece, shape: Segment, cell: number): Mark {
  const half = HALF_BAR * cell;
  const path = shape === 'across' ? lineTo([-half, 0], [half, 0]) : lineTo([0, -half], [0, half]);
  const text = writeText(letter, 0, 0, { size: 0.2 * cell, ink: `$on-${tone}` });
  return markAround(stroked(path, `$${tone}`, BAR * cell) + text, half + BAR * cell);
}

/** Signs have a bright line around them, which shows them on every stone and on every wood. */
const haloed = (width: number): readonly Pen[] => [
  { ink: '$halo', width: width + 2 * HALO },
  { ink: '$mark', width },
];

/** On a stone a dot, on the place of a stone that was taken a ring. */
function last(isTaken: boolean, cell: number): Mark {
  const circle = (radius: number, look: string): string => `<circle r="${n(radius * cell)}" ${look}/>`;
  const ring = ({ ink, width }: Pen): string =>
    circle(0.15, `fill="none" stroke="${ink}" stroke-width="${n(width * cell)}"`);
  const markup = isTaken
    ? haloed(0.07).map(ring).join('')
    : circle(DOT + HALO, 'fill="$halo"') + circle(DOT, 'fill="$mark"');
  return markAround(markup, 0.3 * cell);
}

function pieceMark({ piece, hint, banned, shape }: Spot, cell: number): Mark | null {
  if (piece !== null) {
    return markOf(`${isSegment(shape) ? shape : 'stone'} ${piece.letter} ${piece.tone} ${cell}`, () =>
      isSegment(shape) ? bar(piece, shape, cell) : drawStone(piece, cell),
    );
  }
  if (banned)
    return markOf(`ban ${cell}`, () => {
      // A cross: nothing can be put here.
      const arm = 0.16 * cell;
      const path = lineTo([-arm, -arm], [arm, arm]) + lineTo([-arm, arm], [arm, -arm]);
      const strokes = haloed(0.09).map(({ ink, width }) => stroked(path, ink, width * cell));
      return markAround(strokes.join(''), 0.3 * cell);
    });
  return hint === null
    ? null
    : markOf(`start ${hint.letter} ${hint.tone} ${cell}`, () =>
        markAround(
          `<circle r="${n(0.2 * cell)}" fill="$${hint.tone}"/>` +
            writeText(hint.letter.toUpperCase(), 0, 0, { size: 0.22 * cell, ink: `$on-${hint.tone}` }),
          0.2 * cell + 1,
        ),
      );
}

type Link = readonly [from: Spot, to: Spot];

/** The stones that won, neighbour by neighbour; over a corner only where no straight way leads there. */
function listLinks(decided: readonly Spot[]): readonly Link[] {
  const far = (a: Spot, b: Spot): number => Math.hypot(a.x - b.x, a.y - b.y);
  const isBeside = (a: Spot, b: Spot): boolean => far(a, b) < 1.01;
  const isLinked = (a: Spot, b: Spot): boolean =>
    isBeside(a, b) || (far(a, b) < 1.42 && !decided.some(spot => isBeside(a, spot) && isBeside(spot, b)));
  return decided.flatMap((from, i) =>
    decided.slice(i + 1).flatMap((to): Link[] => (isLinked(from, to) ? [[from, to]] : [])),
  );
}

/** From the lowest to the uppermost. */
export function drawMarks({ spots, joints }: Picture, scale: Scale): readonly PlacedMark[] {
  const { cell, x, y } = scale;
  const at = (spot: Spot, mark: Mark): PlacedMark => ({ mark, x: Math.round(x(spot.x)), y: Math.round(y(spot.y)) });
  const pieces: PlacedMark[] = [];
  const dots: PlacedMark[] = [];
  for (const spot of spots) {
    const piece = pieceMark(spot, cell);
    if (piece !== null) pieces.push(at(spot, piece));
    const isTaken = spot.piece === null;
    if (spot.last && !isSegment(spot.shape)) dots.push(at(spot, markOf(`last ${isTaken} ${cell}`, () => last(isTaken, cell)))); // prettier-ignore
  }
  const joined = joints.map(joint => drawStroke(joint, { ink: `$${joint.tone}`, width: BAR }, scale));
  return [...drawOutline(spots, joints, scale), ...joined, ...pieces, ...drawLine(spots, scale), ...dots];
}

interface Pen {
  readonly ink: string;
  /** In cells. */
  readonly width: number;
}

/** A line from one place to another: made once for each direction. */
function drawStroke({ from, to }: Pick<Joint, 'from' | 'to'>, { ink, width }: Pen, { cell, x, y }: Scale): PlacedMark {
  const [across, down] = [x(to[0]) - x(from[0]), y(to[1]) - y(from[1])];
  const mark = markOf(`stroke ${ink} ${width} ${across} ${down} ${cell}`, () =>
    markAround(stroked(lineTo([0, 0], [across, down]), ink, width * cell), Math.hypot(across, down) + width * cell),
  );
  return { mark, x: Math.round(x(from[0])), y: Math.round(y(from[1])) };
}

/** Under the piece that was placed last; bright lines come first, since none may cross the outline itself. */
function drawOutline(spots: readonly Spot[], joints: readonly Joint[], scale: Scale): readonly PlacedMark[] {
  const newest = spots.filter(({ last: isLast, shape }) => isLast && isSegment(shape));
  const bars = newest.map(({ shape, x, y }) => {
    const [right, down] = shape === 'across' ? [HALF_BAR, 0] : [0, HALF_BAR];
    return { from: [x - right, y - down] as const, to: [x + right, y + down] as const };
  });
  const joined = joints.filter(({ from: [x, y] }) => newest.some(spot => spot.x === x && spot.y === y));
  return haloed(OUTLINE).flatMap(pen => [...bars, ...joined].map(stroke => drawStroke(stroke, pen, scale)));
}

/** The line through the stones that won. */
function drawLine(spots: readonly Spot[], scale: Scale): readonly PlacedMark[] {
  const links = listLinks(spots.filter(spot => spot.decided && spot.piece !== null));
  return haloed(LINE).flatMap(pen =>
    links.map(([from, to]) => drawStroke({ from: [from.x, from.y], to: [to.x, to.y] }, pen, scale)),
  );
}

// Stones. Shades are discs upon discs and not gradients: few colours, and no ids that could collide in a page.

/** The radius of a stone, in cells. */
const STONE = 0.41;

/** Black, white and neutral stones are told apart by lightness; every other piece shows its letter. */
const PLAIN: ReadonlySet<Piece['tone']> = new Set(['black', 'white', 'neutral']);

function drawStone({ letter, tone }: Piece, cell: number): Mark {
  const radius = STONE * cell;
  /** `toLight`: how far its middle is shifted to the lamp. */
  const disc = (share: number, toLight: number, look: string): string =>
    `<circle cx="${n(-toLight * radius)}" cy="${n(-1.25 * toLight * radius)}" r="${n(share * radius)}" ${look}/>`;
  const body = [
    disc(1, -0.09, 'fill="$shadow" fill-opacity="0.55"'),
    disc(1, 0, `fill="$${tone}-shade" stroke="$rim" stroke-width="${n(0.03 * cell)}"`),
    disc(0.9, 0.06, `fill="$${tone}"`),
    disc(0.66, 0.14, `fill="$${tone}-lit"`),
    disc(0.34, 0.26, `fill="$${tone}-glint"`),
  ];
  // A groove as well: neutral stones are not only of another shade.
  const groove = disc(0.62, 0, `fill="none" stroke="$${tone}-shade" stroke-width="${n(0.05 * cell)}"`);
  const text = writeText(letter, 0, 0, { size: 0.36 * cell, ink: `$on-${tone}` });
  const sign = tone === 'neutral' ? groove : PLAIN.has(tone) ? '' : text;
  return markAround(body.join('') + sign, 1.15 * radius + 2);
}

// Pieces in hand. The colour's letter is in front. The pieces are small and in rows, each over its name.

/** Lengths in cells of the board: one stroke of a piece, what lies between pieces, letters and names, the width of lines. */
const UNIT = 0.24;
const GAP = 0.25;
const LETTER = 0.34;
const NAME = 0.3;
const LINE_WIDTH = 0.08;
const INDENT = 0.8;

const extent = ({ strokes }: Shape, cell: number) => ({
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

function trayMark({ piece, shapes }: Tray, top: number, { cell, width }: Scale): readonly PlacedMark[] {
  const left = Math.round(0.4 * cell);
  const wide = width - 2 * left;
  const { feet, height } = layout(shapes, wide, cell);
  const pieces = shapes.map((shape, i): PlacedMark => {
    const [x, y] = feet[i] ?? [0, 0];
    const key = `shape ${shape.name} ${shape.strokes.join(' ')} ${piece.tone} ${cell}`;
    return { mark: markOf(key, () => shapeMark(shape, piece, cell)), x: Math.round(left + x), y: Math.round(top + y) };
  });
  const band = markOf(`band ${piece.letter} ${piece.tone} ${wide} ${height} ${cell}`, () => {
    const { letter, tone } = piece;
    const markup =
      `<rect width="${wide}" height="${height}" rx="${0.15 * cell}" fill="$${tone}"/>` +
      `<circle cx="${0.4 * cell}" cy="${height / 2}" r="${0.3 * cell}" fill="$on-${tone}"/>` +
      writeText(letter, 0.4 * cell, height / 2, { size: LETTER * cell, ink: `$${tone}` });
    return { markup, box: { left: 0, top: 0, width: wide, height } };
  });
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
