// The rules of config/tools/house-rules.mjs: a planted file breaks each of them, and gets a line for each.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';

const program = join(import.meta.dirname, '..', '..', 'config', 'tools', 'house-rules.mjs');

function check(files: Readonly<Record<string, string>>): { readonly status: number | null; readonly found: string } {
  const root = mkdtempSync(join(tmpdir(), 'rules-'));
  const compiler = '{ "compilerOptions": { "strict": true, "types": [], "target": "ES2023" }, "include": ["**/*.ts"] }';
  const all = { 'tsconfig.json': compiler, 'src/browser/tsconfig.json': compiler, 'src/browser/a.ts': '', ...files };
  for (const [name, content] of Object.entries(all)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), content);
  }
  const { status, stdout } = spawnSync(process.execPath, [program, root], { encoding: 'utf8' });
  return { status, found: stdout };
}

const IMPURE = `export class Seat {}
export const later = async () => 1;
export function fail() { throw new Error('x'); }
export function now() { try { return new Date(); } catch { return new Date(0); } }
`;
const OPEN = `export const read = (map: Record<string, number>, key: string) => map[key];
export const ask = (map: Record<string, number>, key: string) => (Object.hasOwn(map, key) ? map[key] : 0);
export const known = (map: Record<string, number>, key: 'a' | 'b') => map[key];
export const set = (map: Record<string, number>, key: string) => (map[key] = 1);
`;
const HASTY = `export const timers = () => import('node:timers');
export const today = () => [new Date(), new Date(0)];
`;

it('names each fault, with file and line', () => {
  const { status, found } = check({
    'src/core/seat.ts': IMPURE,
    'src/mime/read.ts': 'export function read() { try { return 1; } catch { throw new Error(); } }\n',
    'src/service/open.ts': OPEN,
    'test/hasty.test.ts': HASTY,
    'test/hasty.long.test.ts': HASTY,
    // It may wait, since only a test of the long run uses it, and a test of the gate beside it may not.
    'test/real/screen.ts': HASTY,
    'test/real/programs.test.ts': HASTY,
    'src/browser/open.ts': OPEN,
  });
  expect(found.split('\n')).toEqual([
    'src/core/seat.ts:1 Records of functions, no classes.',
    'src/core/seat.ts:2 The core is synchronous.',
    "src/core/seat.ts:3 A player's fault is a value; a bug goes through games/kit/assert.ts.",
    'src/core/seat.ts:4 Nothing throws here, so nothing is caught here.',
    'src/core/seat.ts:4 Time is an argument.',
    "src/mime/read.ts:1 A player's fault is a value; a bug goes through games/kit/assert.ts.",
    expect.stringMatching(/^src\/service\/open\.ts:1 Any string can be the key/),
    'test/hasty.test.ts:1 The gate waits for an event: a promise, a log line, a file (test/changes-in.ts).',
    'test/hasty.test.ts:2 The gate takes its chance from test/seeds.ts.',
    'test/real/programs.test.ts:1 The gate waits for an event: a promise, a log line, a file (test/changes-in.ts).',
    'test/real/programs.test.ts:2 The gate takes its chance from test/seeds.ts.',
    expect.stringMatching(/^src\/browser\/open\.ts:1 Any string can be the key/),
    '',
  ]);
  expect(status).toBe(1);
});
