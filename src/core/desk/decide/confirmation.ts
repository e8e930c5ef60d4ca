// Asks the owner of an account to confirm a mail, and decides the answers to questions we asked.
// The questions are about a sign-up, an unproved mail, a change of an account, or an offered robot.
import { type Command, secretsOf } from '#core/language/command.ts';
import type { ParsedMail, Statement } from '#core/language/statement.ts';
import type { Message } from '#core/players/message.ts';
import { hasRoom } from '#core/players/quota.ts';
import type { Phrase } from '#games/kit/refusal.ts';
import { alertChange } from '#core/players/addresses.ts';
import { reopenAccount } from '#core/features/leaving/close.ts';
import type { Event } from '#core/kernel/documents.ts';
import { type Decision, type Notification, allow, deny, sendMail, takeCharges, tell } from '#core/players/decision.ts';
import { removeControls, tidy } from '#core/kernel/words.ts';
import { parseYesOrNo } from '#core/language/courtesy.ts';
import { limits } from '#core/kernel/limits.ts';
import { type Incoming, readSubject } from '#core/mail/incoming.ts';
import type { UnverifiedToken } from '#core/mail/token.ts';
import { ownerAskedCharge, mailboxIdOf, unaskedCharge } from '#core/players/quota-rules.ts';
import { refused } from '#core/kernel/refusal.ts';
import { DAY_MS } from '#core/kernel/time.ts';
import { answerToForget } from '#core/features/forgetting/index.ts';
import { type Account, findPresentUserid } from '#core/players/account.ts';
import type { Alert, ParkedMail } from '#core/players/confirmations.ts';
import { type MailState, commandContextOf } from './mail-state.ts';
import { type Identity, identify } from '#core/board/sender.ts';

/** A parked mail that is now decided as its owner's. */
export interface ReleasedMail {
  readonly released: ParkedMail;
  readonly asOwner: MailState;
  readonly events: readonly Event[];
}

/** null: the mail does not answer a question we asked. */
export function decideConfirmation(mailState: MailState, token: UnverifiedToken): Decision | ReleasedMail | null {
  if (token.kind === 'address') return confirmAddress(mailState, token.userid);
  if (token.kind === 'parked') return answerParked(mailState, token.id);
  if (token.kind === 'alert') return answerAlert(mailState, token.id);
  return token.kind === 'offer' ? answerOffer(mailState, token) : null;
}

/** If the text is empty, the Subject is read instead. */
const readAnswer = ({ request: { text, mail } }: MailState): ReturnType<typeof parseYesOrNo> =>
  parseYesOrNo(text.trim() === '' ? readSubject(mail) : text);

const isStop = ({ request: { text, mail } }: MailState): boolean =>
  [text.split('\n', 1)[0] ?? '', mail.subject].some(line => tidy(line).toLowerCase() === 'stop');

/** Refuses the address, and stops all invitations to it. */
function stopInvitations({ request, identity }: MailState, userid: string): Decision {
  const { address } = identity.sender;
  return allow(
    [
      { kind: 'address-refused', userid, address },
      { kind: 'opted-out', address: mailboxIdOf(address), at: request.now },
    ],
    [tell('invitations-stopped', { address })],
  );
}

/** Decides the answer of an address that an account wants to add. */
function confirmAddress(mailState: MailState, userid: string): Decision {
  const { address } = mailState.identity.sender;
  const answer = readAnswer(mailState);
  if (isStop(mailState)) return stopInvitations(mailState, userid);
  if (answer === null) return deny(refused('confirm-yes'));
  if (answer === 'no')
    return allow([{ kind: 'address-refused', userid, address }], [tell('address-refused', { address, userid })]);
  const { state } = mailState;
  const owner = state.owner(address) ?? userid;
  if (owner !== userid) return deny(refused('address-taken', { address }));
  const account = state.account(userid);
  const addressConfirmed: Event = { kind: 'address-confirmed', userid, address };
  if (account === null || account.addresses.length === 0) {
    const to = { kind: 'address', address } as const;
    return allow([addressConfirmed], [sendMail({ kind: 'welcome', to, userid, password: 'dropped' })]);
  }
  const done: Phrase = { code: 'address-confirmed', parts: { address, userid } };
  const alert: Notification = {
    ...{ kind: 'alert', alert: 'change', userid, isSaid: false },
    news: findReplacement(account, address) ?? done,
  };
  return allow([addressConfirmed], [{ kind: 'done', done }, alert]);
}

