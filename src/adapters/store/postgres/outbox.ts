// The outbox in Postgres: waiting mails, each reader's in order.
import type { Instant } from '#core/kernel/time.ts';
import { PRIORITIES } from '#core/writing/mail-plan.ts';
import type { DeliveryStatus, MailCounts, MailToStore, Outgoing, Store } from '#service/ports.ts';
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

const LOWEST = PRIORITIES.at(-1);

/** The first mail of each reader, and its rank. The query takes linear time, also if one reader has very many mails. */
const FIRST_MAILS = `(
  select distinct on (reader) reader, seq, due, min(priority) over (partition by reader) as rank
  from outbox where failed is null order by reader, seq
) as firsts`;

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

/** When a mail was written. Older versions did not store it. */
const WRITTEN = 'coalesce(written, due)';

const COLUMNS = `id, sender, recipients, message_id, receipt, tries, priority, due::float8 as due, ${WRITTEN}::float8 as written, failed`;

const toFiledMail = (row: ResultRow): FiledMail => ({
  ...toStoredMail(toOutgoingMail(row), row['due'] as number, row['written'] as number),
  ...(row['failed'] === null ? {} : { failed: decodeColumn(row['failed'] as string) }),
  place: 0,
});

/** The waiting mails in their order, then those that were given up by their id. */
const ORDER = `(case when failed is null then '0' || lpad(seq::text, 20, '0') else '1' || id end) collate "C"`;

/** Reads all mails one at a time, since a mail may hold a picture. */
export async function* readAllMails(query: Query): AsyncGenerator<FiledMail> {
  for (const { id } of await query(`select id from outbox order by ${ORDER}`))
    for (const row of await query(`select ${COLUMNS}, raw from outbox where id = $1`, [id])) yield toFiledMail(row);
}

type MailCalls = Pick<
  Store,
  'dueMail' | 'dueReaders' | 'countMails' | 'nextDue' | 'markMail' | 'listMails' | 'readMail' | 'dropFailed' | 'erase'
>;

/** The calls of the store about its mails. */
export const createMailCalls = (query: Query): MailCalls => ({
  dueMail: async (now, limit, readers, lowest = LOWEST) => {
    const rows = await query(
      `select id, sender, recipients, message_id, raw, receipt, tries, priority
       from (select id, rank, seq from ${RANKED_MAILS} where is_due and rank <= $4 order by rank, seq limit $2) as due
       join outbox using (id) order by rank, due.seq`,
      [now, limit, readers === undefined ? null : readers.map(encodeColumn), rankOf(lowest)],
    );
    return rows.map(toOutgoingMail);
  },
  dueReaders: async (now, limit, lowest = LOWEST) => {
    const sql = `select reader from ${FIRST_MAILS} where due <= $1 and rank <= $3 order by rank, seq limit $2`;
    const rows = await query(sql, [now, limit, rankOf(lowest)]);
    return rows.map(({ reader }) => decodeColumn(reader as string));
  },
  countMails: async (now, since) => {
    const [row] = await query(
      `with sendable as (
         select written, priority from (
           select ${WRITTEN} as written, priority, bool_and(due <= $1) over (partition by reader order by seq) as is_due
           from outbox where failed is null
         ) as waiting where is_due
       )
       select (select count(*) from sendable)::integer as due,
         (select min(written) from sendable where priority = 0)::float8 as "oldestDueBoard",
         count(*) filter (where failed is null)::integer as waiting,
         count(*) filter (where failed is not null)::integer as failed,
         min(${WRITTEN}) filter (where failed is null)::float8 as oldest,
         min(${WRITTEN}) filter (where failed is null and ${WRITTEN} > $2)::float8 as "oldestSince"
       from outbox`,
      [now, Math.max(since, 0)],
    );
    return row as unknown as MailCounts;
  },
  nextDue: async () => {
    const [row] = await query(`select min(due)::float8 as due from ${FIRST_MAILS}`);
    return row?.['due'] as number | null;
  },
  markMail: (id, status) => markMail(query, id, status),
  listMails: async (after, limit) => {
    const rows = await query(
      `select ${COLUMNS}, ''::bytea as raw from outbox
       where $1::text is null or ${ORDER} > coalesce((select ${ORDER} from outbox where id = $1), '1' || $1)
       order by ${ORDER} limit $2`,
      [after === null ? null : encodeColumn(after), limit],
    );
    return rows.map(row => toMailRecord(toFiledMail(row)));
  },
  readMail: async id => {
    const [row] = await query('select raw from outbox where id = $1', [encodeColumn(id)]);
    return row === undefined ? null : (row['raw'] as Uint8Array);
  },
  dropFailed: async before => {
    await query(`delete from outbox where failed is not null and ${WRITTEN} < $1`, [before]);
  },
  erase: async addresses => {
    await query('delete from outbox where recipients && $1::text[]', [addresses.map(encodeColumn)]);
  },
});
