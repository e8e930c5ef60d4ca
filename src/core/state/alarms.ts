// When a document is to be looked at again: a board whose time runs; a player's digest; what nobody may answer any more, and what no limit counts any more. An alarm is set for then.
import { limits } from '../limits.ts';
import { quotaEnds } from '../quota/quota.ts';
import { DAY_MS } from '../time.ts';
import {
  type Account,
  applyPerKind,
  type Document,
  type DocumentKey,
  type Instant,
  type PerKind,
} from './documents.ts';

const accountAlarm = (account: Account): Instant | null =>
  account.leaves ?? unconfirmedUntil(account) ?? account.digest?.wake ?? null;

/** A name that was asked for and never confirmed: nobody has ever played under it. */
export const unconfirmedUntil = ({ addresses, closed, passwordHash, restorable, opened }: Account): Instant | null =>
  addresses.length === 0 && !closed && passwordHash === null && restorable === null
    ? opened + limits.unconfirmedDays * DAY_MS
    : null;

/** By kind; null: never. */
const ALARMS: PerKind<Instant | null> = {
  quota: quotaEnds,
  parked: ({ at }) => at + limits.parkedDays * DAY_MS,
  alert: ({ at }) => at + limits.parkedDays * DAY_MS,
  account: accountAlarm,
  match: ({ wake = null }) => wake,
  mailing: ({ wake }) => wake,
  seek: ({ wake }) => wake,
  tournament: ({ wake }) => wake,
  series: ({ wake }) => wake,
  forgetting: ({ wake }) => wake,
  forgotten: ({ until }) => until,
  address: () => null,
  counter: () => null,
  optout: () => null,
  stops: () => null,
  subscribers: () => null,
  rating: () => null,
};

/** When the document is to be looked at again; null: never. */
export const alarmOf = (key: DocumentKey, document: Document): Instant | null => applyPerKind(ALARMS, key, document);
