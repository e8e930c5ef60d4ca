// Tells which players may be matched, and lists the seeks that are open to a player.
// Not matched: two players if one has blocked the other, and players on holiday, absent, or with too many boards.
import type { AnyGame } from '#games/game.ts';
import { hasBlocked } from '#core/accounts/blocked.ts';
import { openAbsence } from '#core/players/deliverability.ts';
import { computeCalendar, dayAt } from '#core/kernel/calendar.ts';
import { listRunning } from '#core/matches/allowance.ts';
import { isFull } from '#core/matches/consent.ts';
import { playerName } from '#core/board/match.ts';
import { limits } from '#core/kernel/limits.ts';
import { FIRST_RATING } from '../ratings/glicko2.ts';
import { ofAddress } from '#core/players/quota-rules.ts';
import type { Account } from '#core/players/account.ts';
import type { Instant } from '#core/kernel/time.ts';
import { type Seek, type SeekRow, type SeekTerms, wantedOf } from './seek.ts';
import type { State } from '#core/kernel/state.ts';
import { findRobot, isRobot } from '#core/players/robots.ts';
import { admits, mergeTerms } from './agreement.ts';

/** All that is open for a game, or of a player, oldest first. */
export function openSeeks(state: State, list: `seeks/${'game' | 'player'}/${string}`): readonly Seek[] {
  const keys = state.listed(list);
  state.want(keys.map(key => ({ kind: 'document', key })));
  return keys.flatMap(key => state.get(key) ?? []).toSorted((a, b) => a.number - b.number);
}

/** What counts as a player's rating where none is known. */
export function ratingOf(state: State, userid: string, game: string): number {
  const robot = findRobot(state.robots, userid);
  return robot?.rating ?? state.get(`rating/${game}/${userid}`)?.value ?? FIRST_RATING.value;
}

/** Has this player finished a rated game of this kind? */
export const isKnown = (state: State, userid: string, game: string): boolean =>
  (state.get(`rating/${game}/${userid}`)?.at ?? 0) > 0;

/** What mails show of seeks. */
export const rowsOf = (state: State, seeks: readonly Seek[]): readonly SeekRow[] =>
  seeks.map(seek => ({
    seek,
    rating: isKnown(state, seek.userid, seek.game) ? Math.round(ratingOf(state, seek.userid, seek.game)) : null,
  }));

/** The account of a player with an address. null: there is none. */
function reached(state: State, userid: string): Account | null {
  const account = state.isAccountDamaged(userid) ? null : state.account(userid);
  return account === null || account.closed || account.addresses.length === 0 ? null : account;
}

const isOnHoliday = ({ calendar = [] }: Account, now: Instant): boolean => {
  const { zone, holidays } = computeCalendar(calendar);
  const today = dayAt(zone, now);
  return holidays.some(({ from, to }) => from <= today && today <= to);
};

/** Is this player there to begin a game? */
export function isPresent(state: State, userid: string, now: Instant): boolean {
  if (isRobot(state, userid)) return true;
  const account = reached(state, userid);
  return account !== null && openAbsence(account) === null && !isOnHoliday(account, now);
}

const mailboxesOf = (state: State, userid: string): readonly string[] =>
  (reached(state, userid)?.addresses ?? []).map(ofAddress);

/** Are both one person, as far as is known? */
export function isSamePerson(state: State, a: string, b: string): boolean {
  const mailboxes = mailboxesOf(state, a);
  return a === b || mailboxesOf(state, b).some(mailbox => mailboxes.includes(mailbox));
}

/** May these two see each other's seeks at all? */
export const mayMeet = (state: State, a: string, b: string): boolean =>
  reached(state, b) !== null && !hasBlocked(state, a, b) && !hasBlocked(state, b, a);

/** The running board of a game that these two have from seeks; null: they have none. */
export const boardBetween = (state: State, game: string, a: string, b: string): number | null =>
  listRunning(state, a).find(
    board => board.game === game && board.seeks !== undefined && board.players.some(each => playerName(each) === b),
  )?.number ?? null;

/** Has this player room for another board of the game? */
export const hasRoomAt = (state: State, userid: string, game: AnyGame): boolean =>
  isRobot(state, userid) ||
  (!isFull(state, game, userid) &&
    listRunning(state, userid).filter(match => match.state === 'active').length < limits.boardsPerPlayer);

/** Would each take the other's rating? */
export const ratingsFit = (
  state: State,
  a: SeekTerms & { userid: string },
  b: SeekTerms & { userid: string },
): boolean =>
  admits(a.rating, ratingOf(state, b.userid, a.game)) && admits(b.rating, ratingOf(state, a.userid, a.game));

/** The seeks of a game that this player could take, as far as is known without looking at anybody's boards. */
export function seeksFor(state: State, userid: string, game: AnyGame, now: Instant): readonly Seek[] {
  return openSeeks(state, `seeks/game/${game.name}`).filter(
    seek =>
      seek.code === null &&
      wantedOf(seek) > 0 &&
      mergeTerms(game, [seek]) !== null &&
      mayMeet(state, userid, seek.userid) &&
      !isSamePerson(state, userid, seek.userid) &&
      isPresent(state, seek.userid, now) &&
      admits(seek.rating, ratingOf(state, userid, game.name)),
  );
}
