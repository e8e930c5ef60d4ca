// The gates every mail passes before anything in it is read: each asks one question; the first that stops a mail decides.
import { limits } from '../limits.ts';
import { headerOf, headersOf, type Incoming, isChat } from './incoming.ts';
import { detailOf, detailOfMessageId, type OwnAddress, parseToken } from '../identity/token.ts';
import { isAutomaticSubject, isBounceSubject } from './automatic-subjects.ts';

export type Reason = 'auto-submitted' | 'bounce' | 'list' | 'loop' | 'duplicate' | 'too-large' | 'unreadable' | 'from';

/** `silent`: never answered. `refused`: answered with the reason. */
export interface Stop {
  readonly verdict: 'silent' | 'refused';
  readonly reason: Reason;
}

export interface Gate {
  readonly number: number;
  readonly name: string;
  readonly stops: (mail: Incoming, own: OwnAddress) => Stop | null;
}

const silent = (reason: Reason): Stop => ({ verdict: 'silent', reason });

/** In the order they are asked; a test asserts it. Whether a mail was seen before, only the store knows: that gate stands in the commit. */
export const gates: readonly Gate[] = [
  { number: 10, name: 'own mail', stops: (mail, own) => (isOwn(mail, own) ? silent('loop') : null) },
  {
    number: 20,
    name: 'hops',
    stops: mail => (headersOf(mail, 'received').length > limits.hops ? silent('loop') : null),
  },
  { number: 30, name: 'bounce', stops: mail => (isBounce(mail) ? silent('bounce') : null) },
  {
    number: 40,
    name: 'auto-submitted',
    stops: (mail, own) => (isAutomatic(mail, own) ? silent('auto-submitted') : null),
  },
  { number: 42, name: 'chat signal', stops: mail => (isSignal(mail) ? silent('auto-submitted') : null) },
  { number: 45, name: 'automatic Subject', stops: mail => automaticSubject(mail.subject) },
  { number: 50, name: 'mailing list', stops: mail => (isFromList(mail) ? silent('list') : null) },
  { number: 60, name: 'one sender', stops: mail => (hasOneSender(mail) ? null : silent('from')) },
  {
    number: 70,
    name: 'size',
    stops: mail => (mail.size > limits.mailBytes ? { verdict: 'refused', reason: 'too-large' } : null),
  },
];

export function firstStop(mail: Incoming, own: OwnAddress): Stop | null {
  for (const gate of gates) {
    const stop = gate.stops(mail, own);
    if (stop !== null) return stop;
  }
  return null;
}

/** Our own address as sender, or a Message-ID that only we write. */
function isOwn(mail: Incoming, own: OwnAddress): boolean {
  const base = `${own.local}@${own.domain}`;
  const isOurs = (address: string): boolean => address === base || detailOf(own, address) !== null;
  if (mail.from.some(sender => isOurs(sender.address))) return true;
  const detail = mail.messageId === null ? null : detailOfMessageId(own, mail.messageId);
  return detail !== null && parseToken(detail) !== null;
}

const DAEMONS = /^(mailer-daemon|postmaster|mail-daemon)(\+[^@]*)?@/;

function isBounce(mail: Incoming): boolean {
  const path = headerOf(mail, 'return-path');
  const type = headerOf(mail, 'content-type') ?? '';
  return (
    (path !== null && /^\s*<\s*>\s*$/.test(path)) ||
    /^\s*multipart\/report\b/i.test(type) ||
    mail.from.some(sender => DAEMONS.test(sender.address))
  );
}

/** What chat programs tell each other, no word of a person: a name changed, keys exchanged, a message edited or taken back, a reaction. */
const isSignal = (mail: Incoming): boolean =>
  isChat(mail) &&
  (['chat-content', 'chat-edit', 'chat-delete', 'secure-join'].some(name => headerOf(mail, name) !== null) ||
    /^\s*reaction\b/i.test(headerOf(mail, 'content-disposition') ?? ''));

/** Responders that send none of the headers above say what they are in the Subject. */
function automaticSubject(subject: string): Stop | null {
  if (isBounceSubject(subject)) return silent('bounce');
  return isAutomaticSubject(subject) ? silent('auto-submitted') : null;
}

const AUTOMATIC_PRECEDENCE = /^\s*(auto_reply|bulk|junk)\s*$/i;

/** RFC 3834, and the headers older and other responders use. */
function isAutomatic(mail: Incoming, own: OwnAddress): boolean {
  const submitted = headerOf(mail, 'auto-submitted');
  if (submitted !== null && !/^\s*no\b/i.test(submitted)) return true;
  if (['x-autoreply', 'x-autorespond', 'x-autoresponder'].some(name => headerOf(mail, name) !== null)) return true;
  if (headersOf(mail, 'precedence').some(value => AUTOMATIC_PRECEDENCE.test(value))) return true;
  // Exchange puts this on mails people write, too: with a token in it, the mail is an answer to ours.
  return headerOf(mail, 'x-auto-response-suppress') !== null && !carriesToken(mail, own);
}

const carriesToken = (mail: Incoming, own: OwnAddress): boolean =>
  detailsOf(mail, own).some(detail => parseToken(detail) !== null);

/** Every token text in a mail: the addresses it was sent to first, then what it replies to. */
export function detailsOf(mail: Incoming, own: OwnAddress): readonly string[] {
  const addressed = mail.recipients.map(address => detailOf(own, address));
  const replied = [...mail.inReplyTo, ...mail.references.toReversed()].map(id => detailOfMessageId(own, id));
  return [...new Set([...addressed, ...replied].filter(detail => detail !== null))];
}

const isFromList = (mail: Incoming): boolean =>
  mail.headers.some(
    ({ name }) => name === 'list-id' || name === 'list-unsubscribe' || name === 'list-post' || name === 'list-help',
  );

const hasOneSender = (mail: Incoming): boolean => mail.fromHeaders === 1 && mail.from.length === 1;
