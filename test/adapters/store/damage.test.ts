// Damaged, lost and displaced files of the JSON store: each is named, stops only what needs it, and is never overwritten.
import { mkdir, readFile, rename, rm, symlink, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openReadOnly } from '#adapters/store/json/state.ts';
import type { DocumentKey } from '#core/kernel/documents.ts';
import { account, change, commit, match, outgoing, soundAccounts } from '#test/conformance/store.ts';
import { checkpointed, kept, newFolder, quiet, openHasty } from './support.ts';

/** Boards 101 and 102 of Nex, an account and a counter, all in their files; the store is closed. */
async function folder(): Promise<string> {
  const dir = await newFolder();
  const store = await openHasty(dir, quiet);
  const documents = [
    ...soundAccounts,
    ['match/nex/101', match(101, ['alice', 'bob'])],
    ['match/nex/102', match(102, ['alice', 'bob'])],
    ['counter/nex', { next: 103 }],
  ] as const;
  await commit(store, change('c1', documents, { outgoing: [outgoing('m1')] }));
  await checkpointed(dir);
  await store.close();
  await writeFile(join(dir, 'key'), 'any');
  return dir;
}

const BOARD = 'matches/nex/102.json';
const DAMAGES: readonly string[] = [
  '',
  '{"version":1,',
  '{"version":1,"document":{"game":"nex"}}',
  '\u0000\u0000',
  '[]',
];

describe('a damaged document', () => {
  it.each(DAMAGES)('%j is named, and is no reason not to start', async content => {
    const dir = await folder();
    await writeFile(join(dir, BOARD), content);
    const { log, lines } = kept();
    const store = await openHasty(dir, log);
    expect(lines.filter(line => line.startsWith('warn data-finding') && line.includes(BOARD))).toHaveLength(1);
    expect(lines.filter(line => line.startsWith('error data-damaged'))).toHaveLength(1);
    const { documents, damaged } = await store.read(['match/nex/101', 'match/nex/102', 'account/alice']);
    expect(damaged).toEqual(['match/nex/102']);
    expect(documents.get('match/nex/102')).toBeNull();
    expect(documents.get('match/nex/101')).not.toBeNull();
    expect(await store.list('running/game/nex', null, 9)).toEqual(['match/nex/101']);
    await store.close();
    expect((await (await openReadOnly(dir)).findings()).map(({ level, where }) => [level, where])).toEqual([
      ['error', BOARD],
    ]);
  });

  it.each([
    new Map<DocumentKey, number>(),
    new Map<DocumentKey, number>([['match/nex/102', 0]]),
    new Map<DocumentKey, number>([['match/nex/102', 1]]),
  ])('is overwritten by no commit, whatever that expects', async expected => {
    const dir = await folder();
    await writeFile(join(dir, BOARD), 'precious');
    const store = await openHasty(dir, quiet);
    const over = change('c2', [['match/nex/102', match(102, ['carol', 'dave'])]], { expect: expected });
    expect(await commit(store, over)).toBe('conflict');
    await store.close();
    expect(await readFile(join(dir, BOARD), 'utf8')).toBe('precious');
  });

  it('may be no file at all, and is no free name for that', async () => {
    const dir = await folder();
    await unlink(join(dir, 'accounts/alice.json'));
    await mkdir(join(dir, 'accounts/alice.json'));
    await unlink(join(dir, BOARD));
    await symlink('nowhere', join(dir, BOARD));
    const store = await openHasty(dir, quiet);
    expect((await store.read(['account/alice', 'match/nex/102'])).damaged).toEqual(['account/alice', 'match/nex/102']);
    expect(await commit(store, change('c2', [['account/alice', account('alice')]]))).toBe('conflict');
    await store.close();
  });

  it('may lie elsewhere, a link in its place', async () => {
    const dir = await folder();
    await rename(join(dir, 'matches/nex'), join(dir, 'elsewhere'));
    await symlink('../elsewhere', join(dir, 'matches/nex'));
    await rename(join(dir, 'accounts/alice.json'), join(dir, 'elsewhere/alice'));
    await symlink('../elsewhere/alice', join(dir, 'accounts/alice.json'));
    const look = await openReadOnly(dir);
    expect(await look.findings()).toEqual([]);
    expect((await look.read(['account/alice'])).documents.get('account/alice')).toEqual(account('alice'));
    expect(await look.list('running/game/nex', null, 9)).toHaveLength(2);
  });

  it('that is lost is named by those that name it: its name is free for nobody', async () => {
    const dir = await folder();
    await unlink(join(dir, 'accounts/bob.json'));
    await unlink(join(dir, 'addresses/alice%40example.test.json'));
    const look = await openReadOnly(dir);
    expect((await look.findings()).map(({ level, where }) => [level, where])).toEqual([
      ['error', 'accounts/bob.json'],
      ['warn', 'addresses/alice%40example.test.json'],
    ]);
    expect((await look.read(['account/bob'])).damaged).toEqual(['account/bob']);
    expect((await look.read(['address/alice@example.test'])).documents.get('address/alice@example.test')).toEqual({
      userid: 'alice',
    });
  });

  it('lies in the place of another', async () => {
    const dir = await folder();
    await rename(join(dir, 'matches/nex/101.json'), join(dir, BOARD));
    const findings = await (await openReadOnly(dir)).findings();
    expect(findings.map(({ where }) => where)).toEqual([BOARD, 'matches/nex']);
  });

  it('may have any name', async () => {
    const dir = await folder();
    await writeFile(join(dir, 'matches/nex/%zz.json'), 'any');
    await mkdir(join(dir, 'accounts/%2e%2e%2f'), { recursive: true });
    await writeFile(join(dir, 'accounts/%2e%2e%2f/x.json'), 'any');
    const store = await openHasty(dir, quiet);
    expect((await store.read(['match/nex/102'])).damaged).toEqual([]);
    await store.close();
  });

  it('is whole again where the journal still has it', async () => {
    const dir = await newFolder();
    const store = await openHasty(dir, quiet);
    await commit(store, change('c1', [['match/nex/101', match(101, ['alice', 'bob'])]]));
    await store.close();
    await mkdir(join(dir, 'matches/nex'), { recursive: true });
    await writeFile(join(dir, 'matches/nex/101.json'), 'torn');
    const after = await openHasty(dir, quiet);
    const { documents, damaged } = await after.read(['match/nex/101']);
    expect([documents.get('match/nex/101'), damaged]).toEqual([match(101, ['alice', 'bob']), []]);
    await after.close();
  });

  it.each([
    ['match/nex/102', { game: 'nex' }],
    ['ladder/nex', { first: 'alice' }],
  ])('in the journal keeps the store from starting: a change must not be lost (%s)', async (key, document) => {
    const dir = await folder();
    const line = { kind: 'change', cause: 'c2', at: 0, documents: [[key, { version: 2, document }]], outgoing: [] };
    const journal = join(dir, 'journal-00000009.jsonl');
    await writeFile(journal, `${JSON.stringify(line)}\n`);
    await expect(openHasty(dir, quiet)).rejects.toThrow(
      /journal-00000009\.jsonl is damaged: line 1 says what this version cannot read/,
    );
    await expect(openReadOnly(dir)).rejects.toThrow(/is damaged/);
    expect(await readFile(journal, 'utf8')).toContain(key);
  });

  it('in a mail of the journal keeps the store from starting as well', async () => {
    const dir = await folder();
    const mail = { ...outgoing('m7'), raw: [0, 1], due: 0, written: 0 };
    const line = { kind: 'change', cause: 'c2', at: 0, documents: [], outgoing: [mail], texts: ['Subject: x\r\n'] };
    await writeFile(join(dir, 'journal-00000009.jsonl'), `${JSON.stringify(line)}\n`);
    await expect(openHasty(dir, quiet)).rejects.toThrow(/journal-00000009\.jsonl is damaged: line 1/);
  });

  it('of the outbox stays where it is, and the mails behind it go', async () => {
    const dir = await folder();
    await writeFile(join(dir, 'outbox/broken.json'), '{');
    const { log, lines } = kept();
    const store = await openHasty(dir, log);
    expect(lines.join('\n')).toContain('outbox/broken.json');
    expect((await store.dueMail(9_000, 10)).map(({ id }) => id)).toEqual(['m1']);
    await store.close();
    expect(await readFile(join(dir, 'outbox/broken.json'), 'utf8')).toBe('{');
  });
});

