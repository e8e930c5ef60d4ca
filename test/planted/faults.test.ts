// The faults of test:planted fit the code as it stands.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { faults } from './faults.ts';

const root = join(import.meta.dirname, '..', '..');

it.each(faults)('$name', ({ file, text, becomes, hints }) => {
  expect(readFileSync(join(root, file), 'utf8').split(text)).toHaveLength(2);
  expect(becomes).not.toBe(text);
  expect(hints.filter(hint => !existsSync(join(root, hint)))).toEqual([]);
});
