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

/** `check` compares the costs with test/budget.json, `write` makes them the new budget. */
export type BudgetUse = 'check' | 'write' | null;

/** Reads the variable BUDGET. A budget is of `npm test`, and of no other tier. */
export function readBudgetUse(given: string | undefined, mode: string): BudgetUse {
  if (given === undefined) return null;
  if (given !== 'check' && given !== 'write') throw new Error(`BUDGET=${given} is neither check nor write`);
  if (mode !== 'test') throw new Error(`BUDGET=${given} is for npm test, and this is the tier ${mode}`);
  return given;
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

/** What costs more than this above its budget is too dear. Runs of one tree differ by as much on machines that are busy. */
const TOLERANCE = 0.3;
/** Smaller amounts are noise in a single folder. CPU seconds. */
const NOISE_SECONDS = 2;
const HEADROOM = 1.1;
/** A file is listed in the budget from this on. CPU seconds. */
const LISTED_SECONDS = 1;
/** So many files are named for what is too dear. */
const NAMED_FILES = 5;

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);

/** The one in the middle: a file during which the machine was busy counts no more than another. */
const median = (numbers: readonly number[]): number =>
  [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;

const rounded = (seconds: number): number => Math.round(seconds * 10) / 10;

const totalOf = ({ folders }: Budget): number => sum(Object.values(folders));

const folderOf = (file: string): string => /^test\/([^/]+)\//.exec(file)?.[1] ?? 'test';

function sorted(entries: Iterable<readonly [string, number]>): Record<string, number> {
  return Object.fromEntries(
    [...entries].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1)).map(([name, seconds]) => [name, rounded(seconds)]),
  );
}

/**
 * The text of a new budget: what a run cost, and a tenth more, since runs of the same tree differ by so much. The sum may only
 * fall: a folder may cost more where others cost as much less. `error` says what grew if the sum would rise, and what did not run.
 */
export function renewBudget(costs: Budget, text: string): { readonly text: string; readonly error: string | null } {
  const before = budgetSchema.parse(JSON.parse(text));
  const { workMs, folders, files } = scaleTo(before, costs, speedByWork(before, costs));
  const absent = Object.keys(before.folders).filter(name => (before.folders[name] ?? 0) > 0 && !(name in folders));
  if (absent.length > 0)
    return { text, error: `A budget is of all tests: none ran of ${absent.map(nameIn).join(', ')}` };
  const raised = sorted(Object.entries(folders).map(([name, value]) => [name, value * HEADROOM]));
  const after: Budget = { workMs, folders: raised, files };
  const [now, allowed] = [rounded(totalOf(after)), rounded(totalOf(before))];
  if (now <= allowed) return { text: `${JSON.stringify(after, null, 2)}\n`, error: null };
  const grown = grownFiles(after, before, () => true);
  return { text, error: `The budget may only fall: it would be ${now} CPU s, and was ${allowed}${grown}` };
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
    workMs: Math.round(1e5 * median(files.map(({ work }) => work))) / 100,
    folders: sorted(folders),
    files: sorted(dear.map(({ file, tests }) => [file, tests])),
  };
}

const speedByWork = (budget: Budget, costs: Budget): number => budget.workMs / costs.workMs;

/** How much slower than by the same work a machine may seem by the loading of files. If it takes longer, the files are to blame. */
const MOST_SLOWER = 2;

/**
 * How fast this machine is, where that of the budget is 1: by the same work, or by the loading of the same files if that was slower. In a
 * slow phase a machine starts programs and loads files at half its speed, when small work hardly suffers.
 */
function findSpeed(budget: Budget, costs: Budget): number {
  const byWork = speedByWork(budget, costs);
  const byLoading = (budget.folders['loading'] ?? 0) / (costs.folders['loading'] ?? 0);
  return byLoading > 0 ? Math.min(byWork, Math.max(byLoading, byWork / MOST_SLOWER)) : byWork;
}

/** The same costs on the machine of the budget: a machine that does the same work in half the time is twice as fast. */
export function scaleTo(budget: Budget, costs: Budget, speed = findSpeed(budget, costs)): Budget {
  const scale = (seconds: Readonly<Record<string, number>>): Record<string, number> =>
    sorted(Object.entries(seconds).map(([name, value]) => [name, value * speed]));
  return { workMs: budget.workMs, folders: scale(costs.folders), files: scale(costs.files) };
}

