// The tiers of the tests, each a mode: `vitest run --mode unit` (CONTRIBUTING.md).
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { readBudgetUse } from './test/gate/budget.ts';
import { parseQuarantine } from './test/gate/quarantine.ts';
import Report from './test/gate/report.ts';
import { chooseSeed } from './test/gate/seed.ts';

const ALL = 'test/**/*.test.ts';
const LONG = 'test/**/*.long.test.ts';
const REAL = 'test/real/**/*.test.ts';
/** What needs sockets, processes, threads, files or real time. */
const PLATFORM = [
  'test/{adapters,cli,e2e,gate,trial}/**/*.test.ts',
  'test/tidy.test.ts',
  'test/ratchet.test.ts',
  'test/docs/examples.test.ts',
  'test/work/**/*.test.ts',
];

/** What the versions of Node differ in. The gate runs these files on the newest one too, and `test:long` all of the platform. */
const NEWEST = [
  'test/adapters/imap/mailbox.test.ts', // sockets and TLS: imapflow
  'test/adapters/smtp/sender.test.ts', // sockets and TLS: nodemailer
  'test/adapters/mime/thread.test.ts', // worker threads that are ended
  'test/adapters/store/store.test.ts', // files, with a native module
  'test/adapters/web/pages.test.ts', // HTTP
  'test/adapters/workers/engines.test.ts', // worker threads with WebAssembly
  'test/adapters/workers/raster.test.ts', // a worker thread with a native module
  'test/e2e/serve.sampled.test.ts', // the program: its start, its signals, its end
];

interface Tier {
  readonly include: readonly string[];
  readonly exclude: readonly string[];
}

const tiers: Readonly<Record<string, Tier>> = {
  unit: { include: [ALL], exclude: [LONG, REAL, ...PLATFORM] },
  platform: { include: PLATFORM, exclude: [LONG] },
  newest: { include: NEWEST, exclude: [] },
  test: { include: [ALL], exclude: [LONG, REAL] },
  real: { include: [REAL], exclude: [LONG] },
  // All of what the tiers above take samples of, with fresh seeds.
  long: { include: ['test/**/*.{long,sampled}.test.ts'], exclude: [REAL] },
  'real-long': { include: [REAL], exclude: [] },
};

export default defineConfig(({ mode }) => {
  const tier = tiers[mode];
  if (tier === undefined) throw new Error(`there is no tier ${mode}; there are ${Object.keys(tiers).join(', ')}`);
  const absent = tier.include.filter(file => !file.includes('*') && !existsSync(join(import.meta.dirname, file)));
  if (absent.length > 0) throw new Error(`the tier ${mode} names files that are not there: ${absent.join(', ')}`);
  const isLong = mode.endsWith('long');
  const isReal = mode.startsWith('real');
  const seed = chooseSeed(import.meta.dirname, { given: process.env['SEED'], isFresh: isLong });
  const today = new Date().toISOString().slice(0, 10);
  const quarantine = readFileSync(join(import.meta.dirname, 'test', 'quarantine.json'), 'utf8');
  const report = new Report({
    ...{ seed, mode, today },
    budget: readBudgetUse(process.env['BUDGET'], mode),
    quarantine: parseQuarantine(quarantine, today),
  });
  return {
    // `#room/…` is the source, as for the compiler: package.json, imports.
    ssr: { resolve: { conditions: ['source'] } },
    test: {
      include: [...tier.include],
      exclude: [...tier.exclude],
      provide: { isLong, seed: seed.value },
      globalSetup: ['test/build.ts', 'test/gate/scratch-folder.ts', ...(isReal ? ['test/real/start-chromium.ts'] : [])],
      setupFiles: ['test/gate/setup.ts'],
      // What one test file has loaded the next one of the same worker finds loaded: no test leaves anything behind in a module.
      isolate: mode === 'real-long',
      fileParallelism: mode !== 'real-long',
      reporters: ['default', report],
      // Each worker loads the whole program, and starts a Postgres of its own: a third one on two cores costs more than it does.
      maxWorkers: 2,
      // Much of what tests make is garbage at once.
      execArgv: ['--max-semi-space-size=64'],
      // One time for all tests, far longer than any of them takes: it is there for a test that hangs.
      testTimeout: isLong ? 1_800_000 : 900_000,
      hookTimeout: isLong ? 1_800_000 : 900_000,
    },
  };
});
