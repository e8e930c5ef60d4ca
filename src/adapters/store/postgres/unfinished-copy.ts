// Marks a database into which a copy was begun and is not yet verified.
// Until then no service uses it.
import type { Query } from './database.ts';
import { getShared } from './shared-values.ts';

/** Rejects with one sentence if the database is marked. */
export async function refuseUnfinishedCopy(query: Query): Promise<void> {
  const copy = await getShared(query, 'copy');
  if (copy !== null)
    throw new Error(
      `the database holds a copy of ${copy.from} that has not come to its end: run \`nexpost store copy\` again, as before.`,
    );
}
