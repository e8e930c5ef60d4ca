// Finds the moves that do not lose at once. All engines choose among them while there are any.
import type { AnyGame, Opaque } from '#games/game.ts';
import type { Random } from '#games/kit/random.ts';
import { type CandidateMove, drawMoves, type TreeNode } from './tree.ts';

/** After this many losing moves in a row the safe ones are rare, and are found by listing all moves. */
const REJECTIONS = 256;

/** A random move that does not lose at once, with equal probability. null: every move loses. For positions without an immediate win. */
export function randomSafeMove(game: AnyGame, position: Opaque, rng: Random): Opaque | null {
  const loses = game.losesAtOnce(position);
  for (let i = 0; i < REJECTIONS; i++) {
    const move = game.randomMove(position, rng);
    if (!loses(move)) return move;
  }
  return drawMoves(
    [...game.moves(position)].filter(move => !loses(move)),
    rng,
  )();
}

/** The node without the moves that lose at once. Unchanged if every move loses, or if one wins. */
export function leaveOutLosses(game: AnyGame, node: TreeNode, rng: Random): TreeNode {
  const { position, branches } = node;
  if (node.isSafeOnly || game.winningMove(position) !== null) return node;
  const loses = game.losesAtOnce(position);
  const known = new Set(branches.map(({ move }) => game.format(position, move)));
  const rejected: CandidateMove[] = [];
  let rest: (() => Opaque | null) | null = null;

  const listed = (): Opaque[] =>
    [...game.moves(position)].filter(move => !loses(move) && !known.has(game.format(position, move)));
  const next = (): CandidateMove | null => {
    for (let i = 0; i < REJECTIONS && rest === null; i++) {
      const candidate = node.next();
      if (candidate === null) break;
      known.add(game.format(position, candidate.move));
      if (!loses(candidate.move)) return candidate;
      rejected.push(candidate);
    }
    const move = (rest ??= drawMoves(listed(), rng))();
    return move === null ? null : { move, prior: null };
  };

  const safe = branches.filter(({ move }) => !loses(move));
  const ahead = [safe.length === 0 ? next() : null].filter(each => each !== null);
  return safe.length === 0 && ahead.length === 0
    ? { ...node, next: () => rejected.shift() ?? node.next() }
    : { ...node, branches: safe, next: () => ahead.shift() ?? next(), isSafeOnly: true };
}
