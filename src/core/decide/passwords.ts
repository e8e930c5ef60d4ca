// Runs lines that carry a userid and a password. Wrong passwords are counted, against guessing.
// A line with the right password runs as that account.
import { findBan } from '../players/ban.ts';
import type { Event } from '../kernel/event.ts';
import type { ParsedCommand } from '../reading/command.ts';
import { type CommandContext, type Decision, deny, type Notification } from '../decision/decision.ts';
import { hasRoom } from '../players/quota.ts';
import { guessCharges } from '../players/quota-rules.ts';
import { type Refused, refused } from '../kernel/refusal.ts';
import { welcomeBack } from './welcome-back.ts';
import type { Account } from '../players/account.ts';

/** A decision, and what happens besides even where it is a refusal. */
export interface ClaimDecision {
  readonly decision: Decision;
  /** A password of the line was right. */
  readonly isProved: boolean;
  readonly events: readonly Event[];
  readonly notifications: readonly Notification[];
}

/** A decision and nothing besides. */
export const alone = (decision: Decision, isProved = false): ClaimDecision => ({
  ...{ decision, isProved },
  ...{ events: [], notifications: [] },
});

/** A password that is refused unseen costs no hash. */
export function decideClaimed(
  act: ParsedCommand,
  claim: NonNullable<ParsedCommand['credentials']>,
  at: CommandContext,
): ClaimDecision {
  const account = at.state.account(claim.userid);
  const wrong = deny(refused('wrong-password', { userid: claim.userid }));
  // Without a password there is nothing to guess, and no reason for an alert.
  if (account === null || account.closed || account.passwordHash === null) return alone(wrong);
  const closed = isOwner(at, account) ? null : unseen(at, account);
  if (closed !== null) return alone(deny(closed));
  if (!at.state.isSecretOf(account, claim.secret)) return wrongGuess(at, account, wrong);
  const isBanned = findBan(account, at.now) !== null;
  const decision = isBanned
    ? deny(refused('account-banned', { userid: claim.userid }))
    : act.run({ ...at, actor: claim.userid });
  return rightGuess(at, account, decision);
}

/** Proved without the password: there is nothing to be guessed. */
const isOwner = ({ sender }: CommandContext, { userid }: Account): boolean =>
  sender.proof !== 'none' && sender.userid === userid;

const isOwnAddress = ({ sender }: CommandContext, { addresses }: Account): boolean =>
  addresses.includes(sender.address);

/** Why no password is checked now, not even the right one. null: it is checked. */
function unseen(at: CommandContext, account: Account): Refused | null {
  const { userid, settings, locked } = account;
  if (settings.password === 'off') return refused('password-off', { userid });
  if (locked && !isOwnAddress(at, account)) return refused('password-locked', { userid });
  const { sender, all } = guessCharges(userid, at.sender, isOwnAddress(at, account));
  return hasRoom(at.state, [sender, ...all], at.now) ? null : refused('password-pause');
}

function wrongGuess(at: CommandContext, account: Account, decision: Decision): ClaimDecision {
  if (isOwner(at, account)) return alone(decision);
  const { userid } = account;
  const charges = guessCharges(userid, at.sender, isOwnAddress(at, account));
  const event: Event = {
    kind: 'charged',
    charges: [charges.account, charges.sender, ...charges.all],
    at: at.now,
  };
  // The fifth is the last.
  if (account.locked || hasRoom(at.state, [charges.account], at.now, 2))
    return { decision, isProved: false, events: [event], notifications: [] };
  return {
    decision,
    isProved: false,
    events: [event, { kind: 'account-locked', userid, locked: true }],
    notifications: [
      { kind: 'alert', alert: 'lock', userid, isSaid: false, news: { code: 'passwords-guessed', parts: { userid } } },
    ],
  };
}

/** From an address the account does not have: its owner is told, once for each such address, whatever became of the line. */
function rightGuess(at: CommandContext, account: Account, decision: Decision): ClaimDecision {
  const { address } = at.sender;
  const { userid } = account;
  const back = welcomeBack(at.state, userid, at.now);
  const told = back.messages.map(message => ({ kind: 'message', message }) as const);
  if (isOwnAddress(at, account) || account.passwordFrom.includes(address))
    return { decision, isProved: true, events: back.events, notifications: told };
  const news = { code: 'password-used', parts: { userid, address } };
  return {
    decision,
    isProved: true,
    events: [{ kind: 'password-used-from', userid, address }, ...back.events],
    notifications: [...told, { kind: 'alert', alert: 'change', userid, isSaid: false, news }],
  };
}
