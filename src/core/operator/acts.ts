// Carries out the operator's acts on accounts and tournaments. All players concerned are told.
import { isRobot } from '../identity/robots.ts';
import { namedAmong, withTyped } from '#games/game.ts';
import type { Phrase } from '#games/kit/refusal.ts';
import { banPhrase } from '../accounts/ban.ts';
import { boardsLeft } from '../accounts/leave-boards.ts';
import { startOfDay } from '../clocks/calendar.ts';
import { type ActorContext, decided, type Decision, denied, type Notification } from '../decision.ts';
import { tournamentTerms } from '../language/tournament-options.ts';
import { lineOf } from '../language/words.ts';
import { limits } from '../limits.ts';
import type { Message } from '../messages/kinds/index.ts';
import { refused } from '../refusal.ts';
import type { Account } from '../state/documents.ts';
import { DAY_MS } from '../time.ts';
import { opened } from '../tournaments/organise.ts';
import type { OperatorAct } from './operator-act.ts';

/** `at` has no actor. */
export function operatorAct(at: ActorContext, act: OperatorAct): Decision {
  switch (act.act) {
    case 'ban':
      return toAccount(at, act.userid, account => banned(at, account, act.days));
    case 'unban':
      return toAccount(at, act.userid, account => unbanned(account));
    case 'reset-password':
      return toAccount(at, act.userid, account => passwordReset(account));
    case 'open-tournament':
      return tournamentOpened(at, act.line);
    case 'cancel-tournament':
      return tournamentCancelled(at, act.number);
  }
}

function toAccount({ state }: ActorContext, userid: string, done: (account: Account) => Decision): Decision {
  const account = isRobot(state, userid) ? null : state.account(userid);
  return account?.closed === false ? done(account) : denied(refused('user-unknown', { userid }));
}

const told = ({ userid }: Account, ...news: readonly Phrase[]): Notification => {
  const message: Message = { kind: 'notice', to: { kind: 'account', userid }, userid, news };
  return { kind: 'message', message };
};

/** Resigns the running boards, so that no player waits there. Seeks and entries end as an effect of the event. */
function banned(at: ActorContext, account: Account, days: number | null): Decision {
  const { userid } = account;
  const ban = { since: at.now, until: days === null ? null : at.now + days * DAY_MS };
  const { events, notifications } = boardsLeft({ ...at, actor: userid });
  return decided(
    [...events, { kind: 'account-banned', userid, ban }],
    [
      ...notifications,
      told(account, banPhrase(account, ban, { always: 'banned', until: 'banned-until' }), {
        code: 'banned-means',
        parts: {},
      }),
    ],
  );
}

function unbanned(account: Account): Decision {
  const { userid, ban = null } = account;
  if (ban === null) return denied(refused('not-banned', { userid }));
  return decided(
    [{ kind: 'account-banned', userid, ban: null }],
    [told(account, { code: 'unbanned', parts: { userid } })],
  );
}

/** No password is made up, shown or mailed: the owner sets a new one. */
function passwordReset(account: Account): Decision {
  const { userid } = account;
  return decided(
    [{ kind: 'password-changed', userid, passwordHash: null }],
    [told(account, { code: 'password-reset', parts: { userid } }, { code: 'password-reset-new', parts: {} })],
  );
}

/** Days begin where the server counts them: UTC. */
function tournamentOpened({ state, now }: ActorContext, line: string): Decision {
  const { words, options } = lineOf(line);
  const found = words.length === 1 ? namedAmong(state.games, words[0] ?? '') : null;
  if (found === null) return denied(refused('tournament-game', { game: state.games[0]?.name ?? '' }));
  const terms = tournamentTerms(found.game, withTyped(found, options));
  if (!terms.ok) return denied(terms.reason);
  const { day, ...rest } = terms.value;
  const starts = day === null ? null : startOfDay('UTC', day);
  if (starts !== null && (starts <= now || starts > now + limits.tournamentAheadDays * DAY_MS))
    return denied(refused('tournament-start', { most: limits.tournamentAheadDays }));
  const tournament = opened(state, { ...rest, starts }, { organiser: null, series: null, now });
  return decided([{ kind: 'tournament-opened', tournament }], []);
}

/** One that is played too: its boards go on as they are, and count for nothing but themselves. */
function tournamentCancelled({ state }: ActorContext, number: number): Decision {
  const tournament = state.get(`tournament/${number}`);
  if (tournament === null) return denied(refused('tournament-unknown', { number }));
  if (tournament.state === 'over') return denied(refused('tournament-over', { number }));
  if (tournament.state === 'cancelled') return denied(refused('tournament-cancelled', { number }));
  const code = tournament.state === 'open' ? 'tournament-called-off' : 'tournament-broken-off';
  const { organiser, entrants } = tournament;
  const concerned = new Set([
    ...(organiser === null ? [] : [organiser]),
    ...entrants.flatMap(({ userid, hasLeft }) => (hasLeft ? [] : [userid])),
  ]);
  return decided(
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
