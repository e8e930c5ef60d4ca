// One value in one file, through lowdb. Writes are atomic, and only the owner may read the file.
import { randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { chown, open, rename, rm, stat, writeFile } from 'node:fs/promises';
import { type Adapter, Low } from 'lowdb';
import type { z } from 'zod';
import { reasonOf } from '#games/kit/assert.ts';
import { parseJson } from '#games/kit/look-up.ts';

/** Replaces a file as a whole. Calls for one file must not overlap. Sync its folder as well if the new file must survive a power cut. */
export async function writeAtomically(
  file: string,
  data: string | Uint8Array,
  { isSynced = true, temporary = `${file}.${randomInt(2 ** 47)}` } = {},
): Promise<void> {
  try {
    // Synced before it is renamed, so that no power cut leaves an empty file.
    await writeFile(temporary, data, { flag: 'wx', mode: 0o600, flush: isSynced });
    // What root replaces stays with its owner: the service may be another user.
    const owner = process.getuid?.() === 0 ? await stat(file).catch(() => null) : null;
    if (owner !== null) await chown(temporary, owner.uid, owner.gid);
    await rename(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined);
    throw error;
  }
}

/** Makes new names in a folder survive a power cut. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Replaces lowdb's own writer, which does not sync and leaves a broken file if the disk is full. `isSynced` false: a power cut may undo a write. */
export const createAtomicFile = (file: string, isSynced = true): Adapter<string> => ({
  // Synchronous: a start reads thousands of files of a few kilobytes, and asynchronous reads would take much longer.
  read: () => Promise.resolve(readFileSync(file, 'utf8')),
  write: text => writeAtomically(file, text, { isSynced }),
});

export interface ValueFormat<Value> {
  readonly schema: z.ZodType<Value>;
  /** Says after the name of a damaged file what is wrong with it. */
  readonly damage: string;
  /** The value is a line of text. Otherwise it is written as JSON. */
  readonly isText?: boolean;
  readonly isSynced?: boolean;
}

export interface ValueFile<Value> {
  /** null: there is no such file. Rejects with one sentence if the file is damaged, or cannot be read. */
  readonly read: () => Promise<Value | null>;
  readonly write: (value: Value) => Promise<void>;
}

export function createValueFile<Value>(
  file: string,
  { schema, damage, isText = false, isSynced = true }: ValueFormat<Value>,
): ValueFile<Value> {
  const adapter = createAtomicFile(file, isSynced);
  return {
    read: async () => {
      const low = new Low(adapter, '');
      try {
        await low.read();
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
        throw new Error(`${file} cannot be read: ${reasonOf(error)}`, { cause: error });
      }
      const { success, data, error } = schema.safeParse(isText ? low.data : parseJson(low.data));
      if (success) return data;
      throw new Error(`${file} ${damage}`, { cause: error });
    },
    write: value => new Low(adapter, isText ? `${String(value)}\n` : JSON.stringify(value)).write(),
  };
}
