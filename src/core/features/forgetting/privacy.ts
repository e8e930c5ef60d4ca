// Counts what is stored about a player.
// It reads only the account and lists, so that the number of games does not matter.
import { must } from '#games/kit/assert.ts';
import { type CommandContext, allow, type Decision } from '#core/decision/decision.ts';
import { playerName } from '#core/board/match.ts';
import type { Account } from '#core/players/account.ts';
import type { Match } from '#core/board/match-document.ts';
import type { ListName } from '#core/kernel/lists.ts';
import { listRunning } from '#core/matches/allowance.ts';
import { isOptedOut } from '#core/accounts/opted-out.ts';

export function tellPrivacy(context: CommandContext): Decision {
  const { state } = context;
  const userid = context.actor ?? '';
  const lists = {
    finished: `over/player/${userid}`,
    ratings: `rated/player/${userid}`,
    seeks: `seeks/player/${userid}`,
    tournaments: `tournaments/player/${userid}`,
  } as const satisfies Readonly<Record<string, ListName>>;
  state.requireLoaded([
    ...Object.values(lists).map(list => ({ kind: 'list', list }) as const),
    { kind: 'document', key: `subscribers/${userid}` },
  ]);
  const boards = listRunning(state, userid).flatMap(ref => state.outline(ref) ?? []);
  const account = must(state.account(userid), 'whoever asks has an account');
  const counts = {
    ...{ running: boards.length, notes: boards.filter(({ notes = {} }) => Object.hasOwn(notes, userid)).length },
    prepared: boards.filter(match => hasPrepared(match, userid)).length,
    ...{ finished: state.listKeys(lists.finished).length, ratings: state.listKeys(lists.ratings).length },
    ...{ seeks: state.listKeys(lists.seeks).length, tournaments: state.listKeys(lists.tournaments).length },
    ...countsOf(account),
    followers: state.get(`subscribers/${userid}`)?.list.length ?? 0,
  };
  const optedOut = account.addresses.filter(address => isOptedOut(context, address));
  const to = { kind: 'account', userid } as const;
  return allow([], [{ kind: 'message', message: { kind: 'privacy', to, userid, counts, optedOut } }]);
}

const countsOf = ({
  subscriptions = [],
  blocked = [],
  calendar = [],
  absences = [],
  answers = {},
}: Account): Readonly<Record<string, number>> => ({
  ...{ subscriptions: subscriptions.length, blocked: blocked.length, calendar: calendar.length },
  ...{ absences: absences.length, answers: Object.keys(answers).length },
});

const hasPrepared = ({ players, prepared = [] }: Match, userid: string): boolean =>
  prepared.some(({ by }) => playerName(players[by]) === userid);
