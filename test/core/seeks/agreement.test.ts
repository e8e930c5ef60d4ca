// What agrees: each option that one names and the other does not is as it is named; ratings are those that mails show.
import { describe, expect, it } from 'vitest';
import { games } from '#games/registry/index.ts';
import { must } from '#games/kit/assert.ts';
import { mergeTerms } from '#core/features/seeks/matching.ts';
import type { SeekTerms } from '#core/features/seeks/seek.ts';
import type { Match } from '#core/board/match-document.ts';
import type { PlayerRating } from '#core/features/ratings/rating.ts';
import { change, commit } from '#test/conformance/store.ts';
import { signedUp } from '#test/core/abuse/attack.ts';
import { type Lab, lab } from '#test/service/lab.ts';

const nex = must(
  games.find(({ name }) => name === 'nex'),
  'Nex is on the shelf',
);
const ANY: SeekTerms = { game: 'nex', setup: {}, time: null, isRated: null, rating: null, code: null };

async function players(): Promise<Lab> {
  const service = lab({}, { areRobotsDeaf: true });
  await signedUp(service, 'alice', 'bob');
  return service;
}

const boardOf = async ({ store }: Lab): Promise<Match | null> =>
  ((await store.read(['match/nex/101'])).documents.get('match/nex/101') ?? null) as Match | null;

describe('times of two seeks', () => {
  it('are united, option by option', async () => {
    const service = await players();
    await service.write('alice', 'nex seek --days=5');
    await service.write('bob', 'nex seek --totaltime=30 --nagtime=2');
    const time = { nagtime: 2, forfeittime: 5, totaltime: 30, increment: 0, cap: 30 };
    expect((await boardOf(service))?.time).toEqual(time);
  });

  it.each([
    ['nex seek --days=5', 'nex seek --days=6'],
    // A reminder after the end is none.
    ['nex seek --days=5', 'nex seek --nagtime=6'],
    ['nex seek --totaltime=30', 'nex seek --totaltime=40'],
  ])('do not agree: %s and %s', async (one, other) => {
    const service = await players();
    await service.write('alice', one);
    await service.write('bob', other);
    expect(await boardOf(service)).toBeNull();
  });

  it('are told as they were named', async () => {
    const service = await players();
    await service.write('alice', 'nex seek --nagtime=3 --totaltime=30');
    const [listed] = await service.write('bob', 'seek list');
    expect(listed?.text).toContain('nagtime 3, totaltime 30.');
  });

  it('of earlier versions hold all of a time, named or not', () => {
    const time = { nagtime: null, forfeittime: 5, totaltime: null, increment: 0, cap: null };
    expect(mergeTerms(nex, [{ ...ANY, time }, ANY])?.time).toEqual(time);
    expect(
      mergeTerms(nex, [
        { ...ANY, time },
        { ...ANY, time: { forfeittime: 5 } },
      ])?.time,
    ).toEqual(time);
  });
});

it('a rating is what mails show of it', async () => {
  const service = await players();
  const robots = { month: '', games: {} };
  const counts = { won: 3, lost: 0, drawn: 0, late: 0, absent: 0, at: service.now(), robots };
  const rating: PlayerRating = {
    game: 'nex',
    userid: 'bob',
    value: 1599.6,
    deviation: 80,
    volatility: 0.06,
    ...counts,
  };
  await commit(service.store, change('rating', [['rating/nex/bob', rating]]));
  await service.write('alice', 'nex seek --rating=1600-1700');
  await service.write('bob', 'take 1');
  expect(await boardOf(service)).not.toBeNull();
});

it.each([
  ['take 1, please!', "eek 1 needs no code, but you wrote 'please'. `take 1` plays it."],
  ['nex seek --days=0.5', "--days can't be '0.5'"],
])('what is refused says why: %s', async (subject, why) => {
  const service = await players();
  await service.write('alice', 'nex seek');
  const [refusal] = await service.write('bob', subject);
  expect(refusal?.text.replace(/\s+/g, ' ')).toContain(why);
});