/** The news that a new list of addresses is complete and replaces others. null: no address is replaced. */
function findReplacement({ userid, addresses, wanted }: Account, address: string): Phrase | null {
  const heldAddresses = [...addresses, address];
  const wantedAddresses = wanted ?? heldAddresses;
  const isComplete =
    wantedAddresses.every(each => heldAddresses.includes(each)) &&
    addresses.some(each => !wantedAddresses.includes(each));
  return isComplete ? { code: 'addresses-changed', parts: { userid, addresses: wantedAddresses.join(', ') } } : null;
}

function answerParked(mailState: MailState, id: string): Decision | ReleasedMail {
  const { state, identity } = mailState;
  const parked = state.get(`parked/${id}`);
  if (parked === null || parked.spent) return allow([], [tell('already-confirmed')]);
  const account = findPresentUserid(state, parked.account);
  if (identity.sender.userid !== account) return deny(refused('confirm-elsewhere'));
  const answer = readAnswer(mailState);
  if (answer === null) return deny(refused('confirm-yes'));
  const parkedAnswered: Event = { kind: 'parked-answered', id };
  if (answer === 'no') return allow([parkedAnswered], [tell('mail-disowned')]);
  // The owner had sent the mail, so the question is not charged.
  const charges = (state.account(account)?.addresses ?? []).map(unaskedCharge);
  const events: readonly Event[] = [parkedAnswered, { kind: 'refunded', charges, at: parked.at }];
  return { released: parked, asOwner: asOwner(mailState, parked), events };
}

/** The parked mail is decided as if its owner had sent it just now. */
function asOwner({ request, state, identity }: MailState, parked: ParkedMail): MailState {
  const { own } = request.trust;
  const mail: Incoming = {
    ...request.mail,
    subject: parked.subject,
    recipients: parked.detail === null ? [] : [`${own.local}+${parked.detail}@${own.domain}`],
    inReplyTo: [],
    references: [],
  };
  const { sender } = identity;
  const owner: Identity = { ...identify(mail, state, request.trust), sender, ownerToAsk: null };
  return { request, state, identity: owner };
}

/** Decides the answer to an offered robot. */
function answerOffer(
  mailState: MailState,
  { number, userid }: { readonly number: number; readonly userid: string },
): Decision | null {
  const answer = readAnswer(mailState);
  if (answer === null || mailState.identity.sender.userid !== userid) return null;
  if (answer === 'no') return allow([], [tell('nothing-changed')]);
  return mailState.request.acceptors.offer?.(commandContextOf(mailState, ''), number) ?? null;
}

function answerAlert(mailState: MailState, id: string): Decision | null {
  const { request, state } = mailState;
  const alert = state.get(`alert/${id}`);
  const account = alert === null ? null : state.account(alert.account);
  if (alert === null || account === null) return null;
  const answer = readAnswer(mailState);
  // Without `yes` or `no` it is an ordinary mail from a proved address.
  if (answer === null) return null;
  if (alert.spent) return allow([], [tell('already-confirmed')]);
  const { now, cause, trust } = request;
  const { address } = mailState.identity.sender;
  if (alert.kind === 'forget')
    return answerToForget({ id, answer, asked: alert.at, account, now, cause, sign: trust.sign, address });
  if (alert.kind === 'lock') return unlock(mailState, account, id, answer);
  if (alert.kind === 'password') return answerPassword(mailState, account, { id, answer, ...alert });
  if (now > alert.at + limits.undoDays * DAY_MS && !isLeaving(account, address))
    return deny(refused('undo-late', { days: limits.undoDays }));
  return answer === 'yes' ? allow([], [tell('nothing-changed')]) : undo(mailState, account, id);
}

