// Monte Carlo tree search (UCB1) over any game, with playouts and progressive widening.
// The tree is kept from move to move.
import type { AnyGame, Opaque } from '#games/game.ts';
import { type Random, createRandom } from '#games/kit/random.ts';
import type { Engine, EngineChoice, EngineOptions, EngineSession, SearchLimit } from './engine.ts';
import {
  type Branch,
  type Scores,
  type TopMoves,
  type TreeNode,
  iterateCandidates,
  removeLosses,
  scoresOf,
  seatToMove,
} from './tree.ts';
import { must } from '#games/kit/assert.ts';

/** The exploration constant of UCB1, tuned against itself. */
const EXPLORATION = 0.25;
/** The prior of a move counts as this many playouts. */
const PRIOR_VISITS = 8;
/** The number of moves considered at a position: min + growth * visits ^ power, up to max (progressive widening). */
const WIDTH = { min: 4, growth: 1.5, power: 0.5, max: 400 } as const;
/** Noise added to priors, so that games differ. */
const PRIOR_NOISE = 0.05;
/** The positions that are looked at for a forced win, at every node. */
const FORCED_NODES = 100;
/** The same at the root, when it has had that many visits. */
const ROOT_FORCED_NODES: Readonly<Record<number, number>> = { 128: 1_000, 1_024: 10_000, 8_192: 100_000 };
/** Nodes in memory, about 100 MB. Positions beyond this are played out without a node. */
const MAX_NODES = 100_000;

interface SearchState {
  readonly game: AnyGame;
  readonly heuristic: AnyGame['heuristic'];
  readonly rng: Random;
  /** The colours of each seat. */
  readonly seats: readonly (readonly string[])[];
  nodes: number;
}

/** A branch for a move that wins at once or by force. null: none is found. */
function findWin(
  { game, seats }: SearchState,
  position: Opaque,
  forcedNodes = FORCED_NODES,
  stop?: () => boolean,
): Branch | null {
  const move = game.winningMove(position) ?? game.forcedWin?.(position, forcedNodes, stop) ?? null;
  if (move === null) return null;
  const seat = seatToMove(game, position, seats);
  return { move, prior: 1, visits: 0, sum: 0, node: null, proven: seats.map((_, i) => Number(i === seat)) };
}

function createNode(state: SearchState, position: Opaque): TreeNode {
  const { game, heuristic, rng, seats } = state;
  const outcome = game.outcome(position);
  const win = findWin(state, position);
  const topMoves: TopMoves = limit => heuristic?.topMoves(position, limit) ?? [];
  state.nodes += 1;
  return {
    position,
    mover: outcome === null ? seatToMove(game, position, seats) : 0,
    branches: win === null ? [] : [win],
    next: outcome === null ? iterateCandidates(game, position, { rng, topMoves }) : () => null,
    isComplete: false,
    isSafeOnly: false,
    visits: 0,
    proven: outcome === null ? (win?.proven ?? null) : scoresOf(outcome),
  };
}

/** Adds the next candidate move, if the visits so far allow another. null: none was added. */
function widen(search: SearchState, node: TreeNode): Branch | null {
  const { min, growth, power, max } = WIDTH;
  const width = Math.min(max, min + growth * node.visits ** power);
  if (node.isComplete || node.branches.length >= width) return null;
  const candidate = node.next();
  if (candidate === null) {
    node.isComplete = node.isSafeOnly || node.branches.length === search.game.countMoves(node.position);
    return null;
  }
  // Adds noise to a prior, except to a certain win.
  const prior =
    candidate.prior === null || candidate.prior === 1
      ? candidate.prior
      : candidate.prior + PRIOR_NOISE * (search.rng.below(1_001) / 500 - 1);
  const branch: Branch = { move: candidate.move, prior, visits: 0, sum: 0, node: null, proven: null };
  node.branches.push(branch);
  return branch;
}

/** The expected score of a move for the mover. The prior counts as PRIOR_VISITS visits. */
const meanOf = ({ visits, sum, prior }: Branch): number =>
  prior === null ? (visits === 0 ? 0.5 : sum / visits) : (sum + PRIOR_VISITS * prior) / (visits + PRIOR_VISITS);

function upperBoundOf(branch: Branch, mover: number, width: number): number {
  if (branch.proven !== null) return (branch.proven[mover] ?? 0) - (branch.proven[mover] === 1 ? 0 : 1e-3);
  return meanOf(branch) + width / Math.sqrt(branch.visits + 1);
}

/** Selects the branch with the highest upper bound. Certain losses come last. */
function select(node: TreeNode, exploration: number): Branch | null {
  const width = exploration * Math.sqrt(Math.log(node.visits + 1));
  let best: Branch | null = null;
  let bestBound = -Infinity;
  for (const branch of node.branches) {
    const bound = upperBoundOf(branch, node.mover, width);
    if (bound > bestBound) [best, bestBound] = [branch, bound];
  }
  return best;
}

/** Scores a position by the heuristic's evaluation, or by a playout if there is none. */
function scorePosition({ game, heuristic, rng, seats }: SearchState, position: Opaque): Scores {
  const evaluation = seats.length === 2 ? (heuristic?.evaluate(position) ?? null) : null;
  if (evaluation === null) return scoresOf(game.playout(position, rng).outcome);
  const mover = seatToMove(game, position, seats);
  return seats.map((_, seat) => (seat === mover ? evaluation : 1 - evaluation));
}

/**
 * Proves a node if its mover has a certain win, or if every move is tried and proven. Among more than two players only a win is
 * proved: who comes first otherwise is the choice of the others.
 */
