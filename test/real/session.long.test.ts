// What a process may believe of its claims: nothing, once the server may have given them away.
import { tmpdir } from 'node:os';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openSession } from '#adapters/store/postgres/session.ts';
import { openStorage, type Storage } from '#composition/storage.ts';
import { silent } from '#test/service/ports.ts';
import { type PostgresServer, startPostgres } from './postgres-server.ts';

let server: PostgresServer;
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server.close());

/** As a process that is stopped, or computes: nothing else happens meanwhile. */
function standStill(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

it('is not sure of a claim after it stood still, and takes it anew', async () => {
  const session = openSession(server.url, silent);
  const other = openSession(server.url, silent);
  expect(await session.leases.take(['a'])).toEqual(['a']);
  expect(session.leases.holds('a')).toBe(true);
  standStill(8_000);
  // Its server has ended the session, which it has not heard yet.
  expect(session.leases.holds('a')).toBe(false);
  expect(await other.leases.take(['a'])).toEqual(['a']);
  await new Promise(done => setTimeout(done, 100));
  expect(await session.leases.take(['a', 'b'])).toEqual(['b']);
  expect(session.leases.holds('b')).toBe(true);
  await Promise.all([session.close(), other.close()]);
});

it('asks one thing at a time, whoever asks', async () => {
  const warned: string[] = [];
  const onWarning = ({ message }: Error): unknown => warned.push(message);
  process.on('warning', onWarning);
  const session = openSession(server.url, silent);
  const names = Array.from({ length: 20 }, (_, i) => `one of many ${i}`);
  expect((await Promise.all(names.map(name => session.leases.take([name])))).flat()).toEqual(names);
  expect(names.every(session.leases.holds)).toBe(true);
  await session.close();
  process.off('warning', onWarning);
  expect(warned).toEqual([]);
});

it('begins the clock of a service anew when all had ended, whoever of many is first', async () => {
  const start = Date.parse('2026-12-01T00:00:00Z');
  const open = (clock = true): Promise<Storage> =>
    openStorage({
      followsServers: false,
      data: tmpdir(),
      database: server.url,
      clock: clock ? { start, speed: 86_400 } : null,
      log: silent,
    });
  for (let times = 0; times < 4; times++) {
    const all = await Promise.all([open(), open(), open()]);
    // One that was not told follows.
    all.push(await open(false));
    const clocks = all.map(({ clock }) => clock.now());
    await Promise.all(all.map(each => each.close()));
    // Nothing was stored: it stands where it began. The machine has its ten seconds.
    for (const now of clocks) expect(now - start).toBeLessThan(10 * 86_400_000);
    expect(Math.max(...clocks) - Math.min(...clocks)).toBeLessThan(86_400_000 / 10);
    await new Promise(done => setTimeout(done, 4_000));
  }
  const alone = await open(false);
  expect(alone.ownClock).toBeNull();
  await alone.close();
});
