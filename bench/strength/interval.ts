// The interval of a share of points, from the number of games.

/** The normal quantile of 95 %. */
const Z = 1.96;

/** Wilson's score interval (1927) of a share of n games. */
export function findInterval(share: number, n: number): readonly [number, number] {
  const centre = (share + (Z * Z) / (2 * n)) / (1 + (Z * Z) / n);
  const half = (Z / (1 + (Z * Z) / n)) * Math.sqrt((share * (1 - share)) / n + (Z * Z) / (4 * n * n));
  return [centre - half, centre + half];
}

/** The probability that a fair coin shows a result at least as uneven as this one, in either direction. 1 if nothing was decided. */
export function testSign(won: number, lost: number): number {
  const n = won + lost;
  let [tail, term] = [0, 2 ** -n];
  for (let k = 0; k <= Math.min(won, lost); k++) {
    tail += term;
    term *= (n - k) / (k + 1);
  }
  return Math.min(1, 2 * tail);
}

export const formatPercent = (share: number): string => `${Math.round(share * 100)} %`;
