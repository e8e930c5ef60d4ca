// `nexpost check`: one line a finding, a last line, and an exit status; on good data, on every kind of damage, and beside a running service.
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, rm, unlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openJsonStore } from '#adapters/store/json/index.ts';
import { openSigningKey } from '#adapters/store/json/folder.ts';
import { runCommandLine } from '#cli/main.ts';
import type { Log, Store } from '#service/ports.ts';
import { change, commit, match, soundAccounts } from '../conformance/store.ts';
import { scriptedServer } from '../adapters/imap/scripted-server.ts';
import { untilSoIn } from '#test/changes-in.ts';

const quiet: Log = { info: () => undefined, warn: () => undefined, error: () => undefined };

interface Ran {
  readonly status: number;
  readonly findings: readonly { readonly level: string; readonly where: string; readonly what: string }[];
  readonly last: unknown;
}

async function check(...args: readonly string[]): Promise<Ran> {
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()];
  const status = await runCommandLine(['check', ...args], { stdin, stdout, stderr });
  // Not every Node gives all that was written at once.
  stdout.end();
  const lines = (await text(stdout)).trim().split('\n');
  const parsed = lines.filter(line => line !== '').map(line => JSON.parse(line) as unknown);
  return { status, findings: parsed.slice(0, -1) as Ran['findings'], last: parsed.at(-1) };
}

let dir = '';
let store: Store;

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'nexpost-check-'));
  store = await openJsonStore(dir, quiet, 10);
  await openSigningKey(dir);
  const documents = [
    ...soundAccounts,
    ['match/nex/101', match(101, ['alice', 'bob'])],
    ['match/nex/102', match(102, ['alice', 'bob'], 'over')],
    ['counter/nex', { next: 103 }],
  ] as const;
  await commit(store, change('c1', documents));
});
afterEach(async () => {
  await store.close();
  await rm(dir, { recursive: true });
});

/** The documents in their files, nobody at work. */
async function atRest(): Promise<void> {
  await untilSoIn(dir, () => existsSync(join(dir, 'counters/nex.json')));
  await store.close();
  for (const name of ['journal-00000001.jsonl', 'journal-00000002.jsonl']) await rm(join(dir, name), { force: true });
}

describe('nexpost check', () => {
  it('finds nothing in good data, also beside the service that works on it', async () => {
    expect(await check('--data', dir)).toEqual({ status: 0, findings: [], last: { ok: true, boards: 2, accounts: 2 } });
    await atRest();
    expect(await check('--data', dir)).toEqual({ status: 0, findings: [], last: { ok: true, boards: 2, accounts: 2 } });
  });

  const file = (path: string, content: string) => (): Promise<void> =>
    writeFile(join(dir, path), content, { mode: 0o600 });
  const without = (path: string) => (): Promise<void> => unlink(join(dir, path));
  const illegal = { ...match(101, ['alice', 'bob']), record: [{ kind: 'move', text: 'z9,z8', at: 1 }] };
  const board = (document: object): string => JSON.stringify({ version: 1, document });

  it.each([
    ['a damaged board', file('matches/nex/101.json', '{'), 'error', 'matches/nex/101.json', 1],
    ['a damaged account', file('accounts/alice.json', '[]'), 'error', 'accounts/alice.json', 2],
    ['an illegal move', file('matches/nex/101.json', board(illegal)), 'error', 'matches/nex/101.json', 2],
    [
      'one on a board that is over',
      file('matches/nex/102.json', board({ ...illegal, number: 102, state: 'over' })),
      'error',
      'matches/nex/102.json',
      2,
    ],
    [
      'a board of another game',
      file('matches/nex/101.json', board({ ...illegal, game: 'go' })),
      'error',
      'matches/nex/101.json',
      1,
    ],
    ['a lost key', without('key'), 'error', 'key', 2],
    ['a damaged key', file('key', 'abc'), 'error', 'key', 2],
    ['a lost counter', without('counters/nex.json'), 'warn', 'counters/nex.json', 2],
    ['a counter that is behind', file('counters/nex.json', board({ next: 101 })), 'warn', 'counters/nex.json', 2],
    ['a lost board', without('matches/nex/101.json'), 'warn', 'matches/nex', 1],
    ['a damaged outbox', file('outbox/x.json', '{'), 'error', 'outbox/x.json', 2],
    ['a file that others may read', () => chmod(join(dir, 'key'), 0o644), 'warn', 'key', 2],
  ])('names %s', async (...[, spoil, level, where, boards]) => {
    await atRest();
    await spoil();
    const { status, findings, last } = await check('--data', dir);
    expect(findings.map(each => [each.level, each.where])).toEqual([[level, where]]);
    expect(last).toMatchObject({ ok: level === 'warn', boards });
    expect(status).toBe(level === 'warn' ? 0 : 1);
  });

  it('names a damaged journal, a missing folder and a wrong setting', async () => {
    await store.close();
    await writeFile(join(dir, 'journal-00000001.jsonl'), 'x\n{"kind":"sent","id":"m"}\n');
    expect((await check('--data', dir)).findings[0]?.what).toMatch(/journal-00000001\.jsonl is damaged: line 1/);
    expect(await check('--data', join(dir, 'none'))).toMatchObject({ status: 1, last: { ok: false, boards: 0 } });
    await writeFile(join(dir, 'config.json'), '{"address":"games"}');
    const { findings } = await check('--data', dir, '--config', join(dir, 'config.json'));
    expect(findings.at(-1)?.what).toMatch(/'address' is "games": it should be an email address/);
  });

  it('names a configuration whose passwords everybody may read', async () => {
    await atRest();
    const config = join(dir, 'config.json');
    const server = { host: 'mail.test', user: 'games', password: 'secret' };
    await writeFile(config, JSON.stringify({ address: 'games@club.test', imap: server, smtp: server }));
    await chmod(config, 0o644);
    const { status, findings } = await check('--data', dir, '--config', config);
    const own = findings.filter(({ where }) => where === config);
    expect([status, own]).toMatchObject([0, [{ level: 'warn', where: config }]]);
    expect(own[0]?.what).toContain('everybody on this machine may read the passwords in it');
  });

  it('tries the logins of the configuration, and says what the servers say', async () => {
    const refuse = ({ tag, send }: { readonly tag: string; readonly send: (text: string) => void }): void =>
      send(`${tag} NO [AUTHENTICATIONFAILED] wrong password\r\n`);
    const imap = await scriptedServer({ handlers: { LOGIN: refuse } });
    const server = { host: '127.0.0.1', port: imap.port, secure: false, user: 'games', password: 'secret' };
    const config = join(dir, 'config.json');
    await writeFile(
      config,
      JSON.stringify({ address: 'games@example.test', imap: server, smtp: { ...server, port: 1 } }),
      { mode: 0o600 },
    );
    const { status, findings } = await check('--data', dir, '--config', config, '--mail');
    expect(findings.map(({ level, where }) => [level, where])).toEqual([
      ['error', 'imap 127.0.0.1'],
      ['error', 'smtp 127.0.0.1'],
    ]);
    expect(findings[0]?.what).toContain('wrong password');
    expect(status).toBe(1);
    await imap.close();
  });
});