function proveNode(node: TreeNode): void {
  const { mover, branches, isComplete } = node;
  const provenBranches = branches.filter(branch => branch.proven !== null);
  const won = provenBranches.find(branch => branch.proven?.[mover] === 1);
  const areAllProven = isComplete && provenBranches.length === branches.length;
  if (won === undefined && (!areAllProven || provenBranches.some(({ proven }) => proven?.length !== 2))) return;
  const best = won ?? provenBranches.reduce((a, b) => ((b.proven?.[mover] ?? 0) > (a.proven?.[mover] ?? 0) ? b : a));
  node.proven = best.proven;
}

/** The first visit of a branch scores its position. The second visit creates its node. */
function simulate(search: SearchState, node: TreeNode, branch: Branch): Scores {
  const { game } = search;
  const position = game.play(node.position, branch.move);
  const outcome = game.outcome(position);
  if (outcome !== null) {
    branch.proven = scoresOf(outcome);
    return branch.proven;
  }
  if (branch.visits > 0 && search.nodes < MAX_NODES) {
    branch.node = createNode(search, position);
    return visit(search, branch.node, EXPLORATION);
  }
  branch.proven = findWin(search, position)?.proven ?? null;
  return branch.proven ?? scorePosition(search, position);
}

function visit(search: SearchState, node: TreeNode, exploration: number): Scores {
  node.visits += 1;
  if (node.proven !== null) return node.proven;
  const wasComplete = node.isComplete;
  const branch = widen(search, node) ?? select(node, exploration);
  const chosen = must(branch, 'a game goes on while there is a move');
  const wasUnproven = chosen.proven === null;
  const scores =
    chosen.node === null ? (chosen.proven ?? simulate(search, node, chosen)) : visit(search, chosen.node, EXPLORATION);
  chosen.visits += 1;
  chosen.sum += scores[node.mover] ?? 0;
  const isNewlyProven = wasUnproven && (chosen.proven ??= chosen.node?.proven ?? null) !== null;
  if (isNewlyProven || node.isComplete !== wasComplete) proveNode(node);
  return scores;
}

/** The move to play: a certain win, or else the most visited move that is not a certain loss. */
function bestBranch(node: TreeNode): Branch {
  const rankOf = ({ proven, visits }: Branch): number => {
    const certain = proven?.[node.mover];
    return certain === 1 ? Infinity : certain === 0 ? visits - 1e12 : visits;
  };
  return node.branches.reduce((a, b) => (rankOf(b) > rankOf(a) ? b : a));
}

/** Looks for a forced win of the root. */
function proveRoot(search: SearchState, root: TreeNode, forcedNodes: number, stop: () => boolean): void {
  const win = forcedNodes === 0 || root.proven !== null ? null : findWin(search, root.position, forcedNodes, stop);
  if (win === null) return;
  root.branches.push(win);
  root.proven = win.proven;
}

function searchRoot(
  search: SearchState,
  root: TreeNode,
  { spentShare, nodes }: SearchLimit,
  temperature: number,
): EngineChoice {
  const isForced = search.game.countMoves(root.position) === 1;
  let visits = 0;
  const stop = (): boolean => spentShare() >= 1;
  while (visits === 0 || (visits < nodes && root.proven === null && !isForced && !stop())) {
    visit(search, root, EXPLORATION * (1 + temperature));
    visits += 1;
    proveRoot(search, root, ROOT_FORCED_NODES[visits] ?? 0, stop);
  }
  // A root that was proven before the search may have no branch yet.
  if (root.branches.length === 0) widen(search, root);
  const best = bestBranch(root);
  const certain = root.proven?.[root.mover];
  // The moves that were visited, and the best one.
  const { branches, mover } = root;
  const tried = branches.filter(branch => branch.visits > 0 || branch === best);
  const total = tried.reduce((sum, { visits }) => sum + visits, 0);
  return {
    ...{ move: best.move, nodes: visits, value: certain ?? meanOf(best), isProven: certain !== undefined },
    candidates: tried.map(branch => ({
      move: branch.move,
      share: total === 0 ? 1 / tried.length : branch.visits / total,
      value: branch.proven?.[mover] ?? meanOf(branch),
      isProven: branch.proven !== null,
    })),
  };
}

/** The subtree of a played move. null: the tree has no node for it. */
function findSubtree(search: SearchState, root: TreeNode, move: Opaque): TreeNode | null {
  const { game } = search;
  const text = game.format(root.position, move);
  return root.branches.find(branch => game.format(root.position, branch.move) === text)?.node ?? null;
}

const countNodes = (node: TreeNode): number =>
  node.branches.reduce((sum, branch) => sum + (branch.node === null ? 0 : countNodes(branch.node)), 1);

function createSession({ game, setup, position, seed }: EngineOptions): EngineSession {
  const seats = game.seats(setup).map(({ colours }) => colours);
  const search: SearchState = { game, heuristic: game.heuristic, rng: createRandom(seed), seats, nodes: 0 };
  let root = createNode(search, position);
  return {
    advance: move => {
      root = findSubtree(search, root, move) ?? createNode(search, game.play(root.position, move));
      search.nodes = countNodes(root);
    },
    search: (limit, temperature = 0) => {
      root = removeLosses(game, root, search.rng);
      return searchRoot(search, root, limit, temperature);
    },
  };
}

export const mctsEngine: Engine = {
  name: 'mcts',
  summary: 'Monte Carlo tree search, guided by what is known of the game where there is such knowledge',
  usesNetwork: false,
  begin: createSession,
};

/** The same search without the heuristic, to measure the gain from it. */
export const plainEngine: Engine = {
  name: 'plain',
  summary: 'Monte Carlo tree search that knows nothing but the rules',
  usesNetwork: false,
  begin: options => createSession({ ...options, game: { ...options.game, heuristic: null, forcedWin: null } }),
};
