// What a process believes of its claims when the server has been silent: nothing. The server is a Postgres within this process.
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { PGlite } from '@electric-sql/pglite';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { openSession } from '#adapters/store/postgres/session.ts';
import { quiet } from './support.ts';
import { steadyClock } from '#adapters/clock.ts';

/** Authentication is over, and the server waits for a query (protocol 3.0, "Start-up"). */
const WELCOME = [Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0]), Buffer.from([0x5a, 0, 0, 0, 5, 0x49])] as const;

/** The number of the server's process, and a key to cancel queries. */
function backendKey(): Buffer {
  const key = Buffer.from([0x4b, 0, 0, 0, 12, 0, 0, 0, 0, 0, 0, 0, 0]);
  key.writeInt32BE(backend, 5);
  return key;
}

const database = new PGlite();
const server = createServer(serve);
let url = '';
/** What the server says its process is. */
let backend = 0;

/** Everything behind the start-up goes to the database as it is, in order. */
function serve(socket: Socket): void {
  socket.once('data', () => {
    socket.write(Buffer.concat([WELCOME[0], backendKey(), WELCOME[1]]));
    let last = Promise.resolve();
    socket.on('data', bytes => {
      last = last.then(async () => {
        socket.write(await database.execProtocolRaw(bytes));
      });
    });
  });
  socket.on('error', () => socket.destroy());
}

beforeAll(async () => {
  const { rows } = await database.query<{ readonly pid: number }>('select pg_backend_pid() as pid');
  backend = rows[0]!.pid;
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  url = `postgres://nexpost@127.0.0.1:${(server.address() as AddressInfo).port}/nexpost`;
});
afterEach(() => vi.restoreAllMocks());
afterAll(async () => {
  server.close();
  await database.close();
});

/** Moves the clock of the process on, as if it had been stopped, and has read nothing since. */
function passTime(ms: number): void {
  const later = steadyClock.now() + ms;
  vi.spyOn(performance, 'now').mockImplementation(() => later);
}

it('is not sure of a claim before the server has answered again', async () => {
  const session = openSession(url, quiet);
  expect(await session.leases.take(['reader a'])).toEqual(['reader a']);
  expect(session.leases.holds('reader a')).toBe(true);
  passTime(4_000);
  expect(session.leases.holds('reader a')).toBe(true);
  // The server gives claims away after seven seconds of silence.
  passTime(7_000);
  expect(session.leases.holds('reader a')).toBe(false);
  expect(await session.leases.take(['reader b'])).toEqual(['reader b']);
  expect(session.leases.holds('reader a')).toBe(true);
  await session.close();
});

it('refuses a pooler that gives the same connection to others', async () => {
  backend += 1;
  const session = openSession(url, quiet);
  await expect(session.open()).rejects.toThrow('Set pool_mode = session');
  await session.close();
});
