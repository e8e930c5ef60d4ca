// When each document must be checked again or expires. An alarm is set for that time.
// Examples: a board's clock, a player's digest, a question that can no longer be answered, an old count of a limit.
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

/** When a name that was never confirmed is free again: no game was ever played under it. null: the account is not of this kind. */
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

/** When the document must be checked again. null: never. */
export const alarmOf = (key: DocumentKey, document: Document): Instant | null => applyPerKind(ALARMS, key, document);
