// `nexpost backup` and `nexpost restore`: of a folder while a service writes to it, of a database, and of files that are not whole.
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openBackupSource, writeBackup } from '#adapters/store/backup-file.ts';
import { dump } from '#adapters/store/entry-stream.ts';
import { copySnapshot, openFolderSource } from '#adapters/store/json/copies.ts';
import { openJsonStore } from '#adapters/store/json/index.ts';
import { openDatabaseSource, openDatabaseTarget } from '#adapters/store/postgres/copies.ts';
import type { DocumentKey } from '#core/kernel/documents.ts';
import { copyStore } from '#cli/store/index.ts';
import { testDatabase } from '../adapters/store/pglite.ts';
import { change, commit } from '../conformance/store.ts';
import { silent } from '../service/ports.ts';
import { copyClub } from './club-data.ts';
import { runVerb } from './run-verb.ts';
import { PassThrough } from 'node:stream';

const { database, emptied } = testDatabase();

let dir = '';
const at = (name: string): string => join(dir, name);
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'nexpost-backup-'));
});
afterEach(() => rm(dir, { recursive: true }));

const club = (): Promise<void> => copyClub(at('data'));

const hashOf = async (name: string): Promise<unknown> => {
  const source = await openFolderSource(at(name));
  for await (const entry of dump(source)) if (entry.kind === 'end') return source.close().then(() => entry.hash);
  return null;
};

/** A backup that is whole, with these entries. */
function packEntries(entries: readonly unknown[]): Buffer {
  const lines = entries.map(entry => `${JSON.stringify(entry)}\n`).join('');
  const counts = { fact: 0, document: entries.length, cause: 0, mail: 0, 'given-up mail': 0 };
  const end = { kind: 'end', counts, hash: createHash('sha256').update(lines).digest('hex') };
  return gzipSync(`{"kind":"header","format":1}\n${lines}${JSON.stringify(end)}\n`);
}

describe('a backup', () => {
  it('of a folder is restored to the same, and only its owner can read it', async () => {
    await club();
    // What one leaves that is killed.
    await mkdir(at('.b.gz-copy/1'), { recursive: true });
    await writeFile(at('b.gz.part'), 'half');
    const written = await runVerb('backup', at('b.gz'), '--data', at('data'));
    expect(written.code).toBe(0);
    expect((await stat(at('b.gz'))).mode & 0o777).toBe(0o600);
    expect(await readdir(dir)).toEqual(['b.gz', 'data']);
    const restored = await runVerb('restore', at('b.gz'), '--data', at('again'));
    expect(restored.code).toBe(0);
    const [told, backup] = [JSON.parse(restored.stdout), JSON.parse(written.stdout)] as { readonly hash: string }[];
    expect(told).toMatchObject({ ok: true, differs: [], hash: backup?.hash });
    expect(await hashOf('again')).toBe(await hashOf('data'));
  });

  it('of a folder that a service writes to holds one moment of it', async () => {
    await club();
    const store = await openJsonStore(at('data'), silent, 1);
    let commits = 0;
    const writePair = async (): Promise<void> => {
      commits += 1;
      const keys: readonly DocumentKey[] = [`optout/left-${commits}`, `optout/right-${commits}`];
      await commit(store, change(`w${commits}`, keys.map(key => [key, { at: commits }] as const))); // prettier-ignore
    };
    for (let i = 0; i < 2; i++) {
      const before = commits;
      const making = runVerb('backup', at(`b${i}.gz`), '--data', at('data'));
      for (let writes = 0; writes < 60; writes++) await writePair();
      const { code, stderr } = await making;
      expect([code, stderr]).toEqual([0, expect.not.stringContaining('rror')]);
      const values = new Map<string, number>();
      for await (const entry of (await openBackupSource(at(`b${i}.gz`))).entries())
        if (entry.kind === 'document' && /-\d+$/.test(entry.key) && 'at' in entry.document)
          values.set(entry.key, entry.document.at);
      // It holds all commits up to one of them, and nothing of later ones.
      const last = Math.max(0, ...values.values());
      expect(last).toBeGreaterThanOrEqual(before);
      expect([...values.keys()].sort()).toEqual(
        Array.from({ length: last }, (_, n) => [`optout/left-${n + 1}`, `optout/right-${n + 1}`])
          .flat()
          .sort(),
      );
    }
    await store.close();
  });

  it('of a database is the same as one of the folder it was made from', async () => {
    await club();
    const source = await openFolderSource(at('data'));
    const target = await openDatabaseTarget(await emptied().then(() => database));
    await copyStore({ source, target, from: 'data', guard: () => Promise.resolve(), out: new PassThrough().resume() });
    await source.close();
    const end = await database.transaction(async query =>
      writeBackup(at('db.gz'), dump(await openDatabaseSource(query, true))),
    );
    expect(end.hash).toBe(await hashOf('data'));
    expect((await runVerb('restore', at('db.gz'), '--data', at('again'))).code).toBe(0);
    expect(await hashOf('again')).toBe(end.hash);
  });

  it('is made of a folder with a service alone, and overwrites no file', async () => {
    const none = await runVerb('backup', at('b.gz'), '--data', at('data'));
    expect([none.code, none.stderr]).toEqual([1, expect.stringContaining('There is no service in')]);
    await club();
    await writeFile(at('b.gz'), 'mine');
    const taken = await runVerb('backup', at('b.gz'), '--data', at('data'));
    expect([taken.code, taken.stderr]).toEqual([1, expect.stringContaining('already')]);
    expect(await readFile(at('b.gz'), 'utf8')).toBe('mine');
    expect((await runVerb('backup', '--data', at('data'))).code).toBe(2);
    expect((await runVerb('restore', at('b.gz'), at('c.gz'))).code).toBe(2);
  });
});

