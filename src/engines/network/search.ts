// Tree search guided by a network, after Gumbel AlphaZero (Danihelka and others, 2022).
import type { AnyGame, Colour, Opaque, Setup } from '#games/game.ts';
import { must } from '#games/kit/assert.ts';
import { type Becomes, type CellMap, cellMapOf, type CellView } from '#games/kit/cell-view.ts';
import { scoresOf } from '../tree.ts';
import { logistic, softmax } from './exponential.ts';
import { type Network, ONE } from './network.ts';
import { OUTPUTS } from './weights.ts';

/** The output of a cell with its worth, by what the cell becomes. */
export const PLANES: Readonly<Record<Becomes, number>> = { own: 0, neutral: 1, empty: 2 };

/** Moves considered at a position: those the network prefers. */
const WIDTH = 96;
/** The weight of scores against the network's policy. It grows with the visits. */
const SCORE_WEIGHT = 0.4;
const VISITS_AT_LEAST = 50;

/** A position in the tree. Scores are 0 lost … 1 won, of the colour to move. */
export interface SearchNode {
  readonly position: Opaque;
  readonly moves: readonly Opaque[];
  /** By move: the network's log preference, up to a constant. */
  readonly logits: readonly number[];
  /** The network's expected score. */
  readonly value: number;
  /** Are these all legal moves? */
  readonly isComplete: boolean;
  /** By move. A score is certain where the game is over, or a child is proven. */
  readonly visits: Int32Array;
  readonly sums: Float64Array;
  readonly certain: (number | null)[];
  readonly children: (SearchNode | null)[];
  total: number;
  /** The proven score. null: not known. */
  proven: number | null;
}

/** A game with two alternating seats, and its network. */
export interface Judged {
  readonly game: AnyGame;
  readonly view: CellView<Opaque, Opaque>;
  readonly map: CellMap;
  readonly network: Network;
  /** The colour of seat 0. */
  readonly first: Colour | null;
}

export function prepareSearch(game: AnyGame, setup: Setup, network: Network): Judged {
  const view = must(game.cellView, 'a game that can be seen cell by cell');
  const start = game.start(setup);
  return { game, view, map: cellMapOf(game.picture(start, { seat: null })), network, first: game.toMove(start) };
}

function nodeOf(
  position: Opaque,
  known: Pick<SearchNode, 'moves' | 'logits' | 'value' | 'isComplete' | 'proven'>,
): SearchNode {
  const count = known.moves.length;
  return {
    ...{ ...known, position, total: 0 },
    ...{ visits: new Int32Array(count), sums: new Float64Array(count) },
    ...{ certain: known.moves.map(() => null), children: known.moves.map(() => null) },
  };
}

/** Creates the node of a position that is not over. */
export function grow({ game, view, map, network }: Judged, position: Opaque): SearchNode {
  const win = game.winningMove(position);
  if (win !== null) {
    const node = nodeOf(position, { moves: [win], logits: [0], value: 1, isComplete: false, proven: 1 });
    node.certain[0] = 1;
    return node;
  }
  const { value, cells } = network.judge(map, view.look(position));
  const gain = (cell: number, becomes: Becomes): number => (cells[cell * OUTPUTS + PLANES[becomes]] ?? 0) / ONE;
  const chance = logistic(value / ONE);
  const weighed = view.weigh(position, gain, WIDTH);
  return nodeOf(position, {
    moves: weighed.map(({ move }) => move),
    logits: weighed.map(({ worth }) => worth),
    ...{ value: chance, proven: null },
    // Counting is slow if there are many moves.
    isComplete: weighed.length < WIDTH && weighed.length === game.countMoves(position),
  });
}

/** The score of the mover of `before` if the move has ended the game. null: it goes on. */
function endScore({ game, first }: Judged, before: Opaque, after: Opaque): number | null {
  const outcome = game.outcome(after);
  if (outcome === null) return null;
  const [score = 0] = scoresOf(outcome);
  return game.toMove(before) === first ? score : 1 - score;
}

