// What a process may believe of its claims: nothing, once the server may have given them away.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openSession } from '#adapters/store/postgres/session.ts';
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
  expect(await session.claims.take(['a'])).toEqual(['a']);
  expect(session.claims.holds('a')).toBe(true);
  standStill(8_000);
  // Its server has ended the session, which it has not heard yet.
  expect(session.claims.holds('a')).toBe(false);
  expect(await other.claims.take(['a'])).toEqual(['a']);
  await new Promise(done => setTimeout(done, 100));
  expect(await session.claims.take(['a', 'b'])).toEqual(['b']);
  expect(session.claims.holds('b')).toBe(true);
  await Promise.all([session.close(), other.close()]);
});
