// `nexpost export --all`: every sound board of a data folder, as files or a zip, and nothing in the folder changed.
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSigningKey } from '#adapters/store/json/folder.ts';
import { openJsonStore } from '#adapters/store/json/index.ts';
import { runCommandLine } from '#cli/main.ts';
import { parseRecord } from '#cli/shell/game-file.ts';
import { lab, mail } from '../service/lab.ts';

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

async function run(words: readonly string[]): Promise<{ status: number; out: string }> {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const text = stdout.setEncoding('utf8').toArray();
  const status = await runCommandLine(['export', ...words], { stdin: Readable.from([]), stdout, stderr });
  stdout.end();
  return { status, out: (await text).join('') };
}

/** Every file below a folder, with what is in it. */
async function filesIn(dir: string): Promise<Record<string, string>> {
  const names = await readdir(dir, { recursive: true, withFileTypes: true });
  const files = names.filter(entry => entry.isFile()).map(entry => join(entry.parentPath, entry.name));
  return Object.fromEntries(
    await Promise.all(files.map(async file => [file.slice(dir.length + 1), await readFile(file, 'latin1')] as const)),
  );
}

describe('nexpost export --all', () => {
  let dir = '';
  let data = '';
  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'nexpost-export-'));
    data = join(dir, 'data');
    const store = await openJsonStore(data, silent);
    await openSigningKey(data);
    const { deliver } = lab({ store });
    const [alice, bob] = ['alice@example.test', 'bob@example.test'];
    for (const [from, subject] of [
      [alice, 'signup alice'],
      [bob, 'signup bob'],
      [alice, 'hex challenge -size=3 alice bob'],
      [alice, 'hex move 101 b2'],
      [alice, 'nex challenge alice bob'],
      [alice, 'nex challenge alice carol@example.test'],
    ] as const)
      await deliver(mail({ from, subject, body: 'a secret\n' }));
    await store.close();
  });
  afterAll(() => rm(dir, { recursive: true }));

  it('writes a folder, and changes nothing of the data', async () => {
    const before = await filesIn(data);
    expect(await run(['--all', '--data', data, join(dir, 'out')])).toEqual({
      status: 0,
      out: '{"ok":true,"games":2,"damaged":[]}\n',
    });
    expect(await filesIn(data)).toEqual(before);
    const written = await filesIn(join(dir, 'out'));
    expect(Object.keys(written).sort()).toEqual(['hex/hex-101.json', 'hex/hex-101.sgf', 'nex/nex-101.json']);
    expect(parseRecord(written['hex/hex-101.json']!)).toMatchObject({ ok: true, value: { players: ['alice', 'bob'] } });
    expect(JSON.stringify(written)).not.toMatch(/secret|@/);
  });

  it('writes a zip', async () => {
    const file = join(dir, 'out.zip');
    expect((await run(['--all', '--data', data, file])).status).toBe(0);
    const packed = unzipSync(await readFile(file));
    expect(Object.keys(packed).sort()).toEqual(['hex/hex-101.json', 'hex/hex-101.sgf', 'nex/nex-101.json']);
    expect(Buffer.from(packed['hex/hex-101.sgf']!).toString()).toContain(';B[b2]');
  });

  it.each([[['--data', 'x', 'y']], [['--all']], [['--all', 'a', 'b']]])('refuses %j', async words => {
    expect((await run(words)).status).toBe(2);
  });
});
