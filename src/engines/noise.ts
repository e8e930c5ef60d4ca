// Weakness: an engine that now and then plays any move, but never overlooks what the next move decides.
import { random } from '#games/kit/random.ts';
import type { EngineOptions, EngineSession } from './engine.ts';
import { randomSafeMove } from './safe-moves.ts';

const SCALE = 1_000_000;
/** An odd number far from the multiples of small ones: every ply has chance of its own. */
const PLY = 0x9e3779b1;

/** `share` of its moves, 0 … 1, are any that do not lose at once. Which moves these are depends on the seed and the ply alone. */
export function withNoise(
  engine: EngineSession,
  { game, position: start, seed }: EngineOptions,
  share: number,
): EngineSession {
  let [position, plies] = [start, 0];
  return {
    played: move => {
      engine.played(move);
      position = game.play(position, move);
      plies += 1;
    },
    search: limit => {
      const rng = random(seed + Math.imul(plies + 1, PLY));
      const isNoise = rng.below(SCALE) < share * SCALE && game.winningMove(position) === null;
      const move = isNoise ? randomSafeMove(game, position, rng) : null;
      return move === null ? engine.search(limit) : { move, nodes: 1, value: null, isProven: false };
    },
  };
}