/** What stands in a budget beside the folders of test/. */
const NAMES: Readonly<Record<string, string>> = {
  vitest: 'vitest itself',
  loading: 'loading files',
  test: 'test/*.test.ts',
};

const nameIn = (folder: string): string => NAMES[folder] ?? `test/${folder}`;

/** One line a folder, the dearest first, then the total and the dearest files. */
function describeCosts(costs: Budget): readonly string[] {
  const line = (name: string, seconds: number): string => `  ${name.padEnd(16)} ${seconds.toFixed(1).padStart(6)}`;
  const folders = Object.entries(costs.folders).map(([folder, seconds]) => line(nameIn(folder), seconds));
  const dearest = Object.entries(costs.files).sort(([, a], [, b]) => b - a);
  return [
    ...[...folders, line('total', totalOf(costs))],
    ...dearest.slice(0, NAMED_FILES).map(([file, seconds]) => `  ${file}: ${seconds.toFixed(1)}`),
    '',
  ];
}

interface Judgement {
  readonly table: readonly string[];
  /** What is too dear, one text each. */
  readonly excess: readonly string[];
  /** Why the budget cannot be read. */
  readonly error: string | null;
}

/** What a run cost in the seconds of the budget, whose file is `text`. */
export function judgeCosts(costs: Budget, text: string): Judgement {
  let budget: Budget;
  try {
    budget = budgetSchema.parse(JSON.parse(text));
  } catch (error) {
    const table = ['CPU seconds by folder:', ...describeCosts(costs)];
    return { table, excess: [], error: `test/budget.json cannot be read: ${String(error)}` };
  }
  const scaled = scaleTo(budget, costs);
  const factor = findSpeed(budget, costs).toFixed(2);
  const seconds = ({ folders }: Budget): number => folders['loading'] ?? 0;
  const yardstick = `the same work took ${costs.workMs} ms here, ${budget.workMs} ms for the budget, and the files ${seconds(costs)} s to load, ${seconds(budget)} s for the budget: times ${factor}`;
  const table = [`CPU seconds by folder (${yardstick}):`, ...describeCosts(scaled)];
  const doubt = speedByWork(budget, costs) / findSpeed(budget, costs);
  return { table, excess: findExcess(scaled, budget, doubt), error: null };
}

/**
 * What is too dear, one text each, with the files that have grown most. `costs` are scaled to the budget. `doubt`: how far the two
 * measures of the machine differ. A machine of which they tell more than one speed has others as well.
 */
export function findExcess(costs: Budget, budget: Budget, doubt = 1): readonly string[] {
  const most = 1 + TOLERANCE * doubt;
  const tell = (name: string, seconds: number, allowed: number, isIn: (file: string) => boolean): string =>
    `${name} took ${seconds.toFixed(1)} CPU s, the budget is ${allowed.toFixed(1)}${grownFiles(costs, budget, isIn)}`;
  const folders = Object.entries(costs.folders)
    .map(([folder, seconds]) => ({ folder, seconds, allowed: budget.folders[folder] ?? 0 }))
    .filter(({ seconds, allowed }) => seconds > allowed * most && seconds - allowed > NOISE_SECONDS * doubt)
    .map(({ folder, seconds, allowed }) => tell(nameIn(folder), seconds, allowed, file => folderOf(file) === folder));
  const [total, allowed] = [totalOf(costs), totalOf(budget)];
  return [...(total > allowed * most ? [tell('all tests', total, allowed, () => true)] : []), ...folders];
}

function grownFiles(costs: Budget, budget: Budget, isIn: (file: string) => boolean): string {
  const grown = Object.entries(costs.files)
    .filter(([file]) => isIn(file))
    .map(([file, seconds]) => ({ file, seconds, before: budget.files[file] ?? 0 }))
    .filter(({ seconds, before }) => seconds > before)
    .sort((a, b) => b.seconds - b.before - (a.seconds - a.before));
  const lines = grown
    .slice(0, NAMED_FILES)
    .map(({ file, seconds, before }) => `\n    ${file}: ${seconds.toFixed(1)}, was ${before.toFixed(1)}`);
  return lines.join('');
}
