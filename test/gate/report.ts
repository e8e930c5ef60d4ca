// Reports a test run: the seed, what failed and how to repeat it, CPU seconds by folder, and the closing line.
import { readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Reporter, TestCase, TestModule, TestSuite } from 'vitest/node';
import { describeCosts, type FileCost, findExcess, makeBudget, parseBudget, scaleTo, sumCosts } from './budget.ts';
import { ownSeconds } from './cpu.ts';
import { findExcuse, type Quarantined } from './quarantine.ts';
import type { Seed } from './seed.ts';

const root = join(import.meta.dirname, '..', '..');
const BUDGET_FILE = join(root, 'test', 'budget.json');
/** .ci/run looks for this line, and repeats what comes after it at its end. */
const FAILURES = 'What failed:';

export interface ReportOptions {
  readonly seed: Seed;
  /** The tier, as `vitest --mode` names it. */
  readonly mode: string;
  /** `check` compares the costs with test/budget.json, `write` makes them the new budget. */
  readonly budget: string | undefined;
  readonly quarantine: readonly Quarantined[];
  /** Today, as 2026-11-25. */
  readonly today: string;
}

interface Failure {
  readonly file: string;
  /** Null if the whole file failed. */
  readonly test: string | null;
  readonly errors: readonly string[];
}

const print = (line = ''): void => {
  process.stdout.write(`${line}\n`);
};

export default class Report implements Reporter {
  readonly #options: ReportOptions;
  readonly #start = ownSeconds();

  constructor(options: ReportOptions) {
    this.#options = options;
  }

  onInit(): void {
    const { value, source } = this.#options.seed;
    print(`Seed ${value} (${source}). SEED=${value} repeats this run.`);
  }

  onTestRunEnd(modules: readonly TestModule[], errors: readonly { readonly message: string; stack?: string }[]): void {
    const { passed, skipped } = countTests(modules);
    const all = [
      ...modules.flatMap(failuresIn),
      ...errors.map(({ message, stack }) => ({ file: 'outside of all tests', test: null, errors: [stack ?? message] })),
    ];
    const excused = all.filter(failure => this.#excuse(failure) !== null);
    const failed = all.filter(failure => this.#excuse(failure) === null);
    const overBudget = this.#judgeCosts(modules);
    const failures = failed.length + overBudget.length;
    process.on('exit', () => {
      // Vitest fails the run for a test in quarantine, and knows no budget.
      if (failures > 0) process.exitCode = 1;
      else if (excused.length > 0 && process.exitCode === 1) process.exitCode = 0;
      if (failures > 0) this.#printFailures(failed, overBudget);
      this.#printQuarantine(excused);
      print(`${passed} passed, ${failures} failed, ${skipped + excused.length} skipped`);
    });
  }

  #excuse({ file, test }: Failure): Quarantined | null {
    const { quarantine, today } = this.#options;
    return test === null ? null : findExcuse(quarantine, { file, test, today });
  }

  #printQuarantine(excused: readonly Failure[]): void {
    const { length } = this.#options.quarantine;
    if (length > 0) print(`In quarantine: ${length}, of which ${excused.length} failed.`);
    for (const failure of excused) print(`  ${nameFailure(failure)}, since ${this.#excuse(failure)?.since ?? ''}`);
  }

  #printFailures(failed: readonly Failure[], overBudget: readonly string[]): void {
    print(`\n${FAILURES}`);
    for (const failure of failed) {
      print(`\n* ${nameFailure(failure)}`);
      for (const error of failure.errors) print(error.replaceAll(/^/gm, '    '));
      print(`  Repeat it: ${this.#commandFor(failure)}`);
    }
    for (const excess of overBudget) print(`\n* ${excess}`);
    print(`\nThe seed was ${this.#options.seed.value}.\n`);
  }

  #commandFor({ file, test }: Failure): string {
    const name = test === null ? '' : ` -t '${test.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll("'", '.')}'`;
    return `SEED=${this.#options.seed.value} npx vitest run --mode ${this.#options.mode} ${file}${name}`;
  }

  /** Prints what the run cost, and returns what is over the budget. */
  #judgeCosts(modules: readonly TestModule[]): readonly string[] {
    const files = modules.flatMap(costOf);
    if (files.length < 2) return [];
    const costs = sumCosts(files, ownSeconds() - this.#start);
    if (this.#options.budget === 'write')
      writeFileSync(
        BUDGET_FILE,
        `${JSON.stringify(makeBudget(costs), null, 2)}
`,
      );
    const budget = parseBudget(readFileSync(BUDGET_FILE, 'utf8'));
    const scaled = scaleTo(budget, costs);
    for (const line of describeCosts(costs)) print(line);
    return this.#options.budget === 'check' ? findExcess(scaled, budget) : [];
  }
}

/** As `vitest -t` reads it: the names of the suites and of the test, with blanks between. */
function nameOf(entity: TestCase | TestSuite): string {
  const { parent } = entity;
  return parent.type === 'module' ? entity.name : `${nameOf(parent)} ${entity.name}`;
}

const nameFailure = ({ file, test }: Failure): string => (test === null ? file : `${file} > ${test}`);

const fileOf = (module: TestModule): string => relative(root, module.moduleId);

const textOf = ({ message, stack = '', diff = '' }: { message: string; stack?: string; diff?: string }): string =>
  [message, diff, ...stack.split('\n').filter(line => /^ +at .*\/(?:test|src|games)\//.test(line))]
    .filter(part => part !== '')
    .join('\n');

function failuresIn(module: TestModule): readonly Failure[] {
  const file = fileOf(module);
  const tests = [...module.children.allTests('failed')].map(test => ({
    file,
    test: nameOf(test),
    errors: errorsOf(test),
  }));
  const suites = [...module.children.allSuites()].flatMap(suite =>
    suite.errors().length === 0 ? [] : [{ file, test: nameOf(suite), errors: suite.errors().map(textOf) }],
  );
  // A file that cannot be loaded holds no tests, and is a failure all the same.
  const whole = module.errors().length === 0 ? [] : [{ file, test: null, errors: module.errors().map(textOf) }];
  return [...whole, ...suites, ...tests];
}

const errorsOf = (test: TestCase): readonly string[] => (test.result().errors ?? []).map(textOf);

function countTests(modules: readonly TestModule[]): { readonly passed: number; readonly skipped: number } {
  const states = modules.flatMap(module => [...module.children.allTests()].map(test => test.result().state));
  const passed = states.filter(state => state === 'passed').length;
  const failed = states.filter(state => state === 'failed').length;
  return { passed, skipped: states.length - passed - failed };
}

function costOf(module: TestModule): readonly FileCost[] {
  const { cpu } = module.meta();
  return cpu === undefined ? [] : [{ file: fileOf(module), ...cpu }];
}
