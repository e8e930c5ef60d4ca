// Our Glicko-2 against the paper's worked example and against an implementation that is not ours.
import fc from '#test/fast-check.ts';
import reference from 'glicko2-lite';
import { describe, expect, it } from 'vitest';
import { computeDeviation, type Played, type Rating, computeRating } from '#core/features/ratings/glicko2.ts';
import { seedsFor } from '#test/seeds.ts';

/** Somebody of whom something is known: the other implementation lets a deviation grow beyond 350. */
const KNOWN: Rating = { value: 1500, deviation: 250, volatility: 0.06 };

const played = (value: number, deviation: number, score: number): Played => ({ opponent: { value, deviation }, score });

describe('Glicko-2', () => {
  it('gives what the example of the paper gives', () => {
    const after = computeRating({ value: 1500, deviation: 200, volatility: 0.06 }, [played(1400, 30, 1), played(1550, 100, 0), played(1700, 300, 0)], 1); // prettier-ignore
    // The paper rounds on the way.
    expect(after.value).toBeCloseTo(1464.06, 1);
    expect(after.deviation).toBeCloseTo(151.52, 2);
    expect(after.volatility).toBeCloseTo(0.05999, 4);
  });

  it.each(seedsFor(import.meta.filename))('agrees with another implementation on 10,000 games (seed %i)', seed => {
    const random = fc.sample(fc.record({ a: fc.nat(49), b: fc.nat(49), score: fc.constantFrom(0, 0.5, 1) }), { numRuns: 10_000, seed }); // prettier-ignore
    const ours = new Map<number, Rating>();
    const theirs = new Map<number, Rating>();
    const of = (ratings: Map<number, Rating>, player: number): Rating => ratings.get(player) ?? KNOWN;
    for (const { a, b, score } of random.filter(game => game.a !== game.b)) {
      const [one, other] = [of(ours, a), of(ours, b)];
      ours.set(a, computeRating(one, [{ opponent: other, score }], 1));
      ours.set(b, computeRating(other, [{ opponent: one, score: 1 - score }], 1));
      const [first, second] = [of(theirs, a), of(theirs, b)];
      theirs.set(a, foreign(first, second, score));
      theirs.set(b, foreign(second, first, 1 - score));
    }
    for (const [player, rating] of ours) {
      const other = of(theirs, player);
      expect(rating.value).toBeCloseTo(other.value, 3);
      expect(rating.deviation).toBeCloseTo(other.deviation, 3);
      expect(rating.volatility).toBeCloseTo(other.volatility, 6);
    }
  });

  it('lets a deviation of 60 grow to 110 in a year, and none beyond that of somebody new', () => {
    expect(computeDeviation({ value: 1500, deviation: 60, volatility: 0.06 }, 365 * 0.21436)).toBeCloseTo(110, 1);
    expect(computeDeviation({ value: 1500, deviation: 60, volatility: 0.06 }, 1e6)).toBe(350);
  });

  it('changes nothing with time that it would not change at once but the deviation', () => {
    const before = { value: 1700, deviation: 80, volatility: 0.06 };
    const soon = computeRating(before, [played(1600, 60, 1)], 0);
    const late = computeRating(before, [played(1600, 60, 1)], 40);
    expect(late.volatility).toBe(soon.volatility);
    expect(late.deviation).toBeGreaterThan(soon.deviation);
    expect(late.value).toBeGreaterThan(soon.value);
  });
});

function foreign(player: Rating, opponent: Rating, score: number): Rating {
  const { rating, rd, vol } = reference(
    player.value,
    player.deviation,
    player.volatility,
    [[opponent.value, opponent.deviation, score]],
    { tau: 0.5 },
  );
  return { value: rating, deviation: Math.min(350, rd), volatility: vol };
}
