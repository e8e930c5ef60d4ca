// Powers of e that are the same on every machine. The last bit of Math.exp may differ.

/** The table has this many entries for each unit of x. The outputs of networks have the same resolution. */
const STEPS_PER_UNIT = 256;
/** e^(-1/256). */
const STEP_FACTOR = 0.996101369470117;
/** The number of entries: beyond x = 20, e^-x counts as 0. */
const TABLE_SIZE = 20 * STEPS_PER_UNIT;

const POWERS = new Float64Array(TABLE_SIZE);
for (let i = 0, power = 1; i < TABLE_SIZE; i++, power *= STEP_FACTOR) POWERS[i] = power;

/** e^-x for x >= 0, with x rounded to 1/256. */
const negativeExp = (x: number): number => POWERS[Math.round(x * STEPS_PER_UNIT)] ?? 0;

/** The logistic function: logit → probability. */
export const logistic = (x: number): number =>
  x < 0 ? negativeExp(-x) / (1 + negativeExp(-x)) : 1 / (1 + negativeExp(x));

/** Softmax: logits → probabilities. */
export function softmax(logits: readonly number[]): number[] {
  const max = Math.max(...logits);
  const powers = logits.map(value => negativeExp(max - value));
  const sum = powers.reduce((a, b) => a + b, 0);
  return powers.map(power => power / sum);
}
