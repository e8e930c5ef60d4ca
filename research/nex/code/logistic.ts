// Logistic regression by Newton's method, and how good a forecast is: log loss, area under the curve, intervals by resampling.
import type { Random } from '#games/kit/random.ts';

/** What is known of one case: numbers, and what came of it (1 won, 0 lost). */
export interface Case {
  readonly features: readonly number[];
  readonly won: 0 | 1;
}

/** The chance to win is logistic(weights[0] + sum of weights[i + 1] x features[i]). */
export type Weights = readonly number[];

/** Keeps weights finite where a feature tells winners from losers without exception. */
const RIDGE = 1e-3;
const ROUNDS = 30;

const logistic = (x: number): number => 1 / (1 + Math.exp(-x));

const sumOf = (weights: Weights, features: readonly number[]): number =>
  features.reduce((sum, feature, i) => sum + (weights[i + 1] ?? 0) * feature, weights[0] ?? 0);

export const chanceOf = (weights: Weights, features: readonly number[]): number => logistic(sumOf(weights, features));

/** Solves a small symmetric system by elimination, in place. */
function solved(matrix: number[][], right: number[]): number[] {
  const size = right.length;
  for (let i = 0; i < size; i++) {
    for (let row = i + 1; row < size; row++) {
      const factor = matrix[row]![i]! / matrix[i]![i]!;
      for (let column = i; column < size; column++) matrix[row]![column]! -= factor * matrix[i]![column]!;
      right[row]! -= factor * right[i]!;
    }
  }
  for (let i = size - 1; i >= 0; i--) {
    for (let column = i + 1; column < size; column++) right[i]! -= matrix[i]![column]! * right[column]!;
    right[i]! /= matrix[i]![i]!;
  }
  return right;
}

/** The mean of each feature and how far it spreads; 1 where it never changes. */
function scalesOf(cases: readonly Case[]): readonly { readonly mean: number; readonly spread: number }[] {
  return (cases[0]?.features ?? []).map((_, i) => {
    const mean = cases.reduce((sum, { features }) => sum + features[i]!, 0) / cases.length;
    const variance = cases.reduce((sum, { features }) => sum + (features[i]! - mean) ** 2, 0) / cases.length;
    return { mean, spread: variance < 1e-12 ? 1 : Math.sqrt(variance) };
  });
}

/** Fits on features brought to mean 0 and spread 1, so that no scale is too coarse for the steps; answers in the features' own. */
export function fitted(cases: readonly Case[]): Weights {
  const scales = scalesOf(cases);
  const even = cases.map(({ features, won }) => ({
    features: features.map((feature, i) => (feature - scales[i]!.mean) / scales[i]!.spread),
    won,
  }));
  const [constant = 0, ...slopes] = fittedEven(even);
  const weights = slopes.map((slope, i) => slope / scales[i]!.spread);
  return [weights.reduce((sum, weight, i) => sum - weight * scales[i]!.mean, constant), ...weights];
}

/** Where the likelihood, taken for a parabola, is highest: from these weights so far. */
function newtonStep(weights: Weights, cases: readonly Case[]): readonly number[] {
  const size = weights.length;
  const matrix = weights.map((_, i) => weights.map((__, j) => (i === j ? RIDGE : 0)));
  const slope = weights.map(weight => -RIDGE * weight);
  for (const { features, won } of cases) {
    const chance = chanceOf(weights, features);
    const row = [1, ...features];
    for (let i = 0; i < size; i++) {
      slope[i]! += (won - chance) * row[i]!;
      for (let j = 0; j < size; j++) matrix[i]![j]! += chance * (1 - chance) * row[i]! * row[j]!;
    }
  }
  return solved(matrix, slope);
}

function fittedEven(cases: readonly Case[]): Weights {
  const size = (cases[0]?.features.length ?? 0) + 1;
  let weights: Weights = Array<number>(size).fill(0);
  for (let round = 0; round < ROUNDS; round++) {
    const step = newtonStep(weights, cases);
    weights = weights.map((weight, i) => weight + Math.max(-5, Math.min(5, step[i]!)));
    if (step.every(change => Math.abs(change) < 1e-9)) break;
  }
  return weights;
}

/** Mean of -ln of what was thought likely of what came true: 0 certain and right, ln 2 = 0.693 a coin. */
export function logLoss(chances: readonly number[], cases: readonly Case[]): number {
  const sum = cases.reduce((total, { won }, i) => {
    const chance = Math.min(1 - 1e-9, Math.max(1e-9, chances[i] ?? 0.5));
    return total - Math.log(won === 1 ? chance : 1 - chance);
  }, 0);
  return sum / cases.length;
}

/** How often a won case is thought likelier than a lost one; ties count one half: 0.5 a coin, 1 perfect. */
export function areaUnderCurve(chances: readonly number[], cases: readonly Case[]): number {
  const order = cases
    .map((each, i) => ({ chance: chances[i] ?? 0, won: each.won }))
    .sort((a, b) => a.chance - b.chance);
  let [ranks, wins] = [0, 0];
  for (let from = 0; from < order.length;) {
    let until = from;
    while (until < order.length && order[until]!.chance === order[from]!.chance) until += 1;
    const rank = (from + 1 + until) / 2;
    for (let i = from; i < until; i++) {
      if (order[i]!.won === 0) continue;
      ranks += rank;
      wins += 1;
    }
    from = until;
  }
  const losses = order.length - wins;
  return wins === 0 || losses === 0 ? Number.NaN : (ranks - (wins * (wins + 1)) / 2) / (wins * losses);
}

/** A number and the interval that holds 95% of what resampled cases give. */
export interface Interval {
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

const RESAMPLES = 200;

/** `measure` of all groups (cases of one game stay together), and of as many drawn with replacement. */
export function resampled<Group>(
  groups: readonly Group[],
  measure: (groups: readonly Group[]) => number,
  { rng, times = RESAMPLES }: { rng: Random; times?: number },
): Interval {
  const values = Array.from({ length: times }, () =>
    measure(Array.from(groups, () => groups[rng.below(groups.length)]!)),
  )
    .filter(value => !Number.isNaN(value))
    .sort((a, b) => a - b);
  const at = (share: number): number => values[Math.floor(share * (values.length - 1))] ?? Number.NaN;
  return { value: measure(groups), low: at(0.025), high: at(0.975) };
}
