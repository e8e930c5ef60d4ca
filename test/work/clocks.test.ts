// Twice as much to do takes at most 2.2 times the work: so no player makes the service slow for others.
import { beforeAll, describe, expect, it } from 'vitest';
import { measureWork } from './measure.ts';

const [NEW, KNOWN] = ['take-backs, changes of the calendar between them', 'take-backs that were looked at before'];
const KINDS = ['changes of the calendar in a turn', NEW, KNOWN];

describe('the work of clocks', () => {
  let work: Awaited<ReturnType<typeof measureWork>>;
  beforeAll(async () => {
    work = await measureWork('clocks.ts');
  });

  it.each(KINDS)('grows no faster than what there is of %s', kind => {
    const known = work.get(kind)!;
    const doublings = known.length - 1;
    expect(doublings).toBeGreaterThan(2);
    expect((known.at(-1)! / known[0]!) ** (1 / doublings)).toBeLessThan(2.2);
  });

  it('runs no clock of a turn that has ended a second time', () => {
    for (const [index, first] of work.get(NEW)!.entries()) expect(work.get(KNOWN)![index]! * 8).toBeLessThan(first);
  });
});
