// The operator's verbs over a real Postgres, while another process works there.
// They look and act, and nobody has to stop.
import { type ChildProcess, spawn } from 'node:child_process';
import { readdirSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadDatabaseKey } from '#adapters/store/postgres/shared-values.ts';
import { type Database, connectPostgres } from '#adapters/store/postgres/database.ts';
import { openPostgresStore } from '#adapters/store/postgres/index.ts';
import type { Account } from '#core/players/account.ts';
import type { PlayerRating } from '#core/features/ratings/rating.ts';
import type { Stops } from '#core/board/clocks/stops.ts';
import type { Store } from '#service/ports.ts';
import { BOARDS, fillClub } from '../cli/club-data.ts';
import { change, commit } from '../conformance/store.ts';
import { builtProgram, type Ending, NEXPOST, type Program } from '../e2e/program.ts';
import { type PostgresServer, startPostgres } from './postgres-server.ts';

let server: PostgresServer;
let program: Program;
let database: Database;
let store: Store;
let reply = '';
beforeAll(async () => {
  [server, program] = [await startPostgres(), builtProgram()];
  database = connectPostgres(server.url, () => undefined);
  store = await openPostgresStore(database);
  ({ reply } = await fillClub(store, await loadDatabaseKey(database.query)));
});
afterAll(async () => {
  await store.close();
  await program.remove();
  await server.close();
});

const run = (...args: readonly string[]): Promise<Ending> => program.start([...args, '--store', server.url]).ended;
const last = ({ stdout }: Ending): unknown => JSON.parse(stdout.trim().split('\n').at(-1) ?? 'null');

describe('what looks', () => {
  it('check finds nothing in good data, and names what is wrong', async () => {
    expect(last(await run('check'))).toEqual({ ok: true, boards: BOARDS.length, accounts: 3 });
    await database.query("update documents set alarm = 7 where key = 'match/hex/101'");
    const { code, stdout } = await run('check');
    expect([code, stdout.includes('"where":"match/hex/101"')]).toEqual([1, true]);
    await database.query("update documents set alarm = null where key = 'match/hex/101'");
  });

  it('the setting of the environment is as good as --store', async () => {
    const { stdout } = await program.start(['check'], { NEXPOST_STORE: server.url }).ended;
    expect(JSON.parse(stdout)).toMatchObject({ ok: true, boards: BOARDS.length });
  });

  it('export writes every game', async () => {
    const out = program.folder('games');
    expect(last(await run('export', '--all', out))).toMatchObject({ ok: true, damaged: [] });
    expect(readdirSync(out).toSorted()).toEqual(['hex', 'hexafive', 'nexos']);
  });

  it('read knows the token of a mail that was sent before', async () => {
    const child: ChildProcess = spawn(process.execPath, [NEXPOST, 'read', '--store', server.url]);
    let text = '';
    child.stdout!.setEncoding('utf8').on('data', (more: string) => (text += more));
    child.stdin!.end(reply);
    await new Promise(done => child.once('close', done));
    expect(JSON.parse(text)).toMatchObject({ verdict: 'read', proof: 'token', commands: ['b2'] });
  });

  it('refuses a database that holds nothing, and names none with its password', async () => {
    const client = new Client({ connectionString: server.url });
    await client.connect();
    await client.query('create database empty');
    await client.end();
    const empty = server.url.replace('nexpost@', 'nexpost:hush@').replace(/postgres$/, 'empty');
    const { code, stdout } = await program.start(['check', '--store', empty]).ended;
    expect([code, stdout]).toEqual([1, expect.stringContaining('there is no data of nexpost in the database')]);
    expect(stdout).not.toContain('hush');
    const nowhere = 'postgres://nexpost:hush@127.0.0.1:1/nothing';
    for (const args of [['pause'], ['ratings', 'rebuild'], ['check']]) {
      const ended = await program.start([...args, '--store', nowhere]).ended;
      expect(ended.code).toBe(1);
      expect(ended.stderr + ended.stdout).toContain('postgres://nexpost:***@127.0.0.1:1/nothing cannot be reached');
    }
    expect((await program.start(['check', '--store', 'mysql://a:hush@b/c']).ended).stderr).not.toContain('hush');
  });
});

describe('what acts', () => {
  it('pause and resume', async () => {
    const stops = async (): Promise<Stops['pauses']> =>
      ((await store.read(['stops/all'])).documents.get('stops/all') as Stops).pauses;
    expect(last(await run('pause'))).toEqual({ done: true, running: false });
    expect((await stops()).at(-1)).toMatchObject({ until: null });
    expect(await run('resume', '--text')).toMatchObject({ code: 0, stdout: 'All clocks run again.\n' });
    expect((await stops()).at(-1)?.until).not.toBeNull();
  });

  it('admin shows and bans', async () => {
    expect(last(await run('admin', 'users', 'ali'))).toMatchObject({ userid: 'alice', banned: false });
    expect(last(await run('admin', 'ban', 'carol'))).toEqual({ done: true });
    const carol = (await store.read(['account/carol'])).documents.get('account/carol') as Account;
    expect(carol.ban).toMatchObject({ until: null });
    const start = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);
    const opened = await run('admin', 'tournament', 'open', 'nex', '--kind=swiss', `--start=${start}`);
    expect(last(opened)).toMatchObject({ done: true });
  });

  it('announce and forget, which a running process then carries out', async () => {
    const words = program.folder('news.txt');
    writeFileSync(words, 'The server moves on Sunday.\n');
    const announced = await run('announce', words, '--text');
    expect([announced.code, announced.stdout]).toEqual([0, expect.stringContaining('as soon as a process of the service runs')]); // prettier-ignore
    expect(last(await run('forget', 'carol'))).toEqual({ done: true, running: false });
    expect((await store.list('kind/mailing', null, 9)).length).toBe(1);
    const waiting = await database.query("select 1 from documents where key like 'forgetting/%'");
    expect(waiting.length).toBe(1);
  });

  it('ratings rebuild, while games end', async () => {
    const key = 'rating/hex/alice';
    const rating = async (): Promise<PlayerRating> => (await store.read([key])).documents.get(key) as PlayerRating;
    expect(last(await run('ratings', 'rebuild', '--dry-run'))).toMatchObject({ ok: true, games: 1, differences: [] });
    const right = await rating();
    const done = new AbortController();
    // Somebody writes the same document all the while: it is compared again until it stands still.
    const busy = (async (): Promise<void> => {
      for (let i = 0; !done.signal.aborted && i < 30; i++) {
        const { versions } = await store.read([key]);
        await commit(store, change(`busy ${i}`, [[key, { ...right, value: i }]], { expect: versions }));
        await sleep(40);
      }
    })();
    const rebuilt = await run('ratings', 'rebuild');
    done.abort();
    await busy;
    expect([rebuilt.code, rebuilt.stderr]).toEqual([0, '']);
    expect(last(await run('ratings', 'rebuild'))).toMatchObject({ ok: true });
    expect(await rating()).toEqual(right);
  });
});
