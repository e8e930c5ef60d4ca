// Tree search guided by a network, after Gumbel AlphaZero (Danihelka and others, 2022).
import { type AnyGame, type Colour, matchEveryMove, type Opaque, type Setup } from '#games/game.ts';
import { must } from '#games/kit/assert.ts';
import { type NewCellState, type CellMap, cellMapOf, type CellView, type PolicyMove } from '#games/kit/cell-view.ts';
import { scoresOf } from './tree.ts';
import { logistic, softmax } from './network/kernel.ts';
import { type Network, FIXED_POINT_ONE } from './network/network.ts';
import { OUTPUTS } from './network/weights.ts';

/** The index of the policy output of a cell, by the new state of the cell. */
export const PLANES: Readonly<Record<NewCellState, number>> = { own: 0, neutral: 1, empty: 2 };

/** The positions that are looked at for a forced win, at every node. */
const FORCED_NODES = 60;
/** The same at the root, when it has had that many visits. */
const ROOT_FORCED_NODES: Readonly<Record<number, number>> = { 16: 1_000, 128: 10_000, 1_024: 100_000 };
/** The number of moves considered at a position: those with the highest policy. */
const MAX_MOVES = 96;
/** The weight of the Q values against the policy logits: Q_WEIGHT * (MIN_SCORE_VISITS + the most visits of a move). */
const Q_WEIGHT = 0.4;
const MIN_SCORE_VISITS = 50;

/** A position in the tree. Scores are from 0 (lost) to 1 (won), for the colour to move. */
export interface SearchNode {
  readonly position: Opaque;
  readonly moves: readonly Opaque[];
  /** By move: the logit of the network's policy. */
  readonly logits: readonly number[];
  /** The network's value of the position, as a score. */
  readonly value: number;
  /** Whether every legal move is among `moves` or known to lose. */
  readonly isComplete: boolean;
  /** By move: visits, the sum of their scores, and the score that is certain because the game is over or the child is proven. */
  readonly visits: Int32Array;
  readonly scoreSums: Float64Array;
  readonly certainScores: (number | null)[];
  readonly children: (SearchNode | null)[];
  totalVisits: number;
  /** The proven score. null: not known. */
  proven: number | null;
}

/** The game and network of a search. The game has two seats that alternate. */
export interface NetworkSearch {
  readonly game: AnyGame;
  readonly view: CellView<Opaque, Opaque>;
  readonly map: CellMap;
  readonly network: Network;
  /** The colour of seat 0. */
  readonly firstColour: Colour | null;
}

export function prepareSearch(game: AnyGame, setup: Setup, network: Network): NetworkSearch {
  const view = must(game.cellView, 'a game that can be seen cell by cell');
  const start = game.start(setup);
  return { game, view, map: cellMapOf(game.picture(start, { seat: null })), network, firstColour: game.toMove(start) };
}

function createNode(
  position: Opaque,
  evaluation: Pick<SearchNode, 'moves' | 'logits' | 'value' | 'isComplete' | 'proven'>,
): SearchNode {
  const count = evaluation.moves.length;
  return {
    ...{ ...evaluation, position, totalVisits: 0 },
    ...{ visits: new Int32Array(count), scoreSums: new Float64Array(count) },
    ...{ certainScores: evaluation.moves.map(() => null), children: evaluation.moves.map(() => null) },
  };
}

function createWonNode(position: Opaque, win: Opaque): SearchNode {
  const node = createNode(position, { moves: [win], logits: [0], value: 1, isComplete: false, proven: 1 });
  node.certainScores[0] = 1;
  return node;
}

/** The moves of a node: ranked ones that are not known to lose, else unranked ones, else all ranked ones. */
interface Candidates {
  readonly moves: readonly PolicyMove<Opaque>[];
  readonly isComplete: boolean;
  /** Whether every legal move is known to lose. */
  readonly isLost: boolean;
}