/** The expected score of every move. Untried moves get the mean of the node's value and the tried moves, weighted by the policy. */
export function scores(node: SearchNode): readonly number[] {
  const { visits, sums, total, value, logits } = node;
  const shares = softmax(logits);
  let [weight, sum] = [0, 0];
  shares.forEach((share, i) => {
    const tried = visits[i] ?? 0;
    if (tried === 0) return;
    weight += share;
    sum += (share * (sums[i] ?? 0)) / tried;
  });
  const mixed = weight === 0 ? value : (value + (total * sum) / weight) / (1 + total);
  return shares.map((_, i) => node.certain[i] ?? ((visits[i] ?? 0) === 0 ? mixed : (sums[i] ?? 0) / (visits[i] ?? 1)));
}

/** By move: the network's log preference plus its weighted score. */
export function worths(node: SearchNode): readonly number[] {
  const most = node.visits.reduce((a, b) => Math.max(a, b), 0);
  const scale = (VISITS_AT_LEAST + most) * SCORE_WEIGHT;
  const found = scores(node);
  return node.logits.map((logit, i) => logit + scale * (found[i] ?? 0));
}

/** By move: its probability in the improved policy after the search. The sum is 1. */
export const policyOf = (node: SearchNode): readonly number[] => softmax(worths(node));

/** The move whose visits are furthest behind the policy. A certain move needs no further visit while another is open. */
function select(node: SearchNode): number {
  const policy = policyOf(node);
  let [best, most] = [0, -Infinity];
  policy.forEach((share, i) => {
    const lack = share - (node.visits[i] ?? 0) / (1 + node.total) - (node.certain[i] === null ? 0 : 2);
    if (lack > most) [best, most] = [i, lack];
  });
  return best;
}

/** Marks the node as proven if a move certainly wins, or if all moves are tried and certain. */
function decide(node: SearchNode): void {
  const best = node.certain.reduce<number>((a, b) => Math.max(a, b ?? -1), -1);
  const isDone = best === 1 || (node.isComplete && node.certain.every(score => score !== null));
  if (isDone) node.proven = best;
}

/** Visits a move once more, and returns the score of the mover. */
export function tryMove(about: Judged, node: SearchNode, index: number): number {
  const score = node.certain[index] ?? descend(about, node, index);
  node.visits[index] = (node.visits[index] ?? 0) + 1;
  node.sums[index] = (node.sums[index] ?? 0) + score;
  node.total += 1;
  return score;
}

function descend(about: Judged, node: SearchNode, index: number): number {
  const child = node.children[index] ?? null;
  if (child === null) return discover(about, node, index);
  const score = 1 - (child.proven ?? tryMove(about, child, select(child)));
  if (child.proven !== null) {
    node.certain[index] = 1 - child.proven;
    decide(node);
  }
  return score;
}

function discover(about: Judged, node: SearchNode, index: number): number {
  const { game } = about;
  const after = game.play(node.position, must(node.moves[index], 'a move of the node'));
  const end = endScore(about, node.position, after);
  const child = end === null ? grow(about, after) : null;
  node.children[index] = child;
  const proven = child?.proven ?? null;
  const certain = end ?? (proven === null ? null : 1 - proven);
  if (certain !== null) {
    node.certain[index] = certain;
    decide(node);
  }
  return certain ?? 1 - (child?.value ?? 0);
}

/** Visits while `goesOn` says so, until the root is proven. */
export function explore(about: Judged, root: SearchNode, goesOn: () => boolean): void {
  while (root.proven === null && goesOn()) tryMove(about, root, select(root));
}

/** The best move: a certain win, or else the most visited move that is not a certain loss. */
export function findBestMove(node: SearchNode): number {
  const policy = policyOf(node);
  const rank = (i: number): number => {
    const certain = node.certain[i] ?? null;
    if (certain === 1) return 3e9;
    return (certain === 0 ? -1e9 : 0) + (node.visits[i] ?? 0) + (policy[i] ?? 0);
  };
  return node.moves.reduce((best, _, i) => (rank(i) > rank(best) ? i : best), 0);
}
