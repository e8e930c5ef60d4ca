// Ratings as games end one after the other, in many orders, agree to the last digit with ratings made anew from the games.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { games } from '#games/index.ts';
import { lookAt } from '#adapters/store/json/read-only.ts';
import { openJsonStore } from '#adapters/store/json/index.ts';
import { main } from '#cli/main.ts';
import { rebuilt } from '#core/ratings/rebuild.ts';
import { FIRST_RATING, ratingAfter } from '#core/ratings/glicko2.ts';
import { firstRating, outcomesOf, ratingKey } from '#core/ratings/rate.ts';
import type { MatchState } from '#core/matches/match-state.ts';
import type { DocumentKey, Match, PlayerRating } from '#core/state/documents.ts';
import { whole } from '#service/load.ts';
import { change, commit } from '#test/conformance/store.ts';
import { lab, mail, type Lab } from '#test/service/lab.ts';

const NAMES = ['alice', 'bob', 'carol', 'dave'] as const;

const write = (service: Lab, name: string, subject: string): Promise<unknown> =>
  service.deliver(mail({ from: `${name}@example.test`, subject }));

async function documentsOf(service: Lab, list: Parameters<typeof whole>[1]): Promise<readonly unknown[]> {
  const keys = await whole(service.store, list);
  const { documents } = await service.store.read(keys);
  return keys.map(key => documents.get(key));
}

/** Some games of Hex on 2x2, each given up after its first moves, by time or by word. */
async function season(seed: number): Promise<Lab> {
  const service = lab({}, { areRobotsDeaf: true });
  for (const name of NAMES) await write(service, name, `signup ${name}`);
  const names = fc.constantFrom(...NAMES);
  const plan = fc.sample(
    fc.record({ a: names, b: names, isRated: fc.integer({ min: 0, max: 4 }), loser: fc.boolean(), days: fc.nat(40) }),
    { numRuns: 25, seed },
  );
  let number = 100;
  for (const { a, b, isRated, loser, days } of plan) {
    number += 1;
    await write(service, a, `hex challenge -size=2${isRated === 0 ? ' --rated=no' : ''} ${a} ${b}`);
    await write(service, a, `hex move ${number} a1`);
    await write(service, b, `hex move ${number} b1`);
    if (days % 5 === 0) await service.live(days * 86_400_000);
    await write(service, loser ? a : b, `hex resign ${number}`);
  }
  await service.live(60 * 86_400_000);
  return service;
}

describe('ratings', () => {
  it('made anew from the games are those that are kept', async () => {
    const seed = Date.now() % 1e9;
    const service = await season(seed);
    const boards = (await documentsOf(service, 'over/game/hex')) as readonly Match[];
    const kept = (await documentsOf(service, 'rated/game/hex')) as readonly PlayerRating[];
    const again = rebuilt({ games }, boards);
    expect(again.rated.size, `seed ${seed}`).toBeGreaterThan(5);
    expect(new Map(kept.map(rating => [ratingKey('hex', rating.userid), rating])), `seed ${seed}`).toEqual(again.ratings); // prettier-ignore
    for (const match of boards) expect(match.rated, `seed ${seed}`).toEqual(again.rated.get(`match/hex/${match.number}`)); // prettier-ignore
  });

  it('of robots stay, and a player wins from one no more than three games a month', async () => {
    const service = lab({}, { areRobotsDeaf: true });
    await write(service, 'alice', 'signup alice');
    for (let number = 101; number <= 105; number++) {
      await write(service, 'alice', 'hex challenge -size=4 alice robot1');
      await write(service, 'alice', `hex move ${number} a1`);
      await write(service, 'alice', `hex resign ${number}`);
    }
    const [rating] = (await documentsOf(service, 'rated/game/hex')) as readonly PlayerRating[];
    expect(rating).toMatchObject({ userid: 'alice', lost: 3, robots: { games: { robot1: 3 } } });
    await service.live(31 * 86_400_000);
    await write(service, 'alice', 'hex challenge -size=4 alice robot1');
    await write(service, 'alice', 'hex move 106 a1');
    await write(service, 'alice', 'hex resign 106');
    expect((await documentsOf(service, 'rated/game/hex'))[0]).toMatchObject({ lost: 4 });
  });

  it('of four players are made of three results each, by their places', () => {
    const players = NAMES.map(userid => ({ kind: 'account', userid }) as const);
    const match = { game: 'nexos', number: 101, players } as unknown as Match;
    const matchState = { outcome: { ranks: [1, 2, 2, 4], reason: 'blocked' }, holders: [0, 1, 2, 3], line: [] };
    const before = new Map(NAMES.map(userid => [userid, firstRating('nexos', userid)]));
    const outcomes = outcomesOf(match, matchState as unknown as MatchState, before, 5);
    const values = new Map(outcomes!.ratings.map(rating => [rating.userid, rating]));
    const expected = (scores: readonly number[]): number =>
      ratingAfter(FIRST_RATING, scores.map(score => ({ opponent: FIRST_RATING, score })), 0).value; // prettier-ignore
    expect(values.get('alice')!.value).toBe(expected([1, 1, 1]));
    expect(values.get('bob')!.value).toBe(expected([0, 0.5, 1]));
    expect(values.get('dave')!.value).toBe(expected([0, 0, 0]));
    expect(NAMES.map(name => [values.get(name)!.won, values.get(name)!.drawn, values.get(name)!.lost])).toEqual([[1, 0, 0], [0, 0, 1], [0, 0, 1], [0, 0, 1]]); // prettier-ignore
  });

  it('are compared and put right by `nexpost ratings rebuild`', async () => {
    const service = await season(7);
    const dir = await mkdtemp(join(tmpdir(), 'nexpost-ratings-'));
    const store = await openJsonStore(dir, { info: () => 0, warn: () => 0, error: () => 0 });
    const keys = [...(await whole(service.store, 'over/game/hex')), ...(await whole(service.store, 'rated/game/hex'))];
    const { documents } = await service.store.read(keys);
    const wrong: [DocumentKey, PlayerRating] = ['rating/hex/alice', { ...(documents.get('rating/hex/alice') as PlayerRating), value: 2500 }]; // prettier-ignore
    await commit(store, change('copy', [...(documents as ReadonlyMap<DocumentKey, Match>), wrong]));
    await store.close();
    expect(await run(['--dry-run', '--data', dir])).toMatchObject([
      1,
      { ok: false, differences: ['rating/hex/alice'] },
    ]);
    expect(await run(['--data', dir])).toMatchObject([0, { ok: true }]);
    expect(await run(['--dry-run', '--data', dir])).toMatchObject([0, { ok: true, differences: [] }]);
    await rm(dir, { recursive: true });
  });
});

