// `nexpost store copy` as a program on a real Postgres.
// There and back, killed at any moment, and with a service on one of the sides.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openSigningKey } from '#adapters/store/json/folder.ts';
import { openJsonStore } from '#adapters/store/json/index.ts';
import { createRandom } from '#games/kit/random.ts';
import { SEED } from '#test/seeds.ts';
import { BOARDS, fillClub } from '../cli/club-data.ts';
import { match } from '../conformance/store.ts';
import { builtProgram, type Ending, NEXPOST, type Program, type Running } from '../e2e/program.ts';
import { silent } from '../service/ports.ts';
import { type PostgresServer, startPostgres } from './postgres-server.ts';

const rng = createRandom(SEED);

/** Boards beside those that were played, most of them over: enough to kill a copy before it ends. */
const MORE = 4_000;
const ALL = BOARDS.length + MORE;
/** How often each copy is killed. */
const KILLS = 5;

let server: PostgresServer;
let program: Program;
let data = '';
let reply = '';
beforeAll(async () => {
  [server, program] = [await startPostgres(), builtProgram()];
  data = program.folder('data');
  const store = await openJsonStore(data, silent, 10);
  ({ reply } = await fillClub(store, await openSigningKey(data)));
  await store.close();
  mkdirSync(join(data, 'matches', 'nex'), { recursive: true, mode: 0o700 });
  for (let number = 102; number < 102 + MORE; number++) {
    const document = match(number, ['alice', 'bob'], number % 10 === 0 ? 'active' : 'over');
    writeFileSync(join(data, 'matches', 'nex', `${number}.json`), JSON.stringify({ version: 1, document }), { mode: 0o600 }); // prettier-ignore
  }
});
afterAll(async () => {
  await program.remove();
  await server.close();
});
beforeEach(async () => {
  const client = new Client({ connectionString: server.url });
  await client.connect();
  await client.query('drop schema public cascade; create schema public');
  await client.end();
});

const run = (...args: readonly string[]): Promise<Ending> => program.start(args).ended;
const startCopy = (from: string, to: string): Running => program.start(['store', 'copy', '--from', from, '--to', to]);
const copy = (from: string, to: string): Promise<Ending> => startCopy(from, to).ended;
const NO_PORTS = ['--smtp-port', '0', '--imap-port', '0', '--http-port', '0'];

function told({ stdout, stderr }: Ending): { readonly ok: boolean; readonly boards: number; readonly hash: string } {
  const line = stdout.trim().split('\n').at(-1) ?? '';
  if (line === '') throw new Error(stderr);
  return JSON.parse(line) as ReturnType<typeof told>;
}

/** Resolves after this time, but not later than the first line of progress, when all documents are copied. */
const midway = ({ process: child }: Running, ms: number): Promise<unknown> =>
  Promise.race([sleep(ms), once(child.stderr!, 'data')]);

/** Kills copies at any moment. `isRefused`: whether the target refuses to be used as an unfinished copy. */
async function killCopies(from: string, to: string, isRefused: () => Promise<boolean>): Promise<void> {
  let refusals = 0;
  for (let kill = 0; kill < KILLS; kill++) {
    const copying = startCopy(from, to);
    await midway(copying, 500 + kill * 100 + rng.below(kill * 300 + 1));
    copying.process.kill('SIGKILL');
    expect((await copying.ended).signal).toBe('SIGKILL');
    refusals += Number(await isRefused());
  }
  expect(refusals).toBeGreaterThan(0);
}

/** How `nexpost read` proves the sender of a reply to a mail that was sent before anything was copied. */
async function proofAt(...where: readonly string[]): Promise<string> {
  const child = spawn(process.execPath, [NEXPOST, 'read', ...where]);
  child.stdin.end(reply);
  return (JSON.parse(await text(child.stdout)) as { readonly proof: string }).proof;
}

describe('nexpost store copy', () => {
  it(`killed again and again, there and back, ends the same; tokens from before are honoured (seed ${SEED})`, async () => {
    expect(told(await run('check', '--data', data))).toMatchObject({ ok: true, boards: ALL });
    await killCopies(data, server.url, async () => {
      const { code, stderr } = await run('pause', '--store', server.url);
      return code === 1 && stderr.includes('has not come to its end');
    });
    const there = await copy(data, server.url);
    expect([there.code, told(there).boards]).toEqual([0, ALL]);
    expect(told(await run('check', '--store', server.url))).toMatchObject({ ok: true, boards: ALL });
    expect(await proofAt('--store', server.url)).toBe('token');

    const back = program.folder('back');
    await killCopies(server.url, back, async () => {
      if (!existsSync(join(back, 'copy-unfinished'))) return false;
      const { code, stderr } = await run('serve', '--data', back, ...NO_PORTS);
      expect(stderr).toMatch(
        /holds a copy of postgres:.* that has not come to its end: run `nexpost store copy` again/,
      );
      return code === 1;
    });
    const again = await copy(server.url, back);
    expect([again.code, told(again).hash]).toEqual([0, told(there).hash]);
    expect(await proofAt('--data', back)).toBe('token');
    const serving = await program.serve(['--data', back, ...NO_PORTS]);
    expect((await serving.terminate()).code).toBe(0);
    expect(told(await run('check', '--data', back))).toMatchObject({ ok: true, boards: ALL });
  }, 600_000);

  it('refuses beside a service, on either side', async () => {
    const busy = program.folder('busy');
    await cp(data, busy, { recursive: true });
    const serving = await program.serve(['--data', busy, ...NO_PORTS]);
    const refused = await copy(busy, server.url);
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringMatching(/is in use by process \d+/)]);
    await serving.terminate();
    const service = new Client({ connectionString: server.url });
    await service.connect();
    await service.query("select pg_advisory_lock_shared(hashtextextended('service', 1))");
    const { code, stderr } = await copy(data, server.url.replace('nexpost@', 'nexpost:hush@'));
    expect([code, stderr]).toEqual([1, expect.stringMatching(/^A service works on postgres:\/\/nexpost:\*\*\*@/)]);
    await service.end();
    expect((await copy(data, server.url)).code).toBe(0);
  });

  it('begins again where the server was killed', async () => {
    const copying = startCopy(data, server.url);
    await midway(copying, 1_500);
    await server.kill();
    const { code, stderr } = await copying.ended;
    await server.start();
    expect([code, stderr.trim().split('\n').at(-1)]).toEqual([1, expect.stringMatching(/database/)]);
    const whole = await copy(data, server.url);
    expect([whole.code, told(whole).boards]).toEqual([0, ALL]);
  });
});
