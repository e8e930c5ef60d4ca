// Starts `nexpost serve` as a process of its own, and ends it.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { findPackageRoot } from '#adapters/package-root.ts';

/** The time a process has to end when it was asked to. */
const LAST_MS = 10_000;

export interface ServiceProcess {
  readonly pid: number;
  /** The ports of those servers that this process runs. */
  readonly smtp: number | null;
  readonly imap: number | null;
  /** The address that opens its inbox in a browser. null: it shows none. */
  readonly inbox: string | null;
  /** Until it was ready. */
  readonly readyMs: number;
  readonly stop: () => Promise<void>;
  /** As kill -9 does. */
  readonly kill: () => Promise<void>;
}

/** `onLine` is called with each line of its log. Rejects if it ends before it is ready. */
export async function startProcess(
  args: readonly string[],
  onLine: (line: string) => void = () => undefined,
): Promise<ServiceProcess> {
  const began = performance.now();
  const nexpost = join(findPackageRoot(), 'bin', 'nexpost.mjs');
  const child = spawn(process.execPath, [nexpost, 'serve', ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = once(child, 'exit');
  let last = '';
  createInterface(child.stderr).on('line', line => {
    last = line;
    onLine(line);
  });
  const ready = once(createInterface(child.stdout), 'line') as Promise<[string]>;
  const [first] = await Promise.race([ready, ended]);
  if (typeof first !== 'string') throw new Error(`nexpost serve ended before it was ready: ${last}`);
  const { pid, smtp, imap, inbox } = JSON.parse(first) as ServiceProcess;
  return {
    ...{ pid, smtp, imap, inbox, readyMs: performance.now() - began },
    stop: () => end(child, 'SIGTERM', ended),
    kill: () => end(child, 'SIGKILL', ended),
  };
}

async function end(child: ChildProcess, signal: NodeJS.Signals, ended: Promise<unknown>): Promise<void> {
  child.kill(signal);
  const late = setTimeout(() => child.kill('SIGKILL'), LAST_MS);
  await ended;
  clearTimeout(late);
}
