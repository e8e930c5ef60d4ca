// The queued mails in Postgres as a mailbox for any worker: a claimed mail is locked for others.
import type { Instant } from '#core/kernel/time.ts';
import { reasonOf } from '#games/kit/assert.ts';
import type { Clock, InboxMail, InFlight, Log, Mailbox, PoisonCheck } from '#service/ports.ts';
import type { Leases } from '#service/shared-ports.ts';
import type { Query, ResultRow } from './database.ts';

/** A mail in flight at this many crashes is put aside. After the first crash it is claimed alone. */
const DEADLY = 3;

/**
 * Younger processes skip mails that crashed another, so that a process killed right after its start is not counted against a mail.
 * Milliseconds of real time.
 */
const SETTLED_MS = 1_000;
/** Polling interval while there is no mail. Milliseconds. */
const LOOK_MS = 200;
/** Pause after a fault of the store. */
const PAUSE_MS = 2_000;
/** Mails in flight in one process at most. */
const MOST_IN_HAND = 8;
/** Rows read at once. If other processes have claimed all of the first ones, a number larger than all of them can have in flight. */
const LOOKED_AT = [32, 1_000] as const;

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

interface Parts {
  readonly query: Query;
  readonly leases: Leases;
  readonly clock: Clock;
  readonly log: Log;
}

const claimOf = (seq: string): string => `inbox ${seq}`;

const seqsOf = (rows: readonly ResultRow[]): readonly string[] => rows.map(({ seq }) => String(seq));

/** Claims the first mail whose process has crashed, alone. null: the processes of all mails in flight are alive. */
async function orphan(leases: Leases, rows: readonly ResultRow[]): Promise<readonly string[] | null> {
  const seqsInFlight = seqsOf(rows.filter(({ tries }) => (tries as number) > 0));
  const taken = await leases.take(seqsInFlight.map(claimOf));
  const own = seqsInFlight.find(seq => taken.includes(claimOf(seq)));
  if (own === undefined) return null;
  await leases.drop(taken.filter(claim => claim !== claimOf(own)));
  return [own];
}

/** Claims some at a time: a mail that is claimed and not used would be blocked for others. */
async function claimed(leases: Leases, rows: readonly ResultRow[], most: number): Promise<readonly string[]> {
  const own: string[] = [];
  const seqs = seqsOf(rows.filter(({ tries }) => tries === 0));
  for (let at = 0; at < seqs.length && own.length < most; at += most) {
    const wanted = seqs.slice(at, at + most - own.length);
    const taken = await leases.take(wanted.map(claimOf));
    own.push(...wanted.filter(seq => taken.includes(claimOf(seq))));
  }
  return own;
}

/** Claims free mails that no other process has. A mail that may have crashed a process is claimed alone. */
async function claimedOf({ query, leases }: Parts, most: number, isSettled: boolean): Promise<readonly string[]> {
  for (const limit of LOOKED_AT) {
    const rows = await query(FREE, [limit]);
    const seqs = (isSettled ? await orphan(leases, rows) : null) ?? (await claimed(leases, rows, most));
    if (seqs.length > 0 || rows.length < limit) return seqs;
  }
  return [];
}

/** The rows of the claimed mails. */
async function taken(parts: Parts, most: number, isSettled: boolean): Promise<readonly ResultRow[]> {
  const { query, leases } = parts;
  const seqs = await claimedOf(parts, most, isSettled);
  if (seqs.length === 0) return [];
  const found = await query(TAKE, [seqs]).catch(async (error: unknown) => {
    await leases.drop(seqs.map(claimOf));
    throw error;
  });
  const there = seqsOf(found);
  await leases.drop(seqs.filter(seq => !there.includes(seq)).map(claimOf));
  return found.toSorted((a, b) => Number(a['seq']) - Number(b['seq']));
}

/** True once SETTLED_MS have passed since the first call. */
function settling(clock: Clock): () => boolean {
  let begun: Instant | null = null;
  return () => {
    begun ??= clock.now();
    return clock.now() - begun >= SETTLED_MS * (clock.speed ?? 1);
  };
}

/** `key`: the number of the row. */
export function openStoredInbox(parts: Parts): StoredInbox {
  const { query, leases, clock, log } = parts;
  /** Fingerprints of the mails in flight, by key. */
  const ids = new Map<string, string>();
  /** By fingerprint: the number of crashes with the mail in flight. */
  const deaths = new Map<string, number>();
  const isSettled = settling(clock);
  const take = async (most: number): Promise<readonly InboxMail[]> => {
    const rows = await taken(parts, Math.min(most, MOST_IN_HAND), isSettled());
    for (const { seq, id, tries } of rows) {
      ids.set(String(seq), id as string);
      deaths.set(id as string, (tries as number) - 1);
    }
    return rows.map(mailOf);
  };

  const release = async (keys: readonly string[]): Promise<void> => {
    for (const key of keys) {
      deaths.delete(ids.get(key) ?? '');
      ids.delete(key);
    }
    await leases.drop(keys.map(claimOf));
  };

  /** Returns the mails that were given out and not disposed of. Any process may claim them again. */
  const giveBack = async (): Promise<void> => {
    const keys = [...ids.keys()];
    if (keys.length === 0) return;
    await query(GIVE_BACK, [keys]);
    await release(keys);
  };

  const mailbox: Mailbox = {
    next: async (most, signal) => {
      while (!signal.aborted) {
        try {
          await giveBack();
          const mails = await take(most);
          if (mails.length > 0) return mails;
          await clock.sleep(LOOK_MS * (clock.speed ?? 1), signal);
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
        await release(keys);
      } catch (error) {
        // The mails are claimed again, and recognised as duplicates.
        log.warn('queue-failed', { why: reasonOf(error) });
      }
    },
    close: giveBack,
  };
  return { mailbox, inFlight: { checkPoison: id => suspicionOf(deaths.get(id) ?? 0), mark: nothing, clear: nothing } };
}

const nothing = (): void => undefined;

const suspicionOf = (deaths: number): PoisonCheck => {
  if (deaths >= DEADLY) return 'deadly';
  return deaths > 0 ? 'suspect' : 'none';
};

const mailOf = ({ seq, size, is_whole, raw }: ResultRow): InboxMail => ({
  key: String(seq),
  size: size as number,
  raw: raw as Uint8Array,
  isWhole: is_whole as boolean,
});
