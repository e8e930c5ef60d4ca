// The outbox in Postgres: waiting mails, each reader's in order.
import type { Instant } from '#core/kernel/time.ts';
import { PRIORITIES, type Priority } from '#core/writing/mail-plan.ts';
import type { DeliveryStatus, MailCounts, MailRecord, MailToStore, Outgoing } from '#service/ports.ts';
import { type FiledMail, listTexts, rankOf, toMailRecord, toStoredMail } from '../stored-mail.ts';
import type { Query, ResultRow } from './database.ts';
import { decodeColumn, encodeColumn } from './shared-values.ts';

/** Inserts mails in their order. */
export async function putMail(query: Query, mails: readonly MailToStore[], due: Instant, written = due): Promise<void> {
  if (mails.length === 0) return;
  await query(
    `insert into outbox (id, reader, sender, recipients, message_id, raw, receipt, tries, priority, due, written)
     select id, reader, sender, array(select json_array_elements_text(recipients)), message_id, raw, receipt, tries, priority, $10, $11
     from unnest($1::text[], $2::text[], $3::text[], $4::json[], $5::text[], $6::bytea[], $7::json[], $8::integer[], $9::smallint[])
       with ordinality as given (id, reader, sender, recipients, message_id, raw, receipt, tries, priority, place)
     order by place`,
    [
      mails.map(({ id }) => encodeColumn(id)),
      mails.map(({ to }) => encodeColumn(to[0] ?? '')),
      mails.map(({ from }) => encodeColumn(from)),
      mails.map(({ to }) => JSON.stringify(to.map(encodeColumn))),
      mails.map(({ messageId }) => encodeColumn(messageId)),
      mails.map(({ raw }) => Buffer.from(listTexts(raw).join(''), 'latin1')),
      mails.map(({ receipt }) => (receipt === undefined ? null : JSON.stringify(receipt))),
      mails.map(({ tries }) => tries),
      mails.map(({ priority }) => rankOf(priority)),
      due,
      written,
    ],
  );
}

/** The waiting mails. One is due only if all earlier ones to the same reader are. It has the rank of a later one if that is higher. */
const RANKED_MAILS = `(
  select id, reader, seq, min(priority) over (partition by reader order by seq desc) as rank,
    bool_and(due <= $1) over (partition by reader order by seq) as is_due
  from outbox where failed is null and ($3::text[] is null or reader = any($3))
) as ranked`;

export async function readDueMail(
  query: Query,
  now: Instant,
  limit: number,
  readers?: readonly string[],
  lowest?: Priority,
): Promise<readonly Outgoing[]> {
  const rows = await query(
    `select id, sender, recipients, message_id, raw, receipt, tries, priority
     from (select id, rank, seq from ${RANKED_MAILS} where is_due and rank <= $4 order by rank, seq limit $2) as due
     join outbox using (id) order by rank, due.seq`,
    [now, limit, readers === undefined ? null : readers.map(encodeColumn), rankOf(lowest ?? LOWEST)],
  );
  return rows.map(toOutgoingMail);
}

const LOWEST = PRIORITIES.at(-1);

/** The first mail of each reader, and its rank. The query takes linear time, also if one reader has very many mails. */
const FIRST_MAILS = `(
  select distinct on (reader) reader, seq, due, min(priority) over (partition by reader) as rank
  from outbox where failed is null order by reader, seq
) as firsts`;

export async function readDueReaders(
  query: Query,
  now: Instant,
  limit: number,
  lowest?: Priority,
): Promise<readonly string[]> {
  const rows = await query(
    `select reader from ${FIRST_MAILS} where due <= $1 and rank <= $3 order by rank, seq limit $2`,
    [now, limit, rankOf(lowest ?? LOWEST)],
  );
  return rows.map(({ reader }) => decodeColumn(reader as string));
}

