// SIGTERM to every role of a service over Postgres, whatever state the database is in.
// It ends in good order, within five seconds.
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { EmbeddedServers } from '#trial/start-embedded.ts';
import { builtProgram, type Program, type Serving } from '../e2e/program.ts';
import { configuration, databaseOn, mailServersIn } from './club.ts';
import { type PostgresServer, startPostgres } from './postgres-server.ts';

const ROLES = ['all', 'inbox', 'worker', 'outbox', 'robots', 'web'] as const;

let program: Program;
let server: PostgresServer;
let mails: EmbeddedServers;
beforeAll(async () => {
  program = builtProgram();
  server = await startPostgres();
  mails = await mailServersIn(program);
});
afterAll(async () => {
  await program.remove();
  await mails.close();
  await server.close();
});

async function started(name: string): Promise<readonly Serving[]> {
  const store = await databaseOn(server, name);
  const words = ['--config', configuration(program, mails), '--store', store, '--http-port', '0'];
  return Promise.all(ROLES.map(role => program.serve([...words, '--role', role])));
}

async function expectGoodEnds(all: readonly Serving[]): Promise<void> {
  const ends = await Promise.all(all.map(each => each.terminate()));
  const found = ends.map(({ code, ms, stderr }, i) => ({
    ...{ role: ROLES[i], code, inTime: ms < 5_000, trace: /^\s+at /m.exec(stderr)?.[0] },
  }));
  expect(found).toEqual(ROLES.map(role => ({ role, code: 0, inTime: true, trace: undefined })));
}

/** The server and every process it has begun. */
function serverProcesses(): readonly number[] {
  const statOf = (pid: number): readonly string[] => {
    try {
      return readFileSync(`/proc/${pid}/stat`, 'latin1')
        .replace(/^.*\) /s, '')
        .split(' ');
    } catch {
      return [];
    }
  };
  const all = readdirSync('/proc').map(Number).filter(Number.isInteger);
  return [server.pid()!, ...all.filter(pid => Number(statOf(pid)[1]) === server.pid())];
}

it('ends each of them while Postgres is there', async () => {
  await expectGoodEnds(await started('there'));
});

it('ends each of them while Postgres is away, which is not told a hundred times', { timeout: 120_000 }, async () => {
  const all = await started('away');
  await server.kill();
  await sleep(3_000);
  await expectGoodEnds(all);
  const told = (await Promise.all(all.map(each => each.ended))).map(({ stderr }) => stderr.split('"level":50').length);
  expect(Math.max(...told)).toBeLessThan(6);
  await server.start();
});

it('ends each of them while Postgres says nothing', { timeout: 120_000 }, async () => {
  const all = await started('silent');
  const frozen = serverProcesses();
  for (const pid of frozen) process.kill(pid, 'SIGSTOP');
  try {
    await sleep(1_000);
    await expectGoodEnds(all);
  } finally {
    for (const pid of frozen) process.kill(pid, 'SIGCONT');
  }
});

it('ends one that waits for mail servers nobody runs', async () => {
  const store = await databaseOn(server, 'nobody');
  const { process: child, ended } = program.start(['serve', '--store', store, '--role', 'worker']);
  await sleep(2_500);
  child.kill('SIGTERM');
  expect(await ended).toMatchObject({ code: 0, signal: null });
});
