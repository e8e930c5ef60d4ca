// A copy into this database was begun and is not verified: until then nobody works on it.
import type { Query } from './database.ts';
import { fact } from './facts.ts';

/** Rejects with one sentence. */
export async function refuseUnfinishedCopy(query: Query): Promise<void> {
  const copy = await fact(query, 'copy');
  if (copy !== null)
    throw new Error(
      `the database holds a copy of ${copy.from} that has not come to its end: run \`nexpost store copy\` again, as before.`,
    );
}
