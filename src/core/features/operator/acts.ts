// Carries out the operator's acts on accounts, boards and tournaments.
// All players concerned are told.
import { findPresentUserid } from '#core/players/former-userid.ts';
import { isRobot } from '#core/players/robots.ts';
import { findNamedGame, addTypedOptions } from '#games/game.ts';
import { banPhrase } from '#core/players/ban.ts';
import { resignAllBoards } from '../leaving/leave-boards.ts';
import { startOfDay } from '#core/kernel/calendar.ts';
import { type ActorContext, allow, type Decision, deny } from '#core/decision/decision.ts';
import { parseTournamentTerms } from '../tournaments/tournament-options.ts';
import { parseLine } from '#core/kernel/words.ts';
import { limits } from '#core/kernel/limits.ts';
import type { MatchRef } from '#core/kernel/documents.ts';
import { refused } from '#core/kernel/refusal.ts';
import type { Account } from '#core/players/account.ts';
import { DAY_MS } from '#core/kernel/time.ts';
import { createTournament } from '../tournaments/organise.ts';
import { giveTime, resignSeat, voidBoard } from './boards.ts';
import { buildNotice } from './notice.ts';
import type { OperatorAct } from './operator-act.ts';
import { addAddress, mergeAccounts, removeAddress } from './owners.ts';

/** Carries out an act. `context` has no actor. */
export function carryOutOperatorAct(context: ActorContext, act: OperatorAct): Decision {
  switch (act.act) {
    case 'ban':
      return actOnAccount(context, act.userid, account => banAccount(context, account, act.days));
    case 'unban':
      return actOnAccount(context, act.userid, account => unbanAccount(account));
    case 'reset-password':
      return actOnAccount(context, act.userid, account => resetPassword(account));
    case 'open-tournament':
      return openOperatorTournament(context, act.line);
    case 'cancel-tournament':
      return cancelOperatorTournament(context, act.number);
    case 'void-board':
      return voidBoard(context, boardOf(act));
    case 'resign-seat':
      return resignSeat(context, boardOf(act), findPresentUserid(context.state, act.userid));
    case 'give-time':
      return giveTime(context, boardOf(act), act.days);
    case 'add-address':
      return actOnAccount(context, act.userid, account => addAddress(context, account, act.address));
    case 'remove-address':
      return actOnAccount(context, act.userid, account => removeAddress(account, act.address));
    case 'merge':
      return actOnAccount(context, act.userid, from =>
        actOnAccount(context, act.into, into => mergeAccounts(context, from, into)),
      );
  }
}

function actOnAccount({ state }: ActorContext, userid: string, done: (account: Account) => Decision): Decision {
  const account = isRobot(state, userid) ? null : state.account(findPresentUserid(state, userid));
  return account?.closed === false ? done(account) : deny(refused('user-unknown', { userid }));
}

const boardOf = ({ game, number }: MatchRef): MatchRef => ({ game, number });

/** Resigns the running boards, so that no player waits there. Seeks and entries end as an effect of the event. */
function banAccount(context: ActorContext, account: Account, days: number | null): Decision {
  const { userid } = account;
  const ban = { since: context.now, until: days === null ? null : context.now + days * DAY_MS };
  const { events, notifications } = resignAllBoards({ ...context, actor: userid });
  return allow(
    [...events, { kind: 'account-banned', userid, ban }],
    [
      ...notifications,
      buildNotice(userid, banPhrase(account, ban, { permanent: 'banned', until: 'banned-until' }), {
        code: 'banned-means',
        parts: {},
      }),
    ],
  );
}

function unbanAccount(account: Account): Decision {
  const { userid, ban = null } = account;
  if (ban === null) return deny(refused('not-banned', { userid }));
  return allow(
    [{ kind: 'account-banned', userid, ban: null }],
    [buildNotice(userid, { code: 'unbanned', parts: { userid } })],
  );
}

/** No password is made up, shown or mailed: the owner sets a new one. */
function resetPassword(account: Account): Decision {
  const { userid } = account;
  return allow(
    [{ kind: 'password-changed', userid, passwordHash: null }],
    [buildNotice(userid, { code: 'password-reset', parts: { userid } }, { code: 'password-reset-new', parts: {} })],
  );
}

/** Days begin where the server counts them: UTC. */
function openOperatorTournament({ state, now }: ActorContext, line: string): Decision {
  const { words, options } = parseLine(line);
  const found = words.length === 1 ? findNamedGame(state.games, words[0] ?? '') : null;
  if (found === null) return deny(refused('tournament-game', { game: state.games[0]?.name ?? '' }));
  const terms = parseTournamentTerms(found.game, addTypedOptions(found, options));
  if (!terms.ok) return deny(terms.reason);
  const { day, ...rest } = terms.value;
  const starts = day === null ? null : startOfDay('UTC', day);
  if (starts !== null && (starts <= now || starts > now + limits.tournamentAheadDays * DAY_MS))
    return deny(refused('tournament-start', { most: limits.tournamentAheadDays }));
  const tournament = createTournament(state, { ...rest, starts }, { organiser: null, series: null, now });
  return allow([{ kind: 'tournament-opened', tournament }], []);
}

/** Cancels a tournament, also a running one. Its boards go on, but do not count for it. */
function cancelOperatorTournament({ state }: ActorContext, number: number): Decision {
  const tournament = state.get(`tournament/${number}`);
  if (tournament === null) return deny(refused('tournament-unknown', { number }));
  if (tournament.state === 'over') return deny(refused('tournament-over', { number }));
  if (tournament.state === 'cancelled') return deny(refused('tournament-cancelled', { number }));
  const code = tournament.state === 'open' ? 'tournament-called-off' : 'tournament-broken-off';
  const { organiser, entrants } = tournament;
  const concerned = new Set([
    ...(organiser === null ? [] : [organiser]),
    ...entrants.flatMap(({ userid, hasLeft }) => (hasLeft ? [] : [userid])),
  ]);
  return allow(
    [{ kind: 'tournament-changed', tournament: { ...tournament, state: 'cancelled', wake: null } }],
    [...concerned].map(userid => ({
      kind: 'message',
      message: {
        ...{ kind: 'tournament', to: { kind: 'account', userid }, number, userid },
        news: { code, parts: {} },
      },
    })),
  );
}