/** May this address still undo the closing? A `no` counts as long as the boards of the closed account run. */
const isLeaving = (account: Account, address: string): boolean =>
  account.leaves !== undefined && mayRestore(account, address);

const mayRestore = ({ restorable, leftFrom = [] }: Account, address: string): boolean =>
  restorable?.addresses.includes(address) === true || leftFrom.includes(address);

/**
 * Undoes a change. An address from before the first recent change restores the account. A later address may reopen an account that was
 * closed from it, which the earlier ones can undo. Any other address of the account can only switch the password off.
 */
function undo({ state, identity, request }: MailState, account: Account, id: string): Decision {
  const { userid, restorable, leftFrom = [] } = account;
  const { address } = identity.sender;
  const alertAnswered: Event = { kind: 'alert-answered', id };
  if (!mayRestore(account, address)) {
    if (!account.addresses.includes(address)) return deny(refused('undo-void', { userid }));
    const passwordRemoved: Event = { kind: 'password-changed', userid, passwordHash: null };
    return allow([passwordRemoved, alertAnswered], [tell('password-removed', { userid })]);
  }
  const ownerOf = (each: string): string => state.owner(each) ?? userid;
  const isEarlier = restorable?.addresses.includes(address) === true;
  const restoredAddresses = (isEarlier ? restorable.addresses : leftFrom).filter(each => ownerOf(each) === userid);
  if (restoredAddresses.length === 0) return deny(refused('undo-taken', { userid }));
  const restoredAccount = { userid, addresses: restoredAddresses, restorable: isEarlier ? null : restorable };
  if (account.closed) {
    const reopened = reopenAccount({ state, now: request.now }, restoredAccount);
    return reopened.ok ? allow([alertAnswered, ...reopened.value.events], reopened.value.notifications) : reopened;
  }
  return allow(
    [{ kind: 'account-restored', ...restoredAccount }, alertAnswered],
    [tell('account-restored', { userid, addresses: restoredAddresses.join(', ') })],
  );
}

/** Decides the answer about a new password that only a token proved. */
function answerPassword(
  { request: { now }, identity }: MailState,
  { userid, addresses }: Account,
  answeredAlert: Pick<Alert, 'at' | 'passwordHash'> & { readonly id: string; readonly answer: 'yes' | 'no' },
): Decision {
  const { id, answer, at, passwordHash = null } = answeredAlert;
  if (!addresses.includes(identity.sender.address)) return deny(refused('undo-void', { userid }));
  if (answer === 'yes' && now > at + limits.undoDays * DAY_MS)
    return deny(refused('password-late', { days: limits.undoDays }));
  const alertAnswered: Event = { kind: 'alert-answered', id };
  if (answer === 'no') return allow([alertAnswered], [tell('nothing-changed')]);
  return allow(
    [{ kind: 'password-changed', userid, passwordHash }, alertAnswered],
    [alertChange(userid, { code: 'password-changed', parts: { userid } })],
  );
}

function unlock({ identity }: MailState, account: Account, id: string, answer: 'yes' | 'no'): Decision {
  const { userid } = account;
  if (!account.addresses.includes(identity.sender.address)) return deny(refused('undo-void', { userid }));
  if (!account.locked) return allow([], [tell('already-confirmed')]);
  const alertAnswered: Event = { kind: 'alert-answered', id };
  const accountUnlocked: Event = { kind: 'account-locked', userid, locked: false };
  if (answer === 'yes') return allow([accountUnlocked, alertAnswered], [tell('passwords-unlocked', { userid })]);
  const passwordRemoved: Event = { kind: 'password-changed', userid, passwordHash: null };
  return allow([passwordRemoved, accountUnlocked, alertAnswered], [tell('password-removed', { userid })]);
}

