// `nexpost admin`: through a running service and without one, what it prints, and how it fails.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openControl } from '#adapters/control.ts';
import { openSigningKey } from '#adapters/store/json/folder.ts';
import { openJsonStore } from '#adapters/store/json/index.ts';
import { runCommandLine } from '#cli/main.ts';
import type { Log } from '#service/ports.ts';
import { lab } from '../service/lab.ts';
import { change, commit, match, outgoing, soundAccounts } from '../conformance/store.ts';
import { runVerb } from './run-verb.ts';

const quiet: Log = { info: () => undefined, warn: () => undefined, error: () => undefined };

let dir = '';

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'nexpost-admin-'));
});
afterEach(async () => {
  await rm(dir, { recursive: true });
});

interface Ran {
  readonly status: number;
  readonly lines: readonly string[];
  readonly complaint: string;
}

async function admin(...args: readonly string[]): Promise<Ran> {
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()];
  const status = await runCommandLine(['admin', ...args, '--data', dir], { stdin, stdout, stderr });
  stdout.end();
  stderr.end();
  const lines = (await text(stdout)).split('\n').filter(line => line !== '');
  return { status, lines, complaint: await text(stderr) };
}

async function club(): Promise<void> {
  const store = await openJsonStore(dir, quiet, 10);
  await openSigningKey(dir);
  await commit(store, change('c1', [...soundAccounts, ['match/nex/101', match(101, ['alice', 'bob'])]]));
  await store.close();
}

describe('where no service runs', () => {
  it('it lists, retries and drops mails of the outbox', async () => {
    await club();
    const store = await openJsonStore(dir, quiet, 10);
    await commit(store, change('c2', [], { outgoing: [outgoing('m1'), outgoing('m2', 'ann@example.org')] }));
    await store.markMail('m1', { kind: 'failed', why: '550 no such user' });
    await store.close();
    const rows = (await admin('mail', 'list', '--state', 'waiting,failed')).lines.map(
      line => JSON.parse(line) as object,
    );
    expect(rows).toMatchObject([
      { id: 'm2', state: 'waiting' },
      { id: 'm1', state: 'failed', why: '550 no such user' },
    ]);
    expect((await admin('mail', 'show', 'm1', '--text')).lines[0]).toMatch(/^id m1, size \d+, text Subject: m1/);
    expect(await admin('mail', 'show', 'm9')).toMatchObject({
      status: 1,
      complaint: expect.stringContaining('There is none') as string,
    });
    expect((await admin('mail', 'retry', '--state=failed')).lines).toEqual(['{"done":true,"mails":1}']);
    expect((await admin('mail', 'drop', 'm2', 'm9')).lines).toEqual(['{"done":true,"mails":1}']);
    expect((await admin('mail', 'list', '--state', 'waiting')).lines).toHaveLength(1);
    // The mailbox belongs to the service that runs.
    expect(await admin('mail', 'list')).toMatchObject({
      status: 1,
      complaint: expect.stringContaining('--state waiting,delayed,failed') as string,
    });
  });

  it.each([
    [['mail', 'drop']],
    [['mail', 'retry', 'm1', '--state', 'failed']],
    [['mail', 'list', '--state', 'lost']],
    [['mail', 'show']],
    [['mail', 'send', 'm1']],
  ])('it refuses %j', async args => {
    await club();
    expect((await admin(...args)).status).toBe(2);
  });

  it('it shows and acts in the data folder, and the mails wait for the next start', async () => {
    await club();
    const listed = await admin('users', 'ali', '--json');
    expect(listed.lines.map(line => JSON.parse(line) as object)).toMatchObject([{ userid: 'alice', banned: false }]);
    expect(await admin('ban', 'Alice', '--days', '3')).toMatchObject({ status: 0, lines: ['{"done":true}'] });
    const [row] = (await admin('users', 'alice')).lines;
    expect(JSON.parse(row ?? '')).toMatchObject({ banned: true });
    const [board] = (await admin('show', 'nex', '101')).lines;
    expect(JSON.parse(board ?? '')).toMatchObject({ game: 'nex', number: 101 });
    expect((await admin('boards', 'NEX')).lines.length).toBeGreaterThan(0);
    const store = await openJsonStore(dir, quiet, 10);
    const waiting = await store.dueMail(Number.MAX_SAFE_INTEGER, 10);
    await store.close();
    expect(waiting.some(({ raw }) => Buffer.from(raw).toString().includes('has banned your account'))).toBe(true);
  });

  it('tells as JSON lines what was done, of announcing and forgetting as well, or in sentences', async () => {
    await club();
    const words = join(dir, 'news.txt');
    await writeFile(words, 'The server moves on Sunday.\n');
    const done = { status: 0, lines: ['{"done":true,"running":false}'], complaint: '' };
    expect(await admin('announce', words)).toEqual(done);
    expect(await admin('forget', 'bob', '--json')).toEqual(done);
    expect((await admin('forget', 'alice', '--text')).lines).toEqual([
      'This player is being forgotten when the service runs.',
    ]);
  });

  it('knows a game by each of its names', async () => {
    const store = await openJsonStore(dir, quiet, 10);
    await openSigningKey(dir);
    const service = lab({ store });
    await service.write('alice', 'signup alice');
    await service.write('alice', 'boku challenge me robot1');
    await store.close();
    for (const args of [['boards', 'boku'], ['boards', 'hexafive'], ['show', 'Boku', '101']]) // prettier-ignore
      expect(JSON.parse((await admin(...args)).lines[0] ?? '{}'), args.join(' ')).toMatchObject({ game: 'hexafive', number: 101 }); // prettier-ignore
  });

  it('says what cannot be done, and how it is written', async () => {
    await club();
    expect(await admin('ban', 'nobody')).toMatchObject({ status: 1, lines: [] });
    expect(await admin('show', 'nex', '999')).toMatchObject({ status: 1, lines: [] });
    for (const args of [
      [],
      ['dance'],
      ['ban'],
      ['show', 'nex'],
      ['show', 'chess', '101'],
      ['boards', 'chess'],
      ['ban', 'bob', '--days', '0'],
      ['tournament', 'dance'],
    ])
      // prettier-ignore
      expect((await admin(...args)).status, args.join(' ')).toBe(2);
  });
});

