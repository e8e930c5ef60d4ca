// Finds all processes of a program and kills them: its process group, and what left the group but carries its mark.
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { refereeLimits } from './limits.ts';

/** The environment variable that holds the mark of a program; its children inherit it. */
export const MARK = 'NEXPOST_SEAT';

export interface Program {
  /** The id of its process group: undefined where it could not be started. */
  readonly group: number | undefined;
  readonly mark: string;
}

/** The ids of its processes that run. A host that has no /proc (Linux has it) shows none. */
function processesOf(program: Program): readonly number[] {
  try {
    return readdirSync('/proc')
      .filter(name => /^\d+$/.test(name) && belongsTo(program, name))
      .map(Number);
  } catch {
    return [];
  }
}

/** Does a process run, and is it one of the program's? */
function belongsTo({ group, mark }: Program, process: string): boolean {
  try {
    const stat = readFileSync(`/proc/${process}/stat`, 'latin1');
    const [state, , processGroup] = stat.slice(stat.lastIndexOf(') ') + 2).split(' ');
    // A dead process whose parent has not asked how it died does not run.
    if (state === 'Z' || state === 'X') return false;
    if (Number(processGroup) === group) return true;
    return readFileSync(`/proc/${process}/environ`, 'latin1').includes(`${MARK}=${mark}`);
  } catch {
    // It has ended, or belongs to another user.
    return false;
  }
}

/** Sends a signal to all of its process group. */
export function signalGroup({ group }: Program, signal: NodeJS.Signals): void {
  if (group !== undefined) signalProcess(-group, signal);
}

function signalProcess(id: number, signal: NodeJS.Signals): void {
  try {
    process.kill(id, signal);
  } catch {
    // It has ended.
  }
}

/** Sends SIGKILL to each of its processes; returns how many ran. */
function killOnce(program: Program): number {
  const found = processesOf(program);
  signalGroup(program, 'SIGKILL');
  for (const id of found) signalProcess(id, 'SIGKILL');
  return found.length;
}

/** Kills its processes when this process is about to end and cannot wait for their death. */
export function killAtExit(program: Program): void {
  for (let look = 0; look < refereeLimits.looksAtExit && killOnce(program) > 0; look++);
}

/** Kills its processes. Resolves when all are dead: a killed process dies when the host gives it a moment, and may have started another. */
export async function killAll(program: Program): Promise<void> {
  for (let look = 0; look < refereeLimits.looks && killOnce(program) > 0; look++) await sleep(refereeLimits.lookMs);
}
