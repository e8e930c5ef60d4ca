// `nexpost demo --workers` over a Postgres: a worker is killed in the middle, and the game comes to its end.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { connectPostgres } from '#adapters/store/postgres/database.ts';
import { openPostgresStore } from '#adapters/store/postgres/index.ts';
import { account } from '../conformance/store.ts';
import { builtProgram, type Program } from '../e2e/program.ts';
import { databaseOn } from './club.ts';
import { type PostgresServer, startPostgres } from './postgres-server.ts';

let program: Program;
let server: PostgresServer;
beforeAll(async () => {
  program = builtProgram();
  server = await startPostgres();
});
afterAll(async () => {
  await program.remove();
  await server.close();
});

it('plays to the end though a worker is killed, and a second time on the next board', async () => {
  for (const board of [101, 102]) {
    const words = ['demo', '--workers', '2', '--store', server.url, '--data', program.folder('demo')];
    const { code, stdout, stderr } = await program.start(words).ended;
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/kill -9 \d+: a worker is dead/);
    expect(stdout).toContain(`Nex board ${board}: alice (Black) won.`);
    expect(stdout).toContain('Mails lost: 0, doubled: 0.');
  }
});

it('refuses the database of a service', async () => {
  const url = await databaseOn(server, 'club');
  const store = await openPostgresStore(connectPostgres(url, () => undefined));
  const documents = new Map([['account/carol', account('carol')]] as const);
  await store.commit({ cause: 'carol', expect: new Map(), documents, outgoing: [], at: 0 });
  await store.close();
  const words = ['demo', '--workers', '2', '--store', url, '--data', program.folder('other')];
  const { code, stderr } = await program.start(words).ended;
  expect(code).toBe(1);
  expect(stderr).toContain('The demo needs a database of its own.');
});
