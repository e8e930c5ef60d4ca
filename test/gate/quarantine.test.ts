// The quarantine excuses a test for seven days, and holds three at most.
import { expect, it } from 'vitest';
import { findExcuse, parseQuarantine } from './quarantine.ts';

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
  ['one of which nothing is known', [{ ...ENTRY, known: '' }]],
])('is refused with %s', (_, entries) => {
  expect(() => parseQuarantine(JSON.stringify(entries))).toThrow();
});

it('holds up to three', () => {
  expect(parseQuarantine(JSON.stringify([ENTRY, ENTRY, ENTRY]))).toHaveLength(3);
});
