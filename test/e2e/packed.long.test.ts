// The package as it is installed: packed, unpacked beside its dependencies, and run; nothing that it needs is missing.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'nexpost-packed-'));
  // Scripts of the package would build once more what was just built.
  const packed = execFileSync('npm', ['pack', '--ignore-scripts', '--json', '--pack-destination', folder], {
    cwd: root,
  });
  const [{ filename }] = JSON.parse(packed.toString()) as [{ readonly filename: string }];
  execFileSync('tar', ['-xzf', filename], { cwd: folder });
  symlinkSync(join(root, 'node_modules'), join(folder, 'package', 'node_modules'), 'dir');
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

const run = (args: readonly string[], input: string): readonly [number | null, string, string] => {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['package/bin/nexpost.mjs', ...args], {
    cwd: folder,
    input,
    encoding: 'utf8',
  });
  return [status, stdout, stderr];
};

it('finds its rooms and its texts: a game, a mail that is read, a search in a thread', () => {
  const [status, stdout, stderr] = run(['replay', 'nex', '-size=4'], 'a1,b2\n');
  expect([status, stderr]).toEqual([0, '']);
  expect(stdout).toContain('"move":"a1,b2"');
  expect(run(['read', '--help'], '')[0]).toBe(0);
  expect(run(['demo', '--data', join(folder, 'data')], '')[1]).toContain('alice (Black) won.');
});
