// How much work some code is, told without a clock: how often its blocks run, as V8 counts them.
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { build } from 'esbuild';

/** In the worker: V8 counts the blocks of what is compiled once counting has begun. All counts are added up, those of libraries too. */
const COUNTING = `
const { Session } = require('node:inspector');
const { parentPort, workerData } = require('node:worker_threads');
const session = new Session();
session.connect();
session.post('Profiler.enable');
session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
const takeWork = () => {
  let work = 0;
  session.post('Profiler.takePreciseCoverage', (_, { result }) => {
    for (const { functions } of result) for (const { ranges } of functions) for (const { count } of ranges) work += count;
  });
  return work;
};
const { cases } = require('node:vm').runInThisContext(workerData.code)(require);
const workOf = act => {
  act();
  takeWork();
  act();
  return takeWork();
};
parentPort.postMessage(Object.entries(cases).map(([name, acts]) => [name, acts.map(workOf)]));
`;

/**
 * The work of the acts that a file of this folder exports as `cases`, by kind, in block executions. Each runs once before it counts, so
 * that what is remembered for good is there. `isLong`: the file may read it as `workerData.isLong`. What the platform does within one call, as a copy of an array, counts as nothing.
 */
export async function measureWork(file: string, isLong = true): Promise<ReadonlyMap<string, readonly number[]>> {
  const { outputFiles } = await build({
    entryPoints: [join(import.meta.dirname, file)],
    ...{ bundle: true, write: false, platform: 'node', format: 'cjs', conditions: ['source'], logLevel: 'silent' },
  });
  const code = `(require => { const module = { exports: {} }; ${outputFiles[0]?.text ?? ''}; return module.exports; })`;
  const worker = new Worker(COUNTING, { eval: true, workerData: { code, isLong } });
  try {
    return await new Promise((resolve, reject) => {
      worker.on('message', (work: readonly (readonly [string, readonly number[]])[]) => resolve(new Map(work)));
      worker.on('error', reject);
    });
  } finally {
    await worker.terminate();
  }
}
