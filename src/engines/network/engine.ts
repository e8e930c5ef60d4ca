// An engine that searches with a neural network.
import type { Opaque } from '#games/game.ts';
import { must } from '#games/kit/assert.ts';
import type { Engine, EngineSession } from '../engine.ts';
import type { Network } from './network.ts';
import { findBestMove, explore, grow, prepareSearch, scores, type SearchNode } from './search.ts';

/** Visits of one search at most, since a node of the tree takes a few kilobytes. */
const MOST_NODES = 100_000;

/** `networkFor`: returns the network of the game. */
export const createNetworkEngine = (networkFor: (game: string) => Network): Engine => ({
  name: 'network',
  summary: 'tree search guided by a network',
  begin: ({ game, setup, position }): EngineSession => {
    const about = prepareSearch(game, setup, networkFor(game.name));
    let place = position;
    let root: SearchNode | null = null;
    const rootNow = (): SearchNode => (root ??= grow(about, place));
    return {
      played: move => {
        const text = game.format(place, move);
        const index = root?.moves.findIndex(each => game.format(place, each) === text) ?? -1;
        place = game.play(place, move);
        root = root?.children[index] ?? null;
      },
      search: ({ spent, nodes }) => {
        const node = rootNow();
        let tried = 0;
        explore(about, node, () => tried++ < Math.min(nodes, MOST_NODES) && spent() < 1);
        const best = findBestMove(node);
        const move: Opaque = must(node.moves[best], 'a game goes on while there is a move');
        return {
          move,
          nodes: node.total,
          value: node.proven ?? scores(node)[best] ?? null,
          isProven: node.proven !== null,
        };
      },
    };
  },
});
