// Closing an account.
import { type CommandContext, decided, type Decision, type Notification } from '../decision.ts';
import { apply, type Event } from '../state/events.ts';
import { running } from '../matches/allowance.ts';
import { resignBoard } from '../matches/resign.ts';
import type { Phrase } from '#games/kit/refusal.ts';
import { changed } from './addresses.ts';

/** Leaves every running board as `resign` does, then closes. Letters to an account without addresses go nowhere. */
export function closeAccount(at: CommandContext): Decision {
  const userid = at.actor ?? '';
  let moment = at;
  const events: Event[] = [];
  const notifications: Notification[] = [];
  for (const match of running(at.state, userid)) {
    // Who holds several seats gives them up one by one.
    for (let left = resignBoard(moment, match); left.ok; left = resignBoard(moment, match)) {
      events.push(...left.value.events);
      notifications.push(...left.value.notifications);
      moment = { ...moment, state: left.value.events.reduce(apply, moment.state) };
    }
  }
  const signedOff: Phrase = { code: 'signed-off', parts: { userid } };
  const isOwn = at.state.account(userid)?.addresses.includes(at.sender.address) ?? false;
  const bye: Notification = isOwn ? { kind: 'done', done: signedOff } : changed(userid, signedOff);
  return decided([...events, { kind: 'account-closed', userid }], [...notifications, bye]);
}
