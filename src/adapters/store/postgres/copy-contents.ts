// Reads everything in a database for a copy, a page at a time, with the key as the cursor.
import { checkedDocument } from '../json/checked-document.ts';
import {
  type CopiedCause,
  type CopiedDocument,
  type CopySizes,
  type CopySource,
  DamagedSource,
  type GivenUpMail,
  type StoreContents,
  type WaitingMail,
} from '../transfer.ts';
import type { Query } from './database.ts';
import { outgoingOf } from './outbox.ts';
import { readDocumentPages } from './pages.ts';
import { requireSchema } from './schema.ts';
import { decodeColumn } from './texts.ts';
import { refuseUnfinishedCopy } from './unfinished-copy.ts';

/** Causes on a page. */
const CAUSES = 5_000;
/** Mails on a page: each may hold a picture. */
const MAILS = 50;

export const contentsOf = (query: Query): StoreContents => ({
  documents: () => documents(query),
  causes: () => causes(query),
  waiting: () => waiting(query),
  givenUp: () => givenUp(query),
});

/** Rejects with one sentence if the database holds no data of nexpost, an unfinished copy, or mails that are not yet decided. */
export async function openDatabaseSource(query: Query): Promise<CopySource> {
  await requireSchema(query);
  await refuseUnfinishedCopy(query);
  const [row] = await query('select count(*)::integer as count from inbox where not aside');
  const count = row?.['count'] as number;
  if (count > 0)
    throw new Error(
      `${count} mails were read from the mailbox and are not decided yet. Let the service run until they are, stop it, and copy then.`,
    );
  const sizes = await sizesOf(query);
  if (sizes.documents === 0) throw new Error('There is no data of nexpost in the database.');
  return { ...contentsOf(query), sizes, close: () => Promise.resolve() };
}

async function sizesOf(query: Query): Promise<CopySizes> {
  const [row] = await query(
    `select (select count(*) from documents)::integer as documents, (select count(*) from seen)::integer as causes,
      (select count(*) from outbox)::integer as mails`,
  );
  return row as unknown as CopySizes;
}

async function* documents(query: Query): AsyncGenerator<readonly CopiedDocument[]> {
  for await (const page of readDocumentPages(query))
    yield page.map(({ key, version, body }): CopiedDocument => {
      const checked = checkedDocument(key, { version, document: body });
      if (!checked.ok) throw new DamagedSource(`${key}: ${checked.reason}.`);
      return { key, version, document: checked.value.entry.document };
    });
}

async function* causes(query: Query): AsyncGenerator<readonly CopiedCause[]> {
  let last: CopiedCause = { cause: '', at: -1 };
  for (;;) {
    const rows = await query(
      'select cause, at::float8 as at from seen where (at, cause) > ($1, $2) order by at, cause limit $3',
      [last.at, last.cause, CAUSES],
    );
    const page = rows.map(({ cause, at }): CopiedCause => ({ cause: cause as string, at: at as number }));
    if (page.length === 0) return;
    yield page;
    last = page.at(-1) ?? last;
  }
}

async function* waiting(query: Query): AsyncGenerator<readonly WaitingMail[]> {
  for await (const rows of mailPages(query, 'failed is null'))
    yield rows.map(row => ({ ...outgoingOf(row), due: row['due'] as number }));
}

async function* givenUp(query: Query): AsyncGenerator<readonly GivenUpMail[]> {
  for await (const rows of mailPages(query, 'failed is not null'))
    yield rows.map(({ id, failed, raw }): GivenUpMail => ({
      id: decodeColumn(id as string),
      why: decodeColumn(failed as string),
      raw: raw as Uint8Array,
    }));
}

async function* mailPages(query: Query, which: string): AsyncGenerator<Awaited<ReturnType<Query>>> {
  let after = '0';
  for (;;) {
    const rows = await query(
      `select id, seq, sender, recipients, message_id, raw, receipt, tries, due::float8 as due, failed
       from outbox where ${which} and seq > $1 order by seq limit $2`,
      [after, MAILS],
    );
    if (rows.length === 0) return;
    yield rows;
    after = String(rows.at(-1)?.['seq']);
  }
}