describe('a counter', () => {
  const next = async (dir: string): Promise<unknown> => {
    const { log, lines } = kept();
    const store = await openHasty(dir, log);
    const { documents } = await store.read(['counter/nex']);
    await store.close();
    expect(lines.join('\n')).toContain('counters/nex.json');
    return documents.get('counter/nex');
  };
  const file = 'counters/nex.json';

  it('that is missing is made from the boards there are', async () => {
    const dir = await folder();
    await unlink(join(dir, file));
    expect(await next(dir)).toEqual({ next: 103 });
  });

  it('that is damaged is as good as missing, and damaged boards have their numbers', async () => {
    const dir = await folder();
    await writeFile(join(dir, file), '{');
    await writeFile(join(dir, BOARD), '{');
    expect(await next(dir)).toEqual({ next: 103 });
  });

  it('that is behind, as one from a backup, goes on where the boards end', async () => {
    const dir = await folder();
    await writeFile(join(dir, file), JSON.stringify({ version: 7, document: { next: 101 } }));
    expect(await next(dir)).toEqual({ next: 103 });
  });

  it('made anew is kept by the next board', async () => {
    const dir = await folder();
    await unlink(join(dir, file));
    const store = await openHasty(dir, quiet);
    const { versions } = await store.read(['counter/nex', 'match/nex/103']);
    const opened = [
      ['match/nex/103', match(103, ['alice', 'bob'])],
      ['counter/nex', { next: 104 }],
    ] as const;
    expect(await commit(store, change('c2', opened, { expect: versions }))).toBe('committed');
    await store.close();
    const after = await openHasty(dir, quiet);
    expect((await after.read(['counter/nex'])).documents.get('counter/nex')).toEqual({ next: 104 });
    await after.close();
  });
});

describe('what is lost', () => {
  it('is named: the key, and boards below the counter', async () => {
    const dir = await folder();
    await unlink(join(dir, 'key'));
    await unlink(join(dir, 'matches/nex/101.json'));
    const { log, lines } = kept();
    const store = await openHasty(dir, log);
    await store.close();
    expect(lines.filter(line => line.startsWith('warn data-finding') && line.includes('"key"'))).toHaveLength(1);
    expect(lines.filter(line => line.includes('"matches/nex"') && line.includes('missing: 101.'))).toHaveLength(1);
  });

  it('is not named where nothing was begun', async () => {
    const dir = await newFolder();
    const { log, lines } = kept();
    const store = await openHasty(dir, log);
    await store.close();
    await rm(join(dir, 'lock'));
    expect(lines).toEqual([]);
  });
});
