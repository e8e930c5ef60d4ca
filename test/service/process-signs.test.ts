// The signs of a process: its mail servers, its store, its mailbox, and when it is ready.
import { expect, it } from 'vitest';
import { createMemoryStore } from '#test/memory-store.ts';
import { type ProcessWatch, watchProcess, watchSmtp } from '#service/process-signs.ts';
import type { ServerState, Store } from '#service/ports.ts';
import type { ProcessSigns } from '#service/shared-ports.ts';
import { silent } from './ports.ts';

const isReady = (ready: Promise<void>): Promise<boolean> => Promise.race([ready.then(() => true), new Promise<boolean>(done => setImmediate(() => done(false)))]); // prettier-ignore

/** A process, and its signs. */
function track(now: () => number = () => 5_000): ProcessWatch & { readonly signs: () => ProcessSigns } {
  const watch = watchProcess(silent, now);
  return { ...watch, signs: () => watch.notes().signs };
}

it.each(['imap', 'smtp'])('is not ready while %s refuses the password, and then is', async server => {
  const { log, ready, signs } = track();
  log.info(server === 'imap' ? 'smtp-connected' : 'imap-connected');
  expect(await isReady(ready)).toBe(false);
  log.error(`${server}-login-refused`, { why: 'wrong password' });
  expect(await isReady(ready)).toBe(false);
  expect(signs()).toMatchObject({ [server]: 'refused' });
  log.info(`${server}-connected`);
  expect(await isReady(ready)).toBe(true);
  expect(signs()).toMatchObject({ imap: 'connected', smtp: 'connected' });
});

it('is not ready while a server is away', async () => {
  const known = track();
  known.log.warn('imap-unreachable', { why: 'no route' });
  known.log.info('smtp-connected');
  expect(await isReady(known.ready)).toBe(false);
  expect(known.signs()).toMatchObject({ imap: 'unreachable' });
  known.log.info('imap-connected');
  expect(await isReady(known.ready)).toBe(true);
});

/** Asks a server that stands so, one after the other, and then connected for ever; how long it waited each time, in seconds. */
async function waits(standings: readonly ServerState[]): Promise<readonly number[]> {
  const known = track();
  const stop = new AbortController();
  const naps: number[] = [];
  let asked = 0;
  const probe = (): Promise<ServerState> => {
    const standing = standings[asked++] ?? 'connected';
    if (standing === 'connected') known.log.info('smtp-connected');
    return Promise.resolve(standing);
  };
  const sleep = (ms: number): Promise<void> => {
    naps.push(ms / 1_000);
    if (asked > standings.length) stop.abort();
    return Promise.resolve();
  };
  await watchSmtp(known, probe, sleep, stop.signal);
  return naps;
}

it('asks an SMTP server that is away soon again, and one that refuses the password rarely', async () => {
  expect(await waits(['unreachable', 'unreachable', 'unreachable'])).toEqual([1, 2, 4, 300]);
  expect(await waits(['refused', 'unreachable'])).toEqual([300, 1, 300]);
  const long = await waits(Array.from({ length: 2_000 }, () => 'unreachable' as const));
  expect(Math.max(...long)).toBe(300);
});

const change = (cause: string): Parameters<Store['commit']>[0] => ({
  ...{ cause, expect: new Map(), documents: new Map(), outgoing: [], at: 0 },
});

it('knows since when the store refuses changes, at once or when they should be durable', async () => {
  let now = 1_000;
  const known = track(() => now);
  const memory = createMemoryStore();
  let fault: 'none' | 'at once' | 'later' = 'at once';
  const full = (): Promise<never> => Promise.reject(new Error('no space left'));
  const store = known.watchStore({
    ...memory,
    commit: async made => {
      if (fault === 'at once') return full();
      const { result } = await memory.commit(made);
      return { result, durable: fault === 'later' ? full() : Promise.resolve() };
    },
  });
  await expect(store.commit(change('c1'))).rejects.toThrow('no space left');
  now = 2_000;
  fault = 'later';
  await expect((await store.commit(change('c2'))).durable).rejects.toThrow('no space left');
  expect(known.signs().storeFailingSince).toBe(1_000);
  fault = 'none';
  await (
    await store.commit(change('c2'))
  ).durable;
  // It was seen already: the store has taken nothing.
  expect(known.signs().storeFailingSince).toBe(1_000);
  await (
    await store.commit(change('c3'))
  ).durable;
  expect(known.signs().storeFailingSince).toBeNull();
});

it('knows when a mail was sent', () => {
  const known = track();
  expect(known.signs().sentAt).toBeNull();
  known.log.info('mail-sent', { mail: 'm1' });
  expect(known.signs().sentAt).toBe(5_000);
});

it('knows until when sending is paused', () => {
  const known = track();
  known.log.error('sending-paused', { why: '550', until: '2026-11-21T10:05:00.000Z' });
  expect(known.signs().pausedUntil).toBe('2026-11-21T10:05:00.000Z');
  known.log.warn('sending-still-paused', { why: '550', until: '2026-11-21T10:15:00.000Z' });
  expect(known.signs().pausedUntil).toBe('2026-11-21T10:15:00.000Z');
  known.log.info('sending-resumed');
  expect(known.signs().pausedUntil).toBeNull();
});

it('knows why there is no access token, until there is one', () => {
  const { log, signs } = track();
  expect(signs().oauthRefusal).toBeNull();
  log.error('oauth-refused', { why: 'The consent has ended.', answer: 'invalid_grant' });
  expect(signs().oauthRefusal).toBe('The consent has ended.');
  log.info('oauth-renewed', { seconds: 3_600 });
  expect(signs().oauthRefusal).toBeNull();
});
