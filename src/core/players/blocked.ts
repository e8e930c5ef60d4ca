// What a player refuses: other players, challenges, invitations.
import type { AnyGame } from '#games/game.ts';
import { lookUp } from '#games/kit/look-up.ts';
import { type Phrase, formatAndList } from '#games/kit/refusal.ts';
import { limits } from '../kernel/limits.ts';
import { refused } from '../kernel/refusal.ts';
import type { State } from '../kernel/state.ts';
import type { Sign } from '../mail/token.ts';
import { type StandingAnswer, listUserids } from './account.ts';
import { type CommandContext, type Decision, allow, deny } from './decision.ts';
import { mailboxIdOf } from './quota-rules.ts';
import { findRobot } from './robots.ts';
import { findUnknownUserids } from './userid.ts';

// A blocked player is not told.

const listBlockedBy = (state: State, userid: string): readonly string[] => state.account(userid)?.blocked ?? [];

/** Has this reader blocked the writer, perhaps by a former userid? Without accounts there are no blocks. */
export function hasBlocked(state: State, reader: string | null, writer: string | null): boolean {
  if (reader === null || writer === null) return false;
  const blocked = listBlockedBy(state, reader);
  return blocked.length > 0 && listUserids(state, writer).some(userid => blocked.includes(userid));
}

/** The readers who have not blocked the writer. */
export const withoutBlockers = (state: State, writer: string, readers: readonly string[]): readonly string[] =>
  readers.filter(reader => !hasBlocked(state, reader, writer));

const joinNames = (userids: readonly string[]): Phrase => formatAndList(userids.toSorted());

export function listBlocked(context: CommandContext): Decision {
  const blocked = listBlockedBy(context.state, context.actor ?? '');
  const done: Phrase =
    blocked.length === 0
      ? { code: 'blocked-none', parts: {} }
      : { code: 'blocked-list', parts: { userids: joinNames(blocked) } };
  return allow([], [{ kind: 'done', done }]);
}

/** A closed account can be blocked as well: its owner may come back. */
export function blockUsers(context: CommandContext, userids: readonly string[]): Decision {
  const userid = context.actor ?? '';
  if (userids.includes(userid)) return deny(refused('block-oneself'));
  const robot = userids.find(each => findRobot(context.state.robots, each) !== null);
  if (robot !== undefined) return deny(refused('block-robot', { robot }));
  const unknown = findUnknownUserids(context.state, userids);
  if (unknown.length > 0) return deny(refused('user-unknown', { userid: unknown.join(', ') }));
  const blocked = [...new Set([...listBlockedBy(context.state, userid), ...userids])];
  if (blocked.length > limits.blockedPerAccount) return deny(refused('block-full', { most: limits.blockedPerAccount }));
  return changeBlocks(userid, blocked, { code: 'users-blocked', parts: { userids: joinNames([...new Set(userids)]) } });
}

export function unblockUsers(context: CommandContext, userids: readonly string[]): Decision {
  const userid = context.actor ?? '';
  const before = listBlockedBy(context.state, userid);
  const unblocked = userids.filter(each => !before.includes(each));
  if (unblocked.length > 0) return deny(refused('unblock-none', { userids: joinNames(unblocked) }));
  const blocked = before.filter(each => !userids.includes(each));
  return changeBlocks(userid, blocked, {
    code: 'users-unblocked',
    parts: { userids: joinNames([...new Set(userids)]) },
  });
}

const changeBlocks = (userid: string, blocked: readonly string[], done: Phrase): Decision =>
  allow([{ kind: 'blocks-changed', userid, blocked }], [{ kind: 'done', done }]);

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
  return allow(isSame ? [] : [{ kind: 'answer-changed', userid, game: game.name, answer }], [
    { kind: 'done', done: formatAnswer(answer, game) },
  ]);
}

function formatAnswer({ isTaken, most }: StandingAnswer, { name, title: game }: AnyGame): Phrase {
  if (!isTaken) return { code: 'challenges-rejected', parts: { game, name } };
  return most === null
    ? { code: 'challenges-taken', parts: { game } }
    : { code: 'challenges-limited', parts: { game, most } };
}

/** The id of the opt-out once the address itself is not stored any more. */
export const optOutHash = (address: string, sign: Sign): string => sign(`optout|${mailboxIdOf(address)}`);

export function isOptedOut({ state, sign }: Pick<CommandContext, 'state' | 'sign'>, address: string): boolean {
  const ids = [mailboxIdOf(address), optOutHash(address, sign)];
  state.requireDocuments(ids.map(id => `optout/${id}` as const));
  return ids.some(id => state.get(`optout/${id}`) !== null);
}
