// Locks the data folder for one service, with a lock on an open file.
// The kernel releases the lock when the process ends, even by a crash. The file itself stays.
import { open, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { tryLock } from 'fs-native-extensions';

/** A service that was just killed may take a moment to end. */
const MAX_TRIES = 10;
const PAUSE_MS = 200;

export class DataInUse extends Error {
  constructor(dir: string, holder: string) {
    super(`${dir} is in use by process ${holder}. Stop that one first, or choose another folder with --data.`);
    this.name = 'DataInUse';
  }
}

export interface FolderLock {
  readonly release: () => Promise<void>;
  /** Is the locked file still the one that others would open? If the file was removed or replaced, the lock has no effect. */
  readonly isIntact: () => Promise<boolean>;
}

/**
 * Resolves to the lock of the folder. The file is never removed, so that all processes, waiting now or started
 * later, use the same one. Its content is for people. Its existence alone means nothing.
 */
export async function lockFolder(dir: string): Promise<FolderLock> {
  const file = join(dir, 'lock');
  const handle = await open(file, 'a+', 0o600).catch((error: unknown) => {
    throw new Error(`${file} cannot be opened (${(error as Error).message}). It should be a file of nexpost's own.`, {
      cause: error,
    });
  });
  try {
    for (let tries = 0; !tryLock(handle.fd); tries++) {
      if (tries >= MAX_TRIES) throw new DataInUse(dir, await readHolder(file));
      await sleep(PAUSE_MS);
    }
    await handle.truncate();
    await handle.write(JSON.stringify({ pid: process.pid }));
  } catch (error) {
    await handle.close();
    throw error;
  }
  const lockedFile = await handle.stat();
  return {
    release: () => handle.close(),
    isIntact: async () => (await stat(file).catch(() => null))?.ino === lockedFile.ino,
  };
}

async function readHolder(file: string): Promise<string> {
  const [, pid] = /^\{"pid":(\d{1,10})\}$/.exec(await readFile(file, 'utf8').catch(() => '')) ?? [];
  return pid ?? 'of an unknown number';
}
