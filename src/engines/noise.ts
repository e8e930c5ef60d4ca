// Weakens an engine: some moves are random, but no immediate win or loss is overlooked.
import { random } from '#games/kit/random.ts';
import type { EngineOptions, EngineSession } from './engine.ts';
import { randomSafeMove } from './safe-moves.ts';

const SCALE = 1_000_000;
/** An odd number far from multiples of small numbers, so that every ply gets its own random numbers. */
const PLY = 0x9e3779b1;

/** A `share` of its moves, 0 … 1, are random moves that do not lose at once. Which moves these are depends only on the seed and the ply. */
export function addNoise(
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