/** The first moves that match, at most MAX_MOVES. */
function listFirst(moves: Iterable<Opaque>, matches: (move: Opaque) => boolean): readonly Opaque[] {
  const found: Opaque[] = [];
  for (const move of moves) {
    if (found.length === MAX_MOVES) break;
    if (matches(move)) found.push(move);
  }
  return found;
}

function selectCandidates(game: AnyGame, position: Opaque, ranked: readonly PolicyMove<Opaque>[]): Candidates {
  // Counting is slow if there are many moves.
  const isComplete = ranked.length < MAX_MOVES && ranked.length === game.countMoves(position);
  const isLosing = game.forcedLosses?.(position, FORCED_NODES) ?? null;
  if (isLosing === null) return { moves: ranked, isComplete, isLost: false };
  if (isLosing === matchEveryMove) return { moves: ranked, isComplete, isLost: true };
  const others = ranked.filter(({ move }) => !isLosing(move));
  if (others.length > 0) return { moves: others, isComplete, isLost: false };
  const unranked = isComplete ? [] : listFirst(game.moves(position), move => !isLosing(move));
  if (unranked.length === 0) return { moves: ranked, isComplete, isLost: true };
  return { moves: unranked.map(move => ({ move, logit: 0 })), isComplete: unranked.length < MAX_MOVES, isLost: false };
}

/** Creates the node of a position that is not over. */
export function expandNode({ game, view, map, network }: NetworkSearch, position: Opaque): SearchNode {
  const win = game.winningMove(position) ?? game.forcedWin?.(position, FORCED_NODES) ?? null;
  if (win !== null) return createWonNode(position, win);
  const { value, cells } = network.evaluate(map, view.featurePlanes(position));
  const cellLogit = (cell: number, becomes: NewCellState): number =>
    (cells[cell * OUTPUTS + PLANES[becomes]] ?? 0) / FIXED_POINT_ONE;
  const ranked = view.rankMoves(position, cellLogit, MAX_MOVES);
  const { moves, isComplete, isLost } = selectCandidates(game, position, ranked);
  const score = isLost ? { value: 0, proven: 0 } : { value: logistic(value / FIXED_POINT_ONE), proven: null };
  return createNode(position, {
    moves: moves.map(({ move }) => move),
    logits: moves.map(({ logit }) => logit),
    ...{ ...score, isComplete },
  });
}

/** The score of the player who moved at `before`, if the move has ended the game. null: the game goes on. */
function endScore({ game, firstColour }: NetworkSearch, before: Opaque, after: Opaque): number | null {
  const outcome = game.outcome(after);
  if (outcome === null) return null;
  const [score = 0] = scoresOf(outcome);
  return game.toMove(before) === firstColour ? score : 1 - score;
}

/** The Q value of every move. Untried moves get the mean of the node's value and the tried moves, weighted by the policy. */
export function computeQValues(node: SearchNode): readonly number[] {
  const { visits, scoreSums, totalVisits, value, logits } = node;
  const probabilities = softmax(logits);
  let [weight, sum] = [0, 0];
  probabilities.forEach((probability, i) => {
    const moveVisits = visits[i] ?? 0;
    if (moveVisits === 0) return;
    weight += probability;
    sum += (probability * (scoreSums[i] ?? 0)) / moveVisits;
  });
  const untriedValue = weight === 0 ? value : (value + (totalVisits * sum) / weight) / (1 + totalVisits);
  return probabilities.map(
    (_, i) => node.certainScores[i] ?? ((visits[i] ?? 0) === 0 ? untriedValue : (scoreSums[i] ?? 0) / (visits[i] ?? 1)),
  );
}

/** By move: the policy logit plus the weighted Q value. */
export function computeImprovedLogits(node: SearchNode): readonly number[] {
  const mostVisits = node.visits.reduce((a, b) => Math.max(a, b), 0);
  const scale = (MIN_SCORE_VISITS + mostVisits) * Q_WEIGHT;
  const scores = computeQValues(node);
  return node.logits.map((logit, i) => logit + scale * (scores[i] ?? 0));
}

