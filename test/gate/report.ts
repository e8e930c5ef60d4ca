// Reports a test run: the seed, what failed and how to repeat it, CPU seconds by folder, and the closing line.
import { readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Reporter, TestCase, TestModule, TestSuite, Vitest } from 'vitest/node';
import { type BudgetUse, type FileCost, judgeCosts, renewBudget, sumCosts } from './budget.ts';
import { ownSeconds } from './cpu.ts';
import { findExcuse, findStrangers, type Quarantined } from './quarantine.ts';
import type { Seed } from './seed.ts';

const root = join(import.meta.dirname, '..', '..');
const BUDGET_FILE = join(root, 'test', 'budget.json');
/** .ci/run looks for this line, and repeats what comes after it at its end. */
const FAILURES = 'What failed:';

export interface ReportOptions {
  readonly seed: Seed;
  /** The tier, as `vitest --mode` names it. */
  readonly mode: string;
  readonly budget: BudgetUse;
  readonly quarantine: readonly Quarantined[];
  /** Today, as 2026-11-25. */
  readonly today: string;
}

interface Failure {
  /** Null: it happened outside of all tests. */
  readonly file: string | null;
  /** The full name of a test or a suite; null: the whole file failed. */
  readonly name: string | null;
  /** A test, and not a suite that could not be set up: only a test is excused. */
  readonly isTest: boolean;
  readonly errors: readonly string[];
}

const print = (line = ''): void => {
  process.stdout.write(`${line}\n`);
};

export default class Report implements Reporter {
  readonly #options: ReportOptions;
  readonly #start = ownSeconds();
  #vitest: Vitest | null = null;

  constructor(options: ReportOptions) {
    this.#options = options;
  }

  onInit(vitest: Vitest): void {
    this.#vitest = vitest;
    const { value, source } = this.#options.seed;
    print(`Seed ${value} (${source}). SEED=${value} repeats this run.`);
  }

  onTestRunEnd(modules: readonly TestModule[], errors: readonly { readonly message: string; stack?: string }[]): void {
    const tests = modules.flatMap(module => [...module.children.allTests()]);
    const inState = (state: string): readonly TestCase[] => tests.filter(test => test.result().state === state);
    const all = [...modules.flatMap(failuresIn), ...errors.map(outsideOfTests)];
    const excused = all.filter(failure => this.#excuse(failure) !== null);
    const failed = all.filter(failure => this.#excuse(failure) === null);
    const isPart = this.#vitest?.getGlobalTestNamePattern() !== undefined;
    const others = [
      ...(isPart ? [] : this.#findStrangers(tests)),
      ...this.#judgeCosts(modules, failed.length === 0 && !isPart),
    ];
    const failures = failed.length + others.length;
    const passed = inState('passed').length;
    const skipped = tests.length - passed - inState('failed').length;
    process.on('exit', () => {
      // Vitest fails the run for a test in quarantine, and knows no budget.
      if (failures > 0) process.exitCode = 1;
      else if (excused.length > 0 && process.exitCode === 1) process.exitCode = 0;
      if (failures > 0) this.#printFailures(failed, others);
      this.#printQuarantine(excused);
      // With -t they are all those that were not asked for.
      if (!isPart) for (const test of inState('skipped')) print(`Skipped: ${fileOf(test.module)} > ${nameOf(test)}`);
      print(`${passed} passed, ${failures} failed, ${skipped + excused.length} skipped`);
    });
  }

  #excuse({ file, name, isTest }: Failure): Quarantined | null {
    const { quarantine, today } = this.#options;
    return file === null || name === null || !isTest ? null : findExcuse(quarantine, { file, test: name, today });
  }

  #findStrangers(tests: readonly TestCase[]): readonly string[] {
    const known = tests.map(test => ({ file: fileOf(test.module), test: nameOf(test) }));
    return findStrangers(this.#options.quarantine, known).map(
      ({ file, test }) => `test/quarantine.json lists what is no test: ${file} > ${test}`,
    );
  }

  #printQuarantine(excused: readonly Failure[]): void {
    const { length } = this.#options.quarantine;
    if (length > 0) print(`In quarantine: ${length}, of which ${excused.length} failed.`);
    for (const failure of excused)
      print(`In quarantine since ${this.#excuse(failure)?.since ?? ''}, and failed: ${nameFailure(failure)}`);
  }

