// Former userids. A guest has one after choosing a name.
import type { State } from '../kernel/state.ts';

/** The userid that the player of this userid has now. */
export const findPresentUserid = (state: State, userid: string): string => state.account(userid)?.renamedTo ?? userid;

/** All userids of a player: the present one, and the former one. */
export function listUserids(state: State, userid: string): readonly string[] {
  const former = state.account(userid)?.former;
  return former === undefined ? [userid] : [userid, former.userid];
}

/** Is it the kind of name that a stranger gets by accepting an invitation with a plain `yes`? */
export const isGuestName = (userid: string): boolean => /^guest\d+$/.test(userid);
