// The outbox in Postgres: waiting mails, each reader's in order.
import type { Instant } from '#core/kernel/time.ts';
import type { DeliveryStatus, MailCounts, Outgoing } from '#service/ports.ts';
import type { Query, ResultRow } from './database.ts';
import { decodeColumn, encodeColumn } from './texts.ts';

/** Inserts mails in their order. */
export async function putMail(query: Query, mails: readonly Outgoing[], due: Instant, written = due): Promise<void> {
  if (mails.length === 0) return;
  await query(
    `insert into outbox (id, reader, sender, recipients, message_id, raw, receipt, tries, due, written)
     select id, reader, sender, array(select json_array_elements_text(recipients)), message_id, raw, receipt, tries, $9, $10
     from unnest($1::text[], $2::text[], $3::text[], $4::json[], $5::text[], $6::bytea[], $7::json[], $8::integer[])
       with ordinality as given (id, reader, sender, recipients, message_id, raw, receipt, tries, place)
     order by place`,
    [
      mails.map(({ id }) => encodeColumn(id)),
      mails.map(({ to }) => encodeColumn(to[0] ?? '')),
      mails.map(({ from }) => encodeColumn(from)),
      mails.map(({ to }) => JSON.stringify(to.map(encodeColumn))),
      mails.map(({ messageId }) => encodeColumn(messageId)),
      mails.map(({ raw }) => Buffer.from(raw)),
      mails.map(({ receipt }) => (receipt === undefined ? null : JSON.stringify(receipt))),
      mails.map(({ tries }) => tries),
      due,
      written,
    ],
  );
}

/** A mail is due only if all earlier mails to the same reader are due. */
const DUE = `failed is null and due <= $1 and not exists (
  select 1 from outbox as earlier
  where earlier.reader = mail.reader and earlier.seq < mail.seq and earlier.failed is null and earlier.due > $1
)`;

export async function readDueMail(
  query: Query,
  now: Instant,
  limit: number,
  readers?: readonly string[],
): Promise<readonly Outgoing[]> {
  const rows = await query(
    `select id, sender, recipients, message_id, raw, receipt, tries from outbox as mail
     where ${DUE} and ($3::text[] is null or reader = any($3)) order by seq limit $2`,
    [now, limit, readers === undefined ? null : readers.map(encodeColumn)],
  );
  return rows.map(toOutgoingMail);
}

/** The first mail of each reader. The query takes linear time, also if one reader has very many mails. */
const FIRST_MAILS = `(
  select distinct on (reader) reader, seq, due from outbox where failed is null order by reader, seq
) as firsts`;

export async function readDueReaders(query: Query, now: Instant, limit: number): Promise<readonly string[]> {
  const rows = await query(`select reader from ${FIRST_MAILS} where due <= $1 order by seq limit $2`, [now, limit]);
  return rows.map(({ reader }) => decodeColumn(reader as string));
}

/** `since`: -Infinity for all mails. */
export async function countMails(query: Query, now: Instant, since: Instant): Promise<MailCounts> {
  const written = 'coalesce(written, due)';
  const [row] = await query(
    `select (select count(*)::integer from outbox as mail where ${DUE}) as due,
       count(*) filter (where failed is null)::integer as waiting,
       count(*) filter (where failed is not null)::integer as failed,
       min(${written}) filter (where failed is null)::float8 as oldest,
       min(${written}) filter (where failed is null and ${written} > $2)::float8 as "oldestSince"
     from outbox`,
    [now, Math.max(since, 0)],
  );
  return row as unknown as MailCounts;
}

export const toOutgoingMail = (row: ResultRow): Outgoing => ({
  id: decodeColumn(row['id'] as string),
  from: decodeColumn(row['sender'] as string),
  to: (row['recipients'] as readonly string[]).map(decodeColumn),
  messageId: decodeColumn(row['message_id'] as string),
  raw: row['raw'] as Uint8Array,
  tries: row['tries'] as number,
  ...(row['receipt'] === null ? {} : { receipt: row['receipt'] as NonNullable<Outgoing['receipt']> }),
});

export async function findNextDue(query: Query): Promise<Instant | null> {
  const [row] = await query(`select min(due)::float8 as due from ${FIRST_MAILS}`);
  return row?.['due'] as number | null;
}

export async function markMail(query: Query, id: string, status: DeliveryStatus): Promise<void> {
  const mail = encodeColumn(id);
  switch (status.kind) {
    case 'sent':
      await query('delete from outbox where id = $1', [mail]);
      return;
    case 'later':
      await query('update outbox set tries = $3, due = $2 where id = $1', [mail, status.due, status.tries]);
      return;
    case 'failed':
      await query('update outbox set failed = $2 where id = $1', [mail, encodeColumn(status.why)]);
  }
}

export async function eraseMail(query: Query, addresses: readonly string[]): Promise<void> {
  await query('delete from outbox where recipients && $1::text[]', [addresses.map(encodeColumn)]);
}
