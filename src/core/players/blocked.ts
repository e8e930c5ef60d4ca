// Blocks: a blocked player cannot challenge the blocker, who gets none of their words by mail.
// Blocked players are not told.
import { formatAndList } from '#games/kit/lists.ts';
import { type CommandContext, allow, type Decision, deny } from './decision.ts';
import { findRobot } from './robots.ts';
import { limits } from '../kernel/limits.ts';
import { refused } from '../kernel/refusal.ts';
import type { State } from '../kernel/state.ts';
import { listUserids } from './account.ts';
import { findUnknownUserids } from './userid.ts';
import type { Phrase } from '#games/kit/refusal.ts';

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
