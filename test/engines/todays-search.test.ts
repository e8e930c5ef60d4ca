// The search that the robots played by before there were networks stays as it was: the measure of their strength (docs/training.md).
import { expect, it } from 'vitest';
import { todaysEngine } from '#research/training/code/todays-search.ts';
import { games } from '#games/registry/index.ts';
import { setupOf } from '../conformance/game.ts';

/** How it begins a game against itself. A change here makes earlier results incomparable: then the old search goes to research/training. */
const OPENINGS: Readonly<Record<string, readonly string[]>> = {
  nex: ['f1,f4', 'e1,c1', 'e2,a5', 'd2,c6', 'd3,a4', 'c3,b4'],
  hexafive: ['C5', 'E4', 'C3', 'C4', 'D4', 'E5'],
  hex: ['f1', 'e1', 'e2', 'd2', 'd3', 'c3'],
  y: ['d4', 'e4', 'e3', 'd5', 'c5', 'c4'],
  gomoku: ['d5', 'b5', 'd4', 'd3', 'c4', 'e4'],
  gonnect: ['f3', 'f4', 'f6', 'd6', 'e4', 'a3'],
  neuy: ['e4,f2', 'd5,e2', 'e5,c4', 'd4,e3', 'e3,c4,e5', 'e2,e5,d4'],
  neugomoku: ['d4,b6', 'd3,d6', 'c3,f2', 'b2,b3', 'c5,f5', 'b5,b4'],
  neugonnect: ['e2,e3', 'a4,a1', 'd6,d4', 'e4,b3', 'f3,c4', 'd2,c1'],
};

it.each(games.filter(({ cellView }) => cellView !== null).map(game => [game.name, game] as const))(
  'in %s',
  (name, game) => {
    const setup = setupOf(game, name === 'hexafive' ? [['radius', '4']] : [['size', '6']]);
    let position = game.start(setup);
    const session = todaysEngine.begin({ game, setup, position, seed: 1, network: null });
    const moves = Array.from({ length: 6 }, () => {
      const { move } = session.search({ spentShare: () => 0, nodes: 60 });
      const text = game.format(position, move);
      session.advance(move);
      position = game.play(position, move);
      return text;
    });
    expect(moves).toEqual(OPENINGS[name]);
  },
);
