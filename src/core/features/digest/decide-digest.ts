// The digest: a daily mail to players who want it, about the boards that wait for them.
// No digest is sent while no board waits. This file also sets when to check again.
import { findDueDigestDay, findNextDigest, wantsDigest } from '#core/players/digest-time.ts';
import { computeClock } from '#core/board/clocks/match-clock.ts';
import { INBOX_CHECK_MS } from '#core/board/clocks/schedule.ts';
import type { Consequence } from '#core/decision/consequence.ts';
import { openMatch, requireGame, type LoadedMatch } from '#core/board/match.ts';
import { findPlayerToMove } from '#core/matches/list.ts';
import { loadRunningMatches } from '#core/matches/require-match.ts';
import { limits } from '#core/kernel/limits.ts';
import type { DigestBoard } from './digest-mail.ts';
import type { RequestContext } from '#core/contract/feature.ts';
import type { SeekRow } from '../seeks/seek.ts';
import { findBoardBetween, rowsOf, listSeeksFor } from '#core/features/seeks/matching.ts';
import type { Account, DigestState } from '#core/players/account.ts';
import type { Instant } from '#core/kernel/time.ts';
import type { Match } from '#core/board/match-document.ts';
import { apply, type State } from '#core/kernel/state.ts';

const loadTable = (state: State, match: Match): LoadedMatch => openMatch(requireGame(state, match), match);

/** The player that a running board waits for. null: none. Tutorials are not in digests. */
const findReader = (table: LoadedMatch): string | null =>
  table.match.isTutorial === true ? null : findPlayerToMove(table);

const NOTHING: DigestState = { wake: null, last: null };

const setDigest = (state: State, userid: string, digest: DigestState): State =>
  apply(state, { kind: 'digest-changed', userid, digest });

const isReader = ({ settings, closed, addresses }: Account): boolean =>
  wantsDigest(settings) && !closed && addresses.length > 0;

/** Sends the digest at its hour. If no board waits, none is sent, and no check is set until a board waits. */
export function decideDigest(state: State, account: Account, { now, inboxEmptyAt }: RequestContext): Consequence {
  const { userid, digest = NOTHING } = account;
  const skipUntil = (wake: Instant | null): Consequence => ({
    messages: [],
    state: setDigest(state, userid, { ...digest, wake }),
  });
  if (!isReader(account)) return skipUntil(null);
  // Answers that came while the service was down may still be in the mailbox.
  if (inboxEmptyAt === -Infinity) return skipUntil(now + INBOX_CHECK_MS);
  const day = findDueDigestDay(account, now);
  if (day === null) return skipUntil(findNextDigest(account, now));
  const boards = listWaitingBoards(state, account, now);
  if (boards.length === 0) return skipUntil(null);
  const last = { day, at: now };
  const wake = findNextDigest({ ...account, digest: { ...digest, last } }, now);
  return {
    messages: [
      { kind: 'digest', to: { kind: 'account', userid }, boards, seeks: findFittingSeeks(state, account, boards, now) },
    ],
    state: setDigest(state, userid, { wake, last }),
  };
}

/** Open seeks for the games of the waiting boards: the player may want another game of the same kind. */
function findFittingSeeks(
  state: State,
  { userid }: Account,
  boards: readonly DigestBoard[],
  now: Instant,
): readonly SeekRow[] {
  const names = new Set(boards.map(({ match }) => match.game));
  const seeks = state.games
    .filter(({ name }) => names.has(name))
    .flatMap(game => listSeeksFor(state, userid, game, now))
    .filter(seek => findBoardBetween(state, seek.game, userid, seek.userid) === null);
  return rowsOf(state, seeks.slice(0, limits.seeksInDigest));
}

/** The boards that wait for a player, by deadline. */
function listWaitingBoards(state: State, { userid, digest }: Account, now: Instant): readonly DigestBoard[] {
  const since = digest?.last?.at ?? 0;
  return loadRunningMatches(state, userid)
    .map(match => loadTable(state, match))
    .filter(table => findReader(table) === userid)
    .map(table => {
      const { game, number, record } = table.match;
      const clock = computeClock(table, state, now);
      const from = Math.max(since, clock?.begun ?? 0);
      const isReminder = record.some(each => each.kind === 'reminder' && each.what !== 'last' && each.at >= from);
      return { match: { game, number }, deadline: clock?.deadline ?? null, isReminder };
    })
    .toSorted((a, b) => (a.deadline ?? Infinity) - (b.deadline ?? Infinity) || a.match.number - b.match.number);
}

/** Sets the next digest of the player to move, for each changed board. */
export const planDigests = (state: State, { now }: RequestContext): State =>
  state.changedOfKind('match').reduce((sofar, match) => {
    const userid = findReader(loadTable(sofar, match));
    const account = userid === null ? null : sofar.account(userid);
    if (account === null || !isReader(account) || (account.digest?.wake ?? null) !== null) return sofar;
    return setDigest(sofar, account.userid, { ...NOTHING, ...account.digest, wake: findNextDigest(account, now) });
  }, state);
