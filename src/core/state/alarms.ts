// When a document is to be looked at again: a board whose time runs; what nobody may answer any more, and what no limit counts any more. An alarm is set for then.
import { limits } from '../limits.ts';
import { quotaEnds } from '../quota/quota.ts';
import { DAY_MS } from '../time.ts';
import type {
  Account,
  Alert,
  DocumentKey,
  DocumentKind,
  Documents,
  Instant,
  Match,
  ParkedMail,
  Quota,
} from './documents.ts';

/** When the document is to be looked at again; null: never. */
export function alarmOf(key: DocumentKey, document: Documents[DocumentKind]): Instant | null {
  switch (key.slice(0, key.indexOf('/')) as DocumentKind) {
    case 'quota':
      return quotaEnds(document as Quota);
    case 'parked':
      return (document as ParkedMail).at + limits.parkedDays * DAY_MS;
    case 'alert':
      return (document as Alert).at + limits.parkedDays * DAY_MS;
    case 'account':
      return unconfirmedUntil(document as Account);
    case 'match':
      return (document as Match).wake ?? null;
    case 'address':
    case 'counter':
    case 'optout':
    case 'stops':
      return null;
  }
}

/** A name that was asked for and never confirmed: nobody has ever played under it. */
const unconfirmedUntil = ({ addresses, closed, passwordHash, restorable, opened }: Account): Instant | null =>
  addresses.length === 0 && !closed && passwordHash === null && restorable === null
    ? opened + limits.unconfirmedDays * DAY_MS
    : null;
