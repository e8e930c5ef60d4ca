// Finds and kills all processes of a program: its process group, and others that carry its mark.
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { refereeLimits } from './limits.ts';

/** The environment variable with the mark of a program. Its children inherit it. */
export const MARK = 'NEXPOST_SEAT';

export interface Program {
  /** The id of its process group. undefined: it could not be started. */
  readonly group: number | undefined;
  readonly mark: string;
}

/** The ids of its running processes. Empty on a host without /proc (Linux has it). */
function processesOf(program: Program): readonly number[] {
  try {
    return readdirSync('/proc')
      .filter(name => /^\d+$/.test(name) && isProcessOf(program, name))
      .map(Number);
  } catch {
    return [];
  }
}

/** Is the process running, and does it belong to the program? */
function isProcessOf({ group, mark }: Program, process: string): boolean {
  try {
    const stat = readFileSync(`/proc/${process}/stat`, 'latin1');
    const [state, , processGroup] = stat.slice(stat.lastIndexOf(') ') + 2).split(' ');
    // A zombie, whose parent has not read its exit status, does not count as running.
    if (state === 'Z' || state === 'X') return false;
    if (Number(processGroup) === group) return true;
    return readFileSync(`/proc/${process}/environ`, 'latin1').includes(`${MARK}=${mark}`);
  } catch {
    // The process has ended, or belongs to another user.
    return false;
  }
}

/** Sends a signal to its process group. */
export function sendSignalToGroup({ group }: Program, signal: NodeJS.Signals): void {
  if (group !== undefined) sendSignal(-group, signal);
}

function sendSignal(id: number, signal: NodeJS.Signals): void {
  try {
    process.kill(id, signal);
  } catch {
    // It has ended.
  }
}

/** Sends SIGKILL to each of its processes. Returns how many were running. */
function killRunning(program: Program): number {
  const found = processesOf(program);
  sendSignalToGroup(program, 'SIGKILL');
  for (const id of found) sendSignal(id, 'SIGKILL');
  return found.length;
}

/** Kills its processes when this process is about to end and cannot wait for their death. */
export function killProgramSync(program: Program): void {
  for (let look = 0; look < refereeLimits.looksAtExit && killRunning(program) > 0; look++);
}

/** Kills its processes. Resolves when all are dead: a killed process may take a moment to die, and may have started another one before. */
export async function killProgram(program: Program): Promise<void> {
  for (let look = 0; look < refereeLimits.looks && killRunning(program) > 0; look++) await sleep(refereeLimits.lookMs);
}
