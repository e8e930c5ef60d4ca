// The mails read from the mailbox, as they wait in Postgres: whoever reads the mailbox puts them there, and any process that works takes them.
import type { Instant } from '#core/time.ts';
import { reasonOf } from '#games/kit/assert.ts';
import type { Clock, InboxMail, InHand, Log, Mailbox, ServerStanding, Suspicion } from '#service/ports.ts';
import type { Claims, MailQueue, QueuedMail } from '#service/shared-ports.ts';
import type { Query, ResultRow } from './database.ts';
import { fact } from './facts.ts';
import { toColumn } from './texts.ts';

/** In one statement, so that they are there whole or not at all. The rows are in the order of arrival. */
async function put(query: Query, mails: readonly QueuedMail[]): Promise<void> {
  await query(
    `with given as (
       select * from unnest($1::text[], $2::text[], $3::bigint[], $4::boolean[], $5::bytea[])
         with ordinality as given (id, cause, size, is_whole, raw, place)
     ), put as (
       insert into inbox (id, cause, size, is_whole, raw, came_after)
       select id, cause, size, is_whole, raw, (${EMPTY_AT}) from given order by place
       on conflict (id) do nothing returning id, seq
     )
     insert into inbox_keys (key, seq)
     select distinct key, seq from put join unnest($6::text[], $7::text[]) as named (owner, key) on owner = id`,
    [
      mails.map(({ id }) => id),
      mails.map(({ cause }) => (cause === null ? null : toColumn(cause))),
      mails.map(({ mail }) => mail.size),
      mails.map(({ mail }) => mail.isWhole),
      mails.map(({ mail }) => Buffer.from(mail.raw)),
      mails.flatMap(({ id, keys }) => keys.map(() => id)),
      mails.flatMap(({ keys }) => keys.map(toColumn)),
    ],
  );
}

/** Every mail that came before is here; null: nobody knows. */
const EMPTY_AT = "select (value ->> 'emptyAt')::bigint from facts where name = 'mailbox-read'";

/** What waits may have come at any time since the mailbox was last empty. */
async function emptyAt(query: Query): Promise<Instant> {
  const [row] = await query(
    `select case when count(*) filter (where came_after is null) > 0 then null
       else least((${EMPTY_AT}), min(came_after))::float8 end as at
     from inbox where not aside`,
  );
  return (row?.['at'] ?? -Infinity) as number;
}

/** It never goes back: another reader may have known better. */
const NOTE = `insert into facts (name, value) values ('mailbox-read', json_build_object('emptyAt', $1::bigint, 'standing', $2::text, 'at', $3::bigint))
  on conflict (name) do update set value = json_build_object(
    'emptyAt', greatest((facts.value ->> 'emptyAt')::bigint, $1), 'standing', $2::text, 'at', $3::bigint)`;

/** `own`: on the connection by which the server knows that the mailbox is ours. */
export const mailQueue = (query: Query, own: Query, clock: Pick<Clock, 'now'>): MailQueue => ({
  put: mails => put(own, mails),
  length: async () => {
    const [row] = await query('select count(*)::integer as count from inbox where not aside');
    return row?.['count'] as number;
  },
  note: async (at, standing) => {
    await own(NOTE, [Number.isFinite(at) ? at : null, standing, clock.now()]);
  },
  emptyAt: () => emptyAt(query),
});

/** Who reads the mailbox has said nothing for so long: nobody reads it. Milliseconds. */
const SILENT_MS = 30_000;

/** How the mailbox takes whoever reads it. */
export async function mailboxStanding(query: Query, clock: Pick<Clock, 'now'>): Promise<ServerStanding> {
  const read = await fact(query, 'mailbox-read');
  return read === null || clock.now() - read.at > SILENT_MS ? 'unreachable' : read.standing;
}

/** A mail that has seen so many processes die is put aside; before that, from the first on, it is taken by itself. */
const DEADLY = 3;

/** How often it is looked for mail while there is none. Milliseconds. */
const LOOK_MS = 200;
/** After a fault of the store's. */
const PAUSE_MS = 2_000;
/** How many a process has in hand. */
const MOST_IN_HAND = 8;
/** More than all processes together have in hand: behind those there may be one that nobody has. */
const LOOKED_AT = 500;

/** Free is a mail none of whose keys stands in an earlier one. Asked so, and not as a join, it takes its time by the mails there are alone. */
const FREE = `select seq, id, size::float8 as size, is_whole, tries from inbox as mail
  where not aside and not exists (
    select 1 from inbox_keys as own where own.seq = mail.seq and exists (
      select 1 from inbox_keys as earlier where earlier.key = own.key and earlier.seq < own.seq
    )
  ) order by seq limit ${LOOKED_AT}`;

export interface StoredInbox {
  readonly mailbox: Mailbox;
  /** Who died with a mail in hand is told by the row of the mail. */
  readonly inHand: InHand;
}

