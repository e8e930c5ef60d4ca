// Creates a data folder and its parent folders, closed to all other users.
import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { reasonOf } from '#games/kit/assert.ts';

/** Rejects with one sentence if the folder cannot be created. */
export async function makeFolder(dir: string): Promise<void> {
  await makeWithParents(dir).catch((error: unknown) => {
    throw new Error(`The folder ${dir} cannot be made: ${reasonOf(error)}. --data names another one.`, {
      cause: error,
    });
  });
}

/** Node's option `recursive` never ends on /proc, which creates no folders and reports the parent as missing. */
async function makeWithParents(dir: string): Promise<void> {
  if ((await make(dir)) || dirname(dir) === dir) return;
  await makeWithParents(dirname(dir));
  await mkdir(dir, { mode: 0o700 });
}

/** False: the parent folder may be missing. */
async function make(dir: string): Promise<boolean> {
  try {
    await mkdir(dir, { mode: 0o700 });
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return false;
    // A read-only file system rejects before it looks whether the folder exists.
    const found = await stat(dir).catch(() => null);
    if (found?.isDirectory() === true) return true;
    throw found === null ? error : new Error('it is no folder');
  }
}
