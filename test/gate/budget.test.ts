// The budget of the tests: what is too dear is named with its files, whatever the speed of the machine.
import { expect, it } from 'vitest';
import { type Budget, describeCosts, findExcess, scaleTo, sumCosts } from './budget.ts';

const file = (name: string, tests: number, work = 0.002) => ({ file: name, loading: 0.5, tests, work });

const BUDGET: Budget = {
  workMs: 2,
  folders: { core: 40, games: 20, loading: 5, vitest: 10 },
  files: { 'test/core/ear.test.ts': 10, 'test/core/sessions.test.ts': 12 },
};

it('sums what files took by folder', () => {
  const costs = sumCosts(
    [file('test/core/a.test.ts', 3), file('test/core/b/c.test.ts', 0.5), file('test/tidy.test.ts', 2)],
    7,
  );
  expect(costs).toEqual({
    workMs: 2,
    folders: { vitest: 7, core: 3.5, test: 2, loading: 1.5 },
    files: { 'test/core/a.test.ts': 3, 'test/tidy.test.ts': 2 },
  });
  expect(describeCosts(costs).at(-1)).toMatch(/total +14\.0$/);
});

it('allows five in a hundred more, and names the files that have grown most beyond that', () => {
  expect(findExcess(BUDGET, BUDGET)).toEqual([]);
  expect(findExcess({ ...BUDGET, folders: { ...BUDGET.folders, core: 41.9 } }, BUDGET)).toEqual([]);
  const files = { 'test/core/sessions.test.ts': 12.5, 'test/core/ear.test.ts': 14, 'test/core/new.test.ts': 2 };
  expect(findExcess({ ...BUDGET, folders: { ...BUDGET.folders, core: 46 }, files }, BUDGET)).toEqual([
    'all tests took 81.0 CPU s, the budget is 75.0',
    [
      'test/core took 46.0 CPU s, the budget is 40.0',
      'test/core/ear.test.ts: 14.0, was 10.0',
      'test/core/new.test.ts: 2.0, was 0.0',
      'test/core/sessions.test.ts: 12.5, was 12.0',
    ].join('\n    '),
  ]);
});

it('reckons with a machine that is slower', () => {
  const slow = { workMs: 4, folders: { core: 80, games: 40, loading: 10, vitest: 20 }, files: {} };
  expect(findExcess(scaleTo(BUDGET, slow), BUDGET)).toEqual([]);
  expect(findExcess(scaleTo(BUDGET, { ...slow, workMs: 2 }), BUDGET)).toHaveLength(5);
});
