// `nexpost ratings rebuild` over a data folder.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openSigningKey } from '#adapters/store/json/folder.ts';
import { openReadOnly } from '#adapters/store/json/state.ts';
import { openJsonStore } from '#adapters/store/json/index.ts';
import type { DocumentKey } from '#core/kernel/documents.ts';
import type { Match } from '#core/board/match-document.ts';
import type { PlayerRating } from '#core/features/ratings/rating.ts';
import { readWholeList } from '#service/load.ts';
import { change, commit } from '#test/conformance/store.ts';
import { season } from '#test/core/ratings/season.ts';
import { lab } from '#test/service/lab.ts';
import { runVerb } from './run-verb.ts';

it('ratings are compared and put right', async () => {
  const service = await season(7);
  const dir = await mkdtemp(join(tmpdir(), 'nexpost-ratings-'));
  const store = await openJsonStore(dir, { info: () => 0, warn: () => 0, error: () => 0 });
  await openSigningKey(dir);
  const keys = [
    ...(await readWholeList(service.store, 'over/game/hex')),
    ...(await readWholeList(service.store, 'rated/game/hex')),
  ];
  const { documents } = await service.store.read(keys);
  const wrong: [DocumentKey, PlayerRating] = ['rating/hex/alice', { ...(documents.get('rating/hex/alice') as PlayerRating), value: 2500 }]; // prettier-ignore
  await commit(store, change('copy', [...(documents as ReadonlyMap<DocumentKey, Match>), wrong]));
  await store.close();
  expect(await run(['--dry-run', '--data', dir])).toMatchObject([1, { ok: false, differences: ['rating/hex/alice'] }]);
  expect(await run(['--data', dir])).toMatchObject([0, { ok: true }]);
  expect(await run(['--dry-run', '--data', dir])).toMatchObject([0, { ok: true, differences: [] }]);
  await rm(dir, { recursive: true });
});

it('`nexpost ratings rebuild` knows a player who is just being forgotten by either name', async () => {
  const service = lab({}, { areRobotsDeaf: true });
  for (const name of ['alice', 'bob']) await service.write(name, `signup ${name}`);
  for (const line of ['hex challenge -size=2 alice bob', 'hex move 101 a1']) await service.write('alice', line);
  for (const line of ['hex move 101 b1', 'hex resign 101']) await service.write('bob', line);
  const keys = ['match/hex/101', 'rating/hex/alice', 'rating/hex/bob'] as const;
  const { documents } = await service.store.read(keys);
  const alice = documents.get('rating/hex/alice') as PlayerRating;
  const forgetting = { userid: 'alice', pseudonym: 'gone-abc', addresses: [], step: 'boards', after: '', wake: 0 } as const; // prettier-ignore
  const dir = await mkdtemp(join(tmpdir(), 'nexpost-ratings-'));
  const store = await openJsonStore(dir, { info: () => 0, warn: () => 0, error: () => 0 });
  await openSigningKey(dir);
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
  for (const name of ['alice', 'bob']) await service.write(name, `signup ${name}`);
  for (const number of [101, 102]) {
    await service.write('alice', 'hex challenge -size=2 alice bob');
    await service.write('alice', `hex move ${number} a1`);
    await service.write('bob', `hex move ${number} b1`);
    await service.write('alice', `hex resign ${number}`);
  }
  const keys = [
    ...(await readWholeList(service.store, 'over/game/hex')),
    ...(await readWholeList(service.store, 'rated/game/hex')),
  ];
  const documents = new Map((await service.store.read(keys)).documents as ReadonlyMap<DocumentKey, Match>);
  const sound = documents.get('match/hex/101')!;
  const record = [{ kind: 'move', text: 'z99', at: sound.opened } as const, ...sound.record];
  const dir = await mkdtemp(join(tmpdir(), 'nexpost-ratings-'));
  const store = await openJsonStore(dir, { info: () => 0, warn: () => 0, error: () => 0 });
  await openSigningKey(dir);
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
  for await (const rating of (await openReadOnly(dir)).all('rating')) found.push(rating);
  return found;
}

async function run(args: readonly string[]): Promise<readonly [number, unknown]> {
  const { code, stdout } = await runVerb('ratings', 'rebuild', ...args);
  return [code, JSON.parse(stdout)];
}
