// `nexpost serve` as it was built, as a process of its own: until it is ready, what it holds and has spent, and its end.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const NEXPOST = join(import.meta.dirname, '..', '..', 'bin', 'nexpost.mjs');
/** What a process may still do when it was asked to end. */
const LAST_MS = 10_000;

export interface ServiceProcess {
  readonly pid: number;
  readonly smtp: number | null;
  readonly imap: number | null;
  readonly http: number | null;
  /** How long it took to be ready. */
  readonly readyMs: number;
  readonly stop: () => Promise<void>;
  /** kill -9, and gone. */
  readonly kill: () => Promise<void>;
}

/** `told`: of each line of its log. Rejects where it ends before it is ready. */
export async function serve(args: readonly string[], told: (line: string) => void): Promise<ServiceProcess> {
  const begun = performance.now();
  const child = spawn(process.execPath, [NEXPOST, 'serve', ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = once(child, 'exit');
  createInterface(child.stderr).on('line', told);
  const ready = new Promise<object>(resolve => {
    createInterface(child.stdout).on('line', line => resolve(JSON.parse(line) as object));
  });
  const first = await Promise.race([ready, ended]);
  if (Array.isArray(first)) throw new Error(`nexpost serve ${args.join(' ')} ended before it was ready`);
  const { pid, smtp, imap, http } = first as ServiceProcess;
  return {
    ...{ pid, smtp, imap, http, readyMs: performance.now() - begun },
    stop: () => gone(child, 'SIGTERM', ended),
    kill: () => gone(child, 'SIGKILL', ended),
  };
}

async function gone(child: ChildProcess, signal: NodeJS.Signals, ended: Promise<unknown>): Promise<void> {
  child.kill(signal);
  const late = setTimeout(() => child.kill('SIGKILL'), LAST_MS);
  await ended;
  clearTimeout(late);
}

/** The time of processors that a process has spent, with that of its children which have ended; null: this machine does not tell. Seconds. */
export function cpuSeconds(pid: number): number | null {
  const fields = statOf(pid);
  return fields === null ? null : fields.slice(TIMES, TIMES + 4).reduce((sum, ticks) => sum + Number(ticks), 0) / TICKS;
}

/** Of a process and all its children, those that have ended among them. */
export function cpuSecondsOfAll(pid: number): number | null {
  const own = cpuSeconds(pid);
  if (own === null) return null;
  const others = readdirSync('/proc').filter(name => /^\d+$/.test(name));
  const children = others.filter(name => statOf(Number(name))?.[1] === String(pid));
  return children.reduce((sum, child) => sum + (cpuSeconds(Number(child)) ?? 0), own);
}

/** Behind the name of a process stand its state and its parent; times are counted in hundredths of a second. */
const TIMES = 11;
const TICKS = 100;

function statOf(pid: number): readonly string[] | null {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ');
  } catch {
    return null;
  }
}

/** What a process holds in memory; null: this machine does not tell. */
export function megabytesOf(pid: number): number | null {
  try {
    const kilobytes = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return kilobytes === undefined ? null : (Number(kilobytes) * 1_024) / 1e6;
  } catch {
    return null;
  }
}
