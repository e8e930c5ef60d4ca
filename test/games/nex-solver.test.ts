// The solver of Nex: known values, agreement with trying everything, and what it says where it cannot know.
import { expect, it } from 'vitest';
import { compareCarriers, compareValues, emptyTally } from './nex-soundness.ts';

const SEED = 20040229;

it('agrees with trying everything, on positions at random, and its moves keep the value', () => {
  const tally = emptyTally();
  compareValues(SEED, 150, tally);
  console.log(JSON.stringify(tally));
  expect(tally.wrong, `seed ${SEED}`).toEqual([]);
});

it('proves with its carriers what it claims', () => {
  const tally = emptyTally();
  compareCarriers(SEED, 150, tally);
  console.log(JSON.stringify(tally));
  expect(tally.wrong, `seed ${SEED}`).toEqual([]);
});
