// Checks at the start that enough files may be open, and says so in a sentence if not.
import { closeSync, openSync } from 'node:fs';
import { devNull } from 'node:os';

/** The open files of a small service: servers, connections, written documents, threads, and all files of a library while it is loaded. */
const MIN_OPEN_FILES = 200;

/** Says that the limit is too low. null: it is enough. Call it before a library is loaded, since nothing can catch the loader's fault. */
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