describe('a restore', () => {
  it('refuses a file that is not whole, and writes nothing', async () => {
    await club();
    await runVerb('backup', at('b.gz'), '--data', at('data'));
    const whole = await readFile(at('b.gz'));
    const text = gunzipSync(whole).toString('utf8');
    const spoilt: Readonly<Record<string, Buffer>> = {
      cut: whole.subarray(0, whole.length - 20),
      short: gzipSync(text.slice(0, text.lastIndexOf('\n', text.length - 2) + 1)),
      changed: gzipSync(text.replace('alice', 'alyce')),
      newer: gzipSync(text.replace('"format":1', '"format":2')),
      other: Buffer.from('hello'),
      empty: Buffer.alloc(0),
    };
    for (const [name, bytes] of Object.entries(spoilt)) {
      await writeFile(at(`${name}.gz`), bytes);
      const { code, stderr } = await runVerb('restore', at(`${name}.gz`), '--data', at('again'));
      expect([name, code, stderr]).toEqual([name, 1, expect.stringContaining('is no whole backup')]);
    }
    expect(await readdir(dir)).not.toContain('again');
  });

  it.each<readonly [why: string, entries: readonly unknown[]]>([
    ['a key that is a path', [{ kind: 'document', key: '../../escaped', document: {} }]],
    ['a key of no kind', [{ kind: 'document', key: '__proto__/x', document: {} }]],
    ['a key that is no text', [{ kind: 'document', key: null, document: {} }]],
    ['no object', [null]],
    ['an unknown kind', [{ kind: 'other', key: 'a' }]],
    ['a day that is none', [{ kind: 'cause', key: 'x', day: '2026-99-99' }]],
    ['a key of another length', [{ kind: 'fact', key: 'signing-key', value: '00' }]],
    ['half a mail', [{ kind: 'mail', key: 'a', mail: { id: 'a' } }]],
    ['a mail that is no text', [{ kind: 'given-up mail', key: 'a', why: 'x', raw: 5 }]],
  ])('refuses an entry with %s, and writes nothing', async (_, entries) => {
    await writeFile(at('b.gz'), packEntries(entries));
    const { code, stderr } = await runVerb('restore', at('b.gz'), '--data', at('again'));
    expect([code, stderr]).toEqual([1, expect.stringContaining('is no whole backup: its line 2 is no entry')]);
    expect(await readdir(dir)).toEqual(['b.gz']);
  });

  it('says what is wrong without control characters', async () => {
    const { stderr } = await runVerb('restore', at('\u001b[2Jb.gz'), '--data', at('again'));
    expect(stderr).toContain('\ufffd[2Jb.gz');
  });

  // A pipe would wait for a second writer.
  it.each(['/dev/null', tmpdir()])('refuses %s, which is no file that can be read twice', async path => {
    const { code, stderr } = await runVerb('restore', path, '--data', at('copy'));
    expect([code, stderr]).toEqual([1, `${path} is no file. A backup is read twice: write it to a file first.\n`]);
    expect(await readdir(dir)).toEqual([]);
  });

  it('refuses a line without an end before it fills the memory', async () => {
    await writeFile(at('b.gz'), gzipSync(Buffer.alloc(65 * 1024 ** 2, 'a')));
    const { code, stderr } = await runVerb('restore', at('b.gz'), '--data', at('again'));
    expect([code, stderr]).toEqual([1, expect.stringContaining('one of its lines is too long')]);
  });

  it('writes no file outside of its folder', async () => {
    await writeFile(at('b.gz'), packEntries([{ kind: 'document', key: 'match/../../escaped', document: {} }]));
    const { code } = await runVerb('restore', at('b.gz'), '--data', at('again'));
    expect(code).toBe(1);
    expect(await readdir(dir)).toEqual(['again', 'b.gz']);
    expect(await readdir(at('again'))).not.toContain('escaped.json');
  });

  it('refuses a folder with data', async () => {
    await club();
    await runVerb('backup', at('b.gz'), '--data', at('data'));
    const { code, stderr } = await runVerb('restore', at('b.gz'), '--data', at('data'));
    expect([code, stderr]).toEqual([1, expect.stringContaining('is not empty')]);
  });
});

it('a copy beside a journal with a gap is begun anew', async () => {
  await club();
  const copy = await copySnapshot(at('data'), dir);
  expect(copy).toBe(at('1'));
  await writeFile(at('data/journal-00000007.jsonl'), '');
  await writeFile(at('data/journal-00000009.jsonl'), '');
  await rm(at('1'), { recursive: true });
  await expect(copySnapshot(at('data'), dir)).rejects.toThrow('faster than it can be copied');
});