// Mails that their owner must confirm.

/**
 * The player who must confirm the mail before it is done. The mail is unproved, or only a token proves it and it changes the account.
 * null: none must, or a line of the mail must not be stored.
 */
export function findOwnerToAsk(
  { identity: { sender, ownerToAsk: unprovedUserid }, state }: MailState,
  { statements }: ParsedMail,
): string | null {
  if (!statements.every(isParkable)) return null;
  // No mail reaches the owner of a closed account.
  if (unprovedUserid !== null && state.account(unprovedUserid)?.closed === true) return null;
  if (unprovedUserid !== null) return statements.some(needsProof) ? unprovedUserid : null;
  const isTokenOnly = sender.proof === 'token' && !sender.isOwner;
  return isTokenOnly && statements.some(needsOwner) ? sender.userid : null;
}

/** Can the statement be stored in a parked mail? A mail with a password is refused instead. */
const isParkable = ({ parseResult, isOfAnother }: Statement): boolean =>
  parseResult.ok && secretsOf(parseResult.value).length === 0 && isOfAnother !== true;

/** The proof that a command needs. null: its own password proves it, or the line is no command. */
const findNeededProof = ({ command, parseResult }: Statement): Command['permission'] | null =>
  command === null || !parseResult.ok || (parseResult.value.credentials ?? null) !== null
    ? null
    : (parseResult.value.permission ?? command.permission);

const needsProof = (statement: Statement): boolean => (findNeededProof(statement) ?? 'anyone') !== 'anyone';

const needsOwner = (statement: Statement): boolean => findNeededProof(statement) === 'owner';

/** Runs nothing of the mail before its owner confirms it. If the owner cannot be asked again today, a forger's mail is not kept. */
export function parkMail(mailState: MailState, userid: string, parsedMail: ParsedMail): Decision {
  const { request, identity, state } = mailState;
  const isProved = identity.sender.proof !== 'none';
  const id = request.cause.replace(/[^a-z0-9]/g, '').slice(0, 20);
  const addresses = state.account(userid)?.addresses ?? [];
  const charges = isProved ? [ownerAskedCharge(userid)] : addresses.map(unaskedCharge);
  // Forgers can choose the cause of an id, so a parked mail is never replaced.
  if (!hasRoom(state, charges, request.now) || state.get(`parked/${id}`) !== null)
    return deny(isProved ? refused('owner-asked', { most: limits.ownerAskedPerDay }) : refused('ask-later'));
  const events: readonly Event[] = [
    { kind: 'mail-parked', id, mail: createParkedMail(mailState, userid) },
    // Mails to strangers are charged when they are sent.
    ...(isProved ? [takeCharges(charges, request.now)] : []),
  ];
  const message: Message = {
    kind: isProved ? 'confirm-account' : 'confirm-mail',
    to: { kind: 'account', userid },
    ...{ userid, id },
    ...shortenForOwner(parsedMail),
  };
  return allow(events, [sendMail(message)]);
}

const createParkedMail = ({ request, identity }: MailState, account: string): ParkedMail => ({
  account,
  from: identity.sender.address,
  subject: readSubject(request.mail),
  text: request.text,
  detail: identity.detail,
  messageId: request.mail.messageId,
  at: request.now,
  spent: false,
});

/** What the owner is shown of the mail: all lines, and the beginning of the words. Lines that change the account are never cut. */
function shortenForOwner({
  statements,
  comment,
}: ParsedMail): Record<'lines', readonly string[]> & Record<'words', string> {
  const lines = statements.map(statement => (needsOwner(statement) ? statement.line : shorten(statement.line)));
  const allLines = removeControls(comment).split('\n');
  const words = allLines.slice(0, limits.askedWordsShown).map(shorten);
  return { lines, words: [...words, ...(allLines.length > words.length ? ['…'] : [])].join('\n') };
}

const shorten = (line: string): string =>
  line.length > limits.askedLineLength ? `${line.slice(0, limits.askedLineLength)} …` : line;
