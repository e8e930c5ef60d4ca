// Closing an account.
import { type CommandContext, decided, type Decision, type Notification } from '../decision.ts';
import type { Phrase } from '#games/kit/refusal.ts';
import { changed } from './addresses.ts';
import { boardsLeft } from './leave-boards.ts';

/** Leaves every running board as `resign` does, then closes. Letters to an account without addresses go nowhere. */
export function closeAccount(at: CommandContext): Decision {
  const userid = at.actor ?? '';
  const { events, notifications } = boardsLeft(at);
  const signedOff: Phrase = { code: 'signed-off', parts: { userid } };
  const isOwn = at.state.account(userid)?.addresses.includes(at.sender.address) ?? false;
  const bye: Notification = isOwn ? { kind: 'done', done: signedOff } : changed(userid, signedOff);
  return decided([...events, { kind: 'account-closed', userid }], [...notifications, bye]);
}
