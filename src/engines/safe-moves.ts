// Finds the moves that do not lose at once. All engines prefer them.
import type { AnyGame, Opaque } from '#games/game.ts';
import type { Random } from '#games/kit/random.ts';
import { type CandidateMove, drawMoves, type TreeNode } from './tree.ts';

/** After this many random losing moves in a row, all moves are listed and filtered. */
const MAX_REJECTIONS = 256;

/** Draws a move that does not lose at once, with equal probability. null: every move loses. The position must have no immediate win. */
export function drawSafeMove(game: AnyGame, position: Opaque, rng: Random): Opaque | null {
  const isLosing = game.losesAtOnce(position);
  for (let i = 0; i < MAX_REJECTIONS; i++) {
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
