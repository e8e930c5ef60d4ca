// Queued mails in Postgres: as a queue, as a mailbox for any worker, and those put aside.
import type { Instant } from '#core/kernel/time.ts';
import { reasonOf } from '#games/kit/assert.ts';
import type { Clock, InFlight, InboxMail, Log, Mailbox, Quarantine } from '#service/ports.ts';
import type { Leases, MailQueue, QueueCounts, QueuedMail } from '#service/shared-ports.ts';
import type { Database, Query, ResultRow } from './database.ts';
import { encodeColumn } from './shared-values.ts';

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
async function insertMails(query: Query, mails: readonly QueuedMail[], now: Instant): Promise<void> {
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

/** A mail that was in flight at this many crashes is put aside. After the first crash it is taken alone. */
const DEADLY_CRASHES = 3;

/**
 * Younger processes skip mails that crashed another, so that a process killed right after its start is not counted against a mail.
 * Milliseconds of real time.
 */
const SETTLED_MS = 1_000;
/** Polling interval while there is no mail. Milliseconds. */
const POLL_MS = 200;
/** Pause after a fault of the store. */
const PAUSE_MS = 2_000;
/** At most this many mails are in flight in one process. */
const MAX_IN_FLIGHT = 8;
/** Rows read in one query. If other processes hold all of the first rows, more rows are read than all processes can have in flight. */
const ROW_LIMITS = [32, 1_000] as const;

/**
 * A mail is free if it is the first with each of its keys. Written so that the rows are checked in order, and those beyond the limit
 * cost nothing.
 */
const FREE = `select seq, tries from inbox as mail
  where not aside and not exists (
    select 1 from inbox_keys as own where own.seq = mail.seq
      and own.seq > (select min(earlier.seq) from inbox_keys as earlier where earlier.key = own.key)
  ) order by seq limit $1`;

/** Another process may have finished the mail since it was read. Then its row no longer exists. */
const TAKE = `update inbox set tries = tries + 1 where seq = any($1::bigint[]) and not aside
  returning seq, id, size::float8 as size, is_whole, raw, tries`;

const GIVE_BACK = 'update inbox set tries = tries - 1 where seq = any($1::bigint[]) and tries > 0';

const DROP = 'delete from inbox where seq = any($1::bigint[])';

/** Keeps a mail for the operator. Later mails no longer wait for it. */
const SET_ASIDE = `with kept as (update inbox set aside = true where seq = any($1::bigint[]) returning seq)
  delete from inbox_keys where seq in (select seq from kept)`;

export interface StoredInbox {
  readonly mailbox: Mailbox;
  /** The row of a mail counts the crashes while it was in flight. */
  readonly inFlight: InFlight;
}

interface StoredInboxContext {
  readonly query: Query;
  readonly leases: Leases;
  readonly clock: Clock;
  readonly log: Log;
}

const leaseNameOf = (seq: string): string => `inbox ${seq}`;

const seqsOf = (rows: readonly ResultRow[]): readonly string[] => rows.map(({ seq }) => String(seq));

/** Takes the lease of the first mail whose process has crashed. null: the processes of all mails in flight are alive. */
async function takeOrphan(leases: Leases, rows: readonly ResultRow[]): Promise<readonly string[] | null> {
  const seqsInFlight = seqsOf(rows.filter(({ tries }) => (tries as number) > 0));
  const takenNames = await leases.take(seqsInFlight.map(leaseNameOf));
  const ownSeq = seqsInFlight.find(seq => takenNames.includes(leaseNameOf(seq)));
  if (ownSeq === undefined) return null;
  await leases.drop(takenNames.filter(leaseName => leaseName !== leaseNameOf(ownSeq)));
  return [ownSeq];
}

/** Takes few leases at a time, since a lease on an unused mail would block it for others. */
async function takeFree(leases: Leases, rows: readonly ResultRow[], limit: number): Promise<readonly string[]> {
  const ownSeqs: string[] = [];
  const seqs = seqsOf(rows.filter(({ tries }) => tries === 0));
  for (let start = 0; start < seqs.length && ownSeqs.length < limit; start += limit) {
    const nextSeqs = seqs.slice(start, start + limit - ownSeqs.length);
    const takenNames = await leases.take(nextSeqs.map(leaseNameOf));
    ownSeqs.push(...nextSeqs.filter(seq => takenNames.includes(leaseNameOf(seq))));
  }
  return ownSeqs;
}

/** Takes the leases of free mails. A mail that may have crashed a process is taken alone. */
async function takeLeases(
  { query, leases }: StoredInboxContext,
  limit: number,
  isSettled: boolean,
): Promise<readonly string[]> {
  for (const rowLimit of ROW_LIMITS) {
    const rows = await query(FREE, [rowLimit]);
    const seqs = (isSettled ? await takeOrphan(leases, rows) : null) ?? (await takeFree(leases, rows, limit));
    if (seqs.length > 0 || rows.length < rowLimit) return seqs;
  }
  return [];
}

/** Takes leases, and reads the rows of their mails. */
async function takeRows(parts: StoredInboxContext, limit: number, isSettled: boolean): Promise<readonly ResultRow[]> {
  const { query, leases } = parts;
  const seqs = await takeLeases(parts, limit, isSettled);
  if (seqs.length === 0) return [];
  const rows = await query(TAKE, [seqs]).catch(async (error: unknown) => {
    await leases.drop(seqs.map(leaseNameOf));
    throw error;
  });
  const foundSeqs = seqsOf(rows);
  await leases.drop(seqs.filter(seq => !foundSeqs.includes(seq)).map(leaseNameOf));
  return rows.toSorted((a, b) => Number(a['seq']) - Number(b['seq']));
}

/** The key of a mail is the number of its row. */
export function openStoredInbox(parts: StoredInboxContext): StoredInbox {
  const { query, leases, clock, log } = parts;
  /** Fingerprints of the mails in flight, by key. */
  const fingerprints = new Map<string, string>();
  /** By fingerprint: the number of crashes with the mail in flight. */
  const crashCounts = new Map<string, number>();
  let firstTakenAt: Instant | null = null;
  const takeMails = async (limit: number): Promise<readonly InboxMail[]> => {
    firstTakenAt ??= clock.now();
    const isSettled = clock.now() - firstTakenAt >= SETTLED_MS * (clock.speed ?? 1);
    const rows = await takeRows(parts, Math.min(limit, MAX_IN_FLIGHT), isSettled);
    for (const { seq, id, tries } of rows) {
      fingerprints.set(String(seq), id as string);
      crashCounts.set(id as string, (tries as number) - 1);
    }
    return rows.map(({ seq, size, is_whole: isWhole, raw }) => ({
      ...{ key: String(seq), size: size as number, raw: raw as Uint8Array, isWhole: isWhole as boolean },
    }));
  };

  const releaseMails = async (keys: readonly string[]): Promise<void> => {
    for (const key of keys) {
      crashCounts.delete(fingerprints.get(key) ?? '');
      fingerprints.delete(key);
    }
    await leases.drop(keys.map(leaseNameOf));
  };

  /** Gives back the mails that were not disposed of. Any process may take them again. */
  const giveBack = async (): Promise<void> => {
    const keys = [...fingerprints.keys()];
    if (keys.length === 0) return;
    await query(GIVE_BACK, [keys]);
    await releaseMails(keys);
  };

  const mailbox: Mailbox = {
    next: async (limit, signal) => {
      while (!signal.aborted) {
        try {
          await giveBack();
          const mails = await takeMails(limit);
          if (mails.length > 0) return mails;
          await clock.sleep(POLL_MS * (clock.speed ?? 1), signal);
        } catch (error) {
          log.warn('queue-failed', { why: reasonOf(error) });
          await clock.sleep(PAUSE_MS * (clock.speed ?? 1), signal);
        }
      }
      return [];
    },
    dispose: async (keys, to) => {
      try {
        await query(to === 'processed' ? DROP : SET_ASIDE, [keys]);
        await releaseMails(keys);
      } catch (error) {
        // The mails are taken again, and recognised as duplicates.
        log.warn('queue-failed', { why: reasonOf(error) });
      }
    },
    close: giveBack,
  };
  return {
    mailbox,
    inFlight: {
      checkPoison: id => {
        const crashCount = crashCounts.get(id) ?? 0;
        return crashCount >= DEADLY_CRASHES ? 'deadly' : crashCount > 0 ? 'suspect' : 'none';
      },
      mark: doNothing,
      clear: doNothing,
    },
  };
}

const doNothing = (): void => undefined;

/** The id of a mail: the number of its row. */
const parseId = (id: string): string | null => /^q(\d{1,18})$/.exec(id)?.[1] ?? null;

const LIST = `select seq, aside, size::float8 as size, fetched::float8 as fetched, substring(raw for 20000) as head
  from inbox order by seq limit $1`;

export interface QueuedMailReader {
  /** The keys and the cause of a mail that is put back into the queue. */
  readonly toQueued: (mail: InboxMail) => QueuedMail;
  /** Reads the beginning of a mail. '': there is no such field. */
  readonly readHeader: (head: Uint8Array) => { readonly from: string; readonly subject: string };
}

/** `clock`: the clock of the queue. */
export const createStoredQuarantine = (
  { query, transaction }: Pick<Database, 'query' | 'transaction'>,
  { toQueued, readHeader }: QueuedMailReader,
  clock: Pick<Clock, 'now'>,
): Quarantine => ({
  list: async limit =>
    (await query(LIST, [limit])).map(({ seq, aside, size, fetched, head }) => ({
      ...{ id: `q${String(seq)}`, state: aside === true ? 'quarantined' : 'undecided' },
      ...{ ...readHeader(head as Uint8Array), size: size as number, came: fetched as number | null },
    })),
  read: async id => {
    const [row] = await query('select raw from inbox where seq = $1', [parseId(id)]);
    return row === undefined ? null : (row['raw'] as Uint8Array);
  },
  retry: id =>
    transaction(async own => {
      const sql = 'delete from inbox where seq = $1 and aside returning raw, size::float8 as size, is_whole';
      const [row] = await own(sql, [parseId(id)]);
      if (row === undefined) return false;
      const { raw, size, is_whole: isWhole } = row as { raw: Uint8Array; size: number; is_whole: boolean };
      await insertMails(own, [toQueued({ key: '', raw, size, isWhole })], clock.now());
      return true;
    }),
  drop: async id => (await query('delete from inbox where seq = $1 and aside returning seq', [parseId(id)])).length > 0,
});
