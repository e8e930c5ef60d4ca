// Writes the configuration of `nexpost init`, which only the service and root can read.
import { execFile } from 'node:child_process';
import { chown, lstat, open, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { reasonOf } from '#games/kit/assert.ts';

/** The user of the unit. */
export const USER = 'nexpost';
const PRIVATE_MODE = 0o600;

/** A link counts also if it leads nowhere. */
export const isThere = async (file: string): Promise<boolean> =>
  lstat(file).then(
    () => true,
    () => false,
  );

/** Rejects if there is such a file, or no folder for it. */
export async function requireNewFile(file: string): Promise<void> {
  if (await isThere(file))
    throw new Error(`${file} is there already. \`nexpost check --config ${file} --mail\` checks it.`);
  await stat(dirname(file)).catch((error: unknown) => {
    throw new Error(`${file} cannot be written: ${reasonOf(error)}`);
  });
}

/** null: there is no such user, or this process may not give files to others. */
async function findServiceUser(): Promise<{ readonly uid: number; readonly gid: number } | null> {
  if (process.geteuid?.() !== 0) return null;
  const readId = async (option: string): Promise<number> =>
    Number((await promisify(execFile)('id', [option, USER])).stdout.trim());
  return Promise.all([readId('-u'), readId('-g')]).then(
    ([uid, gid]) => ({ uid, gid }),
    () => null,
  );
}

/** Never replaces a file. Its mode is private from the start. */
export async function writeConfiguration(file: string, configuration: object): Promise<string> {
  const handle = await open(file, 'wx', PRIVATE_MODE);
  try {
    await handle.writeFile(`${JSON.stringify(configuration, null, 2)}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  const user = await findServiceUser();
  if (user === null) return `Written: ${file}. Only you can read it.`;
  await chown(file, user.uid, user.gid);
  return `Written: ${file}. Only the user ${USER} and root can read it.`;
}
