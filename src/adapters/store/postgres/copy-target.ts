// A database as the target of a copy, one transaction for each page.
// Lists, alarms and versions are made anew.
import type { DocumentKey } from '#core/kernel/documents.ts';
import { givenUpHeader } from '../json/given-up.ts';
import { type CopyTarget, type GivenUpMail, TargetInUse } from '../transfer.ts';
import { contentsOf } from './copy-contents.ts';
import type { Database, Query } from './database.ts';
import { dropFact, getShared, setFact } from './facts.ts';
import { putDocuments } from './index.ts';
import { markMail, putMail } from './outbox.ts';
import { migrate } from './schema.ts';
import { decodeColumn, encodeColumn } from './texts.ts';

export async function openDatabaseTarget(database: Database): Promise<CopyTarget> {
  await migrate(database);
  const { query, transaction } = database;
  return {
    ...contentsOf(query),
    begin: from => transaction(own => begin(own, from)),
    textsOf: keys => textsOf(query, keys),
    put: documents =>
      transaction(async own => {
        await own('delete from lists where key = any($1::text[])', [documents.map(({ key }) => encodeColumn(key))]);
        await putDocuments(own, documents);
      }),
    keepOnly: keys => keepOnly(query, keys),
    // Truncates, because deleting many rows one by one may exceed the statement timeout.
    clear: async () => {
      await query('truncate seen, outbox');
    },
    putCauses: async causes => {
      await query(
        'insert into seen (cause, at) select * from unnest($1::text[], $2::bigint[]) on conflict do nothing',
        [causes.map(({ cause }) => cause), causes.map(({ at }) => at)],
      );
    },
    putWaiting: mails =>
      transaction(async own => {
        for (const { due, ...mail } of mails) await putMail(own, [mail], due);
      }),
    putGivenUp: mails =>
      transaction(async own => {
        for (const mail of mails) await putGivenUp(own, mail);
      }),
    finish: () => dropFact(query, 'copy'),
    close: () => Promise.resolve(),
  };
}

/** Data that a service may have left. */
const ANYTHING = ['documents', 'seen', 'outbox', 'inbox', 'facts'] as const;

async function begin(query: Query, from: string): Promise<boolean> {
  const copy = await getShared(query, 'copy');
  if (copy !== null && copy.from !== from)
    throw new Error(`The database holds an unfinished copy of ${copy.from}: end that one, or choose another database.`);
  if (copy !== null) return false;
  for (const table of ANYTHING) {
    const rows = await query(`select 1 from ${table} limit 1`);
    if (rows.length > 0) throw new TargetInUse(`The database is not empty (${table}).`);
  }
  await setFact(query, 'copy', { from });
  return true;
}

async function textsOf(query: Query, keys: readonly DocumentKey[]): Promise<ReadonlyMap<DocumentKey, string>> {
  const rows = await query('select key, body from documents where key = any($1::text[])', [keys.map(encodeColumn)]);
  return new Map(
    rows.map(({ key, body }) => [decodeColumn(key as string) as DocumentKey, JSON.stringify(body)] as const),
  );
}

/** Keys looked at together. */
const KEYS = 5_000;

async function keepOnly(query: Query, keys: ReadonlySet<DocumentKey>): Promise<void> {
  for (let after = ''; ;) {
    const rows = await query('select key from documents where key > $1 order by key limit $2', [after, KEYS]);
    const found = rows.map(({ key }) => key as string);
    const surplus = found.filter(key => !keys.has(decodeColumn(key) as DocumentKey));
    for (const table of surplus.length === 0 ? [] : ['documents', 'lists'])
      await query(`delete from ${table} where key = any($1::text[])`, [surplus]);
    const last = found.at(-1);
    if (last === undefined) return;
    after = last;
  }
}

async function putGivenUp(query: Query, { id, why, raw }: GivenUpMail): Promise<void> {
  await putMail(query, [{ id, raw, tries: 0, ...givenUpHeader(raw) }], 0);
  await markMail(query, id, { kind: 'failed', why });
}
