// Weakens an engine: it draws its move from those that its search likes.
import type { AnyGame, Opaque } from '#games/game.ts';
import { must } from '#games/kit/assert.ts';
import { createRandom, type Random } from '#games/kit/random.ts';
import type { Candidate, EngineChoice, EngineOptions, EngineSession } from './engine.ts';
import { drawSafeMove } from './tree.ts';

/** How an engine is weakened. The bounds on losses hold by the engine's own search. Scores and losses are from 0 (lost) to 1 (won). */
export interface Weakness {
  /** The loss of a drawn move against the best one, on average. */
  readonly meanLoss: number;
  /** The most that a drawn move may lose. */
  readonly mostLoss: number;
  /**
   * The highest temperature. A move is drawn by its share ^ (1 / temperature): at 1 as often as the search prefers it, at 0
   * always the best. A position where all moves are about equal needs a high one to lose anything.
   */
  readonly temperature: number;
  /** The share of its turns at which it plays any move that does not lose at once. It still takes an immediate win. */
  readonly slips: number;
}

/** The weakness at a game, whose moves may lose more or less than those of other games. */
export const scaleWeakness = (weakness: Weakness, { lossFactor }: Pick<AnyGame, 'lossFactor'>): Weakness => ({
  ...weakness,
  meanLoss: weakness.meanLoss * lossFactor,
  slips: weakness.slips * lossFactor,
});

const DRAW_SCALE = 1_000_000_000;
/** The difference between the seeds of two plies: odd and large, so that the sequences differ. */
const PLY_SEED_STEP = 0x9e3779b1;
/** As good as 0: the highest share alone is drawn. */
const LOWEST_TEMPERATURE = 0.01;
/** After this many losing moves in a row, all are tested: each draw weighs all candidates. */
const MAX_REJECTIONS = 8;
/** Halvings of the range in which the temperature is sought. */
const HALVINGS = 16;

/** By candidate: how often it is drawn, against 1 for the highest share. */
function weightsAt(candidates: readonly Candidate[], temperature: number): readonly number[] {
  const highest = Math.max(...candidates.map(({ share }) => share));
  return candidates.map(({ share }) => (share / highest) ** (1 / temperature));
}

const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0);

/** The loss of a move that is drawn at this temperature, on average. */
function meanLossAt(candidates: readonly Candidate[], temperature: number): number {
  const best = Math.max(...candidates.map(({ value }) => value));
  const weights = weightsAt(candidates, temperature);
  return sum(weights.map((weight, i) => weight * (best - (candidates[i]?.value ?? best)))) / sum(weights);
}

/** The temperature at which a drawn move loses as much as it may. */
function findTemperature(candidates: readonly Candidate[], { meanLoss, temperature }: Weakness): number {
  if (meanLossAt(candidates, temperature) <= meanLoss) return temperature;
  let [low, high] = [LOWEST_TEMPERATURE, temperature];
  for (let i = 0; i < HALVINGS; i++) {
    const middle = (low + high) / 2;
    [low, high] = meanLossAt(candidates, middle) > meanLoss ? [low, middle] : [middle, high];
  }
  return low;
}

function drawCandidate(candidates: readonly Candidate[], weakness: Weakness, rng: Random): Candidate {
  const weights = weightsAt(candidates, findTemperature(candidates, weakness));
  let left = (rng.below(DRAW_SCALE) / DRAW_SCALE) * sum(weights);
  const drawn = candidates.find((_, i) => (left -= weights[i] ?? 0) < 0) ?? candidates.at(-1);
  return must(drawn, 'one of several candidates');
}

/** Weakens an engine. The seed and the ply determine each draw. At a temperature of 0 only immediate losses are kept from it. */
export function createWeakSession(
  engine: EngineSession,
  { game, position: start, seed }: EngineOptions,
  given: Weakness,
): EngineSession {
  const weakness = scaleWeakness(given, game);
  let [position, plies] = [start, 0];

  const choose = (choice: EngineChoice): EngineChoice => {
    const rng = createRandom(seed + Math.imul(plies + 1, PLY_SEED_STEP));
    const isLosing = game.losesAtOnce(position);
    const isSlip = weakness.slips > 0 && rng.below(DRAW_SCALE) < weakness.slips * DRAW_SCALE;
    const drawSafe = (): Opaque => drawSafeMove(game, position, rng) ?? choice.move;
    // The search has not looked at the position after another move.
    if (isSlip) return { ...choice, move: drawSafe(), value: null, isProven: false };
    const least = (choice.value ?? 0) - weakness.mostLoss;
    let good = weakness.temperature === 0 ? [] : choice.candidates.filter(({ value }) => value >= least);
    for (let rejections = 0; good.length > 0; rejections++) {
      const drawn = drawCandidate(good, weakness, rng);
      if (!isLosing(drawn.move)) return { ...choice, move: drawn.move, value: drawn.value, isProven: drawn.isProven };
      const isTested = rejections === MAX_REJECTIONS;
      good = good.filter(candidate => candidate !== drawn && !(isTested && isLosing(candidate.move)));
    }
    return isLosing(choice.move) ? { ...choice, move: drawSafe() } : choice;
  };

  return {
    advance: move => {
      engine.advance(move);
      position = game.play(position, move);
      plies += 1;
    },
    search: limit => {
      const win = game.winningMove(position);
      const choice = engine.search(limit, weakness.temperature);
      return win === null ? choose(choice) : { ...choice, move: win };
    },
  };
}
