// What the program and its installation say where they cannot run: an old Node, nothing built, nothing to build with.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..', '..');

/** A clone in which nothing was installed or built. */
let clone = '';
beforeAll(() => {
  clone = mkdtempSync(join(tmpdir(), 'entry-'));
  for (const folder of ['bin', 'config/tools']) cpSync(join(root, folder), join(clone, folder), { recursive: true });
});
afterAll(() => {
  rmSync(clone, { recursive: true });
});

function run(...words: readonly string[]): readonly [number | null, string] {
  const { status, stdout, stderr } = spawnSync(process.execPath, words, { cwd: clone, encoding: 'utf8' });
  return [status, stdout + stderr];
}

/** Node's own word of its version cannot be written to. */
const asVersion = (node: string): string =>
  `data:text/javascript,Object.defineProperty(process,'versions',{value:{...process.versions,node:'${node}'}})`;

it.each(['18.20.4', '20.18.3', '21.7.3', '22.1.0'])('Node %s is told to be too old', version => {
  expect(run('--import', asVersion(version), 'bin/nexpost.mjs', '--version')).toEqual([
    1,
    `nexpost needs Node 20.19 or newer, of Node 22 at least 22.2, and not 21. This is Node ${version}.\n`,
  ]);
});

it('says how to build what is not built', () => {
  const [status, told] = run('bin/nexpost.mjs', '--version');
  expect([status, told]).toEqual([
    1,
    expect.stringMatching(/^nexpost is not built: .* Run `npm ci --omit=dev` in .*\n$/),
  ]);
});

it('installs without what builds it, and says what is missing', () => {
  expect(run('config/tools/prepare.mjs')).toEqual([0, expect.stringContaining('Run `npm ci --omit=dev`.')]);
  mkdirSync(join(clone, 'dist'));
  expect(run('config/tools/prepare.mjs')).toEqual([0, expect.stringContaining('dist/ stays as it was built before.')]);
  rmSync(join(clone, 'dist'), { recursive: true });
});
