// Games of a network against itself, with positions and policies for the learner.
import type { AnyGame, Opaque, Setup } from '#games/game.ts';
import { must } from '#games/kit/assert.ts';
import type { Random } from '#games/kit/random.ts';
import { scoresOf } from '#engines/tree.ts';
import type { Network } from '#engines/network/network.ts';
import {
  expandNode,
  prepareSearch,
  type NetworkSearch,
  PLANES,
  policyOf,
  type SearchNode,
  visitMove,
  computeImprovedLogits,
} from '#engines/network-search.ts';

/** One position of a game: the input of the learner, and its targets. */
export interface Example {
  /** By cell, bits of FEATURES. */
  readonly seen: Uint8Array;
  /** Moves as cells and planes, one after the other: [cell, plane, cell, plane, …]. Empty: the policy is not learned from this position. */
  readonly moves: readonly (readonly number[])[];
  readonly shares: readonly number[];
  /** The score of the mover at the end, 0 … 1. */
  readonly score: number;
  /** By cell at the end: 1 the mover's, -1 the enemy's, 0 nobody's. */
  readonly owners: Int8Array;
}

/** Moves that are compared at the root, and the least number of tries in all where the policy is learned, and elsewhere. Rounding up makes 40 and 14 of them. */
const CONSIDERED = 16;
const TRIES = { full: 32, quick: 8 } as const;
/** One position in four is searched in full (playout cap randomisation, KataGo). */
const FULL_EACH = 4;
/** So many plies at the beginning are any moves at times, so that openings differ. */
const ANY_PLIES = 3;

/** A sample of Gumbel(0, 1). */
const gumbel = (rng: Random): number => -Math.log(-Math.log((rng.below(2 ** 32) + 0.5) / 2 ** 32));

/** Sequential halving among the moves that chance and the network prefer; the index of the move to play. */
function chosen(about: NetworkSearch, node: SearchNode, tries: number, rng: Random): number {
  const noise = node.moves.map(() => gumbel(rng));
  const order = (by: readonly number[]): number[] =>
    [...by.keys()].toSorted((a, b) => (by[b] ?? 0) + (noise[b] ?? 0) - (by[a] ?? 0) - (noise[a] ?? 0));
  let left = order(node.logits).slice(0, Math.min(CONSIDERED, tries));
  const rounds = Math.max(1, Math.ceil(Math.log2(left.length)));
  const isOpen = (): boolean => node.proven === null;
  for (let round = 0; round < rounds && isOpen(); round++) {
    const each = Math.max(1, Math.floor(tries / (rounds * left.length)));
    for (const index of left) for (let i = 0; i < each && isOpen(); i++) visitMove(about, node, index);
    const ranked = order(computeImprovedLogits(node)).filter(index => left.includes(index));
    left = ranked.slice(0, Math.max(1, Math.ceil(ranked.length / 2)));
  }
  const won = node.certainScores.indexOf(1);
  return won >= 0 ? won : (left[0] ?? 0);
}

interface Step {
  readonly node: SearchNode;
  readonly mover: number;
  readonly isFull: boolean;
}

function exampleOf(about: NetworkSearch, { node, mover, isFull }: Step, score: number, owners: Int8Array): Example {
  const { view } = about;
  const moves = node.moves.map(move =>
    view.cellChanges(node.position, move).flatMap(([cell, becomes]) => [cell, PLANES[becomes]]),
  );
  return {
    seen: view.featurePlanes(node.position).slice(),
    ...(isFull && node.moves.length > 1 ? { moves, shares: policyOf(node).map(rounded) } : { moves: [], shares: [] }),
    score,
    owners: owners.map(owner => (owner < 0 ? 0 : owner === mover ? 1 : -1)),
  };
}

const rounded = (share: number): number => Math.round(share * 10_000) / 10_000;

/** Plays one game from the start to its end; its positions in order. */
export function playGame(game: AnyGame, setup: Setup, network: Network, rng: Random): readonly Example[] {
  const about = prepareSearch(game, setup, network);
  let position: Opaque = game.start(setup);
  const anyPlies = rng.below(ANY_PLIES + 1);
  const steps: Step[] = [];
  for (let ply = 0; game.outcome(position) === null; ply++) {
    if (ply < anyPlies) {
      position = game.play(position, game.randomMove(position, rng));
      continue;
    }
    const node = expandNode(about, position);
    const isFull = rng.below(FULL_EACH) === 0;
    const index = node.proven === null ? chosen(about, node, isFull ? TRIES.full : TRIES.quick, rng) : 0;
    const mover = game.toMove(position) === about.firstColour ? 0 : 1;
    // Where a move wins at once the search needs no network.
    if (node.moves.length > 1) steps.push({ node, mover, isFull });
    position = game.play(position, must(node.moves[index], 'a move of the node'));
  }
  const owners = about.view.owners(position);
  const ranks = scoresOf(must(game.outcome(position), 'the game is over'));
  return steps.map(step => exampleOf(about, step, ranks[step.mover] ?? 0, owners));
}
