// The Store port over Postgres: one transaction a mail, with derived data in their own tables.
// A visible change is durable.
import { alarmOf, listNames } from '#core/features.ts';
import type { Document, DocumentKey } from '#core/kernel/documents.ts';
import type { Instant } from '#core/kernel/time.ts';
import type { Alarm, CauseKey, Change, CommitResult, Store } from '#service/ports.ts';
import { type Versioned, completeChange } from '../in-memory-documents.ts';
import { type Database, type Query, type ResultRow, retryTransaction, sqlState } from './database.ts';
import { createMailCalls, putMail } from './outbox.ts';
import { migrate } from './schema.ts';
import { COPY_UNDER_WAY, SHARE_LOCK } from './session.ts';
import {
  decodeColumn,
  encodeColumn,
  getShared,
  refuseUnfinishedCopy,
  sortKeyOf,
  toCheckedDocument,
  updateShared,
} from './shared-values.ts';

/** Rejects with one sentence if the database is of a newer version. */
export async function openPostgresStore(database: Database): Promise<Store> {
  await migrate(database);
  await refuseUnfinishedCopy(database.query);
  return createStore(database);
}

/** The store of a database that is of this version. */
export function createStore(database: Database): Store {
  const { query } = database;
  const keysOf = (rows: readonly ResultRow[]): readonly DocumentKey[] =>
    rows.map(({ key }) => decodeColumn(key as string) as DocumentKey);
  return {
    read: keys => readDocuments(query, keys),
    list: async (name, after, limit) =>
      keysOf(
        await query('select key from lists where name = $1 and place > $2 order by place limit $3', [
          ...[encodeColumn(name), after === null ? '' : sortKeyOf(after), limit],
        ]),
      ),
    newest: async (name, before, limit) =>
      keysOf(
        await query(
          'select key from lists where name = $1 and ($2::text is null or place < $2) order by place desc limit $3',
          [encodeColumn(name), before === null ? null : sortKeyOf(before), limit],
        ),
      ),
    accounts: async (after, limit) => {
      // '0' is the character behind '/'.
      const rows = await query("select key from documents where key > $1 and key < 'account0' order by key limit $2", [
        ...[encodeColumn(`account/${after}`), limit],
      ]);
      return keysOf(rows).map(key => key.slice('account/'.length));
    },
    // Two snapshots with the same text see the same transactions. Every transaction that writes changes the text when it ends.
    version: async () => (await query('select pg_current_snapshot()::text as snapshot'))[0]?.['snapshot'] as string,
    dueAlarms: async (now, limit) => {
      const rows = await query(
        'select key, alarm::float8 as at from documents where alarm <= $1 order by alarm, key limit $2',
        [now, limit],
      );
      return rows.map(({ key, at }): Alarm => ({ key: decodeColumn(key as string) as DocumentKey, at: at as number }));
    },
    nextAlarm: async () => {
      const [row] = await query('select min(alarm)::float8 as at from documents');
      return row?.['at'] as number | null;
    },
    isSeen: async cause => (await query('select 1 from seen where cause = $1', [cause])).length > 0,
    commit: async change => ({ result: await commit(database, change), durable: Promise.resolve() }),
    ...createMailCalls(query),
    readPace: () => getShared(query, 'pace'),
    updatePace: update => updateShared(database, 'pace', update),
    forget: async before => {
      for (let deletedCount = MAX_FORGOTTEN; deletedCount === MAX_FORGOTTEN;)
        deletedCount = (await query(FORGET, [before])).length;
    },
    close: () => database.close(),
  };
}

/** The number of marks deleted in one statement, so that each statement ends within its time-out. */
const MAX_FORGOTTEN = 10_000;
const FORGET = `delete from seen where cause in (select cause from seen where at < $1 limit ${MAX_FORGOTTEN}) returning 1`;

/** Reports invalid documents as damaged. */
const readDocuments = async (query: Query, keys: readonly DocumentKey[]): ReturnType<Store['read']> => {
  const rows = await query('select key, version::float8 as version, body from documents where key = any($1::text[])', [
    keys.map(encodeColumn),
  ]);
  const found = new Map<DocumentKey, Versioned>();
  const damaged: DocumentKey[] = [];
  for (const { key, checked } of rows.map(toCheckedDocument)) {
    if (checked.ok) found.set(key, checked.value.entry);
    else damaged.push(key);
  }
  return {
    documents: new Map(keys.map(key => [key, found.get(key)?.document ?? null])),
    versions: new Map(keys.map(key => [key, found.get(key)?.version ?? 0])),
    damaged,
  };
};

/** The lock is held until the end of the transaction. It is taken before those of documents, so that no two transactions deadlock. */
const LOCK_SEALING = "select pg_advisory_xact_lock(hashtextextended('sealing', 1))";

/** A document has changed meanwhile. */
class Conflict extends Error {}
/** This cause took effect before. */
class AlreadySeen extends Error {}

/** The SQLSTATEs of a serialization failure and a deadlock. */
const CONFLICT_STATES: ReadonlySet<string> = new Set(['40001', '40P01']);

