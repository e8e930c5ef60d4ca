// Keeps verbs out of folders without a service, and files with the user whose service it is.
import { stat } from 'node:fs/promises';
import { join } from 'node:path';

interface Owner {
  readonly uid: number;
  readonly gid: number;
  readonly isDirectory: () => boolean;
}

/** Null if the path does not exist. */
const ownerOf = (path: string): Promise<Owner | null> =>
  stat(path).catch((error: unknown) => {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return null;
    throw error;
  });

/** The owner of the service in this folder. Null if there is none. */
const serviceOwner = (dir: string): Promise<Owner | null> =>
  ownerOf(join(dir, 'key')).catch(async (error: unknown) => {
    if ((error as NodeJS.ErrnoException).code !== 'EACCES') throw error;
    throw thirdUser(dir, (await ownerOf(dir))?.uid);
  });

async function folderOwner(dir: string): Promise<Owner | null> {
  const owner = await ownerOf(dir);
  if (owner === null || owner.isDirectory()) return owner;
  throw new Error(`${dir} is no folder. --data names one, which is made if it is not there.`);
}

const thirdUser = (dir: string, uid = 0): Error =>
  new Error(`${dir} belongs to the user ${uid}. Run this as that user: sudo -u '#${uid}' nexpost …`);

/** Rejects unless a service was started in this folder before. A mistyped name must not become a new service. */
export async function requireService(dir: string): Promise<void> {
  if ((await serviceOwner(dir)) !== null) return;
  const why = (await ownerOf(dir)) === null ? 'there is no such folder' : "it has no file named 'key'";
  throw new Error(`There is no service in ${dir}: ${why}. Name its data folder, as in --data /var/lib/nexpost.`);
}

/**
 * Root becomes the user whose service it is, for the rest of this process. A file of root's would keep the service from
 * starting. Rejects if this is a third user.
 */
export async function becomeOwner(dir: string): Promise<void> {
  const service = await serviceOwner(dir);
  const owner = service ?? (await folderOwner(dir));
  // Windows has no such users.
  const own = process.geteuid?.();
  if (owner === null || own === undefined || owner.uid === own) return;
  if (own === 0) {
    process.setgroups?.([owner.gid]);
    process.setgid?.(owner.gid);
    process.setuid?.(owner.uid);
  } else if (service !== null) throw thirdUser(dir, owner.uid);
}
