// Runs before each test file: measures the CPU time of the file, for the report.
import { afterAll, beforeAll } from 'vitest';
import { cpuSeconds, timeWork } from './cpu.ts';

declare module 'vitest' {
  interface TaskMeta {
    /** CPU seconds of a test file: to load it, to run its tests, and to do the work of `timeWork` after them. */
    cpu?: { readonly loading: number; readonly tests: number; readonly work: number };
  }
}

const start = cpuSeconds();
let loaded = start;

beforeAll(() => {
  loaded = cpuSeconds();
});

afterAll(({}, suite) => {
  const end = cpuSeconds();
  suite.meta.cpu = { loading: loaded - start, tests: end - loaded, work: timeWork() };
});
