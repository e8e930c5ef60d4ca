// An engine that plays any legal move with equal probability.
import type { Engine } from './engine.ts';
import { createRandom as createRng } from '#games/kit/random.ts';

export const randomEngine: Engine = {
  name: 'random',
  summary: 'any legal move, each as likely as the other',
  usesNetwork: false,
  begin: ({ game, position: start, seed }) => {
    const rng = createRng(seed);
    let position = start;
    return {
      advance: move => {
        position = game.play(position, move);
      },
      search: () => ({ move: game.randomMove(position, rng), nodes: 1, value: null, isProven: false, candidates: [] }),
    };
  },
};
