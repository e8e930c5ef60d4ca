// The tree of a Monte Carlo search: the nodes of positions, and the branches of their moves.
import type { AnyGame, Opaque, Outcome, RatedMove, Seat } from '#games/game.ts';
import { must } from '#games/kit/assert.ts';
import type { Random } from '#games/kit/random.ts';

/** The scores of a game by seat, 0 last … 1 first. */
export type Scores = readonly number[];

/** A tried move and its results. */
export interface Branch {
  readonly move: Opaque;
  /** The probability that the player of the move wins, by the game's heuristic. null: no opinion. */
  readonly prior: number | null;
  visits: number;
  /** The sum of its mover's scores. */
  sum: number;
  /** Created at the second visit. Until then playouts begin after the move. */
  node: TreeNode | null;
  /** The proven result. null: not known. */
  proven: Scores | null;
}

export interface TreeNode {
  readonly position: Opaque;
  /** The seat to move. A finished game has none, but its scores are proven. */
  readonly mover: Seat;
  readonly branches: Branch[];
  /** The next candidate move. null: there are no more. */
  readonly next: () => CandidateMove | null;
  /** True once every legal move has a branch. */
  isComplete: boolean;
  /** Are moves that lose at once left out? Then `next` has returned all other moves when it returns null. */
  readonly isSafeOnly: boolean;
  visits: number;
  proven: Scores | null;
}

export interface CandidateMove {
  readonly move: Opaque;
  readonly prior: number | null;
}

/** Ranks → scores. Shared places share their scores. First of two 1, last of four 0, a draw one half. */
export function scoresOf({ ranks }: Outcome): Scores {
  const others = ranks.length - 1;
  return ranks.map(own => {
    const beaten = ranks.filter(rank => rank > own).length;
    const shared = ranks.filter(rank => rank === own).length - 1;
    return others === 0 ? 1 : (beaten + shared / 2) / others;
  });
}

/** The seat that plays the colour to move. */
export function seatToMove(game: AnyGame, position: Opaque, seats: readonly (readonly string[])[]): Seat {
  const colour = must(game.toMove(position), 'the game is not over');
  return seats.findIndex(colours => colours.includes(colour));
}

/** Up to this many moves are listed and shuffled. More are drawn at random, one at a time. */
const LISTED = 512;
/** After this many repeated random moves in a row a new one is unlikely. */
const REPEATS = 16;

/** Draws these moves in random order. Empties the list. */
export function drawMoves(moves: Opaque[], rng: Random): () => Opaque | null {
  return () => {
    const last = moves.pop();
    if (last === undefined) return null;
    const at = rng.below(moves.length + 1);
    const move = moves[at] ?? last;
    if (at < moves.length) moves[at] = last;
    return move;
  };
}

/** Top moves requested at first. Most positions are visited only a few times, and the memory for each adds up. */
const FIRST = 16;
/** The factor by which the number grows when they are used up. */
const MORE = 4;

/** The top moves, the best first, requested as they are used up. */
function topCandidates(topMoves: TopMoves): () => CandidateMove | null {
  let asked = FIRST;
  let found = topMoves(asked);
  let at = 0;
  return () => {
    if (at === found.length && at === asked) {
      asked *= MORE;
      found = topMoves(asked);
    }
    return found[at++] ?? null;
  };
}

/** All other moves, without repetition. */
function remainingCandidates(
  game: AnyGame,
  position: Opaque,
  { rng, topMoves }: { readonly rng: Random; readonly topMoves: TopMoves },
): () => CandidateMove | null {
  const known = new Set(topMoves(Infinity).map(({ move }) => game.format(position, move)));
  const next =
    game.countMoves(position) <= LISTED
      ? drawMoves([...game.moves(position)], rng)
      : () => game.randomMove(position, rng);
  return () => {
    for (let i = 0; i < REPEATS + known.size; i++) {
      const move = next();
      if (move === null) return null;
      const text = game.format(position, move);
      if (known.has(text)) continue;
      known.add(text);
      return { move, prior: null };
    }
    return null;
  };
}

/** The best moves of a position by the game's heuristic, at most `most`. A larger number returns the same moves first. */
export type TopMoves = (most: number) => readonly RatedMove<Opaque>[];

/** The candidate moves of a position, best first, without repetition: the top moves, then all others. */
export function listCandidates(
  game: AnyGame,
  position: Opaque,
  by: { readonly rng: Random; readonly topMoves: TopMoves },
): () => CandidateMove | null {
  const first = topCandidates(by.topMoves);
  let rest: (() => CandidateMove | null) | null = null;
  return () => (rest === null ? first() : null) ?? (rest ??= remainingCandidates(game, position, by))();
}
