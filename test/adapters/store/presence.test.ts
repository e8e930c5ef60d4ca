// The signs of life of processes over Postgres: all see them, and a day of silence forgets a process.
import { beforeEach, expect, it } from 'vitest';
import { openPostgresStore } from '#adapters/store/postgres/index.ts';
import { createPresence, listProcesses } from '#adapters/store/postgres/shared-values.ts';
import type { Presence, ProcessSigns, Role } from '#service/shared-ports.ts';
import { testDatabase } from './pglite.ts';

const { database, emptied } = testDatabase();
const MINUTE = 60_000;

const SIGNS: ProcessSigns = {
  ...{ imap: 'connected', smtp: 'refused', readAt: 5, sentAt: null, pausedUntil: null, storeFailingSince: 7 },
};

let now = 0;
beforeEach(async () => {
  now = 1_000_000_000;
  await openPostgresStore(await emptied());
});

const begin = (id: string, role: Role): Presence =>
  createPresence(database.query, { id, role, host: `höst\u0000${id}`, pid: 7, began: now }, { now: () => now });

it('lists the processes with their signs, the newest first', async () => {
  const inbox = begin('a', 'inbox');
  await inbox.note(SIGNS);
  now += MINUTE;
  const worker = begin('b', 'worker');
  await worker.note({ ...SIGNS, imap: 'unreachable' });
  now += MINUTE;
  await worker.note({ ...SIGNS, smtp: 'connected' });
  expect(await inbox.list()).toEqual([
    { role: 'worker', host: 'höst\u0000b', pid: 7, ageMs: MINUTE, silentMs: 0, hasEnded: false, signs: { ...SIGNS, smtp: 'connected' } }, // prettier-ignore
    { role: 'inbox', host: 'höst\u0000a', pid: 7, ageMs: 2 * MINUTE, silentMs: 2 * MINUTE, hasEnded: false, signs: SIGNS }, // prettier-ignore
  ]);
});

it('knows which process has ended in order, and forgets one that was silent for a day', async () => {
  const inbox = begin('a', 'inbox');
  await inbox.note(SIGNS, true);
  expect((await listProcesses(database.query, now)).map(({ hasEnded }) => hasEnded)).toEqual([true]);
  now += 24 * 60 * MINUTE + 1;
  expect(await listProcesses(database.query, now)).toEqual([]);
  await begin('b', 'web').note(SIGNS);
  expect(await database.query('select id from processes')).toEqual([{ id: 'b' }]);
});
