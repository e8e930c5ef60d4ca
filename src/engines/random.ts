// An engine that plays any legal move with equal probability.
import type { Engine } from './engine.ts';
import { random as chanceOf } from '#games/kit/random.ts';

export const random: Engine = {
  name: 'random',
  summary: 'any legal move, each as likely as the other',
  begin: ({ game, position: start, seed }) => {
    const rng = chanceOf(seed);
    let position = start;
    return {
      played: move => {
        position = game.play(position, move);
      },
      search: () => ({ move: game.randomMove(position, rng), nodes: 1, value: null, isProven: false }),
    };
  },
};
