// Writes files durably: the file and its folder are synced before the promise resolves.
import { randomBytes } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { codeOf } from './connections.ts';

/** Makes new, renamed and removed names in a folder durable. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r').catch(ignoreUnsyncable);
  if (folder === undefined) return;
  try {
    await folder.sync().catch(ignoreUnsyncable);
  } finally {
    await folder.close();
  }
}

// Windows cannot open or sync folders.
function ignoreUnsyncable(cause: unknown): undefined {
  if (['EISDIR', 'EPERM', 'EINVAL', 'EACCES'].includes(codeOf(cause))) return undefined;
  throw cause;
}

/**
 * Writes a new file and syncs its content. The caller syncs the folder.
 * A file that an earlier crash left under that name is unlinked, never written over: it may be a second link to a good mail.
 */
export async function writeNew(path: string, chunks: readonly Buffer[]): Promise<void> {
  await rm(path, { force: true });
  const file = await open(path, 'wx', 0o600);
  try {
    // A single write may be short on a disk that is nearly full. writeFile goes on to the end, or fails.
    for (const chunk of chunks) await file.writeFile(chunk);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** The whole file anew, or the old one untouched. */
export async function replaceDurably(path: string, text: string): Promise<void> {
  const temporary = `${path}.${randomBytes(6).toString('hex')}.tmp`;
  try {
    await writeNew(temporary, [Buffer.from(text)]);
    await rename(temporary, path);
  } catch (cause) {
    await rm(temporary, { force: true });
    throw cause;
  }
  await syncFolder(dirname(path));
}
