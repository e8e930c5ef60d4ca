// Dumps, loads, checks and reads a database, a page at a time.
import { alarmOf, listNames } from '#core/features.ts';
import { type DocumentKey, asKind } from '#core/kernel/documents.ts';
import { DAY_MS, type Instant, dayOf } from '#core/kernel/time.ts';
import { reasonOf } from '#games/kit/assert.ts';
import type { Finding } from '#service/ports.ts';
import {
  type Counts,
  type EntrySource,
  type EntryTarget,
  KEY_LOSS,
  type ReadOnlyStore,
  type StoreEntry,
  createDamageError,
  createInUseError,
  isBegun,
  listCopyFindings,
  noonOf,
  sortByText,
} from '../entry-stream.ts';
import type { Versioned } from '../in-memory-documents.ts';
import { listMailsOf, toMailEntry, toOutgoing } from '../stored-mail.ts';
import type { Database, Query } from './database.ts';
import { createStore, putDocuments } from './index.ts';
import {
  type StoredDocument,
  decodeColumn,
  dropShared,
  encodeColumn,
  readCopySource,
  readDatabaseKey,
  readDocumentPages,
  refuseUnfinishedCopy,
  setShared,
  sortKeyOf,
} from './shared-values.ts';
import { markMail, putMail, readAllMails } from './outbox.ts';
import { migrate, requireSchema } from './schema.ts';

// Findings: invalid documents, derived data that differ from their documents, and mails that were put aside.

/** At most this many findings of a kind are listed. */
const MAX_LISTED = 20;

const createError = (where: string, what: string): Finding => ({ level: 'error', where, what });

async function inspectDatabase(query: Query): Promise<readonly Finding[]> {
  const findings: Finding[] = [
    ...listCopyFindings('copy', await readCopySource(query)),
    ...(await findKeyFault(query)),
  ];
  for await (const page of readDocumentPages(query)) findings.push(...page.flatMap(inspectDocument));
  const rows = await query(
    'select distinct key from lists where not exists (select 1 from documents where documents.key = lists.key) order by key limit $1',
    [MAX_LISTED],
  );
  const stray = 'lists name it, and there is no such document. Restore a backup of the database.';
  findings.push(...rows.map(({ key }) => createError(decodeColumn(key as string), stray)));
  const [aside] = await query('select count(*)::integer as count from inbox where aside');
  const what = `${aside?.['count'] as number} mails were put aside unread or undone: the log has told of each of them. They lie among the processed mails of the mailbox as well.`;
  if (aside?.['count'] !== 0) findings.push({ level: 'warn', where: 'inbox', what });
  return findings;
}

async function findKeyFault(query: Query): Promise<readonly Finding[]> {
  try {
    if ((await readDatabaseKey(query)) !== null) return [];
    const [row] = await query('select exists (select 1 from documents) as found');
    return row?.['found'] === true ? [createError('signing-key', KEY_LOSS)] : [];
  } catch (fault) {
    return [createError('signing-key', reasonOf(fault))];
  }
}

function inspectDocument({ key, checked, alarm, places }: StoredDocument): readonly Finding[] {
  if (!checked.ok)
    return [createError(key, `it is damaged: ${checked.reason}. Put it right from a backup of the database.`)];
  const { document } = checked.value.entry;
  const wrong = [
    ...(alarm === alarmOf(key, document) ? [] : ['its alarm']),
    ...(isListedAs(places, key, document) ? [] : ['the lists that name it']),
  ];
  if (wrong.length === 0) return [];
  const what = `${wrong.join(' and ')} should be derived from it and ${wrong.length > 1 ? 'say' : 'says'} otherwise: stop the service and copy the database with \`nexpost store copy\`, which derives them anew.`;
  return [createError(key, what)];
}

const isListedAs = (places: StoredDocument['places'], key: DocumentKey, document: Versioned['document']): boolean => {
  const expected = listNames(key, document).map(name => `${encodeColumn(name)}\n${sortKeyOf(key)}`);
  const found = new Set(places.map(([name, place]) => `${name}\n${place}`));
  return found.size === expected.length && expected.every(each => found.has(each));
};

