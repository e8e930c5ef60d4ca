// Sets an account's password, at once or after its owner has confirmed it.
import { type CommandContext, allow, type Decision, deny, type Notification } from './decision.ts';
import { limits } from '../kernel/limits.ts';
import { hasRoom } from './quota.ts';
import { ownerAskedCharge } from './quota-rules.ts';
import { refused } from '../kernel/refusal.ts';
import { alertChange } from './addresses.ts';

export function setPassword(context: CommandContext, password: string): Decision {
  const userid = context.actor ?? '';
  return allow(
    [{ kind: 'password-changed', userid, passwordHash: context.state.hashOf(password) }],
    [alertChange(userid, { code: 'password-changed', parts: { userid } })],
  );
}

/** A token alone proves only that the sender has seen a mail to the player. Each address of the account is asked; `yes` sets the password. */
export function askForPassword(context: CommandContext, password: string): Decision {
  const userid = context.actor ?? '';
  const addresses = context.state.account(userid)?.addresses ?? [];
  const charge = ownerAskedCharge(userid);
  if (!hasRoom(context.state, [charge], context.now))
    return deny(refused('owner-asked', { most: limits.ownerAskedPerDay }));
  const id = context.sign(`password|${context.cause}|${userid}`);
  const passwordHash = context.state.hashOf(password);
  const messages = addresses.map((address): Notification => ({
    kind: 'message',
    message: { kind: 'confirm-password', to: { kind: 'address', address }, userid, id },
  }));
  const alert = {
    kind: 'password',
    account: userid,
    told: addresses,
    at: context.now,
    spent: false,
    passwordHash,
  } as const;
  return allow(
    [
      { kind: 'alert-raised', id, alert },
      { kind: 'charged', charges: [charge], at: context.now },
    ],
    messages,
  );
}
