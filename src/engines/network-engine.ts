// An engine that searches with a neural network.
import type { Opaque } from '#games/game.ts';
import { must } from '#games/kit/assert.ts';
import type { Engine, EngineOptions, EngineSession } from './engine.ts';
import { mctsEngine } from './mcts.ts';
import type { Network } from './network/network.ts';
import { findBestMove, explore, expandNode, prepareSearch, computeQValues, type SearchNode } from './network-search.ts';

/** The maximal number of visits of one search. A node takes a few kilobytes. */
const MAX_VISITS = 100_000;

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
    search: ({ spentShare, nodes }) => {
      const node = ensureRoot();
      let visits = 0;
      explore(context, node, () => visits++ < Math.min(nodes, MAX_VISITS) && spentShare() < 1);
      const best = findBestMove(node);
      const move: Opaque = must(node.moves[best], 'a game goes on while there is a move');
      return {
        move,
        nodes: node.totalVisits,
        value: node.proven ?? computeQValues(node)[best] ?? null,
        isProven: node.proven !== null,
      };
    },
  };
}

export const networkEngine: Engine = {
  name: 'network',
  summary: 'tree search guided by a trained network, where the game has one; else as mcts',
  begin: options => (options.network === null ? mctsEngine.begin(options) : createSession(options, options.network)),
};

/** The same search with this network. */
export const createNetworkEngine = (network: Network): Engine => ({
  ...networkEngine,
  begin: options => networkEngine.begin({ ...options, network }),
});