  #printFailures(failed: readonly Failure[], others: readonly string[]): void {
    print(`\n${FAILURES}`);
    for (const failure of failed) {
      print(`\n* ${nameFailure(failure)}`);
      for (const error of failure.errors) print(error.replaceAll(/^/gm, '    '));
      print(`  Repeat it: ${this.#commandFor(failure)}`);
    }
    for (const other of others) print(`\n* ${other}`);
    print(`\nThe seed was ${this.#options.seed.value}.\n`);
  }

  #commandFor({ file, name }: Failure): string {
    const pattern = name === null ? '' : ` -t '${name.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll("'", '.')}'`;
    const { seed, mode } = this.#options;
    return `SEED=${seed.value} npx vitest run --mode ${mode}${file === null ? '' : ` ${file}`}${pattern}`;
  }

  /** Prints what the run cost, and returns what is over the budget. `isWhole`: all tests ran, and none failed. */
  #judgeCosts(modules: readonly TestModule[], isWhole: boolean): readonly string[] {
    const files = modules.flatMap(costOf);
    const { budget } = this.#options;
    if (files.length < 2) return budget === null ? [] : [`BUDGET=${budget} needs what the tests cost: none say it`];
    const costs = sumCosts(files, ownSeconds() - this.#start);
    const before = readFileSync(BUDGET_FILE, 'utf8');
    const { table, excess, error } = judgeCosts(costs, before);
    for (const line of table) print(line);
    if (budget !== 'write') return [...(error === null ? [] : [error]), ...(budget === 'check' ? excess : [])];
    if (!isWhole) return ['The budget stays as it was: not all tests passed'];
    const renewed = renewBudget(costs, before);
    writeFileSync(BUDGET_FILE, renewed.text);
    return renewed.error === null ? [] : [renewed.error];
  }
}

/** As `vitest -t` reads it: the names of the suites and of the test, with blanks between. */
function nameOf(entity: TestCase | TestSuite): string {
  const { parent } = entity;
  return parent.type === 'module' ? entity.name : `${nameOf(parent)} ${entity.name}`;
}

const nameFailure = ({ file, name }: Failure): string =>
  [file ?? 'outside of all tests', ...(name === null ? [] : [name])].join(' > ');

const fileOf = (module: TestModule): string => relative(root, module.moduleId);

const textOf = ({ message, stack = '', diff = '' }: { message: string; stack?: string; diff?: string }): string =>
  [message, diff, ...stack.split('\n').filter(line => /^ +at .*\/(?:test|src|games)\//.test(line))]
    .filter(part => part !== '')
    .join('\n');

function failuresIn(module: TestModule): readonly Failure[] {
  const file = fileOf(module);
  const tests = [...module.children.allTests('failed')].map(test => ({
    ...{ file, name: nameOf(test), isTest: true },
    errors: (test.result().errors ?? []).map(textOf),
  }));
  const suites = [...module.children.allSuites()].flatMap(suite =>
    suite.errors().length === 0
      ? []
      : [{ file, name: nameOf(suite), isTest: false, errors: suite.errors().map(textOf) }],
  );
  // A file that cannot be loaded holds no tests, and is a failure all the same.
  const whole =
    module.errors().length === 0 ? [] : [{ file, name: null, isTest: false, errors: module.errors().map(textOf) }];
  return [...whole, ...suites, ...tests];
}

/** An unhandled rejection, or a worker that died. */
const outsideOfTests = ({ message, stack }: { readonly message: string; readonly stack?: string }): Failure => ({
  ...{ file: null, name: null, isTest: false },
  errors: [stack ?? message],
});

function costOf(module: TestModule): readonly FileCost[] {
  const { cpu } = module.meta();
  return cpu === undefined ? [] : [{ file: fileOf(module), ...cpu }];
}
