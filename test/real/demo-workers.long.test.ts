// `npm run demo:workers` in a short form.
// Six processes over a database, a club that plays, a worker that is killed.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '..', '..');

it('plays with a worker killed in the middle, loses nothing, doubles nothing, and ends by itself', async () => {
  const compile = ['node_modules/typescript/bin/tsc', '-p', 'config/tools/tsconfig.bench.json'];
  execFileSync(process.execPath, compile, { cwd: root, stdio: 'inherit' });
  const demo = spawn(process.execPath, ['dist/bench/demo-workers.js', '--players', '3', '--pace', '0.1'], {
    ...{ cwd: root, stdio: ['ignore', 'pipe', 'ignore'] },
  });
  let shown = '';
  demo.stdout.setEncoding('utf8').on('data', (text: string) => (shown += text));
  const [code] = (await once(demo, 'close')) as [number];
  expect(shown).toMatch(/kill -9 \d+: worker 1 is dead/);
  expect(shown).toMatch(/mails sent by players (\d+), answered \1; mails received \d+; lost 0, doubled 0/);
  expect(shown).toContain('boards played to the end: 6 of 6');
  expect(shown).toContain('Nothing was lost, and nothing was done twice.');
  expect(code).toBe(0);
}, 240_000);
