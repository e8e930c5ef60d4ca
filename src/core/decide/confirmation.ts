// Decides replies that answer `yes` or `no` to a question we asked.
// The questions concern a sign-up, a mail that nothing proved, a change of an account, or a robot that was offered.
import type { Phrase } from '#games/kit/refusal.ts';
import { alertChange } from '../accounts/addresses.ts';
import { reopenAccount } from '../features/leaving/close.ts';
import type { Event } from '../kernel/event.ts';
import { allow, type Decision, deny, type Notification } from '../decision/decision.ts';
import { tidy } from '../kernel/words.ts';
import { parseYesOrNo } from '../reading/yes-or-no.ts';
import { limits } from '../kernel/limits.ts';
import { type Incoming, readSubject } from '../mail/incoming.ts';
import type { Charge } from '../players/quota.ts';
import { mailboxIdOf, unaskedCharge } from '../players/quota-rules.ts';
import { refused } from '../kernel/refusal.ts';
import { DAY_MS, type Instant } from '../kernel/time.ts';
import { answerToForget } from '../features/forgetting/ask.ts';
import type { Account } from '../players/account.ts';
import type { ParkedMail } from '../players/confirmations.ts';
import { playRobot } from '#core/features/seeks/decide-seek.ts';
import { commandContextOf, type MailState } from './mail-state.ts';
import { identify, type Identity, type Trust } from '../board/sender.ts';

/** What the answer means: a decision of its own, or the mail that waited for it, heard as its owner's. */
export type Confirmed =
  | { readonly kind: 'decision'; readonly decision: Decision }
  | {
      readonly kind: 'released';
      readonly asOwner: MailState;
      readonly mail: ParkedMail;
      readonly events: readonly Event[];
    };

const only = (decision: Decision): Confirmed => ({ kind: 'decision', decision });

const said = (events: readonly Event[], done: Phrase): Decision => allow(events, [{ kind: 'done', done }]);

/** null: the mail does not answer a question we asked. */
export function decideConfirmation(mailState: MailState): Confirmed | null {
  const { token } = mailState.identity;
  switch (token?.kind) {
    case 'address':
      return only(confirmAddress(mailState, token.userid));
    case 'parked':
      return answerParked(mailState, token.id);
    case 'alert':
      return answerAlert(mailState, token.id);
    case 'seek':
      return answerRobot(mailState, token);
    case 'digest':
    case 'account':
    case 'probe':
    case 'board':
    case 'seat':
    case undefined:
      return null;
  }
}

/** If the text is empty, the Subject is read instead. */
const answerOf = ({ request: { text, mail } }: MailState): ReturnType<typeof parseYesOrNo> =>
  parseYesOrNo(text.trim() === '' ? readSubject(mail) : text);

const isStop = ({ request: { text, mail } }: MailState): boolean =>
  [text.split('\n', 1)[0] ?? '', mail.subject].some(line => tidy(line).toLowerCase() === 'stop');

/** No, and no such question ever again. */
function stopped({ request, identity }: MailState, userid: string): Decision {
  const { address } = identity.sender;
  return said(
    [
      { kind: 'address-refused', userid, address },
      { kind: 'opted-out', address: mailboxIdOf(address), at: request.now },
    ],
    { code: 'invitations-stopped', parts: { address } },
  );
}

/** An address says yes or no to the account that asked for it. */
function confirmAddress(mailState: MailState, userid: string): Decision {
  const { address } = mailState.identity.sender;
  const answer = answerOf(mailState);
  if (isStop(mailState)) return stopped(mailState, userid);
  if (answer === null) return deny(refused('confirm-yes'));
  if (answer === 'no')
    return said([{ kind: 'address-refused', userid, address }], {
      code: 'address-refused',
      parts: { address, userid },
    });
  const { state } = mailState;
  const owner = state.owner(address) ?? userid;
  if (owner !== userid) return deny(refused('address-taken', { address }));
  const account = state.account(userid);
  const joined: Event = { kind: 'address-confirmed', userid, address };
  if (account === null || account.addresses.length === 0) return allow([joined], [welcome(userid, address)]);
  const done: Phrase = { code: 'address-confirmed', parts: { address, userid } };
  const alert: Notification = {
    ...{ kind: 'alert', alert: 'change', userid, isSaid: false },
    news: replaced(account, address) ?? done,
  };
  return allow([joined], [{ kind: 'done', done }, alert]);
}

