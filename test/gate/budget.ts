// What the tests cost in CPU seconds, folder by folder, compared with test/budget.json.
import { z } from 'zod';

export interface FileCost {
  readonly file: string;
  /** CPU seconds to load the file and what it imports. */
  readonly loading: number;
  /** CPU seconds of its tests. */
  readonly tests: number;
  /** CPU seconds of the work of `timeWork` (cpu.ts), done after the tests. */
  readonly work: number;
}

const perName = z.record(z.string(), z.number().nonnegative());

const budgetSchema = z.strictObject({
  /** CPU milliseconds of `timeWork` on the machine where the budget was written. */
  workMs: z.number().positive(),
  /** CPU seconds of each folder of test/, of loading files (`loading`) and of vitest itself (`vitest`). */
  folders: perName,
  /** CPU seconds of each file that takes more than one. */
  files: perName,
});

export type Budget = z.infer<typeof budgetSchema>;

/** A folder that costs more than this above its budget is too dear. */
const TOLERANCE = 0.05;
/** Smaller amounts are noise in a single folder. CPU seconds. */
const NOISE_SECONDS = 2;
const HEADROOM = 1.1;
/** A file is listed in the budget from this on. CPU seconds. */
const LISTED_SECONDS = 1;
/** So many files are named for a folder that is too dear. */
const NAMED_FILES = 5;

export const parseBudget = (text: string): Budget => budgetSchema.parse(JSON.parse(text));

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);

const rounded = (seconds: number): number => Math.round(seconds * 10) / 10;

const totalOf = ({ folders }: Budget): number => sum(Object.values(folders));

const folderOf = (file: string): string => /^test\/([^/]+)\//.exec(file)?.[1] ?? 'test';

function sorted(entries: Iterable<readonly [string, number]>): Record<string, number> {
  return Object.fromEntries(
    [...entries].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1)).map(([name, seconds]) => [name, rounded(seconds)]),
  );
}

/** A new budget: what a run cost, and a tenth more, since runs of the same tree differ by so much. */
export function makeBudget({ workMs, folders, files }: Budget): Budget {
  const raise = (seconds: Readonly<Record<string, number>>): Record<string, number> =>
    sorted(Object.entries(seconds).map(([name, value]) => [name, value * HEADROOM]));
  return { workMs, folders: raise(folders), files };
}

/** What a run cost. `vitest` is what the process used that loads, transforms and reports. */
export function sumCosts(files: readonly FileCost[], vitest: number): Budget {
  const folders = new Map([
    ['vitest', vitest],
    ['loading', sum(files.map(({ loading }) => loading))],
  ]);
  for (const { file, tests } of files) folders.set(folderOf(file), (folders.get(folderOf(file)) ?? 0) + tests);
  const dear = files.filter(({ tests }) => tests > LISTED_SECONDS);
  return {
    workMs: Math.round((1e5 * sum(files.map(({ work }) => work))) / files.length) / 100,
    folders: sorted(folders),
    files: sorted(dear.map(({ file, tests }) => [file, tests])),
  };
}

/** The same costs on the machine of the budget: a machine that does the same work in half the time is twice as fast. */
export function scaleTo(budget: Budget, costs: Budget): Budget {
  const factor = budget.workMs / costs.workMs;
  const scale = (seconds: Readonly<Record<string, number>>): Record<string, number> =>
    sorted(Object.entries(seconds).map(([name, value]) => [name, value * factor]));
  return { workMs: budget.workMs, folders: scale(costs.folders), files: scale(costs.files) };
}

/** One line a folder, the dearest first. */
export function describeCosts(costs: Budget): readonly string[] {
  const line = ([name, seconds]: readonly [string, number]): string =>
    `  ${name.padEnd(12)} ${seconds.toFixed(1).padStart(6)}`;
  return ['CPU seconds by folder:', ...Object.entries(costs.folders).map(line), line(['total', totalOf(costs)])];
}

/** What is too dear, one text each, with the files that have grown most. `costs` are scaled to the budget. */
export function findExcess(costs: Budget, budget: Budget): readonly string[] {
  const isTooDear = (seconds: number, allowed: number): boolean => seconds > allowed * (1 + TOLERANCE);
  const folders = Object.entries(costs.folders)
    .filter(([name, seconds]) => isTooDear(seconds, budget.folders[name] ?? 0))
    .filter(([name, seconds]) => seconds - (budget.folders[name] ?? 0) > NOISE_SECONDS)
    .map(
      ([name, seconds]) => `test/${name} ${tell(seconds, budget.folders[name] ?? 0)}${filesOf(name, costs, budget)}`,
    );
  const [total, allowed] = [totalOf(costs), totalOf(budget)];
  return [...(isTooDear(total, allowed) ? [`all tests ${tell(total, allowed)}`] : []), ...folders];
}

const tell = (seconds: number, allowed: number): string =>
  `took ${seconds.toFixed(1)} CPU s, the budget is ${allowed.toFixed(1)}`;

function filesOf(folder: string, costs: Budget, budget: Budget): string {
  const grown = Object.entries(costs.files)
    .filter(([file]) => folderOf(file) === folder)
    .map(([file, seconds]) => ({ file, seconds, before: budget.files[file] ?? 0 }))
    .sort((a, b) => b.seconds - b.before - (a.seconds - a.before));
  const lines = grown
    .slice(0, NAMED_FILES)
    .map(({ file, seconds, before }) => `\n    ${file}: ${seconds.toFixed(1)}, was ${before.toFixed(1)}`);
  return lines.join('');
}
