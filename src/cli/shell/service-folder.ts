// Checks that a folder belongs to a service, and becomes the user that owns it.
import { lstat, stat } from 'node:fs/promises';
import { join } from 'node:path';

interface Owner {
  readonly uid: number;
  readonly gid: number;
  readonly isDirectory: () => boolean;
}

/** Null if the path does not exist. `look`: `lstat` for the owner of a link, not of what it points to. */
const ownerOf = (path: string, look: (path: string) => Promise<Owner> = stat): Promise<Owner | null> =>
  look(path).catch((error: unknown) => {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return null;
    throw error;
  });

/** The owner of the key in this folder. Null if there is none. */
const findKeyOwner = (dir: string): Promise<Owner | null> =>
  ownerOf(join(dir, 'key'), lstat).catch(async (error: unknown) => {
    if ((error as NodeJS.ErrnoException).code !== 'EACCES') throw error;
    throw createUserError(dir, (await ownerOf(dir))?.uid);
  });

async function findFolderOwner(dir: string): Promise<Owner | null> {
  const owner = await ownerOf(dir);
  if (owner === null || owner.isDirectory()) return owner;
  throw new Error(`${dir} is no folder. --data names one, which is made if it is not there.`);
}

const createUserError = (dir: string, uid = 0): Error =>
  new Error(`${dir} belongs to the user ${uid}. Run this as that user: sudo -u '#${uid}' nexpost …`);

/** Rejects unless a service was started in this folder before. A mistyped name must not become a new service. */
export async function requireService(dir: string): Promise<void> {
  if ((await findKeyOwner(dir)) !== null) return;
  const why = (await ownerOf(dir)) === null ? 'there is no such folder' : "it has no file named 'key'";
  throw new Error(`There is no service in ${dir}: ${why}. Name its data folder, as in --data /var/lib/nexpost.`);
}

/**
 * Root becomes the user whose folder it is, for the rest of this process. A file of root's would keep the service from
 * starting. Where the folder is root's, a key or a link of another user counts: what these point to, that user chose.
 * Rejects if this is a third user.
 */
export async function switchToOwner(dir: string): Promise<void> {
  const [key, folder, link] = [await findKeyOwner(dir), await findFolderOwner(dir), await ownerOf(dir, lstat)];
  const owners = [folder, key, link].filter(owner => owner !== null);
  // Windows has no such users.
  const own = process.geteuid?.();
  if (own === undefined) return;
  const other = owners.find(({ uid }) => uid !== 0);
  if (own === 0 && other !== undefined) {
    process.setgroups?.([other.gid]);
    process.setgid?.(other.gid);
    process.setuid?.(other.uid);
  }
  if (own !== 0 && key !== null && key.uid !== own) throw createUserError(dir, key.uid);
}