/** Counts the entries of each kind, and the mails that are not yet decided. */
const COUNT_ENTRIES = `select (select count(*) from inbox where not aside)::integer as undecided,
  (select count(*) from facts where name = 'signing-key')::integer as fact,
  (select count(*) from documents)::integer as document, (select count(*) from seen)::integer as cause,
  (select count(*) from outbox where failed is null)::integer as mail,
  (select count(*) from outbox where failed is not null)::integer as "given-up mail"`;

/**
 * Rejects with one sentence if data is missing or mails are not decided yet. The caller must hold the service lock. `isRunning`: the service
 * may run, if `query` is of one transaction that sees one state of the database. Mails that are not decided are left out.
 */
export async function openDatabaseSource(query: Query, isRunning = false): Promise<EntrySource> {
  await requireSchema(query);
  await refuseUnfinishedCopy(query);
  const [row] = await query(COUNT_ENTRIES);
  const { undecided, ...sizes } = row as unknown as Counts & { readonly undecided: number };
  if (undecided > 0 && !isRunning)
    throw new Error(
      `${undecided} mails were read from the mailbox and are not decided yet. Let the service run until they are, stop it, and copy then.`,
    );
  if (sizes.document === 0) throw new Error('There is no data of nexpost in the database.');
  if (sizes.fact === 0) throw createDamageError('the signing key is missing.');
  return { entries: () => readEntries(query), sizes, close: () => Promise.resolve() };
}

async function* readEntries(query: Query): AsyncGenerator<StoreEntry> {
  const value = await readDatabaseKey(query);
  if (value !== null) yield { kind: 'fact', key: 'signing-key', value };
  for await (const page of readDocumentPages(query))
    for (const { key, checked } of page) {
      if (!checked.ok) throw createDamageError(`${key}: ${checked.reason}.`);
      yield { kind: 'document', key, document: checked.value.entry.document };
    }
  for (const { day } of await query(`select distinct (at / ${DAY_MS})::integer as day from seen order by day`)) {
    const dayStart = (day as number) * DAY_MS;
    const rows = await query('select cause from seen where at >= $1 and at < $2', [dayStart, dayStart + DAY_MS]);
    for (const cause of sortByText(rows.map(row => row['cause'] as string)))
      yield { kind: 'cause', key: cause, day: dayOf(dayStart) };
  }
  for await (const mail of readAllMails(query)) yield toMailEntry(mail);
}

// Loading makes lists, alarms and versions anew.

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
  const isResumed = isBegun('The database', await readCopySource(query), from);
  for (const table of isResumed ? [] : TABLES) {
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
  for (const mail of listMailsOf(page)) {
    await putMail(query, [toOutgoing(mail)], mail.due, mail.written);
    if (mail.failed !== undefined) await markMail(query, mail.id, { kind: 'failed', why: mail.failed });
  }
}

// Reading takes no locks, so it works beside running services.

/** `act` sees one state of the database, whatever is written meanwhile. It may take long between two queries. */
export const readAtOneInstant = <Value>(database: Database, act: (query: Query) => Promise<Value>): Promise<Value> =>
  database.transaction(async query => {
    await query('set transaction isolation level repeatable read, read only');
    await query('set local idle_in_transaction_session_timeout = 0');
    return act(query);
  });

/** Rejects if the database holds no data of nexpost, or data of another version. */
export function openReadOnlyDatabase<Value>(
  database: Database,
  act: (store: ReadOnlyStore, query: Query) => Promise<Value>,
): Promise<Value> {
  return readAtOneInstant(database, async query => {
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
      async *all(kind) {
        for await (const page of readDocumentPages(query, kind))
          for (const { key, checked } of page) {
            const document = checked.ok ? asKind(kind, key, checked.value.entry.document) : null;
            if (document !== null) yield document;
          }
      },
    };
    return act(store, query);
  });
}
