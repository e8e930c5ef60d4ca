// Decides lines with a password, and alerts the owner of an account to what happens to it.
import { type Refused, refused } from '#core/kernel/refusal.ts';
import type { State } from '#core/kernel/state.ts';
import type { ParsedCommand } from '#core/language/command.ts';
import { type Account, findBan } from '#core/players/account.ts';
import {
  type CommandContext,
  type Decision,
  type Notification,
  deny,
  sendMail,
  takeCharges,
  type Decided,
} from '#core/players/decision.ts';
import { guessCharges } from '#core/players/quota-rules.ts';
import { hasRoom } from '#core/players/quota.ts';
import type { MailState } from './mail-state.ts';
import { welcomeBack } from './special-senders.ts';

// A line with the right password runs as that account.

/** A decision about a line, with events and notifications that apply even if it is refused. */
export interface LineDecision extends Decided {
  readonly decision: Decision;
  /** Was the password of the line right? */
  readonly isProved: boolean;
}

/** A decision without further events. */
export const decideWithoutEvents = (decision: Decision): LineDecision => ({
  ...{ decision, isProved: false, events: [], notifications: [] },
});

/** Checks the password and runs the line. No hash is computed if passwords are refused anyway. */
export function decideWithPassword(
  act: ParsedCommand,
  credentials: NonNullable<ParsedCommand['credentials']>,
  context: CommandContext,
): LineDecision {
  const account = context.state.account(credentials.userid);
  const wrongPassword = deny(refused('wrong-password', { userid: credentials.userid }));
  // An account without a password cannot be guessed, so no alert is raised.
  if (account === null || account.closed || account.passwordHash === null) return decideWithoutEvents(wrongPassword);
  const refusal = isOwner(context, account) ? null : findPasswordRefusal(context, account);
  if (refusal !== null) return decideWithoutEvents(deny(refusal));
  if (!context.state.isSecretOf(account, credentials.secret))
    return handleWrongPassword(context, account, wrongPassword);
  const isBanned = findBan(account, context.now) !== null;
  const decision = isBanned
    ? deny(refused('account-banned', { userid: credentials.userid }))
    : act.run({ ...context, actor: credentials.userid });
  // Alerts the owner once for each foreign address that used the password, even if the line is refused.
  const { address } = context.sender;
  const { userid } = account;
  const returnOfPlayer = welcomeBack(context.state, userid, context.now);
  const messages = returnOfPlayer.messages.map(sendMail);
  if (isOwnAddress(context, account) || account.passwordFrom.includes(address))
    return { decision, isProved: true, events: returnOfPlayer.events, notifications: messages };
  const news = { code: 'password-used', parts: { userid, address } };
  return {
    decision,
    isProved: true,
    events: [{ kind: 'password-used-from', userid, address }, ...returnOfPlayer.events],
    notifications: [...messages, { kind: 'alert', alert: 'change', userid, isSaid: false, news }],
  };
}

/** Is the sender proved as the owner without the password? */
const isOwner = ({ sender }: CommandContext, { userid }: Account): boolean =>
  sender.proof !== 'none' && sender.userid === userid;

const isOwnAddress = ({ sender }: CommandContext, { addresses }: Account): boolean =>
  addresses.includes(sender.address);

/** The reason why no password is checked now, not even the right one. null: it is checked. */
function findPasswordRefusal(context: CommandContext, account: Account): Refused | null {
  const { userid, settings, locked } = account;
  if (settings.password === 'off') return refused('password-off', { userid });
  if (locked && !isOwnAddress(context, account)) return refused('password-locked', { userid });
  const { sender, all } = guessCharges(userid, context.sender, isOwnAddress(context, account));
  return hasRoom(context.state, [sender, ...all], context.now) ? null : refused('password-pause');
}

function handleWrongPassword(context: CommandContext, account: Account, decision: Decision): LineDecision {
  if (isOwner(context, account)) return decideWithoutEvents(decision);
  const { userid } = account;
  const charges = guessCharges(userid, context.sender, isOwnAddress(context, account));
  const event = takeCharges([charges.account, charges.sender, ...charges.all], context.now);
  // The fifth wrong password locks the account.
  if (account.locked || hasRoom(context.state, [charges.account], context.now, 2))
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

// Alerts tell of a changed password or address, and of a password used or guessed from elsewhere.

type AlertNotice = Extract<Notification, { readonly kind: 'alert' }>;

/** Raises one alert for each account that changed. `before`: the state before the mail. */
export function raiseAlerts(mailState: MailState, before: State, notifications: readonly Notification[]): Decided {
  const alerts = notifications.filter(notice => notice.kind === 'alert');
  const accounts = [...new Set(alerts.map(({ userid }) => userid))];
  const raised = accounts.map(userid =>
    raiseAlert(
      mailState,
      userid,
      before.account(userid)?.addresses ?? [],
      alerts.filter(alert => alert.userid === userid),
    ),
  );
  return { events: raised.flatMap(({ events }) => events), notifications: raised.flatMap(one => one.notifications) };
}

/** Raises the alert of one account. A sender without the alert gets a line in the answer instead. */
function raiseAlert(
  { request, identity }: MailState,
  userid: string,
  addresses: readonly string[],
  alerts: readonly AlertNotice[],
): Decided {
  const news = alerts.map(alert => alert.news);
  const isAlerted = addresses.includes(identity.sender.address);
  const changes = alerts.filter(alert => alert.alert === 'change');
  const doneAlerts = isAlerted ? [] : alerts.filter(({ isSaid }) => isSaid);
  const doneNotices = doneAlerts.map((line): Notification => ({ kind: 'done', done: line.news }));
  if (addresses.length === 0) return { events: [], notifications: doneNotices };
  const kind = changes.length > 0 ? 'change' : 'lock';
  const id = request.trust.sign(`alert|${request.cause}|${userid}`);
  const messages = addresses.map(address =>
    sendMail({ kind: 'alert', to: { kind: 'address', address }, userid, id, alert: kind, news }),
  );
  return {
    events: [
      { kind: 'alert-raised', id, alert: { kind, account: userid, told: addresses, at: request.now, spent: false } },
    ],
    notifications: [...doneNotices, ...messages],
  };
}
