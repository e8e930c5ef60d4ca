// Ready comes when both mail servers take the service, and never while one refuses its password.
import { expect, it } from 'vitest';
import { trackHealth, reportHealth, watchSmtp } from '#service/health.ts';
import type { ServerState } from '#service/ports.ts';
import { silent } from './ports.ts';

const isReady = (ready: Promise<void>): Promise<boolean> => Promise.race([ready.then(() => true), new Promise<boolean>(done => setImmediate(() => done(false)))]); // prettier-ignore

const store = { dueCount: () => Promise.resolve(0) };

it.each(['imap', 'smtp'])('is not ready while %s refuses the password, and then is', async server => {
  const { log, ready, ...stands } = trackHealth(silent);
  log.info(server === 'imap' ? 'smtp-connected' : 'imap-connected');
  expect(await isReady(ready)).toBe(false);
  log.error(`${server}-login-refused`, { why: 'wrong password' });
  expect(await isReady(ready)).toBe(false);
  expect(await reportHealth({ log, ready, ...stands }, store, 0)).toMatchObject({ ok: false, [server]: 'refused' });
  log.info(`${server}-connected`);
  expect(await isReady(ready)).toBe(true);
  expect(await reportHealth({ log, ready, ...stands }, store, 0)).toEqual({ ok: true, imap: 'connected', smtp: 'connected', store: 'ok', waiting: 0 }); // prettier-ignore
});

it('is neither ready nor well while a server is away', async () => {
  const known = trackHealth(silent);
  known.log.warn('imap-unreachable', { why: 'no route' });
  known.log.info('smtp-connected');
  expect(await isReady(known.ready)).toBe(false);
  expect(await reportHealth(known, store, 0)).toMatchObject({ ok: false, imap: 'unreachable' });
  known.log.info('imap-connected');
  expect(await isReady(known.ready)).toBe(true);
  const broken = { dueCount: () => Promise.reject(new Error('disk')) };
  expect(await reportHealth(known, broken, 0)).toMatchObject({ ok: false, store: 'failed' });
});

/** Asks a server that stands so, one after the other, and then connected for ever; how long it waited each time, in seconds. */
async function waits(standings: readonly ServerState[]): Promise<readonly number[]> {
  const known = trackHealth(silent);
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
