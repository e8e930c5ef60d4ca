// Checks at the start that enough files may be open, and says so in a sentence if not.
import { closeSync, openSync } from 'node:fs';
import { devNull } from 'node:os';

/** What a small service needs at once: servers and connections, documents being written, threads; and the loader opens a library's files all together. */
const MIN_OPEN_FILES = 200;

/** What to say where there are too few; null: there are enough. To be asked before a library is loaded: nothing can catch the loader's fault. */
export function findFileShortage(): string | null {
  const opened: number[] = [];
  try {
    while (opened.length < MIN_OPEN_FILES) opened.push(openSync(devNull, 'r'));
    return null;
  } catch {
    return `nexpost may not open enough files here: it needs ${MIN_OPEN_FILES} at once. Raise the limit, for instance with 'ulimit -n 1024' or LimitNOFILE=1024 in a systemd unit.`;
  } finally {
    for (const file of opened) closeSync(file);
  }
}
