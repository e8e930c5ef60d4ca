// Glicko-2 ratings with rating periods of any length.
// After M. Glickman, "Example of the Glicko-2 system", 2022.

/** The strength of a player, and its uncertainty. */
export interface Rating {
  readonly value: number;
  /** The standard deviation: the true value is within two deviations with a probability of 95 %. */
  readonly deviation: number;
  /** How much the value is expected to move in a period. */
  readonly volatility: number;
}

/** The result of a game, with the opponent's rating before it. `score`: 1 won, 0.5 drawn, 0 lost. */
export interface Played {
  readonly opponent: Pick<Rating, 'value' | 'deviation'>;
  readonly score: number;
}

/** The rating of a player without games. */
export const FIRST_RATING: Rating = { value: 1500, deviation: 350, volatility: 0.06 };

/** How freely the volatility may change. */
const TAU = 0.5;

/** From the scale of ratings to that of the paper's formulas. */
const SCALE = 173.7178;

const MIN_CHANGE = 1e-6;

/** No deviation is larger than that of a player without games. */
const limitDeviation = (deviation: number): number => Math.min(FIRST_RATING.deviation, deviation);

/** The deviation after this number of periods without a game. */
export const computeDeviation = ({ deviation, volatility }: Rating, periods: number): number =>
  limitDeviation(SCALE * Math.sqrt((deviation / SCALE) ** 2 + volatility ** 2 * periods));

/** The rating after these games, `periods` after the last ones. */
export function computeRating(before: Rating, games: readonly Played[], periods: number): Rating {
  const mu = (before.value - FIRST_RATING.value) / SCALE;
  const phi = before.deviation / SCALE;
  let precision = 0;
  let surprise = 0;
  for (const { opponent, score } of games) {
    const theirs = (opponent.value - FIRST_RATING.value) / SCALE;
    // The weight of a result against an opponent with this deviation.
    const weighed = 1 / Math.sqrt(1 + (3 * (opponent.deviation / SCALE) ** 2) / Math.PI ** 2);
    const chance = 1 / (1 + Math.exp(-weighed * (mu - theirs)));
    precision += weighed ** 2 * chance * (1 - chance);
    surprise += weighed * (score - chance);
  }
  const variance = 1 / precision;
  const volatility = computeVolatility(before.volatility, { phi, variance, delta: variance * surprise });
  const grown = limitDeviation(SCALE * Math.sqrt(phi ** 2 + volatility ** 2 * periods)) / SCALE;
  const after = 1 / Math.sqrt(1 / grown ** 2 + precision);
  return {
    value: FIRST_RATING.value + SCALE * (mu + after ** 2 * surprise),
    deviation: SCALE * after,
    volatility,
  };
}

interface Evidence {
  readonly phi: number;
  readonly variance: number;
  readonly delta: number;
}

/** Step 5 of the paper: the root of its function f, by the Illinois algorithm. */
function computeVolatility(sigma: number, { phi, variance, delta }: Evidence): number {
  const a = Math.log(sigma ** 2);
  const f = (x: number): number => {
    const spread = phi ** 2 + variance + Math.exp(x);
    return (Math.exp(x) * (delta ** 2 - spread)) / (2 * spread ** 2) - (x - a) / TAU ** 2;
  };
  let low = a;
  let high = Math.log(delta ** 2 - phi ** 2 - variance);
  if (!(delta ** 2 > phi ** 2 + variance)) {
    let k = 1;
    while (f(a - k * TAU) < 0) k += 1;
    high = a - k * TAU;
  }
  let [atLow, atHigh] = [f(low), f(high)];
  while (Math.abs(high - low) > MIN_CHANGE) {
    const next = low + ((low - high) * atLow) / (atHigh - atLow);
    const atNext = f(next);
    if (atNext * atHigh <= 0) [low, atLow] = [high, atHigh];
    else atLow /= 2;
    [high, atHigh] = [next, atNext];
  }
  return Math.exp(low / 2);
}
