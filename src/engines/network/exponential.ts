// Powers of e that are the same on every machine. The last bit of Math.exp may differ.

/** The step of the table, and the unit of the outputs of networks. */
const UNIT = 256;
/** e^(-1/256). */
const STEP = 0.996101369470117;
/** e^-20 counts as 0. */
const REACH = 20 * UNIT;

const POWERS = new Float64Array(REACH);
for (let i = 0, power = 1; i < REACH; i++, power *= STEP) POWERS[i] = power;

/** e^-x for x of at least 0, to the next 1/256 of x. 0 beyond 20. */
const decayed = (x: number): number => POWERS[Math.round(x * UNIT)] ?? 0;

/** The logistic function: log odds → probability. */
export const logistic = (x: number): number => (x < 0 ? decayed(-x) / (1 + decayed(-x)) : 1 / (1 + decayed(x)));

/** Softmax: shares of 1 in the ratio of e to the power of each. */
export function softmax(values: readonly number[]): number[] {
  const most = Math.max(...values);
  const powers = values.map(value => decayed(most - value));
  const sum = powers.reduce((a, b) => a + b, 0);
  return powers.map(power => power / sum);
}
