// Loads entries into a database, one transaction for each page.
// Lists, alarms and versions are made anew.
import { parseGivenUpHeader } from '../json/given-up.ts';
import { toOutgoing } from '../json/outbox.ts';
import { type EntryTarget, noonOf, type StoreEntry, createInUseError } from '../entry-stream.ts';
import type { Database, Query } from './database.ts';
import { readEntries } from './dump.ts';
import { dropShared, getShared, setShared } from './shared-values.ts';
import { putDocuments } from './index.ts';
import { markMail, putMail } from './outbox.ts';
import { migrate } from './schema.ts';

/** The caller must hold the service lock. */
export async function openDatabaseTarget(database: Database): Promise<EntryTarget> {
  await migrate(database);
  const { query, transaction } = database;
  return {
    begin: from => transaction(transactionQuery => beginCopy(transactionQuery, from)),
    write: page => transaction(transactionQuery => writePage(transactionQuery, page)),
    finish: () => dropShared(query, 'copy'),
    entries: () => readEntries(query),
    close: () => Promise.resolve(),
  };
}

/** Tables that a service or a copy may have filled. */
const TABLES = ['documents', 'lists', 'seen', 'outbox', 'inbox', 'facts'] as const;

async function beginCopy(query: Query, from: string): Promise<void> {
  const copy = await getShared(query, 'copy');
  if (copy !== null && copy.from !== from)
    throw new Error(`The database holds an unfinished copy of ${copy.from}: end that one, or choose another database.`);
  for (const table of copy === null ? TABLES : []) {
    const rows = await query(`select 1 from ${table} limit 1`);
    if (rows.length > 0) throw createInUseError(`The database is not empty (${table}).`);
  }
  // Deleting many rows one by one may exceed the statement timeout.
  await query('truncate documents, lists, seen, outbox');
  await setShared(query, 'copy', { from });
}

async function writePage(query: Query, page: readonly StoreEntry[]): Promise<void> {
  for (const { key, value } of page.filter(entry => entry.kind === 'fact')) await setShared(query, key, value);
  const documents = page.filter(entry => entry.kind === 'document');
  await putDocuments(query, documents);
  const causes = page.filter(entry => entry.kind === 'cause');
  if (causes.length > 0)
    await query('insert into seen (cause, at) select * from unnest($1::text[], $2::bigint[])', [
      ...[causes.map(({ key }) => key), causes.map(({ day }) => noonOf(day))],
    ]);
  for (const { mail } of page.filter(entry => entry.kind === 'mail'))
    await putMail(query, [toOutgoing(mail)], mail.due, mail.written);
  for (const { key, why, raw } of page.filter(entry => entry.kind === 'given-up mail')) {
    const { date, ...header } = parseGivenUpHeader(raw);
    await putMail(query, [{ id: key, raw: Buffer.from(raw, 'latin1'), tries: 0, ...header }], 0, date ?? 0);
    await markMail(query, key, { kind: 'failed', why });
  }
}
