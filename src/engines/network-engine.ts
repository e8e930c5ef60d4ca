// An engine that searches with a neural network, or compares moves by it without a tree.
import type { AnyGame, Opaque } from '#games/game.ts';
import { must } from '#games/kit/assert.ts';
import type { Candidate, Engine, EngineChoice, EngineOptions, EngineSession, SearchLimit } from './engine.ts';
import { mctsEngine } from './mcts.ts';
import {
  type SearchNode,
  computeQValues,
  expandNode,
  explore,
  findBestMove,
  policyOf,
  prepareSearch,
} from './network-search.ts';
import { softmax } from './network/kernel.ts';
import type { Network } from './network/network.ts';
import { scoresOf, seatToMove } from './tree.ts';

/** A move that is expected to score this much less has e times less of a share. */
const SHARE_SCALE = 0.05;

/** Whether the heuristic of a game compares all moves of this board better than a tree does. */
export const isOneMoveEnough = ({ game, setup }: Pick<EngineOptions, 'game' | 'setup'>): boolean =>
  game.heuristic?.search === 'one move' && game.seats(setup).length === 2;

type Seats = readonly (readonly string[])[];

/** The expected score of a seat in a position, and whether it is certain. */
function scoreFor(game: AnyGame, position: Opaque, seat: number, seats: Seats): Omit<Candidate, 'move' | 'share'> {
  const outcome = game.outcome(position);
  if (outcome !== null) return { value: must(scoresOf(outcome)[seat], 'a seat of the game'), isProven: true };
  const evaluation = must(game.heuristic?.evaluate(position), 'an evaluation for two seats');
  return { value: seatToMove(game, position, seats) === seat ? evaluation : 1 - evaluation, isProven: false };
}

function chooseMove(game: AnyGame, position: Opaque, seats: Seats, { spentShare, nodes }: SearchLimit): EngineChoice {
  const seat = seatToMove(game, position, seats);
  const rated: Omit<Candidate, 'share'>[] = [];
  for (const { move } of must(game.heuristic, 'a game with a heuristic').topMoves(position, Math.max(1, nodes))) {
    if (rated.length > 0 && spentShare() >= 1) break;
    rated.push({ move, ...scoreFor(game, game.play(position, move), seat, seats) });
  }
  const shares = softmax(rated.map(({ value }) => value / SHARE_SCALE));
  const candidates = rated.map((each, i): Candidate => ({ ...each, share: shares[i] ?? 0 }));
  const best = candidates.reduce((a, b) => (b.value > a.value ? b : a));
  const { move, value } = best;
  const areAllProven = candidates.every(({ isProven }) => isProven) && rated.length === game.countMoves(position);
  return { move, value, nodes: rated.length, isProven: areAllProven || (best.isProven && value === 1), candidates };
}

/** A session that rates up to `nodes` moves each time. The board must be one where `isOneMoveEnough`. */
export function createOneMoveSession({ game, setup, position: start }: EngineOptions): EngineSession {
  const seats = game.seats(setup).map(({ colours }) => colours);
  let position = start;
  return {
    advance: move => {
      position = game.play(position, move);
    },
    search: limit => chooseMove(game, position, seats, limit),
  };
}

/** The maximal number of visits of one search. A node takes a few kilobytes. */
const MAX_VISITS = 100_000;
/** A network judges one position in about the time of this many visits of the search without one. */
const VISITS_PER_JUDGEMENT = 20;
/** The most visits without a network. Those of four players at Nexos take ten seconds. */
const MAX_PLAIN_VISITS = 16_000;

function createSession({ game, setup, position: start }: EngineOptions, network: Network): EngineSession {
  const context = prepareSearch(game, setup, network);
  let position = start;
  let root: SearchNode | null = null;
  const ensureRoot = (): SearchNode => (root ??= expandNode(context, position));
  return {
    advance: move => {
      const text = game.format(position, move);
      const index = root?.moves.findIndex(each => game.format(position, each) === text) ?? -1;
      position = game.play(position, move);
      root = root?.children[index] ?? null;
    },
    search: ({ spentShare, nodes }, temperature = 0) => {
      const visits = Math.min(nodes, MAX_VISITS);
      const node = explore(context, ensureRoot(), { temperature, visits, stop: () => spentShare() >= 1 });
      root = node;
      const best = findBestMove(node);
      const move: Opaque = must(node.moves[best], 'a game goes on while there is a move');
      // The moves that were visited, and the best one.
      const [policy, values] = [policyOf(node), computeQValues(node)];
      const tried = node.moves.map((_, i) => i).filter(i => i === best || (node.visits[i] ?? 0) > 0);
      const total = tried.reduce((sum, i) => sum + (policy[i] ?? 0), 0);
      return {
        move,
        nodes: node.totalVisits,
        value: node.proven ?? computeQValues(node)[best] ?? null,
        isProven: node.proven !== null,
        candidates: tried.map(i => ({
          move: must(node.moves[i], 'a move of the node'),
          share: (policy[i] ?? 0) / total,
          value: values[i] ?? node.value,
          isProven: (node.certainScores[i] ?? null) !== null,
        })),
      };
    },
  };
}

/** The search without a network, as long as that with one. */
function createPlainSession(options: EngineOptions): EngineSession {
  const session = isOneMoveEnough(options) ? createOneMoveSession(options) : mctsEngine.begin(options);
  return {
    ...session,
    search: (limit, temperature) =>
      session.search({ ...limit, nodes: Math.min(MAX_PLAIN_VISITS, limit.nodes * VISITS_PER_JUDGEMENT) }, temperature),
  };
}

export const networkEngine: Engine = {
  name: 'network',
  summary:
    'tree search guided by a trained network, where the game has a good one; else as mcts, or one move ahead (Nexos)',
  usesNetwork: true,
  begin: options => (options.network === null ? createPlainSession(options) : createSession(options, options.network)),
};

/** The same search with this network. */
export const createNetworkEngine = (network: Network): Engine => ({
  ...networkEngine,
  begin: options => networkEngine.begin({ ...options, network }),
});