/** `since`: -Infinity for all mails. */
export async function countMails(query: Query, now: Instant, since: Instant): Promise<MailCounts> {
  const written = 'coalesce(written, due)';
  const [row] = await query(
    `with sendable as (
       select written, priority from (
         select ${written} as written, priority, bool_and(due <= $1) over (partition by reader order by seq) as is_due
         from outbox where failed is null
       ) as waiting where is_due
     )
     select (select count(*) from sendable)::integer as due,
       (select min(written) from sendable where priority = 0)::float8 as "oldestDueBoard",
       count(*) filter (where failed is null)::integer as waiting,
       count(*) filter (where failed is not null)::integer as failed,
       min(${written}) filter (where failed is null)::float8 as oldest,
       min(${written}) filter (where failed is null and ${written} > $2)::float8 as "oldestSince"
     from outbox`,
    [now, Math.max(since, 0)],
  );
  return row as unknown as MailCounts;
}

const toOutgoingMail = (row: ResultRow): Outgoing => ({
  id: decodeColumn(row['id'] as string),
  from: decodeColumn(row['sender'] as string),
  to: (row['recipients'] as readonly string[]).map(decodeColumn),
  messageId: decodeColumn(row['message_id'] as string),
  raw: row['raw'] as Uint8Array,
  tries: row['tries'] as number,
  ...(row['priority'] === 0 ? {} : { priority: PRIORITIES[row['priority'] as number] ?? 'board' }),
  ...(row['receipt'] === null ? {} : { receipt: row['receipt'] as NonNullable<Outgoing['receipt']> }),
});

export async function findNextDue(query: Query): Promise<Instant | null> {
  const [row] = await query(`select min(due)::float8 as due from ${FIRST_MAILS}`);
  return row?.['due'] as number | null;
}

/** A mail that was given up comes after the mails that wait. */
const RETRY_FAILED =
  'update outbox set tries = $3, due = $2, failed = null, seq = default where id = $1 and failed is not null';

export async function markMail(query: Query, id: string, status: DeliveryStatus): Promise<void> {
  const mail = encodeColumn(id);
  switch (status.kind) {
    case 'sent':
      await query('delete from outbox where id = $1', [mail]);
      return;
    case 'later':
      await query(RETRY_FAILED, [mail, status.due, status.tries]);
      await query('update outbox set tries = $3, due = $2 where id = $1', [mail, status.due, status.tries]);
      return;
    case 'failed':
      await query('update outbox set failed = $2 where id = $1', [mail, encodeColumn(status.why)]);
  }
}

const COLUMNS =
  'id, sender, recipients, message_id, receipt, tries, priority, due::float8 as due, coalesce(written, due)::float8 as written, failed';

const toFiledMail = (row: ResultRow): FiledMail => ({
  ...toStoredMail(toOutgoingMail(row), row['due'] as number, row['written'] as number),
  ...(row['failed'] === null ? {} : { failed: decodeColumn(row['failed'] as string) }),
  place: 0,
});

/** The waiting mails in their order, then those that were given up by their id. */
const ORDER = `(case when failed is null then '0' || lpad(seq::text, 20, '0') else '1' || id end) collate "C"`;

export async function listMails(query: Query, after: string | null, limit: number): Promise<readonly MailRecord[]> {
  const rows = await query(
    `select ${COLUMNS}, ''::bytea as raw from outbox
     where $1::text is null or ${ORDER} > coalesce((select ${ORDER} from outbox where id = $1), '1' || $1)
     order by ${ORDER} limit $2`,
    [after === null ? null : encodeColumn(after), limit],
  );
  return rows.map(row => toMailRecord(toFiledMail(row)));
}

/** Reads all mails one at a time, since a mail may hold a picture. */
export async function* readAllMails(query: Query): AsyncGenerator<FiledMail> {
  for (const { id } of await query(`select id from outbox order by ${ORDER}`))
    for (const row of await query(`select ${COLUMNS}, raw from outbox where id = $1`, [id])) yield toFiledMail(row);
}

export async function readMail(query: Query, id: string): Promise<Uint8Array | null> {
  const [row] = await query('select raw from outbox where id = $1', [encodeColumn(id)]);
  return row === undefined ? null : (row['raw'] as Uint8Array);
}

export async function dropFailed(query: Query, before: Instant): Promise<void> {
  await query('delete from outbox where failed is not null and coalesce(written, due) < $1', [before]);
}

export async function eraseMail(query: Query, addresses: readonly string[]): Promise<void> {
  await query('delete from outbox where recipients && $1::text[]', [addresses.map(encodeColumn)]);
}
