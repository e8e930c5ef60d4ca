// In which order games enter the ratings: by their end, then by game and board; and that is all there is to know of it.
import { describe, expect, it } from 'vitest';
import { games } from '#games/registry/index.ts';
import type { PlayerRating } from '#core/features/ratings/rating.ts';
import { findDifferences, rebuildRatings } from '#core/features/ratings/rebuild.ts';
import type { DocumentKey } from '#core/kernel/documents.ts';
import type { Match } from '#core/board/match-document.ts';
import { HOUR_MS } from '#core/kernel/time.ts';
import { type Lab, type Received, lab } from '#test/service/lab.ts';

/** Boards of Hex from 101 between two players, each with a move of both. */
async function begun(boards: number): Promise<Lab> {
  const service = lab({}, { areRobotsDeaf: true });
  for (const name of ['alice', 'bob']) await service.write(name, `signup ${name}`);
  for (let number = 101; number < 101 + boards; number++) {
    await service.write('alice', 'hex challenge -size=3 alice bob');
    await service.write('alice', `hex move ${number} a1`);
    await service.write('bob', `hex move ${number} b1`);
  }
  return service;
}

const boardsIn = async ({ store }: Lab): Promise<readonly Match[]> => {
  const { documents } = await store.read(await store.list('over/game/hex', null, 99));
  return [...documents.values()] as Match[];
};

const ratingsIn = async ({ store }: Lab): Promise<ReadonlyMap<DocumentKey, PlayerRating>> => {
  const keys = await store.list('rated/game/hex', null, 99);
  return (await store.read(keys)).documents as ReadonlyMap<DocumentKey, PlayerRating>;
};

describe('games that end', () => {
  it('by one mail enter by their boards, whichever line ended which', async () => {
    const service = await begun(2);
    await service.write('alice', 'two boards', 'hex resign 102\nhex resign 101');
    const before = new Map(
      (await boardsIn(service)).map(({ number, rated }) => [number, rated!.changes.map(change => change.before)]),
    );
    expect(before.get(101)).toEqual([1500, 1500]);
    expect(before.get(102)).not.toEqual([1500, 1500]);
  });

  it('make the same ratings where nothing on the boards says that they ever did', async () => {
    const service = await begun(4);
    for (const [loser, number] of [
      ['alice', 103],
      ['bob', 101],
      ['bob', 104],
      ['alice', 102],
    ] as const) {
      // prettier-ignore
      service.pass(HOUR_MS);
      await service.write(loser, `hex resign ${number}`);
    }
    const bare = (await boardsIn(service)).map(({ rated: _, ...match }): Match => match);
    expect(bare).toHaveLength(4);
    expect(rebuildRatings({ games }, bare).ratings).toEqual(await ratingsIn(service));
  });

  it('against a robot too often say that they were not rated, and are not when played through again', async () => {
    const service = lab({}, { areRobotsDeaf: true });
    await service.write('alice', 'signup alice');
    let last: readonly Received[] = [];
    for (let number = 101; number <= 104; number++) {
      await service.write('alice', 'hex challenge -size=4 alice robot1');
      await service.write('alice', `hex move ${number} a1`);
      last = await service.write('alice', `hex resign ${number}`);
    }
    expect(last.map(({ text }) => text).join()).toContain('not rated');
    const [boards, ratings] = [await boardsIn(service), await ratingsIn(service)];
    expect(findDifferences({ ratings, boards }, rebuildRatings({ games }, boards))).toEqual([]);
    // Boards of earlier versions do not say so.
    const silent = boards.map(({ rated, ...match }): Match => (rated?.changes.length === 0 ? match : { ...match, rated: rated! })); // prettier-ignore
    expect(findDifferences({ ratings, boards: silent }, rebuildRatings({ games }, boards))).toEqual([]);
  });
});
