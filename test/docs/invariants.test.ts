// Checks that docs/invariants.md names, for every promise, tests that exist.
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { pageText, root } from './pages.ts';

const rows = [...pageText('docs/invariants.md').matchAll(/^\| (?!promise)([^|]+) \| ([^|]+) \|$/gm)].map(
  ([, promise = '', tests = '']) => ({
    promise,
    tests: [...tests.matchAll(/`([^`]+)`/g)].map(([, path = '']) => path),
  }),
);

/** A folder is named with a slash at its end, a file without one. */
const isThere = (path: string): boolean =>
  existsSync(join(root, path)) && statSync(join(root, path)).isDirectory() === path.endsWith('/');

it('docs/invariants.md names tests that exist', () => {
  expect(rows.length).toBeGreaterThan(30);
  const named = rows.flatMap(({ tests }) => tests);
  expect(named.filter(path => !path.startsWith('test/') || !isThere(path))).toEqual([]);
  expect(rows.filter(({ tests }) => tests.length === 0)).toEqual([]);
});
