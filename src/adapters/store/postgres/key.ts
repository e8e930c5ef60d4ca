// The signing key of a service in a database: a shared value, made once by the first process.
import { randomBytes } from 'node:crypto';
import type { Query } from './database.ts';
import { getShared, getSharedOnce } from './facts.ts';

const BYTES = 32;

export const loadDatabaseKey = async (query: Query): Promise<Buffer> =>
  keyIn(await getSharedOnce(query, 'signing-key', randomBytes(BYTES).toString('hex')));

/** null if none was ever made. */
export async function knownKey(query: Query): Promise<Buffer | null> {
  const hex = await getShared(query, 'signing-key');
  return hex === null ? null : keyIn(hex);
}

function keyIn(hex: unknown): Buffer {
  const key = Buffer.from(typeof hex === 'string' ? hex : '', 'hex');
  if (key.length !== BYTES)
    throw new Error(
      `the signing key is damaged: it should hold ${BYTES * 2} hexadecimal digits. Restore it from a backup.`,
    );
  return key;
}
