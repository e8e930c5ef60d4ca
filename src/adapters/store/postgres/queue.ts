// The queue of fetched mails in Postgres: the process that reads the mailbox enqueues them.
import type { Instant } from '#core/kernel/time.ts';
import type { Clock } from '#service/ports.ts';
import type { MailQueue, QueueCounts, QueuedMail } from '#service/shared-ports.ts';
import type { Query } from './database.ts';
import { encodeColumn } from './texts.ts';

/** Size limit of one statement: the connection that holds the lock of the mailbox must stay responsive. */
const MAX_PIECE_BYTES = 250_000;

/** Splits mails into pieces, in order. Only a piece with a single mail may be larger. */
function splitIntoPieces(mails: readonly QueuedMail[]): readonly (readonly QueuedMail[])[] {
  const pieces: QueuedMail[][] = [];
  let bytesLeft = 0;
  for (const each of mails) {
    const { length } = each.mail.raw;
    if (length <= bytesLeft) pieces.at(-1)?.push(each);
    else {
      pieces.push([each]);
      bytesLeft = MAX_PIECE_BYTES;
    }
    bytesLeft -= length;
  }
  return pieces;
}

/** Inserts mails and their keys in one statement. The rows are in the order of arrival. */
export async function insertMails(query: Query, mails: readonly QueuedMail[], now: Instant): Promise<void> {
  await query(
    `with given as (
       select * from unnest($1::text[], $2::text[], $3::bigint[], $4::boolean[], $5::bytea[])
         with ordinality as given (id, cause, size, is_whole, raw, place)
     ), put as (
       insert into inbox (id, cause, size, is_whole, raw, came_after, fetched)
       select id, cause, size, is_whole, raw, (${EMPTY_AT}), $8 from given order by place
       on conflict (id) do nothing returning id, seq
     )
     insert into inbox_keys (key, seq)
     select distinct key, seq from put join unnest($6::text[], $7::text[]) as named (owner, key) on owner = id`,
    [
      mails.map(({ id }) => id),
      mails.map(({ cause }) => (cause === null ? null : encodeColumn(cause))),
      mails.map(({ mail }) => mail.size),
      mails.map(({ mail }) => mail.isWhole),
      mails.map(({ mail }) => Buffer.from(mail.raw)),
      mails.flatMap(({ id, keys }) => keys.map(() => id)),
      mails.flatMap(({ keys }) => keys.map(encodeColumn)),
      now,
    ],
  );
}

/** Every mail that came before this instant is here. null: unknown. */
const EMPTY_AT = "select (value ->> 'emptyAt')::bigint from facts where name = 'mailbox-read'";

/** A waiting mail may have come at any time since the mailbox was last empty. The oldest one decides, or one for which that is unknown. */
async function emptyAt(query: Query): Promise<Instant> {
  const [row] = await query(
    `select case when oldest.seq is not null and oldest.came_after is null then null
       else least((${EMPTY_AT}), oldest.came_after)::float8 end as at
     from (select 1) as one left join lateral (
       select seq, came_after from inbox where not aside order by came_after nulls first limit 1
     ) as oldest on true`,
  );
  return (row?.['at'] ?? -Infinity) as number;
}

/** `emptyAt` never goes back: an earlier reader may have noted a later instant. */
const NOTE = `insert into facts (name, value) values ('mailbox-read', json_build_object('emptyAt', $1::bigint))
  on conflict (name) do update set value = json_build_object(
    'emptyAt', greatest((facts.value ->> 'emptyAt')::bigint, $1))`;

/** `own`: queries on the connection that holds the lock of the mailbox. */
export const createMailQueue = (query: Query, own: Query, clock: Pick<Clock, 'now'>): MailQueue => ({
  put: async mails => {
    for (const piece of splitIntoPieces(mails)) await insertMails(own, piece, clock.now());
  },
  count: async () => {
    const [row] = await query(
      `select count(*) filter (where not aside)::integer as waiting, count(*) filter (where aside)::integer as aside,
         $1 - min(fetched) filter (where not aside)::float8 as "oldestMs" from inbox`,
      [clock.now()],
    );
    return row as unknown as QueueCounts;
  },
  note: async at => {
    await own(NOTE, [Number.isFinite(at) ? at : null]);
  },
  emptyAt: () => emptyAt(query),
});
