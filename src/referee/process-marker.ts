// Marks a program's processes in their environment, finds them again and kills them: also those that left the program's process group.
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** The variable that holds the mark; children inherit it. */
export const MARK = 'NEXPOST_SEAT';

/** A process may start another one while we look. */
const ROUNDS = 5;
const LOOKS = 100;
const LOOK_MS = 5;

/** Where the host shows no environments (/proc is Linux's), nobody is found. */
function processesWith(mark: string): readonly number[] {
  try {
    return readdirSync('/proc')
      .filter(name => /^\d+$/.test(name) && carries(name, mark))
      .map(Number);
  } catch {
    return [];
  }
}

function carries(process: string, mark: string): boolean {
  try {
    return readFileSync(`/proc/${process}/environ`, 'latin1').includes(`${MARK}=${mark}`);
  } catch {
    // Gone, or somebody else's.
    return false;
  }
}

/** Kills every process with this mark; who that was. */
export function killMarked(mark: string): readonly number[] {
  const killed = new Set<number>();
  for (let round = 0; round < ROUNDS; round++) {
    const found = processesWith(mark);
    if (found.length === 0) break;
    for (const id of found) {
      killed.add(id);
      try {
        process.kill(id, 'SIGKILL');
      } catch {
        // It went by itself.
      }
    }
  }
  return [...killed];
}

/** Dead, though perhaps nobody has asked yet how it died. */
function isDead(process: number): boolean {
  try {
    return /\) [ZX] /.test(readFileSync(`/proc/${process}/stat`, 'latin1'));
  } catch {
    return true;
  }
}

/** Resolves when these, which were killed, are dead: within some milliseconds, unless the host is stuck. */
export async function deathOf(processes: readonly number[]): Promise<void> {
  for (let look = 0; look < LOOKS && !processes.every(isDead); look++) await sleep(LOOK_MS);
}
