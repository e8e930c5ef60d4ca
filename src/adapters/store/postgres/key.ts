// The signing key of a service in a database: a shared value, made once by the first process.
import { randomBytes } from 'node:crypto';
import type { Query } from './database.ts';
import { getShared, getSharedOnce } from './shared-values.ts';

const KEY_BYTES = 32;

export const loadDatabaseKey = async (query: Query): Promise<Buffer> =>
  parseKey(await getSharedOnce(query, 'signing-key', randomBytes(KEY_BYTES).toString('hex')));

/** null: there is no key yet. */
export async function readDatabaseKey(query: Query): Promise<Buffer | null> {
  const hex = await getShared(query, 'signing-key');
  return hex === null ? null : parseKey(hex);
}

function parseKey(hex: unknown): Buffer {
  const key = Buffer.from(typeof hex === 'string' ? hex : '', 'hex');
  if (key.length !== KEY_BYTES)
    throw new Error(
      `the signing key is damaged: it should hold ${KEY_BYTES * 2} hexadecimal digits. Restore it from a backup.`,
    );
  return key;
}
