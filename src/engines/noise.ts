// Weakens an engine: some moves are random, but no immediate win or loss is overlooked.
import { createRandom } from '#games/kit/random.ts';
import type { EngineOptions, EngineSession } from './engine.ts';
import { drawSafeMove } from './safe-moves.ts';

const SHARE_SCALE = 1_000_000;
/** The difference between the seeds of two plies: odd and large, so that the sequences differ. */
const PLY_SEED_STEP = 0x9e3779b1;

/** Replaces a share of the moves (0 … 1) by random moves that do not lose at once. The seed and the ply determine which. */
export function addNoise(
  engine: EngineSession,
  { game, position: start, seed }: EngineOptions,
  noiseShare: number,
): EngineSession {
  let [position, plies] = [start, 0];
  return {
    advance: move => {
      engine.advance(move);
      position = game.play(position, move);
      plies += 1;
    },
    search: limit => {
      const rng = createRandom(seed + Math.imul(plies + 1, PLY_SEED_STEP));
      const isNoise = rng.below(SHARE_SCALE) < noiseShare * SHARE_SCALE && game.winningMove(position) === null;
      const move = isNoise ? drawSafeMove(game, position, rng) : null;
      return move === null ? engine.search(limit) : { move, nodes: 1, value: null, isProven: false };
    },
  };
}
