// Bans: the operator accepts nothing from an account, for some days or permanently.
import type { Phrase } from '#games/kit/refusal.ts';
import { computeCalendar } from '../kernel/calendar.ts';
import { formatInstant } from '../kernel/formats.ts';
import type { Account, Ban } from './account.ts';
import type { Instant } from '../kernel/time.ts';

/** The ban that is in effect now. null: there is none. */
export function findBan(account: Pick<Account, 'ban'> | null, now: Instant): Ban | null {
  const ban = account?.ban ?? null;
  return ban !== null && (ban.until === null || now < ban.until) ? ban : null;
}

/** Is the account closed, and can its owner no longer reopen it? */
export const isClosedForGood = ({ closed, leaves }: Account): boolean => closed && leaves === undefined;

/** Has a change just closed this account for good, or banned it? Its seeks and tournament entries then end. */
export const hasLeft = (before: Account | null, after: Account): boolean =>
  before !== null &&
  !isClosedForGood(before) &&
  (isClosedForGood(after) || ((after.ban ?? null) !== null && after.ban?.since !== before.ban?.since));

/** The sentence about a ban. `codes.permanent` is for a ban without an end. */
export const banPhrase = (
  account: Account,
  { until }: Ban,
  codes: { readonly permanent: string; readonly until: string },
): Phrase => {
  const { zone } = computeCalendar(account.calendar ?? []);
  const { userid } = account;
  return until === null
    ? { code: codes.permanent, parts: { userid } }
    : { code: codes.until, parts: { userid, until: formatInstant(zone, until) } };
};
