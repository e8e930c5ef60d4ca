// Opens a database read-only, as a snapshot of one instant, for the operator's tools.
// Takes no locks, so it works beside running services.
import { asKind, type DocumentKind, type Documents } from '#core/kernel/documents.ts';
import type { Instant } from '#core/kernel/time.ts';
import { checkDocument } from '../json/checked-document.ts';
import type { ReadOnlyStore } from '../read-only-store.ts';
import type { Database, Query } from './database.ts';
import { inspectDatabase } from './findings.ts';
import { createStore } from './index.ts';
import { readDocumentPages } from './pages.ts';
import { requireSchema } from './schema.ts';

/** `act` sees a snapshot of one instant. Rejects if the database holds no data of nexpost, or data of another version. */
export function openReadOnlyDatabase<Value>(
  database: Database,
  act: (store: ReadOnlyStore, query: Query) => Promise<Value>,
): Promise<Value> {
  return database.transaction(async query => {
    await query('set transaction isolation level repeatable read, read only');
    // `act` may take long between two queries.
    await query('set local idle_in_transaction_session_timeout = 0');
    await requireSchema(query);
    const rejectCall = (): Promise<never> => Promise.reject(new Error('this only looks'));
    const { read, list, newest, accounts, isSeen } = createStore({ query, transaction: rejectCall, close: rejectCall });
    const store: ReadOnlyStore = {
      ...{ read, list, newest, accounts, isSeen },
      seenAt: async cause => {
        const [row] = await query('select at::float8 as at from seen where cause = $1', [cause]);
        return (row?.['at'] ?? null) as Instant | null;
      },
      findings: () => inspectDatabase(query),
      all: kind => readAll(query, kind),
    };
    return act(store, query);
  });
}

async function* readAll<Kind extends DocumentKind>(query: Query, kind: Kind): AsyncGenerator<Documents[Kind]> {
  for await (const page of readDocumentPages(query, kind))
    for (const { key, version, body } of page) {
      const checked = checkDocument(key, { version, document: body });
      const document = checked.ok ? asKind(kind, key, checked.value.entry.document) : null;
      if (document !== null) yield document;
    }
}
