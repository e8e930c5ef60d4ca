// Finds the userids without an account, in one load for all that a line names.
import type { State } from '../kernel/state.ts';

/** The userids without an account. A closed account is an account. */
export function findUnknownUserids(state: State, userids: readonly string[]): readonly string[] {
  state.requireLoaded(userids.map(userid => ({ kind: 'document', key: `account/${userid}` })));
  return userids.filter(userid => state.account(userid) === null);
}