/** By move: its probability in the improved policy after the search. The sum is 1. */
export const policyOf = (node: SearchNode): readonly number[] => softmax(computeImprovedLogits(node));

/** Selects the move whose share of visits is furthest behind the policy at a temperature. Moves with a certain score come last. */
function select(node: SearchNode, temperature: number): number {
  const policy = softmax(computeImprovedLogits(node).map(logit => logit / temperature));
  let [best, largestLack] = [0, -Infinity];
  policy.forEach((probability, i) => {
    const lack =
      probability - (node.visits[i] ?? 0) / (1 + node.totalVisits) - (node.certainScores[i] === null ? 0 : 2);
    if (lack > largestLack) [best, largestLack] = [i, lack];
  });
  return best;
}

/** Marks the node as proven if a move certainly wins, or if all moves have certain scores. */
function proveNode(node: SearchNode): void {
  const best = node.certainScores.reduce<number>((a, b) => Math.max(a, b ?? -1), -1);
  const isProven = best === 1 || (node.isComplete && node.certainScores.every(score => score !== null));
  if (isProven) node.proven = best;
}

/** Visits a move once more. Returns the score for the player to move at the node. */
export function visitMove(search: NetworkSearch, node: SearchNode, index: number): number {
  const score = node.certainScores[index] ?? visitChild(search, node, index);
  node.visits[index] = (node.visits[index] ?? 0) + 1;
  node.scoreSums[index] = (node.scoreSums[index] ?? 0) + score;
  node.totalVisits += 1;
  return score;
}

function visitChild(search: NetworkSearch, node: SearchNode, index: number): number {
  const child = node.children[index] ?? null;
  if (child === null) return createChild(search, node, index);
  const score = 1 - (child.proven ?? visitMove(search, child, select(child, 1)));
  if (child.proven !== null) {
    node.certainScores[index] = 1 - child.proven;
    proveNode(node);
  }
  return score;
}

function createChild(search: NetworkSearch, node: SearchNode, index: number): number {
  const { game } = search;
  const after = game.play(node.position, must(node.moves[index], 'a move of the node'));
  const endedScore = endScore(search, node.position, after);
  const child = endedScore === null ? expandNode(search, after) : null;
  node.children[index] = child;
  const proven = child?.proven ?? null;
  const certain = endedScore ?? (proven === null ? null : 1 - proven);
  if (certain !== null) {
    node.certainScores[index] = certain;
    proveNode(node);
  }
  return certain ?? 1 - (child?.value ?? 0);
}

interface ExploreOptions {
  readonly temperature: number;
  /** The most visits of this search. */
  readonly visits: number;
  /** Asked before every visit, and while a long proof is sought. */
  readonly stop?: () => boolean;
}

/**
 * Visits the root until `stop` returns true or the root is proven. A temperature above 1 spreads the visits over more
 * moves. Returns the root, or the node of a forced win of its position.
 */
export function explore(
  search: NetworkSearch,
  root: SearchNode,
  { temperature, visits, stop = () => false }: ExploreOptions,
): SearchNode {
  for (let left = visits; left > 0 && root.proven === null && !stop(); left--) {
    visitMove(search, root, select(root, Math.max(1, temperature)));
    const nodes = ROOT_FORCED_NODES[root.totalVisits];
    const win = nodes === undefined ? null : (search.game.forcedWin?.(root.position, nodes, stop) ?? null);
    if (win !== null) return createWonNode(root.position, win);
  }
  return root;
}

/** The best move: a certain win, or else the most visited move that is not a certain loss. */
export function findBestMove(node: SearchNode): number {
  const policy = policyOf(node);
  const rankOf = (i: number): number => {
    const certain = node.certainScores[i] ?? null;
    if (certain === 1) return 3e9;
    return (certain === 0 ? -1e9 : 0) + (node.visits[i] ?? 0) + (policy[i] ?? 0);
  };
  return node.moves.reduce((best, _, i) => (rankOf(i) > rankOf(best) ? i : best), 0);
}
