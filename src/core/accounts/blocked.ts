// Blocks: a blocked player cannot challenge the blocker, who gets none of their words by mail.
// Blocked players are not told.
import { type CommandContext, allow, type Decision, deny } from '../decision/decision.ts';
import { findRobot } from '../players/robots.ts';
import { limits } from '../kernel/limits.ts';
import { refused } from '../kernel/refusal.ts';
import type { State } from '../kernel/state.ts';
import { findUnknownUserids } from '../players/unknown.ts';
import type { Phrase } from '#games/kit/refusal.ts';

const blockedBy = (state: State, userid: string): readonly string[] => state.account(userid)?.blocked ?? [];

/** Has this reader blocked the writer? Without accounts there are no blocks. */
export const hasBlocked = (state: State, reader: string | null, writer: string | null): boolean =>
  reader !== null && writer !== null && blockedBy(state, reader).includes(writer);

/** The readers who have not blocked the writer. */
export const readersOf = (state: State, writer: string, readers: readonly string[]): readonly string[] =>
  readers.filter(reader => !hasBlocked(state, reader, writer));

const namesOf = (userids: readonly string[]): string => userids.toSorted().join(', ');

export function listBlocked(at: CommandContext): Decision {
  const blocked = blockedBy(at.state, at.actor ?? '');
  const done: Phrase =
    blocked.length === 0
      ? { code: 'blocked-none', parts: {} }
      : { code: 'blocked-list', parts: { userids: namesOf(blocked) } };
  return allow([], [{ kind: 'done', done }]);
}

/** A closed account can be blocked as well: its owner may come back. */
export function blockUsers(at: CommandContext, userids: readonly string[]): Decision {
  const userid = at.actor ?? '';
  if (userids.includes(userid)) return deny(refused('block-oneself'));
  const robot = userids.find(each => findRobot(at.state.robots, each) !== null);
  if (robot !== undefined) return deny(refused('block-robot', { robot }));
  const unknown = findUnknownUserids(at.state, userids);
  if (unknown.length > 0) return deny(refused('user-unknown', { userid: unknown.join(', ') }));
  const blocked = [...new Set([...blockedBy(at.state, userid), ...userids])];
  if (blocked.length > limits.blockedPerAccount) return deny(refused('block-full', { most: limits.blockedPerAccount }));
  return changed(userid, blocked, { code: 'users-blocked', parts: { userids: namesOf([...new Set(userids)]) } });
}

export function unblockUsers(at: CommandContext, userids: readonly string[]): Decision {
  const userid = at.actor ?? '';
  const before = blockedBy(at.state, userid);
  const free = userids.filter(each => !before.includes(each));
  if (free.length > 0) return deny(refused('unblock-none', { userids: namesOf(free) }));
  const blocked = before.filter(each => !userids.includes(each));
  return changed(userid, blocked, { code: 'users-unblocked', parts: { userids: namesOf([...new Set(userids)]) } });
}

const changed = (userid: string, blocked: readonly string[], done: Phrase): Decision =>
  allow([{ kind: 'blocks-changed', userid, blocked }], [{ kind: 'done', done }]);
