// Mails that wait in Postgres: each reader's in their order.
import type { Instant } from '#core/state/documents.ts';
import type { DeliveryStatus, Outgoing } from '#service/ports.ts';
import type { Query, ResultRow } from './database.ts';
import { fromColumn, toColumn } from './texts.ts';

export async function putMail(query: Query, mails: readonly Outgoing[], due: Instant): Promise<void> {
  for (const { id, from, to, messageId, raw, tries, receipt } of mails) {
    await query(
      `insert into outbox (id, reader, sender, recipients, message_id, raw, receipt, tries, due)
       values ($1, $2, $3, $4::text[], $5, $6, $7::json, $8, $9)`,
      [
        ...[toColumn(id), toColumn(to[0] ?? ''), toColumn(from), to.map(toColumn), toColumn(messageId)],
        ...[Buffer.from(raw), receipt === undefined ? null : JSON.stringify(receipt), tries, due],
      ],
    );
  }
}

/** A mail of a reader is due only when those before it are. */
const DUE = `failed is null and due <= $1 and not exists (
  select 1 from outbox as earlier
  where earlier.reader = mail.reader and earlier.seq < mail.seq and earlier.failed is null and earlier.due > $1
)`;

export async function dueMail(
  query: Query,
  now: Instant,
  most: number,
  readers?: readonly string[],
): Promise<readonly Outgoing[]> {
  const rows = await query(
    `select id, sender, recipients, message_id, raw, receipt, tries from outbox as mail
     where ${DUE} and ($3::text[] is null or reader = any($3)) order by seq limit $2`,
    [now, most, readers === undefined ? null : readers.map(toColumn)],
  );
  return rows.map(outgoingOf);
}

/** The first mail of each reader decides. Asked so it takes its time by the mails there are, however many of them one reader has. */
const FIRSTS = `(
  select distinct on (reader) reader, seq, due from outbox where failed is null order by reader, seq
) as firsts`;

export async function dueReaders(query: Query, now: Instant, most: number): Promise<readonly string[]> {
  const rows = await query(`select reader from ${FIRSTS} where due <= $1 order by seq limit $2`, [now, most]);
  return rows.map(({ reader }) => fromColumn(reader as string));
}

export async function dueCount(query: Query, now: Instant): Promise<number> {
  const [row] = await query(`select count(*)::integer as count from outbox as mail where ${DUE}`, [now]);
  return row?.['count'] as number;
}

export const outgoingOf = (row: ResultRow): Outgoing => ({
  id: fromColumn(row['id'] as string),
  from: fromColumn(row['sender'] as string),
  to: (row['recipients'] as readonly string[]).map(fromColumn),
  messageId: fromColumn(row['message_id'] as string),
  raw: row['raw'] as Uint8Array,
  tries: row['tries'] as number,
  ...(row['receipt'] === null ? {} : { receipt: row['receipt'] as NonNullable<Outgoing['receipt']> }),
});

export async function nextDue(query: Query): Promise<Instant | null> {
  const [row] = await query(`select min(due)::float8 as due from ${FIRSTS}`);
  return row?.['due'] as number | null;
}

export async function markMail(query: Query, id: string, fate: DeliveryStatus): Promise<void> {
  const mail = toColumn(id);
  switch (fate.kind) {
    case 'sent':
      await query('delete from outbox where id = $1', [mail]);
      return;
    case 'later':
      await query('update outbox set tries = tries + 1, due = $2 where id = $1', [mail, fate.due]);
      return;
    case 'failed':
      await query('update outbox set failed = $2 where id = $1', [mail, toColumn(fate.why)]);
  }
}

export async function eraseMail(query: Query, addresses: readonly string[]): Promise<void> {
  await query('delete from outbox where recipients && $1::text[]', [addresses.map(toColumn)]);
}