/** Commits a change. After a lost connection the transaction is run again. The seen mark of the cause shows whether it was committed. */
async function commit(database: Database, change: Change): Promise<CommitResult> {
  try {
    await retryTransaction(database, async query => {
      if (change.seal !== undefined) await query(LOCK_SEALING);
      await applyChange(query, await completeChange(change, keys => readDocuments(query, keys)));
    });
    return 'committed';
  } catch (error) {
    if (error instanceof AlreadySeen) return 'already-seen';
    if (error instanceof Conflict || CONFLICT_STATES.has(sqlState(error) ?? '')) return 'conflict';
    throw error;
  }
}

/**
 * Awaits queries that were sent together (pipelined). Throws the failure of the first failed query, since later failures only say that the
 * transaction is aborted.
 */
async function awaitAll<const Queries extends readonly unknown[]>(
  queries: Queries,
): Promise<{ -readonly [Index in keyof Queries]: Awaited<Queries[Index]> }> {
  await Promise.allSettled(queries);
  for (const each of queries) await each;
  return Promise.all(queries);
}

/** Applies a change in two groups of queries. A failure in either rolls everything back. */
async function applyChange(query: Query, { cause, expect, documents, outgoing, at }: Change): Promise<void> {
  await awaitAll([
    query(SHARE_LOCK).then(([row]) => {
      if (row?.['held'] !== true) throw new Error(COPY_UNDER_WAY);
    }),
    markSeen(query, cause, at),
    lockDocuments(query, expect, [...documents.keys()]),
  ]);
  const droppedKeys = [...documents].flatMap(([key, document]) => (document === null ? [encodeColumn(key)] : []));
  const newDocuments = [...documents].flatMap(([key, document]) => (document === null ? [] : [{ key, document }]));
  await awaitAll([
    droppedKeys.length > 0 && query(DROP, [droppedKeys]),
    putDocuments(query, newDocuments),
    putMail(query, outgoing, at),
  ]);
}

/**
 * Marks the cause as seen, before documents are locked: waits for a running commit with the same cause. A queued mail is deleted
 * together with its effects.
 */
async function markSeen(query: Query, cause: CauseKey, at: Instant): Promise<void> {
  const newMarks = await query(
    `with done as (delete from inbox where cause = $1)
     insert into seen (cause, at) values ($1, $2) on conflict do nothing returning cause`,
    [cause, at],
  );
  if (newMarks.length === 0) throw new AlreadySeen();
}

/** Takes the locks one after the other, in this order. */
const LOCK_NAMES = `select pg_advisory_xact_lock(hashtextextended(name, 0)) from (
    select name from unnest($1::text[]) with ordinality as given (name, place) order by place
  ) as names`;

const LOCK_ROWS = `select key, version::float8 as version from documents where key = any($1::text[])
  order by key for update`;

const DROP = `with dropped as (delete from documents where key = any($1::text[]))
  delete from lists where key = any($1::text[])`;

/** An existing row is updated, never replaced, so that a transaction waiting for its lock sees the new version. */
const PUT = `insert into documents (key, version, body, alarm)
  select key, (select nextval('versions')), body::json, alarm
  from unnest($1::text[], $2::text[], $3::bigint[]) as entry (key, body, alarm)
  on conflict (key) do update set version = excluded.version, body = excluded.body, alarm = excluded.alarm`;

/** Deletes stale list entries, and leaves existing ones alone: most boards stay in their lists. */
const PUT_LISTS = `with wanted as (
    select name, place, key from unnest($1::text[], $2::text[], $3::text[]) as wanted (name, place, key)
  ), gone as (
    delete from lists where key = any($4::text[]) and not exists (
      select 1 from wanted where wanted.name = lists.name and wanted.place = lists.place
    )
  )
  insert into lists (name, place, key) select name, place, key from wanted on conflict do nothing`;

/**
 * Checks the expected versions, and locks them until the end of the transaction. Documents written but not expected must not exist.
 * Locks in the order of keys, so that no two transactions deadlock.
 */
async function lockDocuments(
  query: Query,
  expect: Change['expect'],
  writtenKeys: readonly DocumentKey[],
): Promise<void> {
  const expected = new Map([...writtenKeys.map(key => [key, 0] as const), ...expect]);
  const keys = [...expected.keys()].map(encodeColumn).sort();
  // A missing document has no row to lock, so its name is locked.
  const absent = [...expected].filter(([, version]) => version === 0).map(([key]) => encodeColumn(key));
  const lockingNames = absent.length > 0 ? query(LOCK_NAMES, [absent.sort()]) : null;
  const [, rows] = await awaitAll([lockingNames, query(LOCK_ROWS, [keys])]);
  const found = new Map(rows.map(({ key, version }) => [key as string, version as number]));
  for (const [key, version] of expected) if ((found.get(encodeColumn(key)) ?? 0) !== version) throw new Conflict();
}

export async function putDocuments(
  query: Query,
  entries: readonly { readonly key: DocumentKey; readonly document: Document }[],
): Promise<void> {
  if (entries.length === 0) return;
  const keys = entries.map(({ key }) => encodeColumn(key));
  const bodies = entries.map(({ document }) => JSON.stringify(document));
  const alarms = entries.map(({ key, document }) => alarmOf(key, document));
  const places = entries.flatMap(({ key, document }) =>
    listNames(key, document).map(name => [encodeColumn(name), sortKeyOf(key), encodeColumn(key)] as const),
  );
  const columns = [0, 1, 2].map(column => places.map(place => place[column]));
  await awaitAll([query(PUT, [keys, bodies, alarms]), query(PUT_LISTS, [...columns, keys])]);
}
