// The signing key of a service in a data folder: made once and kept with the data.
// With another key every token ever mailed is void.
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import writeFileAtomic from 'write-file-atomic';

export const KEY_NAME = 'key';

const KEY_BYTES = 32;

export async function openSigningKey(dir: string): Promise<Buffer> {
  const existingKey = await readKey(dir);
  if (existingKey !== null) return existingKey;
  const key = randomBytes(KEY_BYTES);
  await writeKey(dir, key);
  return key;
}

export const writeKey = (dir: string, key: Buffer): Promise<void> =>
  writeFileAtomic(join(dir, KEY_NAME), `${key.toString('hex')}\n`, { mode: 0o600, fsync: true });

/** The key that is stored with the data. null: there is none. */
export async function readKey(dir: string): Promise<Buffer | null> {
  const file = join(dir, KEY_NAME);
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw new Error(`${file} cannot be read (${(error as Error).message}). Restore it from a backup.`, {
      cause: error,
    });
  });
  if (text === null) return null;
  const key = Buffer.from(text.trim(), 'hex');
  if (key.length !== KEY_BYTES)
    throw new Error(
      `${file} is damaged: it should hold ${KEY_BYTES * 2} hexadecimal digits. Restore it from a backup.`,
    );
  return key;
}
