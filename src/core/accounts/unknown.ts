// Whether there are such accounts: all that a line names are asked for at once, however many they are.
import type { State } from '../state/state.ts';

/** Those of these userids that nobody has, or had. */
export function unknownAmong(state: State, userids: readonly string[]): readonly string[] {
  state.want(userids.map(userid => ({ kind: 'document', key: `account/${userid}` })));
  return userids.filter(userid => state.account(userid) === null);
}