interface Parts {
  readonly query: Query;
  readonly claims: Claims;
  readonly clock: Clock;
  readonly log: Log;
}

const claimOf = (seq: string): string => `inbox ${seq}`;

/** `key`: the number of the row. */
export function storedInbox({ query, claims, clock, log }: Parts): StoredInbox {
  /** By fingerprint, of what is in hand: how many processes died with it in hand. */
  const deaths = new Map<string, number>();
  const ids = new Map<string, string>();

  /** Takes what is free and nobody else has; what may be the reason of a death is taken alone. */
  const take = async (most: number): Promise<readonly InboxMail[]> => {
    const rows = await query(FREE);
    const untouched = rows.filter(({ tries }) => tries === 0);
    const seqs = (await orphan(rows)) ?? (await claimed(untouched, most));
    if (seqs.length === 0) return [];
    // Whoever had it before may have done it since the look.
    const taken = await query(
      `update inbox set tries = tries + 1 where seq = any($1::bigint[]) and not aside
       returning seq, id, size::float8 as size, is_whole, raw, tries`,
      [seqs],
    );
    const found = new Set(taken.map(({ seq }) => String(seq)));
    await claims.drop(seqs.filter(seq => !found.has(seq)).map(claimOf));
    for (const { seq, id, tries } of taken) {
      ids.set(String(seq), id as string);
      deaths.set(id as string, (tries as number) - 1);
    }
    return taken.map(mailOf).toSorted((a, b) => Number(a.key) - Number(b.key));
  };

  /** The first mail whose process has died with it in hand; null: those in hand have somebody who lives. */
  const orphan = async (rows: readonly ResultRow[]): Promise<readonly string[] | null> => {
    const inHand = rows.filter(({ tries }) => (tries as number) > 0).map(({ seq }) => String(seq));
    const [first, ...others] = await claims.take(inHand.map(claimOf));
    await claims.drop(others);
    const own = inHand.find(seq => claimOf(seq) === first);
    return own === undefined ? null : [own];
  };

  const claimed = async (rows: readonly ResultRow[], most: number): Promise<readonly string[]> => {
    const own: string[] = [];
    // Some at a time: what is claimed and not taken would be kept from others.
    for (let at = 0; at < rows.length && own.length < most; at += most) {
      const seqs = rows.slice(at, at + most).map(({ seq }) => String(seq));
      const taken = await claims.take(seqs.slice(0, most - own.length).map(claimOf));
      own.push(...seqs.filter(seq => taken.includes(claimOf(seq))));
    }
    return own;
  };

  const release = async (keys: readonly string[]): Promise<void> => {
    for (const key of keys) {
      deaths.delete(ids.get(key) ?? '');
      ids.delete(key);
    }
    await claims.drop(keys.map(claimOf));
  };

  /** What was given out and not disposed of is to wait: it may be taken again. */
  const giveBack = async (): Promise<void> => {
    const keys = [...ids.keys()];
    if (keys.length === 0) return;
    await query('update inbox set tries = tries - 1 where seq = any($1::bigint[]) and tries > 0', [keys]);
    await release(keys);
  };

  const mailbox: Mailbox = {
    next: async (most, signal) => {
      while (!signal.aborted) {
        try {
          await giveBack();
          const mails = await take(Math.min(most, MOST_IN_HAND));
          if (mails.length > 0) return mails;
          await clock.sleep(LOOK_MS * (clock.speed ?? 1), signal);
        } catch (error) {
          log.warn('store-inbox-failed', { why: reasonOf(error) });
          await clock.sleep(PAUSE_MS * (clock.speed ?? 1), signal);
        }
      }
      return [];
    },
    dispose: async (keys, to) => {
      try {
        // Its bytes are still among the processed mails of the mailbox; the row is for the operator.
        await query(
          to === 'processed'
            ? 'delete from inbox where seq = any($1::bigint[])'
            : 'with kept as (update inbox set aside = true where seq = any($1::bigint[]) returning seq) delete from inbox_keys where seq in (select seq from kept)',
          [keys],
        );
        await release(keys);
      } catch (error) {
        // They come again, and are recognised.
        log.warn('store-inbox-failed', { why: reasonOf(error) });
      }
    },
    close: giveBack,
  };
  return { mailbox, inHand: { suspicion: id => suspicionOf(deaths.get(id) ?? 0), take: nothing, drop: nothing } };
}

const nothing = (): void => undefined;

const suspicionOf = (deaths: number): Suspicion => {
  if (deaths >= DEADLY) return 'deadly';
  return deaths > 0 ? 'suspect' : 'none';
};

const mailOf = ({ seq, size, is_whole, raw }: ResultRow): InboxMail => ({
  key: String(seq),
  size: size as number,
  raw: raw as Uint8Array,
  isWhole: is_whole as boolean,
});
