// The lists of others that a player keeps, and the challenges and invitations that are refused.
import type { AnyGame } from '#games/game.ts';
import { lookUp } from '#games/kit/look-up.ts';
import { type Phrase, formatAndList } from '#games/kit/refusal.ts';
import { limits } from '../kernel/limits.ts';
import { refused } from '../kernel/refusal.ts';
import type { State } from '../kernel/state.ts';
import type { Sign } from '../mail/token.ts';
import { type StandingAnswer, findPresentUserid, listUserids } from './account.ts';
import { type CommandContext, type Decision, allow, deny, tell, type Notification } from './decision.ts';
import { mailboxIdOf } from './quota-rules.ts';
import { isRobot } from './robots.ts';
import { findUnknownUserids } from './userid.ts';

// No mail tells players that they are blocked, or on a list of friends.

/** Has this reader blocked the writer, perhaps by a former userid? Without accounts there are no blocks. */
export function hasBlocked(state: State, reader: string | null, writer: string | null): boolean {
  if (reader === null || writer === null) return false;
  const blocked = state.account(reader)?.blocked ?? [];
  return blocked.length > 0 && listUserids(state, writer).some(userid => blocked.includes(userid));
}

/** The readers who have not blocked the writer. */
export const withoutBlockers = (state: State, writer: string, readers: readonly string[]): readonly string[] =>
  readers.filter(reader => !hasBlocked(state, reader, writer));

/** The lists of others that a player keeps for themselves. */
const LISTS = {
  blocked: { command: 'block', most: limits.blockedPerAccount, added: 'users-blocked', removed: 'users-unblocked' },
  friends: { command: 'friend', most: limits.friendsPerAccount, added: 'friends-added', removed: 'friends-removed' },
} as const;

export type PeopleList = keyof typeof LISTS;

const joinNames = (userids: readonly string[]): Phrase => formatAndList(userids.toSorted());

/** Those on a list of this player, by their present userids. */
export function listPeople(state: State, userid: string, list: PeopleList): readonly string[] {
  const names = state.account(userid)?.[list] ?? [];
  state.requireAccounts(names);
  return [...new Set(names.map(name => findPresentUserid(state, name)))];
}

export function tellBlocked(context: CommandContext): Decision {
  const blocked = listPeople(context.state, context.actor ?? '', 'blocked');
  const code = blocked.length === 0 ? 'blocked-none' : 'blocked-list';
  return allow([], [tell(code, { userids: joinNames(blocked) })]);
}

/** Puts players on a list, or takes them off. A closed account can be on it: its owner may come back. */
export function changePeople(
  context: CommandContext,
  list: PeopleList,
  names: readonly string[],
  isAdding: boolean,
): Decision {
  const { state, actor } = context;
  const userid = actor ?? '';
  const { command, most, added, removed } = LISTS[list];
  state.requireAccounts(names);
  const named = [...new Set(names.map(name => findPresentUserid(state, name)))];
  if (isAdding && named.some(each => each === userid || isRobot(state, each)))
    return deny(refused('block-others', { command }));
  const before = listPeople(state, userid, list);
  const missing = isAdding ? findUnknownUserids(state, named) : named.filter(each => !before.includes(each));
  if (missing.length > 0 && isAdding) return deny(refused('user-unknown', { userid: missing.join(', ') }));
  if (missing.length > 0) return deny(refused('unblock-none', { command, userids: joinNames(missing) }));
  const all = isAdding ? [...new Set([...before, ...named])] : before.filter(each => !named.includes(each));
  if (isAdding && all.length > most) return deny(refused('block-full', { command, most }));
  return allow(
    [{ kind: 'account-changed', userid, change: { [list]: all } }],
    [tell(isAdding ? added : removed, { userids: joinNames(named) })],
  );
}

/** Standing answers to challenges of a game: take all, take them up to a number of boards, or none. */
const DEFAULT_ANSWER: StandingAnswer = { isTaken: true, most: null };

export const findStandingAnswer = (state: State, userid: string, { name }: AnyGame): StandingAnswer =>
  lookUp(state.account(userid)?.answers, name) ?? DEFAULT_ANSWER;

/** Changes it, and says what it is now. */
export function answerChallenges(context: CommandContext, game: AnyGame, change: Partial<StandingAnswer>): Decision {
  const userid = context.actor ?? '';
  const before = findStandingAnswer(context.state, userid, game);
  const answer = { ...before, ...change };
  const isSame = answer.isTaken === before.isTaken && answer.most === before.most;
  const answers = { ...context.state.account(userid)?.answers, [game.name]: answer };
  return allow(isSame ? [] : [{ kind: 'account-changed', userid, change: { answers } }], [tellAnswer(answer, game)]);
}

function tellAnswer({ isTaken, most }: StandingAnswer, { name, title: game }: AnyGame): Notification {
  if (!isTaken) return tell('challenges-rejected', { game, name });
  return most === null ? tell('challenges-taken', { game }) : tell('challenges-limited', { game, most });
}

/** The id of the opt-out once the address itself is not stored any more. */
export const optOutHash = (address: string, sign: Sign): string => sign(`optout|${mailboxIdOf(address)}`);

export function isOptedOut({ state, sign }: Pick<CommandContext, 'state' | 'sign'>, address: string): boolean {
  const ids = [mailboxIdOf(address), optOutHash(address, sign)];
  state.requireDocuments(ids.map(id => `optout/${id}` as const));
  return ids.some(id => state.get(`optout/${id}`) !== null);
}
