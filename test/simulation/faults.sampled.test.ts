// Fails or ends the process at the n-th effect, for every n, then at many by chance.
// The boards end as in a run without faults, no move is lost or doubled, and players get the same mails.
import { beforeAll, describe, expect, it } from 'vitest';
import { times } from '#test/sample.ts';
import { seedsFor } from '#test/seeds.ts';
import { type Calm, calm, inMemory, manyFaults, singleFaults } from './faulty-world.ts';

describe('a service whose world fails', () => {
  let expected: Calm;
  beforeAll(async () => {
    expected = await calm();
  });

  it('has, without faults, the conversation we think it has', () => {
    const { outcome, effects } = expected;
    expect(outcome.boards.map(({ state, record }) => [state, record.length])).toEqual([
      ['over', 4],
      ['over', 5],
    ]);
    expect(outcome.faults).toEqual([]);
    expect({ alice: outcome.mails.alice.length, bob: outcome.mails.bob.length }).toMatchInlineSnapshot(`
      {
        "alice": 13,
        "bob": 13,
      }
    `);
    expect(effects.filter(kind => kind === 'send').length).toBe(outcome.mails.alice.length + outcome.mails.bob.length);
  });

  it('holds at every single fault', async () => {
    expect(await singleFaults(inMemory, times(31, 1), expected)).toEqual([]);
  });

  it.each(seedsFor(import.meta.filename, times(1, 60)))('holds when many things fail (seed %i)', async seed => {
    expect(await manyFaults(inMemory, seed, expected)).toBeNull();
  });
});
