// `nexpost store copy` as a program on a real Postgres.
// There and back, killed at any moment, and with a service on one of the sides.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { cp, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { spawn } from 'node:child_process';
import { Client } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openSigningKey } from '#adapters/store/json/key.ts';
import { openJsonStore } from '#adapters/store/json/index.ts';
import { random } from '#games/kit/random.ts';
import { SEED } from '#test/seeds.ts';
import { BOARDS, fillClub } from '../cli/club-data.ts';
import { match } from '../conformance/store.ts';
import { builtProgram, type Ending, NEXPOST, type Program, type Running } from '../e2e/program.ts';
import { silent } from '../service/ports.ts';
import { type PostgresServer, startPostgres } from './postgres-server.ts';

const rng = random(SEED);

/** Boards beside those that were played, most of them over: enough for a copy that can be killed in its midst. */
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
const copy = (from: string, to: string): Promise<Ending> => run('store', 'copy', '--from', from, '--to', to);
interface Told {
  readonly ok: boolean;
  readonly boards: number;
  readonly hash: string;
}
function told({ stdout, stderr }: Ending): Told {
  const line = stdout.trim().split('\n').at(-1) ?? '';
  if (line === '') throw new Error(stderr);
  return JSON.parse(line) as Told;
}

/** So long, but not longer than until it verifies: it shall not have come to its end. */
async function midway({ process: child, ended }: Running, ms: number): Promise<void> {
  const verifies = new Promise<void>(resolve => {
    child.stderr?.on('data', (text: string) => {
      if (text.includes('mails: ')) resolve();
    });
  });
  await Promise.race([sleep(ms), verifies, ended]);
}

/** Kills copies, each later than the one before, until they were killed so often; whether the last ended by itself. */
async function killed(from: string, to: string, half: () => Promise<void>): Promise<number> {
  let kills = 0;
  for (let ms = 500; kills < KILLS; ms += 100 + rng.below(300)) {
    const copying = program.start(['store', 'copy', '--from', from, '--to', to]);
    await midway(copying, ms);
    copying.process.kill('SIGKILL');
    const { signal } = await copying.ended;
    if (signal === null) break;
    kills += 1;
    await half();
  }
  return kills;
}

/** What `nexpost read` makes of the reply to a mail that was sent before anything was copied. */
async function proofAt(...where: readonly string[]): Promise<string> {
  const child = spawn(process.execPath, [NEXPOST, 'read', ...where]);
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (more: string) => (text += more));
  child.stdin.end(reply);
  await new Promise(done => child.once('close', done));
  return (JSON.parse(text) as { readonly proof: string }).proof;
}

describe('nexpost store copy', () => {
  it(`killed again and again, there and back, ends the same; tokens from before are honoured (seed ${SEED})`, async () => {
    expect(told(await run('check', '--data', data))).toMatchObject({ ok: true, boards: ALL });
    let refusals = 0;
    const thereKills = await killed(data, server.url, async () => {
      const { code, stderr } = await run('pause', '--store', server.url);
      if (stderr.includes('has not come to its end')) refusals += code === 1 ? 1 : NaN;
    });
    const there = await copy(data, server.url);
    expect([there.code, told(there).boards]).toEqual([0, ALL]);
    expect([thereKills, refusals > 0]).toEqual([KILLS, true]);
    expect(told(await run('check', '--store', server.url))).toMatchObject({ ok: true, boards: ALL });
    expect(await proofAt('--store', server.url)).toBe('token');

    const back = program.folder('back');
    refusals = 0;
    const backKills = await killed(server.url, back, async () => {
      if (!existsSync(join(back, 'copy-unfinished'))) return;
      const { code, stderr } = await run('serve', '--data', back, '--smtp-port', '0', '--imap-port', '0', '--http-port', '0'); // prettier-ignore
      expect([code, stderr.trim().split('\n').at(-1)]).toEqual([1, expect.stringMatching(/holds a copy of postgres:.* that has not come to its end: run `nexpost store copy` again/)]); // prettier-ignore
      refusals += 1;
    });
    const again = await copy(server.url, back);
    expect([again.code, told(again).hash]).toEqual([0, told(there).hash]);
    expect([backKills, refusals > 0]).toEqual([KILLS, true]);
    expect(await readFile(join(back, 'key'), 'utf8')).toBe(await readFile(join(data, 'key'), 'utf8'));
    expect(await proofAt('--data', back)).toBe('token');
    // A service starts on it.
    const serving = await program.serve(['--data', back, '--smtp-port', '0', '--imap-port', '0', '--http-port', '0']);
    expect((await serving.terminate()).code).toBe(0);
    expect(told(await run('check', '--data', back))).toMatchObject({ ok: true, boards: ALL });
  }, 600_000);

  it('refuses beside a service, on either side', async () => {
    const busy = program.folder('busy');
    await cp(data, busy, { recursive: true });
    const serving = await program.serve(['--data', busy, '--smtp-port', '0', '--imap-port', '0', '--http-port', '0']);
    const refused = await copy(busy, server.url);
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringMatching(/is in use by process \d+/)]);
    await serving.terminate();
    const process = new Client({ connectionString: server.url });
    await process.connect();
    await process.query("select pg_advisory_lock_shared(hashtextextended('service', 1))");
    const { code, stderr } = await copy(data, server.url.replace('nexpost@', 'nexpost:hush@'));
    expect([code, stderr]).toEqual([1, expect.stringMatching(/^A service works on postgres:\/\/nexpost:\*\*\*@/)]);
    await process.end();
    expect((await copy(data, server.url)).code).toBe(0);
  });

  it('begins again where the server was killed', async () => {
    const copying = program.start(['store', 'copy', '--from', data, '--to', server.url]);
    await midway(copying, 1_500);
    await server.kill();
    const { code, stderr } = await copying.ended;
    await server.start();
    expect([code, stderr.trim().split('\n').at(-1)]).toEqual([1, expect.stringMatching(/database/)]);
    const whole = await copy(data, server.url);
    expect([whole.code, told(whole).boards]).toEqual([0, ALL]);
  });
});
