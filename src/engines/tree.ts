// The tree of a Monte Carlo search, and the moves that do not lose at once.
import type { AnyGame, Opaque, Outcome, RatedMove, Seat } from '#games/game.ts';
import { must } from '#games/kit/assert.ts';
import type { Random } from '#games/kit/random.ts';

/** The scores of a game by seat, 0 last … 1 first. */
export type Scores = readonly number[];

/** A move that the search has tried, and its results. */
export interface Branch {
  readonly move: Opaque;
  /** The probability that the player of the move wins, by the game's heuristic. null: no opinion. */
  readonly prior: number | null;
  visits: number;
  /** The sum of the scores of the player who makes the move. */
  sum: number;
  /** The node after the move. null until the second visit. */
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
  /** Whether moves that lose at once are left out. Then `next` returns null after all other moves. */
  readonly isSafeOnly: boolean;
  visits: number;
  proven: Scores | null;
}

export interface CandidateMove {
  readonly move: Opaque;
  readonly prior: number | null;
}

/** Converts ranks to scores: 1 for the first, 0 for the last. Seats with the same rank share their scores, so a draw is 0.5. */
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

/** Up to this many moves are listed and shuffled. If there are more, moves are drawn at random, one at a time. */
const MAX_LISTED = 512;
/** After this many repeated random moves in a row a new one is unlikely. */
const MAX_REPEATS = 16;

/** Draws these moves in random order. Empties the list. */
export function drawMoves(moves: Opaque[], rng: Random): () => Opaque | null {
  return () => {
    const last = moves.pop();
    if (last === undefined) return null;
    const index = rng.below(moves.length + 1);
    const move = moves[index] ?? last;
    if (index < moves.length) moves[index] = last;
    return move;
  };
}

/** Draws legal moves in random order. Where there are many, a move may be drawn again. */
export const drawLegalMoves = (game: AnyGame, position: Opaque, rng: Random): (() => Opaque | null) =>
  game.countMoves(position) <= MAX_LISTED
    ? drawMoves([...game.moves(position)], rng)
    : () => game.randomMove(position, rng);

/** The number of top moves requested first. It is small to save memory: most positions are visited only a few times. */
const FIRST_REQUEST = 16;
/** The factor by which the number grows when all of them are used up. */
const REQUEST_GROWTH = 4;

/** Yields all other moves, without repetition. */
function iterateRemaining(
  game: AnyGame,
  position: Opaque,
  { rng, topMoves }: { readonly rng: Random; readonly topMoves: TopMoves },
): () => CandidateMove | null {
  const knownTexts = new Set(topMoves(Infinity).map(({ move }) => game.format(position, move)));
  const next = drawLegalMoves(game, position, rng);
  return () => {
    for (let i = 0; i < MAX_REPEATS + knownTexts.size; i++) {
      const move = next();
      if (move === null) return null;
      const text = game.format(position, move);
      if (knownTexts.has(text)) continue;
      knownTexts.add(text);
      return { move, prior: null };
    }
    return null;
  };
}

/** Returns the best moves of a position by the game's heuristic. A larger limit returns the same moves first. */
export type TopMoves = (limit: number) => readonly RatedMove<Opaque>[];

/** The candidate moves of a position, best first, without repetition: the top moves, then all others. */
export function iterateCandidates(
  game: AnyGame,
  position: Opaque,
  sources: { readonly rng: Random; readonly topMoves: TopMoves },
): () => CandidateMove | null {
  // Yields the top moves, best first, and requests more when they are used up.
  let requested = FIRST_REQUEST;
  let found = sources.topMoves(requested);
  let index = 0;
  const nextTopMove = () => {
    if (index === found.length && index === requested) {
      requested *= REQUEST_GROWTH;
      found = sources.topMoves(requested);
    }
    return found[index++] ?? null;
  };
  let nextRemaining: (() => CandidateMove | null) | null = null;
  return () =>
    (nextRemaining === null ? nextTopMove() : null) ?? (nextRemaining ??= iterateRemaining(game, position, sources))();
}

/** After this many random losing moves in a row, or as many as there are moves, all are listed and filtered. */
const MAX_REJECTIONS = 256;

/** Draws a move that does not lose at once, with equal probability. null: every move loses. The position must have no immediate win. */
export function drawSafeMove(game: AnyGame, position: Opaque, rng: Random): Opaque | null {
  const isLosing = game.losesAtOnce(position);
  for (let left = Math.min(MAX_REJECTIONS, game.countMoves(position)); left > 0; left--) {
    const move = game.randomMove(position, rng);
    if (!isLosing(move)) return move;
  }
  return drawMoves(
    [...game.moves(position)].filter(move => !isLosing(move)),
    rng,
  )();
}

/** Removes the moves that lose at once from a node. The node is unchanged if every move loses, or if one wins. */
export function removeLosses(game: AnyGame, node: TreeNode, rng: Random): TreeNode {
  const { position, branches } = node;
  if (node.isSafeOnly || game.winningMove(position) !== null) return node;
  const isLosing = game.losesAtOnce(position);
  const knownTexts = new Set(branches.map(({ move }) => game.format(position, move)));
  const rejected: CandidateMove[] = [];
  let drawRemaining: (() => Opaque | null) | null = null;

  const listSafeMoves = (): Opaque[] =>
    [...game.moves(position)].filter(move => !isLosing(move) && !knownTexts.has(game.format(position, move)));
  const nextSafe = (): CandidateMove | null => {
    for (let i = 0; i < MAX_REJECTIONS && drawRemaining === null; i++) {
      const candidate = node.next();
      if (candidate === null) break;
      knownTexts.add(game.format(position, candidate.move));
      if (!isLosing(candidate.move)) return candidate;
      rejected.push(candidate);
    }
    const move = (drawRemaining ??= drawMoves(listSafeMoves(), rng))();
    return move === null ? null : { move, prior: null };
  };

  const safeBranches = branches.filter(({ move }) => !isLosing(move));
  const firstSafe = [safeBranches.length === 0 ? nextSafe() : null].filter(each => each !== null);
  return safeBranches.length === 0 && firstSafe.length === 0
    ? { ...node, next: () => rejected.shift() ?? node.next() }
    : { ...node, branches: safeBranches, next: () => firstSafe.shift() ?? nextSafe(), isSafeOnly: true };
}