it.each([['admin', 'unban', 'bob'], ['forget', 'bob'], ['pause'], ['announce', import.meta.filename]])(
  'shows no control character of an answer (%s)',
  async (...verb) => {
    const why = '\u001b[2Jno such player \u202e';
    const control = await openControl(dir, () => Promise.resolve(JSON.stringify({ why })));
    expect(await runVerb(...verb, '--data', dir)).toMatchObject({
      code: 1,
      stderr: '\ufffd[2Jno such player \ufffd\n',
    });
    await control?.close();
  },
);

it('prints a line a row, and nothing that a terminal would obey', async () => {
  const row = { id: 'q1', subject: 'one\nid q2, state waiting\u001b[2J\u009b\u202e' };
  const control = await openControl(dir, () => Promise.resolve(JSON.stringify({ rows: [row] })));
  const [json, forPeople] = [await admin('mail', 'list'), await admin('mail', 'list', '--text')];
  await control?.close();
  for (const { lines } of [json, forPeople]) expect(lines).toEqual([expect.stringMatching(/^[^\p{Cc}\p{Cf}]*$/u)]);
  expect(JSON.parse(json.lines[0] ?? '')).toEqual(row);
});

it('a running service is asked, and what it answers is told', async () => {
  const asked: unknown[] = [];
  const control = await openControl(dir, line => {
    asked.push(JSON.parse(line));
    return Promise.resolve(asked.length === 1 ? '{"done":true,"tournament":4}' : '{"why":"No."}');
  });
  const opened = await admin('tournament', 'open', 'nex', '-size=7', '--kind=swiss', '--start=2026-12-24');
  expect(opened).toMatchObject({ status: 0, lines: ['{"done":true,"tournament":4}'] });
  expect(await admin('unban', 'bob', '--text')).toMatchObject({ status: 1, complaint: 'No.\n' });
  await control?.close();
  expect(asked).toEqual([
    { act: 'open-tournament', line: 'nex -size=7 --kind=swiss --start=2026-12-24', by: userInfo().username },
    { act: 'unban', userid: 'bob', by: userInfo().username },
  ]);
});
