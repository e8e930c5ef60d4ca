// Bans: the operator accepts nothing from an account, for some days or permanently.
import type { Phrase } from '#games/kit/refusal.ts';
import { computeCalendar } from '../kernel/calendar.ts';
import { formatInstant } from '../kernel/formats.ts';
import type { Account, Ban } from './account.ts';
import type { Instant } from '../kernel/time.ts';

/** The ban that holds now; null: none does. */
export function banOf(account: Pick<Account, 'ban'> | null, now: Instant): Ban | null {
  const ban = account?.ban ?? null;
  return ban !== null && (ban.until === null || now < ban.until) ? ban : null;
}

/** Has the account been closed, and can it not be opened again any more? */
export const isGone = ({ closed, leaves }: Account): boolean => closed && leaves === undefined;

/** Has this account just gone, or been banned? Then it waits for no game any more. */
export const hasLeft = (before: Account | null, after: Account): boolean =>
  before !== null &&
  !isGone(before) &&
  (isGone(after) || ((after.ban ?? null) !== null && after.ban?.since !== before.ban?.since));

/** `always`: where the ban has no end. */
export const banPhrase = (
  account: Account,
  { until }: Ban,
  codes: { readonly always: string; readonly until: string },
): Phrase => {
  const { zone } = computeCalendar(account.calendar ?? []);
  const { userid } = account;
  return until === null
    ? { code: codes.always, parts: { userid } }
    : { code: codes.until, parts: { userid, until: formatInstant(zone, until) } };
};