it('`nexpost ratings rebuild` knows a player who is just being forgotten by either name', async () => {
  const service = lab({}, { areRobotsDeaf: true });
  for (const name of ['alice', 'bob']) await write(service, name, `signup ${name}`);
  for (const line of ['hex challenge -size=2 alice bob', 'hex move 101 a1']) await write(service, 'alice', line);
  for (const line of ['hex move 101 b1', 'hex resign 101']) await write(service, 'bob', line);
  const keys = ['match/hex/101', 'rating/hex/alice', 'rating/hex/bob'] as const;
  const { documents } = await service.store.read(keys);
  const alice = documents.get('rating/hex/alice') as PlayerRating;
  const forgetting = { userid: 'alice', pseudonym: 'gone-abc', addresses: [], step: 'boards', after: '', wake: 0 } as const; // prettier-ignore
  const dir = await mkdtemp(join(tmpdir(), 'nexpost-ratings-'));
  const store = await openJsonStore(dir, { info: () => 0, warn: () => 0, error: () => 0 });
  await commit(
    store,
    change('copy', [
      ['match/hex/101', documents.get('match/hex/101') as Match],
      ['rating/hex/bob', documents.get('rating/hex/bob') as PlayerRating],
      ['rating/hex/gone-abc', { ...alice, userid: 'gone-abc' }],
      ['forgetting/abcdefgh', forgetting],
    ]),
  );
  await store.close();
  expect(await run(['--dry-run', '--data', dir])).toMatchObject([0, { ok: true, games: 1, ratings: 2 }]);
  await rm(dir, { recursive: true });
});

it('`nexpost ratings rebuild` changes nothing where a game cannot be played through, and says so', async () => {
  const service = lab({}, { areRobotsDeaf: true });
  for (const name of ['alice', 'bob']) await write(service, name, `signup ${name}`);
  for (const number of [101, 102]) {
    await write(service, 'alice', 'hex challenge -size=2 alice bob');
    await write(service, 'alice', `hex move ${number} a1`);
    await write(service, 'bob', `hex move ${number} b1`);
    await write(service, 'alice', `hex resign ${number}`);
  }
  const keys = [...(await whole(service.store, 'over/game/hex')), ...(await whole(service.store, 'rated/game/hex'))];
  const documents = new Map((await service.store.read(keys)).documents as ReadonlyMap<DocumentKey, Match>);
  const sound = documents.get('match/hex/101')!;
  const record = [{ kind: 'move', text: 'z99', at: sound.opened } as const, ...sound.record];
  const dir = await mkdtemp(join(tmpdir(), 'nexpost-ratings-'));
  const store = await openJsonStore(dir, { info: () => 0, warn: () => 0, error: () => 0 });
  await commit(store, change('copy', [...documents, ['match/hex/101', { ...sound, record }]]));
  await store.close();
  const before = await ratingsIn(dir);
  expect(before).toHaveLength(2);
  expect(await run(['--data', dir])).toMatchObject([1, { ok: false, unsound: ['match/hex/101'] }]);
  expect(await ratingsIn(dir)).toEqual(before);
  await rm(dir, { recursive: true });
});

async function ratingsIn(dir: string): Promise<readonly PlayerRating[]> {
  const found: PlayerRating[] = [];
  for await (const rating of (await lookAt(dir)).all('rating')) found.push(rating);
  return found;
}

async function run(args: readonly string[]): Promise<readonly [number, unknown]> {
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()];
  const status = await main(['ratings', 'rebuild', ...args], { stdin, stdout, stderr });
  stdout.end();
  return [status, JSON.parse(await text(stdout))];
}