/** The last address of a new list has said yes, and others go; null: none goes. */
function replaced({ userid, addresses, wanted }: Account, address: string): Phrase | null {
  const held = [...addresses, address];
  const asked = wanted ?? held;
  const isComplete = asked.every(each => held.includes(each)) && addresses.some(each => !asked.includes(each));
  return isComplete ? { code: 'addresses-changed', parts: { userid, addresses: asked.join(', ') } } : null;
}

const welcome = (userid: string, address: string): Notification => ({
  kind: 'message',
  message: { kind: 'welcome', to: { kind: 'address', address }, userid, password: 'dropped' },
});

function answerParked(mailState: MailState, id: string): Confirmed {
  const { request, state, identity } = mailState;
  const parked = state.get(`parked/${id}`);
  if (parked === null || parked.spent) return only(said([], { code: 'already-confirmed', parts: {} }));
  if (identity.sender.userid !== parked.account) return only(deny(refused('confirm-elsewhere')));
  const answer = answerOf(mailState);
  if (answer === null) return only(deny(refused('confirm-yes')));
  if (answer === 'no') return only(said([{ kind: 'mail-disowned', id }], { code: 'mail-disowned', parts: {} }));
  const events: readonly Event[] = [
    { kind: 'mail-released', id, at: request.now },
    // It was asked for after all.
    { kind: 'refunded', charges: askedOf(mailState, parked.account), at: parked.at },
  ];
  return { kind: 'released', asOwner: asOwner(mailState, parked), mail: parked, events };
}

const askedOf = ({ state }: MailState, userid: string): readonly Charge[] =>
  (state.account(userid)?.addresses ?? []).map(unaskedCharge);

/** The parked mail is decided as if its owner had sent it just now. */
function asOwner({ request, state, identity }: MailState, parked: ParkedMail): MailState {
  const mail: Incoming = {
    ...request.mail,
    subject: parked.subject,
    recipients: recipientsOf(parked, request.trust),
    inReplyTo: [],
    references: [],
  };
  const sender = { ...identity.sender, userid: parked.account };
  const owner: Identity = { ...identify(mail, state, request.trust), sender, ownerToAsk: null };
  return { request, state, identity: owner };
}

const recipientsOf = (parked: ParkedMail, { own }: Trust): readonly string[] =>
  parked.detail === null ? [] : [`${own.local}+${parked.detail}@${own.domain}`];

/** `yes` to a robot that was offered. */
function answerRobot(
  mailState: MailState,
  { number, userid }: { readonly number: number; readonly userid: string },
): Confirmed | null {
  const answer = answerOf(mailState);
  if (answer === null || mailState.identity.sender.userid !== userid) return null;
  if (answer === 'no') return only(said([], { code: 'nothing-changed', parts: {} }));
  return only(playRobot(commandContextOf(mailState, ''), number));
}

function answerAlert(mailState: MailState, id: string): Confirmed | null {
  const { request, state } = mailState;
  const alert = state.get(`alert/${id}`);
  const account = alert === null ? null : state.account(alert.account);
  if (alert === null || account === null) return null;
  const answer = answerOf(mailState);
  // Neither word: it is a mail like any other, from an address that is proved.
  if (answer === null) return null;
  if (alert.spent) return only(said([], { code: 'already-confirmed', parts: {} }));
  if (alert.kind === 'forget') return only(forget(mailState, account, { id, answer, asked: alert.at }));
  if (alert.kind === 'lock') return only(unlock(mailState, account, id, answer));
  if (alert.kind === 'password') return only(answerPassword(mailState, account, { id, answer, ...alert }));
  if (request.now > alert.at + limits.undoDays * DAY_MS && !isLeaving(account, mailState.identity.sender.address))
    return only(deny(refused('undo-late', { days: limits.undoDays })));
  if (answer === 'yes') return only(said([], { code: 'nothing-changed', parts: {} }));
  return only(undo(mailState, account, id));
}

