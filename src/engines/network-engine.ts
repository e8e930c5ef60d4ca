// An engine that searches with a neural network.
import type { Opaque } from '#games/game.ts';
import { must } from '#games/kit/assert.ts';
import type { Candidate, Engine, EngineOptions, EngineSession } from './engine.ts';
import { mctsEngine } from './mcts.ts';
import { createOneMoveSession, isOneMoveEnough } from './one-move.ts';
import type { Network } from './network/network.ts';
import {
  findBestMove,
  explore,
  expandNode,
  policyOf,
  prepareSearch,
  computeQValues,
  type SearchNode,
} from './network-search.ts';

/** The maximal number of visits of one search. A node takes a few kilobytes. */
const MAX_VISITS = 100_000;
/** A network judges one position in about the time of this many visits of the search without one. */
const VISITS_PER_JUDGEMENT = 20;

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
      return {
        move,
        nodes: node.totalVisits,
        value: node.proven ?? computeQValues(node)[best] ?? null,
        isProven: node.proven !== null,
        candidates: candidatesOf(node, best),
      };
    },
  };
}

/** The moves that were visited, and the best one. */
function candidatesOf(node: SearchNode, best: number): readonly Candidate[] {
  const [policy, values] = [policyOf(node), computeQValues(node)];
  const tried = node.moves.map((_, i) => i).filter(i => i === best || (node.visits[i] ?? 0) > 0);
  const total = tried.reduce((sum, i) => sum + (policy[i] ?? 0), 0);
  return tried.map(i => ({
    move: must(node.moves[i], 'a move of the node'),
    share: (policy[i] ?? 0) / total,
    value: values[i] ?? node.value,
    isProven: (node.certainScores[i] ?? null) !== null,
  }));
}

/** The search without a network, as long as that with one. */
function createPlainSession(options: EngineOptions): EngineSession {
  const session = isOneMoveEnough(options) ? createOneMoveSession(options) : mctsEngine.begin(options);
  return {
    ...session,
    search: (limit, temperature) =>
      session.search({ ...limit, nodes: limit.nodes * VISITS_PER_JUDGEMENT }, temperature),
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
