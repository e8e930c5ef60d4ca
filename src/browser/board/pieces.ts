// Pieces in hand on a line grid: turns them, and finds where each orientation may be placed.
// The legal moves and the picture alone are enough for that.
import type { AnyGame, Opaque } from '#games/game.ts';
import type { Picture, Shape, Spot, Tray } from '#games/kit/picture.ts';

/** A piece lying one way: its strokes from (0, 0) on, in order. */
export type Strokes = Shape['strokes'];

type Stroke = Strokes[number];

/** Left to right or downwards, moved to the corner, in order. */
export function tidy(strokes: Strokes): Strokes {
  const left = Math.min(...strokes.flatMap(([x1, , x2]) => [x1, x2]));
  const top = Math.min(...strokes.flatMap(([, y1, , y2]) => [y1, y2]));
  return strokes
    .map(([x1, y1, x2, y2]): Stroke => [
      Math.min(x1, x2) - left,
      Math.min(y1, y2) - top,
      Math.max(x1, x2) - left,
      Math.max(y1, y2) - top,
    ])
    .sort((a, b) => a[1] - b[1] || a[0] - b[0] || a[3] - b[3]);
}

/** A quarter turn clockwise. y points down. */
export const rotateStrokes = (strokes: Strokes): Strokes => tidy(strokes.map(([x1, y1, x2, y2]) => [-y1, x1, -y2, x2]));

/** Seen from behind. */
export const mirrorStrokes = (strokes: Strokes): Strokes => tidy(strokes.map(([x1, y1, x2, y2]) => [-x1, y1, -x2, y2]));

/** The first of the eight orientations of a piece that suits, counted from this one. If none does, it is this one. */
export function findOrientation(strokes: Strokes, suits: (way: Strokes) => boolean): Strokes {
  const ways = [strokes, mirrorStrokes(strokes)].flatMap(each => {
    const [second, third] = [rotateStrokes(each), rotateStrokes(rotateStrokes(each))];
    return [each, second, third, rotateStrokes(third)];
  });
  return ways.find(suits) ?? strokes;
}

export const keyOf = (strokes: Strokes): string => tidy(strokes).join(' ');

/** One place where a piece may lie. */
export interface PlaceToLie {
  /** The move, in the canonical text. */
  readonly text: string;
  readonly spots: readonly Spot[];
  /** The middle of its spots, in the plane. */
  readonly x: number;
  readonly y: number;
}

const averageOf = (numbers: readonly number[]): number => numbers.reduce((sum, each) => sum + each, 0) / numbers.length;

/** Every legal place of every piece in hand, by its orientation. */
export function mapPlaces(
  game: AnyGame,
  position: Opaque,
  { spots }: Picture,
): ReadonlyMap<string, readonly PlaceToLie[]> {
  const byName = new Map(spots.map(spot => [spot.name, spot]));
  const places = new Map<string, PlaceToLie[]>();
  for (const move of game.moves(position)) {
    const text = game.format(position, move);
    const lying = text.split(',').flatMap(name => byName.get(name) ?? []);
    const key = keyOf(
      lying.map(({ shape, x, y }) => (shape === 'across' ? [x - 0.5, y, x + 0.5, y] : [x, y - 0.5, x, y + 0.5])),
    );
    const known = places.get(key) ?? [];
    places.set(key, known);
    known.push({ text, spots: lying, x: averageOf(lying.map(({ x }) => x)), y: averageOf(lying.map(({ y }) => y)) });
  }
  return places;
}

/** The place whose middle is nearest to a point of the plane. null: there are no places. */
export const findNearest = (places: readonly PlaceToLie[], x: number, y: number): PlaceToLie | null =>
  [...places].sort((a, b) => Math.hypot(a.x - x, a.y - y) - Math.hypot(b.x - x, b.y - y))[0] ?? null;

/** What the colour to move has in hand, as the picture lays it out. null: the game has no such pieces, or it is over. */
export function handOf(
  game: AnyGame,
  position: Opaque,
  { trays }: Picture,
  setup: Parameters<AnyGame['colours']>[0],
): Tray | null {
  const name = game.toMove(position);
  const colour = game.colours(setup).find(each => each.name === name);
  return colour === undefined ? null : (trays.find(({ piece }) => piece.letter === colour.letter) ?? null);
}
