// The service's signing key: made once, kept with the data; with another key every token ever mailed is void.
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import writeFileAtomic from 'write-file-atomic';

const BYTES = 32;

export async function signingKey(dir: string): Promise<Buffer> {
  const file = join(dir, 'key');
  const held = await readFile(file, 'utf8').catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  });
  if (held !== null) {
    const key = Buffer.from(held.trim(), 'hex');
    if (key.length !== BYTES) throw new Error(`${file} is damaged: it should hold ${BYTES * 2} hexadecimal digits. Restore it from a backup.`);
    return key;
  }
  const key = randomBytes(BYTES);
  await writeFileAtomic(file, `${key.toString('hex')}\n`, { mode: 0o600, fsync: true });
  return key;
}
