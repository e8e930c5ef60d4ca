// Refusals of `nexpost demo`.
import { expect, it } from 'vitest';
import { runVerb } from './run-verb.ts';

const STORE = 'postgres://127.0.0.1/demo';

it.each([
  [['--workers', '2'], '--workers and --store need each other: processes share a database.'],
  [['--store', STORE], '--workers and --store need each other: processes share a database.'],
  [['--workers', '1', '--store', STORE], "--workers is a whole number from 2 to 8, not '1'."],
  [['--workers', '2', '--store', './data'], '--store is no address of a database'],
  [['--pace', '-1'], '--pace is a number of seconds from 0 to 999'],
])('refuses %j', async (words, sentence) => {
  const { code, stdout, stderr } = await runVerb('demo', ...words);
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toContain(sentence);
});