function forget(
  { request: { now, cause, trust }, identity }: MailState,
  account: Account,
  question: { readonly id: string; readonly answer: 'yes' | 'no'; readonly asked: Instant },
): Decision {
  return answerToForget({ ...question, account, now, cause, sign: trust.sign, address: identity.sender.address });
}

/** A `no` may have waited in a mailbox that could not be read: it is taken as long as the boards of a closed account run. */
const isLeaving = (account: Account, address: string): boolean =>
  account.leaves !== undefined && mayRestore(account, address);

const mayRestore = ({ restorable, leftFrom = [] }: Account, address: string): boolean =>
  restorable?.addresses.includes(address) === true || leftFrom.includes(address);

/**
 * An address from before the first change of these days takes the account back. A later one may open an account that was
 * closed from it, and the earlier ones may take that back. Else it may at most switch the password off.
 */
function undo({ state, identity, request }: MailState, account: Account, id: string): Decision {
  const { userid, restorable, leftFrom = [] } = account;
  const { address } = identity.sender;
  const answered: Event = { kind: 'alert-answered', id };
  if (!mayRestore(account, address)) {
    if (!account.addresses.includes(address)) return deny(refused('undo-void', { userid }));
    const removed: Event = { kind: 'password-changed', userid, passwordHash: null };
    return said([removed, answered], { code: 'password-removed', parts: { userid } });
  }
  const owner = (each: string): string => state.owner(each) ?? userid;
  const isEarlier = restorable?.addresses.includes(address) === true;
  const back = (isEarlier ? restorable.addresses : leftFrom).filter(each => owner(each) === userid);
  if (back.length === 0) return deny(refused('undo-taken', { userid }));
  const restored = { userid, addresses: back, restorable: isEarlier ? null : restorable };
  if (account.closed) {
    const reopened = reopenAccount({ state, now: request.now }, restored);
    return reopened.ok ? allow([answered, ...reopened.value.events], reopened.value.notifications) : reopened;
  }
  return said([{ kind: 'account-restored', ...restored }, answered], {
    code: 'account-restored',
    parts: { userid, addresses: back.join(', ') },
  });
}

/** A new password that a token alone had asked for. */
function answerPassword(
  { request: { now }, identity }: MailState,
  { userid, addresses }: Account,
  question: {
    readonly id: string;
    readonly answer: 'yes' | 'no';
    readonly at: Instant;
    readonly passwordHash?: string;
  },
): Decision {
  const { id, answer, at, passwordHash = null } = question;
  if (!addresses.includes(identity.sender.address)) return deny(refused('undo-void', { userid }));
  if (answer === 'yes' && now > at + limits.undoDays * DAY_MS)
    return deny(refused('password-late', { days: limits.undoDays }));
  const answered: Event = { kind: 'alert-answered', id };
  if (answer === 'no') return said([answered], { code: 'nothing-changed', parts: {} });
  return allow(
    [{ kind: 'password-changed', userid, passwordHash }, answered],
    [alertChange(userid, { code: 'password-changed', parts: { userid } })],
  );
}

function unlock({ identity }: MailState, account: Account, id: string, answer: 'yes' | 'no'): Decision {
  const { userid } = account;
  if (!account.addresses.includes(identity.sender.address)) return deny(refused('undo-void', { userid }));
  if (!account.locked) return said([], { code: 'already-confirmed', parts: {} });
  const answered: Event = { kind: 'alert-answered', id };
  const unlocked: Event = { kind: 'account-locked', userid, locked: false };
  if (answer === 'yes') return said([unlocked, answered], { code: 'passwords-unlocked', parts: { userid } });
  const removed: Event = { kind: 'password-changed', userid, passwordHash: null };
  return said([removed, unlocked, answered], { code: 'password-removed', parts: { userid } });
}
