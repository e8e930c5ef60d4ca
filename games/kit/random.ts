// A small seeded random number generator, the same on every machine.
// It is sfc32, by Chris Doty-Humphrey.

/** A stream of pseudo-random numbers. Each call advances it. */
export interface Random {
  /** Draws a whole number from 0 to bound - 1, with equal probability. The bound is 1 … 2^32. */
  readonly below: (bound: number) => number;
}

export function createRandom(seed: number): Random {
  let a = seed | 0;
  let b = Math.imul(seed, 0x9e3779b1) | 0;
  let c = 0x2545f491;
  let counter = 1;
  const next = (): number => {
    const sum = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + sum) | 0;
    return sum >>> 0;
  };
  for (let i = 0; i < 12; i++) next();
  return { below: bound => Math.floor((next() / 0x1_0000_0000) * bound) };
}
