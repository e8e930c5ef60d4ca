// A played game and its variations, as an immutable record that each step replaces.
import type { AnyGame, Opaque, Setup } from '#games/game.ts';
import { must } from '#games/kit/assert.ts';
import type { BoardStep } from '#core/desk/pages/board-data.ts';

export interface PlayedGame {
  readonly game: AnyGame;
  /** In the canonical text. */
  readonly moves: readonly string[];
  /** After no move, after the first one, …: one more than moves. */
  readonly positions: readonly Opaque[];
}

/** Moves tried out after the first `from` moves of the game: a variation, as chess calls it. */
export interface Variation {
  readonly from: number;
  /** In the canonical text, all legal one after the other, at least one. */
  readonly moves: readonly string[];
}

/** Which position is shown. `variation`: its index, and `ply` counts its moves. null: the game itself, and `ply` counts the game's moves. */
export interface LinePlace {
  readonly variation: number | null;
  readonly ply: number;
}

export interface Exploration {
  readonly course: PlayedGame;
  readonly variations: readonly Variation[];
  readonly place: LinePlace;
}

/** An address would not hold more. */
export const MAX_VARIATIONS = 40;
const MAX_MOVES = 200;
/** The most moves of all variations together. */
const MAX_TRIED_MOVES = 1_000;

/** The game as it was played. null: it does not replay by the rules of this page. */
export function courseOf(game: AnyGame, setup: Setup, steps: readonly BoardStep[]): PlayedGame | null {
  const moves: string[] = [];
  const positions = [game.start(setup)];
  for (const step of steps) {
    const position = must(positions.at(-1), 'a game begins somewhere');
    if (typeof step === 'number') {
      positions[positions.length - 1] = game.retire(position, step);
      continue;
    }
    const move = game.parse(position, step);
    if (!move.ok) return null;
    moves.push(step);
    positions.push(game.play(position, move.value));
  }
  return { game, moves, positions };
}

/** A move of a line that is played out. */
interface PlayedMove {
  /** In the canonical text. */
  readonly text: string;
  readonly before: Opaque;
  readonly after: Opaque;
}

/** The moves after the first `from` moves of the game, as far as they are legal. */
export function playOut({ game, positions }: PlayedGame, { from, moves }: Variation): readonly PlayedMove[] {
  const played: PlayedMove[] = [];
  let before = positions[from];
  for (const text of moves) {
    const move = before === undefined ? null : game.parse(before, text);
    if (before === undefined || move?.ok !== true) break;
    const after = game.play(before, move.value);
    played.push({ text: game.format(before, move.value), before, after });
    before = after;
  }
  return played;
}

/** The legal moves of a variation in the canonical text, from where it leaves the game. null: no move is left. */
export function normaliseVariation(course: PlayedGame, given: Variation): Variation | null {
  const moves = playOut(course, { ...given, moves: given.moves.slice(0, MAX_MOVES) }).map(({ text }) => text);
  let { from } = given;
  while (moves.length > 0 && moves[0] === course.moves[from]) {
    moves.shift();
    from += 1;
  }
  return moves.length === 0 ? null : { from, moves };
}

/** The variation that is shown. undefined: the game itself is. */
export const findVariation = ({ variations, place }: Exploration): Variation | undefined =>
  place.variation === null ? undefined : variations[place.variation];

/** How many moves led to the place, the game's own among them. */
export const countMoves = (exploration: Exploration): number =>
  (findVariation(exploration)?.from ?? 0) + exploration.place.ply;

export function findPosition(exploration: Exploration): Opaque {
  const { course, place } = exploration;
  const variation = findVariation(exploration);
  const tried = variation && [
    course.positions[variation.from],
    ...playOut(course, variation).map(({ after }) => after),
  ];
  return must((tried ?? course.positions)[place.ply], 'a place is on the game or on a variation');
}

/** The tried moves that lead to the shown position. The game itself has none. */
export const listTriedMoves = (exploration: Exploration): readonly string[] =>
  findVariation(exploration)?.moves.slice(0, exploration.place.ply) ?? [];

/** The last move before the shown position, and the position before that move. null: there is no move. */
export function moveBefore(exploration: Exploration): { readonly position: Opaque; readonly text: string } | null {
  const text = listTriedMoves(exploration).at(-1) ?? exploration.course.moves[countMoves(exploration) - 1];
  return text === undefined ? null : { position: findPosition(stepBy(exploration, -1)), text };
}

export const moveTo = (exploration: Exploration, place: LinePlace): Exploration => ({ ...exploration, place });

/** The number of moves in the shown line: the game, or a variation. */
export const findLastPly = (exploration: Exploration): number =>
  (findVariation(exploration) ?? exploration.course).moves.length;

/** Goes one move on or back. Before its first move a variation continues in the game. Returns the same exploration at an end. */
export function stepBy(exploration: Exploration, by: 1 | -1): Exploration {
  const { place } = exploration;
  const ply = place.ply + by;
  const variation = findVariation(exploration);
  if (variation !== undefined && ply <= 0)
    return moveTo(exploration, { variation: null, ply: Math.max(0, variation.from + ply) });
  return ply < 0 || ply > findLastPly(exploration) ? exploration : moveTo(exploration, { ...place, ply });
}

/** Plays a legal move (canonical text) at the shown position: along the game, a known variation or a new one. Returns the same exploration if it is full. */
export function playMove(exploration: Exploration, move: string): Exploration {
  const { course, variations, place } = exploration;
  const current = findVariation(exploration);
  const from = current?.from ?? place.ply;
  const moves = [...listTriedMoves(exploration), move];
  if (moves.length === 1 && course.moves[from] === move) return moveTo(exploration, { variation: null, ply: from + 1 });
  const known = variations.findIndex(each => each.from === from && moves.every((move, i) => move === each.moves[i]));
  if (known >= 0) return moveTo(exploration, { variation: known, ply: moves.length });
  // At its end a variation continues. Anywhere else a new one begins.
  const index = current?.moves.length === place.ply ? variations.indexOf(current) : variations.length;
  const now = [...variations.slice(0, index), { from, moves }, ...variations.slice(index + 1)];
  const tried = now.reduce((sum, each) => sum + each.moves.length, 0);
  const isFull = moves.length > MAX_MOVES || now.length > MAX_VARIATIONS || tried > MAX_TRIED_MOVES;
  return isFull ? exploration : { course, variations: now, place: { variation: index, ply: moves.length } };
}

/** Removes this variation. A place in it becomes the place where it began. */
export function removeVariation({ course, variations, place }: Exploration, index: number): Exploration {
  const from = variations[index]?.from ?? 0;
  const left = variations.filter((_, i) => i !== index);
  if (place.variation === null || place.variation < index) return { course, variations: left, place };
  return {
    course,
    variations: left,
    place: place.variation === index ? { variation: null, ply: from } : { ...place, variation: place.variation - 1 },
  };
}
