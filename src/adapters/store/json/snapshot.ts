// Copies a data folder as it is at one moment, also while a service writes to it.
// The documents are copied one after the other, and the journal tells what has changed meanwhile.
import { copyFile, type FileHandle, mkdir, open, readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { FOLDER_NAMES, ignoreMissing } from './files.ts';
import { FORMAT_NAME } from './format.ts';
import { FAILED_FOLDER } from './given-up.ts';
import { listSegments, serialOf } from './journal.ts';
import { KEY_NAME } from './key.ts';
import { OUTBOX_FOLDER } from './outbox.ts';
import { SEEN_FOLDER } from './seen.ts';
import { refuseUnfinishedCopy } from './unfinished-copy.ts';

const COPIED_NAMES: readonly string[] = [
  ...FOLDER_NAMES,
  ...[SEEN_FOLDER, OUTBOX_FOLDER, FAILED_FOLDER, KEY_NAME, FORMAT_NAME],
];

/** The files of the journal, held open, so that they can be read when the service has removed them. */
class HeldJournal {
  readonly #dir: string;
  readonly #files = new Map<string, FileHandle>();

  constructor(dir: string) {
    this.#dir = dir;
  }

  /** Opens the files that are new. */
  async look(): Promise<void> {
    for (const name of await listSegments(this.#dir)) {
      if (this.#files.has(name)) continue;
      const file = await open(join(this.#dir, name)).catch(ignoreMissing);
      if (file !== null) this.#files.set(name, file);
    }
  }

  /** Has a file come and gone between two looks? */
  hasGap(): boolean {
    const serials = [...this.#files.keys()].map(serialOf).sort((a, b) => a - b);
    return serials.some((serial, index) => index > 0 && serial !== (serials[index - 1] ?? 0) + 1);
  }

  async writeTo(dir: string): Promise<void> {
    for (const [name, file] of [...this.#files].sort(([a], [b]) => (a < b ? -1 : 1)))
      await writeFile(join(dir, name), await file.readFile(), { mode: 0o600 });
  }

  async close(): Promise<void> {
    for (const file of this.#files.values()) await file.close();
  }
}

/** Between two looks at the journal at most this number of files is copied. */
const FILES_PER_LOOK = 50;

/** How often the copy is begun anew before the service is called too busy. */
const TRIES = 5;

/** Copies the folder `dir` into new folders in `target`. Resolves to the one that holds the copy. */
export async function copySnapshot(dir: string, target: string): Promise<string> {
  await refuseUnfinishedCopy(dir);
  for (let tries = 1; tries <= TRIES; tries++) {
    const copy = join(target, String(tries));
    await mkdir(copy, { mode: 0o700 });
    const journal = new HeldJournal(dir);
    try {
      await journal.look();
      await copyDocuments(dir, copy, journal);
      await journal.look();
      if (journal.hasGap()) continue;
      await journal.writeTo(copy);
      return copy;
    } finally {
      await journal.close();
    }
  }
  throw new Error(`The service writes to ${dir} faster than it can be copied. Try again at a quieter time.`);
}

async function copyDocuments(dir: string, target: string, journal: HeldJournal): Promise<void> {
  let filesToLook = FILES_PER_LOOK;
  const copyPath = async (path: string): Promise<void> => {
    const found = await stat(join(dir, path)).catch(ignoreMissing);
    if (found?.isDirectory() === true) {
      await mkdir(join(target, path), { mode: 0o700 });
      for (const name of await readdir(join(dir, path))) await copyPath(join(path, name));
      return;
    }
    // A mail that was sent meanwhile is gone.
    if (found !== null) await copyFile(join(dir, path), join(target, path)).catch(ignoreMissing);
    filesToLook -= 1;
    if (filesToLook > 0) return;
    await journal.look();
    filesToLook = FILES_PER_LOOK;
  };
  for (const name of COPIED_NAMES) await copyPath(name);
}
