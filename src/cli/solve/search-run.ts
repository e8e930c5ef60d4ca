// Runs a search at the terminal in slices, up to its time limit.
// Between slices, signals and progress come through.
import { setImmediate as breathe } from 'node:timers/promises';
import type { Writable } from 'node:stream';
import type { AnyGame, Opaque, Solution, SolverRun } from '#games/game.ts';
import { must } from '#games/kit/assert.ts';
import { type StopSignal, stopSignal } from '../shell/stop-signal.ts';

/** Between two looks at signals. Milliseconds. */
const SLICE_MS = 250;
/** Between two lines of progress. Milliseconds. */
const PROGRESS_MS = 2000;

export interface SearchRun {
  readonly game: AnyGame;
  readonly solving: SolverRun<Opaque, Opaque>;
  readonly stderr: Writable;
  readonly began: number;
  /** When to give up; Infinity: never. */
  readonly deadline: number;
  nodes: number;
  readonly stop: StopSignal;
  told: number;
  /** What is being looked at, for the line of progress. */
  stage: string;
  readonly end: () => void;
}

/** Opens a search; a first SIGINT or SIGTERM makes it stop and say what it knows. */
export function beginRun(game: AnyGame, options: { time: number | null; memory: number }, stderr: Writable): SearchRun {
  const now = performance.now();
  const stop = stopSignal();
  const run: SearchRun = {
    game,
    solving: must(game.solver, 'only games with a solver come here').open(options.memory * 1_000_000),
    stderr,
    began: now,
    deadline: options.time === null ? Infinity : now + options.time * 1000,
    nodes: 0,
    stop,
    told: now,
    stage: '',
    end: stop.release,
  };
  return run;
}

export const isOver = (run: SearchRun): boolean => run.stop.signal.aborted || performance.now() >= run.deadline;

function tell(run: SearchRun): void {
  const now = performance.now();
  if (now - run.told < PROGRESS_MS) return;
  run.told = now;
  run.stderr.write(`${run.stage}: ${run.nodes} nodes, ${Math.round((now - run.began) / 1000)} s\n`);
}

/** Lets signals in, now and then. */
export async function pause(run: SearchRun): Promise<void> {
  tell(run);
  await breathe();
}

/** The value of the position. It is unknown when the time is up, or the solver cannot tell. */
export async function solveWithin(run: SearchRun, position: Opaque): Promise<Solution<Opaque>> {
  for (;;) {
    const until = Math.min(performance.now() + SLICE_MS, run.deadline);
    const solution = run.solving.solve(position, () => performance.now() >= until);
    run.nodes += solution.nodes;
    // Before its time is up only what cannot be known is unknown.
    if (solution.value !== 'unknown' || performance.now() < until) return solution;
    await pause(run);
    if (isOver(run)) return solution;
  }
}
