// Sentences of our own in four languages, many of them with the names of cells: none of them does anything.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { deedsOf } from './prose.ts';

const folder = join(import.meta.dirname, 'prose');
const languages = readdirSync(folder).map(name => ({
  name,
  lines: readFileSync(join(folder, name), 'utf8').trimEnd().split('\n'),
}));

it('are four hundred, all different', () => {
  const all = languages.flatMap(({ lines }) => lines);
  expect(all.length).toBeGreaterThanOrEqual(400);
  expect(new Set(all).size).toBe(all.length);
});

it.each(languages)('in $name do nothing', ({ lines }) => {
  expect(lines.flatMap(line => deedsOf(line).map(deed => `${deed}: ${line}`))).toEqual([]);
});
