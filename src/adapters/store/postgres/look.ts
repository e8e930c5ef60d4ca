// Opens a database read-only, as a snapshot of one moment, for the operator's tools.
// Nothing is locked or changed. Also beside running services.
import { asKind, type DocumentKind, type Documents } from '#core/kernel/documents.ts';
import type { Instant } from '#core/kernel/time.ts';
import { checkDocument } from '../json/checked-document.ts';
import type { ReadOnlyStore } from '../read-only-store.ts';
import type { Database, Query } from './database.ts';
import { inspectDatabase } from './findings.ts';
import { storeOver } from './index.ts';
import { readDocumentPages } from './pages.ts';
import { requireSchema } from './schema.ts';

/** `act` sees a snapshot of one moment, however long it takes. Rejects if the database holds no data of nexpost, or not of this version. */
export function openReadOnlyDatabase<Value>(
  database: Database,
  act: (look: ReadOnlyStore, query: Query) => Promise<Value>,
): Promise<Value> {
  return database.transaction(async query => {
    await query('set transaction isolation level repeatable read, read only');
    // `act` may take long between two queries.
    await query('set local idle_in_transaction_session_timeout = 0');
    await requireSchema(query);
    const nothing = (): Promise<never> => Promise.reject(new Error('this only looks'));
    const { read, list, newest, accounts, isSeen } = storeOver({ query, transaction: nothing, close: nothing });
    const look: ReadOnlyStore = {
      ...{ read, list, newest, accounts, isSeen },
      seenAt: async cause => {
        const [row] = await query('select at::float8 as at from seen where cause = $1', [cause]);
        return (row?.['at'] ?? null) as Instant | null;
      },
      findings: () => inspectDatabase(query),
      all: kind => all(query, kind),
    };
    return act(look, query);
  });
}

async function* all<Kind extends DocumentKind>(query: Query, kind: Kind): AsyncGenerator<Documents[Kind]> {
  for await (const page of readDocumentPages(query, kind))
    for (const { key, version, body } of page) {
      const checked = checkDocument(key, { version, document: body });
      const document = checked.ok ? asKind(kind, key, checked.value.entry.document) : null;
      if (document !== null) yield document;
    }
}
