// Processes that carry a mark in their environment: what a program has started, even where it left the program's process group.
import { readdirSync, readFileSync } from 'node:fs';

/** The variable that holds the mark; children inherit it. */
export const MARK = 'NEXPOST_SEAT';

/** A process may start another one while we look. */
const ROUNDS = 5;

/** Where the host shows no environments (/proc is Linux's), nobody is found. */
function marked(mark: string): readonly number[] {
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

/** Kills every process with this mark. */
export function killMarked(mark: string): void {
  for (let round = 0; round < ROUNDS; round++) {
    const found = marked(mark);
    if (found.length === 0) return;
    for (const id of found) {
      try {
        process.kill(id, 'SIGKILL');
      } catch {
        // It went by itself.
      }
    }
  }
}
