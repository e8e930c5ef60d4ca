// The tree a Monte Carlo search grows: what is known of each position, and of each move from it.
import type { AnyGame, Opaque, Outcome, RatedMove, Seat } from '#games/game.ts';
import { must } from '#games/kit/assert.ts';
import type { Random } from '#games/kit/random.ts';

/** What each seat gets out of a game, 0 last … 1 first. */
export type Scores = readonly number[];

/** A move that was tried, and what came of it. */
export interface Branch {
  readonly move: Opaque;
  /** How likely the game's heuristic thinks it to win, for whoever plays it; null: no opinion. */
  readonly prior: number | null;
  visits: number;
  /** The sum of what its mover got. */
  sum: number;
  /** Grown at its second visit; until then random games begin behind the move. */
  node: TreeNode | null;
  /** What certainly comes of it; null: not known. */
  proven: Scores | null;
}

export interface TreeNode {
  readonly position: Opaque;
  /** Whose move it is; a game that is over has none, but scores. */
  readonly mover: Seat;
  readonly branches: Branch[];
  /** The next move worth trying; null: there are no more. */
  readonly next: () => CandidateMove | null;
  /** True once every legal move has its branch. */
  isComplete: boolean;
  /** Are moves that lose at once left out? `next` has named every other move, then, when it has no more. */
  readonly isSafeOnly: boolean;
  visits: number;
  proven: Scores | null;
}

export interface CandidateMove {
  readonly move: Opaque;
  readonly prior: number | null;
}

/** Ranks → scores: shared places share what they are worth. First of two 1, last of four 0, a draw one half. */
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

/** Where there are so few moves, all are listed and shuffled; else they are taken at random, one at a time. */
const LISTED = 512;
/** So many random moves in a row that were there already: nothing new is likely to come. */
const REPEATS = 16;

/** These moves in random order; empties the list. */
export function drawn(moves: Opaque[], rng: Random): () => Opaque | null {
  return () => {
    const last = moves.pop();
    if (last === undefined) return null;
    const at = rng.below(moves.length + 1);
    const move = moves[at] ?? last;
    if (at < moves.length) moves[at] = last;
    return move;
  };
}

/** So many promising moves are asked for at first: most positions are visited a few times only, and what is kept for each adds up. */
const FIRST = 16;
/** So many times more when these are used up. */
const MORE = 4;

/** The top moves, the best first, asked for as they are used up. */
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

/** Any other moves, none twice. */
function remainingCandidates(
  game: AnyGame,
  position: Opaque,
  { rng, topMoves }: { readonly rng: Random; readonly topMoves: TopMoves },
): () => CandidateMove | null {
  const known = new Set(topMoves(Infinity).map(({ move }) => game.format(position, move)));
  const next =
    game.countMoves(position) <= LISTED ? drawn([...game.moves(position)], rng) : () => game.randomMove(position, rng);
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

/** The best moves of a position by the game's heuristic: at most so many moves, the same ones first however many are asked for. */
export type TopMoves = (most: number) => readonly RatedMove<Opaque>[];

/** The moves of a position in the order in which they are worth trying, none twice: the top moves, then any. */
export function candidates(
  game: AnyGame,
  position: Opaque,
  by: { readonly rng: Random; readonly topMoves: TopMoves },
): () => CandidateMove | null {
  const first = topCandidates(by.topMoves);
  let rest: (() => CandidateMove | null) | null = null;
  return () => (rest === null ? first() : null) ?? (rest ??= remainingCandidates(game, position, by))();
}
