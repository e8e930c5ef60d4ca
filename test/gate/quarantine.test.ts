// The quarantine excuses a test for seven days, and holds three at most.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { findExcuse, findStrangers, parseQuarantine } from './quarantine.ts';

const root = join(import.meta.dirname, '..', '..');
const TODAY = '2026-11-25';

const ENTRY = { file: 'test/a.test.ts', test: 'works', since: '2026-11-25', known: 'failed once under load' };
const failed = { file: ENTRY.file, test: ENTRY.test };

it.each([
  ['2026-11-25', true],
  ['2026-12-01', true],
  ['2026-12-02', false],
])('on %s a test put there on 25 November is excused: %s', (today, isExcused) => {
  expect(findExcuse([ENTRY], { ...failed, today }) !== null).toBe(isExcused);
});

it('excuses no other test', () => {
  expect(findExcuse([ENTRY], { ...failed, test: 'works twice', today: '2026-11-25' })).toBeNull();
  expect(findExcuse([ENTRY], { ...failed, file: 'test/b.test.ts', today: '2026-11-25' })).toBeNull();
});

it.each([
  ['more than three', [ENTRY, ENTRY, ENTRY, ENTRY]],
  ['one without a date', [{ ...ENTRY, since: 'yesterday' }]],
  ['one from tomorrow', [{ ...ENTRY, since: '2026-11-26' }]],
  ['one of which nothing is known', [{ ...ENTRY, known: '' }]],
])('is refused with %s', (_, entries) => {
  expect(() => parseQuarantine(JSON.stringify(entries), TODAY)).toThrow();
});

it('holds up to three', () => {
  expect(parseQuarantine(JSON.stringify([ENTRY, ENTRY, ENTRY]), TODAY)).toHaveLength(3);
});

it('names tests that are there', () => {
  const other = { file: ENTRY.file, test: 'fails' };
  expect(findStrangers([ENTRY], [failed, other])).toEqual([]);
  expect(findStrangers([ENTRY], [other])).toEqual([ENTRY]);
  // Its file did not run.
  expect(findStrangers([ENTRY], [{ ...failed, file: 'test/b.test.ts' }])).toEqual([]);
  const list = JSON.parse(readFileSync(join(root, 'test', 'quarantine.json'), 'utf8')) as (typeof ENTRY)[];
  expect(list.filter(({ file }) => !existsSync(join(root, file)))).toEqual([]);
});
