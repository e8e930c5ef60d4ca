// The mails that wait in Postgres, as a mailbox for any process that works: what it takes nobody else has.
import type { Instant } from '#core/time.ts';
import { reasonOf } from '#games/kit/assert.ts';
import type { Clock, InboxMail, InHand, Log, Mailbox, Suspicion } from '#service/ports.ts';
import type { Claims } from '#service/shared-ports.ts';
import type { Query, ResultRow } from './database.ts';

/** A mail that has seen so many processes die is put aside; before that, from the first on, it is taken by itself. */
const DEADLY = 3;

/** A younger process takes no mail that another has died with: whoever is killed for being started convicts nobody. Milliseconds of the world. */
const SETTLED_MS = 1_000;
/** How often it is looked for mail while there is none. Milliseconds. */
const LOOK_MS = 200;
/** After a fault of the store's. */
const PAUSE_MS = 2_000;
/** How many a process has in hand. */
const MOST_IN_HAND = 8;
/** How many are looked at; where others have all of these, more than all processes together can have in hand. */
const LOOKED_AT = [32, 1_000] as const;

/** Free is a mail that is the first with each of its keys. Asked so, one after the other, those that are not looked at cost nothing. */
const FREE = `select seq, tries from inbox as mail
  where not aside and not exists (
    select 1 from inbox_keys as own where own.seq = mail.seq
      and own.seq > (select min(earlier.seq) from inbox_keys as earlier where earlier.key = own.key)
  ) order by seq limit $1`;

/** Whoever had it before may have done it since the look: then it is not there. */
const TAKE = `update inbox set tries = tries + 1 where seq = any($1::bigint[]) and not aside
  returning seq, id, size::float8 as size, is_whole, raw, tries`;

const GIVE_BACK = 'update inbox set tries = tries - 1 where seq = any($1::bigint[]) and tries > 0';

const DROP = 'delete from inbox where seq = any($1::bigint[])';

/** For the operator; those that come later wait for it no more. */
const SET_ASIDE = `with kept as (update inbox set aside = true where seq = any($1::bigint[]) returning seq)
  delete from inbox_keys where seq in (select seq from kept)`;

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

const seqsOf = (rows: readonly ResultRow[]): readonly string[] => rows.map(({ seq }) => String(seq));

/** The first mail whose process has died with it in hand, alone; null: those in hand have somebody who lives. */
async function orphan(claims: Claims, rows: readonly ResultRow[]): Promise<readonly string[] | null> {
  const inHand = seqsOf(rows.filter(({ tries }) => (tries as number) > 0));
  const taken = await claims.take(inHand.map(claimOf));
  const own = inHand.find(seq => taken.includes(claimOf(seq)));
  if (own === undefined) return null;
  await claims.drop(taken.filter(claim => claim !== claimOf(own)));
  return [own];
}

/** Some at a time: what is claimed and not taken would be kept from others. */
async function claimed(claims: Claims, rows: readonly ResultRow[], most: number): Promise<readonly string[]> {
  const own: string[] = [];
  const seqs = seqsOf(rows.filter(({ tries }) => tries === 0));
  for (let at = 0; at < seqs.length && own.length < most; at += most) {
    const wanted = seqs.slice(at, at + most - own.length);
    const taken = await claims.take(wanted.map(claimOf));
    own.push(...wanted.filter(seq => taken.includes(claimOf(seq))));
  }
  return own;
}

/** What is free and nobody else has; what may be the reason of a death alone. */
async function claimedOf({ query, claims }: Parts, most: number, isSettled: boolean): Promise<readonly string[]> {
  for (const limit of LOOKED_AT) {
    const rows = await query(FREE, [limit]);
    const seqs = (isSettled ? await orphan(claims, rows) : null) ?? (await claimed(claims, rows, most));
    if (seqs.length > 0 || rows.length < limit) return seqs;
  }
  return [];
}

/** The rows of what was taken. */
async function taken(parts: Parts, most: number, isSettled: boolean): Promise<readonly ResultRow[]> {
  const { query, claims } = parts;
  const seqs = await claimedOf(parts, most, isSettled);
  if (seqs.length === 0) return [];
  const found = await query(TAKE, [seqs]).catch(async (error: unknown) => {
    await claims.drop(seqs.map(claimOf));
    throw error;
  });
  const there = seqsOf(found);
  await claims.drop(seqs.filter(seq => !there.includes(seq)).map(claimOf));
  return found.toSorted((a, b) => Number(a['seq']) - Number(b['seq']));
}

/** Since it was first asked. */
function settling(clock: Clock): () => boolean {
  let begun: Instant | null = null;
  return () => {
    begun ??= clock.now();
    return clock.now() - begun >= SETTLED_MS * (clock.speed ?? 1);
  };
}

/** `key`: the number of the row. */
export function storedInbox(parts: Parts): StoredInbox {
  const { query, claims, clock, log } = parts;
  /** What is in hand, by key: its fingerprint. */
  const ids = new Map<string, string>();
  /** By fingerprint: how many processes have died with it in hand. */
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
    await claims.drop(keys.map(claimOf));
  };

  /** What was given out and not disposed of is to wait: anybody may take it again. */
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
        // They come again, and are recognised.
        log.warn('queue-failed', { why: reasonOf(error) });
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
