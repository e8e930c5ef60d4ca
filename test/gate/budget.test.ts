// The budget of the tests: what is too dear is named with its files, whatever the speed of the machine.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { type Budget, findExcess, judgeCosts, readBudgetUse, renewBudget, scaleTo, sumCosts } from './budget.ts';

const file = (name: string, tests: number, work = 0.002) => ({ file: name, loading: 0.5, tests, work });

const BUDGET: Budget = {
  workMs: 2,
  folders: { core: 40, games: 20, loading: 5, vitest: 10 },
  files: { 'test/core/ear.test.ts': 10, 'test/core/sessions.test.ts': 12 },
};

it('sums what files took by folder', () => {
  const costs = sumCosts(
    // During one of them the machine was busy.
    [file('test/core/a.test.ts', 3), file('test/core/b/c.test.ts', 0.5), file('test/tidy.test.ts', 2, 0.02)],
    7,
  );
  expect(costs).toEqual({
    workMs: 2,
    folders: { vitest: 7, core: 3.5, test: 2, loading: 1.5 },
    files: { 'test/core/a.test.ts': 3, 'test/tidy.test.ts': 2 },
  });
});

it('allows three tenths more, and names the files that have grown most beyond that', () => {
  expect(findExcess(BUDGET, BUDGET)).toEqual([]);
  expect(findExcess({ ...BUDGET, folders: { ...BUDGET.folders, core: 51.9, games: 25.9 } }, BUDGET)).toEqual([]);
  const files = { 'test/core/sessions.test.ts': 12.5, 'test/core/ear.test.ts': 24, 'test/core/new.test.ts': 2 };
  const named = [
    'test/core/ear.test.ts: 24.0, was 10.0',
    'test/core/new.test.ts: 2.0, was 0.0',
    'test/core/sessions.test.ts: 12.5, was 12.0',
  ];
  expect(findExcess({ ...BUDGET, folders: { ...BUDGET.folders, core: 63 }, files }, BUDGET)).toEqual([
    ['all tests took 98.0 CPU s, the budget is 75.0', ...named].join('\n    '),
    ['test/core took 63.0 CPU s, the budget is 40.0', ...named].join('\n    '),
  ]);
  expect(findExcess({ ...BUDGET, folders: { ...BUDGET.folders, loading: 8 } }, BUDGET)).toEqual([
    'loading files took 8.0 CPU s, the budget is 5.0',
  ]);
});

it('reckons with a machine that is slower', () => {
  const slow = { workMs: 4, folders: { core: 80, games: 40, loading: 10, vitest: 20 }, files: {} };
  expect(findExcess(scaleTo(BUDGET, slow), BUDGET)).toEqual([]);
  expect(
    findExcess(scaleTo(BUDGET, { ...slow, workMs: 2, folders: { ...slow.folders, loading: 5 } }), BUDGET),
  ).toHaveLength(4);
});

it('reckons with a machine that loads the files at half its speed', () => {
  const folders = { core: 80, games: 20, loading: 9, vitest: 10 };
  expect(findExcess(scaleTo(BUDGET, { workMs: 2, folders, files: {} }), BUDGET)).toEqual([]);
  // Where the two measures tell 1 and 0.5, six tenths more are allowed.
  const judge = (core: number): readonly string[] =>
    judgeCosts({ workMs: 2, folders: { ...folders, loading: 10, core }, files: {} }, JSON.stringify(BUDGET)).excess;
  expect([judge(127), judge(129)]).toEqual([[], ['test/core took 64.5 CPU s, the budget is 40.0']]);
  // What loads more than twice as long by the same work is not the machine.
  expect(findExcess(scaleTo(BUDGET, { workMs: 2, folders: { ...folders, loading: 15 }, files: {} }), BUDGET)).toEqual([
    'loading files took 7.5 CPU s, the budget is 5.0',
  ]);
});

it('is written with a tenth more, and its sum may only fall', () => {
  const text = JSON.stringify(BUDGET);
  const cheaper = { ...BUDGET, workMs: 4, folders: { core: 60, games: 44, loading: 10, vitest: 20 } };
  expect(renewBudget(cheaper, text)).toEqual({ error: null, text: expect.stringContaining('"games": 24.2') as string });
  const dearer = { ...BUDGET, files: { 'test/core/ear.test.ts': 13 } };
  expect(renewBudget(dearer, text)).toEqual({
    ...{
      text,
      error: expect.stringMatching(/^The budget may only fall: it would be 82\.5 CPU s, and was 75\n.*ear/) as string,
    },
  });
});

it('is not written after a part of the tests', () => {
  const text = JSON.stringify(BUDGET);
  expect(renewBudget({ ...BUDGET, folders: { core: 30, loading: 3, vitest: 5 } }, text)).toEqual({
    ...{ text, error: 'A budget is of all tests: none ran of test/games' },
  });
});

it('prints a table in the seconds of the budget, and how it came by them', () => {
  const slow = {
    workMs: 4,
    folders: { core: 80, games: 40, loading: 10, vitest: 30, test: 2 },
    files: { 'test/core/ear.test.ts': 10 },
  };
  expect(judgeCosts(slow, JSON.stringify(BUDGET))).toEqual({
    table: [
      'CPU seconds by folder (the same work took 4 ms here, 2 ms for the budget, and the files 10 s to load, 5 s for the budget: times 0.50):',
      '  test/core          40.0',
      '  test/games         20.0',
      '  vitest itself      15.0',
      '  loading files       5.0',
      '  test/*.test.ts      1.0',
      '  total              81.0',
      '  test/core/ear.test.ts: 5.0',
      '',
    ],
    excess: ['vitest itself took 15.0 CPU s, the budget is 10.0'],
    error: null,
  });
});

it('says that the budget cannot be read, with the costs as they are', () => {
  for (const text of ['{', '{}', JSON.stringify({ ...BUDGET, workMs: '2' })]) {
    const { table, excess, error } = judgeCosts(BUDGET, text);
    expect(excess).toEqual([]);
    expect(table).toContain('  total              75.0');
    expect(error).toContain('test/budget.json cannot be read: ');
  }
});

it('is checked or written where BUDGET says so, and for npm test alone', () => {
  expect([undefined, 'check', 'write'].map(given => readBudgetUse(given, 'test'))).toEqual([null, 'check', 'write']);
  expect(readBudgetUse(undefined, 'unit')).toBeNull();
  expect(() => readBudgetUse('chekc', 'test')).toThrow('BUDGET=chekc is neither check nor write');
  expect(() => readBudgetUse('write', 'unit')).toThrow('is for npm test');
});

/** CPU seconds of `npm test` in the budget. Write a lower figure here when the sum falls. */
const MOST_IN_BUDGET = 277.4;

it('allows no more in all than it once did', () => {
  const { folders } = JSON.parse(readFileSync(new URL('../budget.json', import.meta.url), 'utf8')) as Budget;
  expect(Object.values(folders).reduce((sum, seconds) => sum + seconds, 0)).toBeLessThan(MOST_IN_BUDGET + 0.05);
});
