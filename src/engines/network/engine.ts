// An engine that searches with a neural network.
import type { Opaque } from '#games/game.ts';
import { must } from '#games/kit/assert.ts';
import type { Engine, EngineSession } from '../engine.ts';
import type { Network } from './network.ts';
import { findBestMove, explore, expandNode, prepareSearch, computeQValues, type SearchNode } from './search.ts';

/** The maximal number of visits of one search. A node takes a few kilobytes. */
const MAX_VISITS = 100_000;

/** Creates the engine. `networkFor` returns the network of a game by its name. */
export const createNetworkEngine = (networkFor: (game: string) => Network): Engine => ({
  name: 'network',
  summary: 'tree search guided by a network',
  begin: ({ game, setup, position: start }): EngineSession => {
    const context = prepareSearch(game, setup, networkFor(game.name));
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
  },
});
