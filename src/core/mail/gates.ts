// The gates: checks of every mail before its text is parsed.
import { limits } from '../kernel/limits.ts';
import { isAgainstPolicy } from './authentication-results.ts';
import { type Incoming, headerOf, headersOf, isChat } from './incoming.ts';
import { listReturnPaths } from './return-path.ts';
import { type OwnAddress, detailOf, detailOfMessageId, isServiceAddress, parseToken } from './token.ts';

/** Recognises automatic answers and bounces by their Subjects, in several languages. */
const ENGLISH_REPLIES = (['auto', 'automatic', 'automated'] as const).flatMap(first =>
  ['reply', 'response', 'responder', 'answer'].flatMap(second => [
    `${first}${second}`,
    `${first}-${second}`,
    `${first} ${second}`,
  ]),
);

/** Beginnings of automatic answers. Words that a person may write, such as `Vacation`, are left out. */
const AUTOMATIC: readonly string[] = [
  ...ENGLISH_REPLIES,
  ...['auto:', 'out of office', 'out of the office', 'out-of-office', 'away from my mail', 'away from the office'],
  ...['automatische antwort', 'automatische beantwortung', 'abwesenheitsnotiz', 'abwesenheitsnachricht'],
  ...['abwesenheitsmeldung', 'abwesenheitsassistent', 'réponse automatique', 'absence du bureau', 'absent du bureau'],
  ...['respuesta automática', 'fuera de la oficina', 'fuera de oficina', 'risposta automatica', 'fuori sede'],
  ...['fuori ufficio', 'resposta automática', 'ausência temporária', 'automatisch antwoord', 'afwezigheid'],
  ...['autosvar', 'automatisk svar', 'automatiskt svar', 'odpowiedź automatyczna', 'automatická odpověď'],
  ...['automaattinen vastaus', 'automatikus válasz', 'otomatik yanıt', 'автоматический ответ', 'автоответ'],
  ...['自動応答', '自动答复', '自動回覆'],
];

/** Beginnings of bounces, for those that came without an empty sender. */
const BOUNCES: readonly string[] = [
  ...['undeliverable', 'undelivered', 'delivery status notification', 'delivery failure', 'delivery has failed'],
  ...['mail delivery failed', 'mail delivery failure', 'mail delivery system', 'mail system error', 'returned mail'],
  ...['failure notice', 'message not delivered', 'message undeliverable', 'unzustellbar', 'nicht zustellbar'],
  ...['non remis', 'onbestelbaar', 'no se puede entregar'],
];

/** Does the Subject begin with one of these, as whole words? */
function beginsWithAny(subject: string, beginnings: readonly string[]): boolean {
  // Servers on the way put `[EXT]` and the like in front.
  const text = subject
    .trimStart()
    .toLowerCase()
    .replace(/^\[[a-z]{1,10}\]:?\s?/, '');
  return beginnings.some(beginning => text.startsWith(beginning) && !/^\p{L}/u.test(text.slice(beginning.length)));
}

// The first gate that stops a mail decides.

export type Reason =
  | 'auto-submitted'
  | 'bounce'
  | 'list'
  | 'loop'
  | 'duplicate'
  | 'spam'
  | 'dmarc'
  | 'too-large'
  | 'unreadable'
  | 'from';

/** `silent`: never answered. `refused`: answered with the reason. */
export interface Stop {
  readonly verdict: 'silent' | 'refused';
  readonly reason: Reason;
}

interface Gate {
  readonly number: number;
  readonly name: string;
  /** `trustedServers`: the servers whose Authentication-Results count. */
  readonly stops: (mail: Incoming, ownAddress: OwnAddress, trustedServers: readonly string[]) => Stop | null;
}

const stopSilently = (reason: Reason): Stop => ({ verdict: 'silent', reason });

/** All gates in order. Duplicates are found in the commit, because only the store knows them. */
export const gates: readonly Gate[] = [
  {
    number: 10,
    name: 'own mail',
    stops: (mail, ownAddress) => (isOwn(mail, ownAddress) ? stopSilently('loop') : null),
  },
  {
    number: 20,
    name: 'hops',
    stops: mail => (headersOf(mail, 'received').length > limits.hops ? stopSilently('loop') : null),
  },
  { number: 30, name: 'bounce', stops: mail => (isBounce(mail) ? stopSilently('bounce') : null) },
  {
    number: 35,
    name: 'return path',
    // Only mail servers and programs that answer by themselves write there.
    stops: (mail, ownAddress) => (listReturnPaths(mail, ownAddress).length > 0 ? stopSilently('bounce') : null),
  },
  {
    number: 40,
    name: 'auto-submitted',
    stops: (mail, ownAddress) => (isAutomatic(mail, ownAddress) ? stopSilently('auto-submitted') : null),
  },
  { number: 42, name: 'chat signal', stops: mail => (isSignal(mail) ? stopSilently('auto-submitted') : null) },
  {
    number: 45,
    name: 'automatic Subject',
    stops: mail => {
      // Stops automatic answers that only their Subject shows.
      if (beginsWithAny(mail.subject, BOUNCES)) return stopSilently('bounce');
      return beginsWithAny(mail.subject, AUTOMATIC) ? stopSilently('auto-submitted') : null;
    },
  },
  { number: 50, name: 'mailing list', stops: mail => (isFromList(mail) ? stopSilently('list') : null) },
  {
    number: 54,
    name: 'spam',
    stops: (mail, ownAddress) => (isSpam(mail) && !carriesToken(mail, ownAddress) ? stopSilently('spam') : null),
  },
  {
    number: 57,
    name: 'DMARC',
    stops: (mail, ownAddress, servers) =>
      isAgainstPolicy(mail, servers) && !carriesToken(mail, ownAddress) ? stopSilently('dmarc') : null,
  },
  { number: 60, name: 'one sender', stops: mail => (hasOneSender(mail) ? null : stopSilently('from')) },
  {
    number: 70,
    name: 'size',
    stops: mail => (mail.size > limits.mailBytes ? { verdict: 'refused', reason: 'too-large' } : null),
  },
];

export function findFirstStop(mail: Incoming, ownAddress: OwnAddress, trustedServers: readonly string[]): Stop | null {
  for (const gate of gates) {
    const stop = gate.stops(mail, ownAddress, trustedServers);
    if (stop !== null) return stop;
  }
  return null;
}

/** Is our own address the sender, or does only our service write such a Message-ID? */
function isOwn(mail: Incoming, ownAddress: OwnAddress): boolean {
  if (mail.from.some(sender => isServiceAddress(ownAddress, sender.address))) return true;
  const detail = mail.messageId === null ? null : detailOfMessageId(ownAddress, mail.messageId);
  return detail !== null && parseToken(detail) !== null;
}

const DAEMONS = /^(mailer-daemon|postmaster|mail-daemon)(\+[^@]*)?@/;

/** Did a mail server write the mail, or does it have an empty sender? */
export function isBounce(mail: Pick<Incoming, 'headers' | 'from'>): boolean {
  const path = headerOf(mail, 'return-path') ?? '';
  const type = headerOf(mail, 'content-type') ?? '';
  return (
    /^\s*<\s*>\s*$/.test(path) ||
    /^\s*multipart\/report\b/i.test(type) ||
    mail.from.some(sender => DAEMONS.test(sender.address))
  );
}

/** Is it a message between chat programs without a person's words, such as a key exchange, an edit or a reaction? */
const isSignal = (mail: Incoming): boolean =>
  isChat(mail) &&
  (['chat-content', 'chat-edit', 'chat-delete', 'secure-join'].some(name => headerOf(mail, name) !== null) ||
    /^\s*reaction\b/i.test(headerOf(mail, 'content-disposition') ?? ''));

const AUTOMATIC_PRECEDENCE = /^\s*(auto[_-]?reply|bulk|junk)\s*$/i;

const AUTOMATIC_HEADERS: readonly string[] = [
  ...['x-autoreply', 'x-autoreply-from', 'x-autorespond', 'x-autoresponder', 'x-mail-autoreply', 'x-autogenerated'],
  'x-ms-exchange-inbox-rules-loop',
];

/** Checks the headers of RFC 3834 and of other responders. */
function isAutomatic(mail: Incoming, ownAddress: OwnAddress): boolean {
  const submitted = headerOf(mail, 'auto-submitted');
  if (submitted !== null && !/^\s*no\b/i.test(submitted)) return true;
  if (AUTOMATIC_HEADERS.some(name => headerOf(mail, name) !== null)) return true;
  if (headersOf(mail, 'precedence').some(value => AUTOMATIC_PRECEDENCE.test(value))) return true;
  // Exchange adds this header to mails that people write, too. With a token in it, the mail is a reply to ours.
  return headerOf(mail, 'x-auto-response-suppress') !== null && !carriesToken(mail, ownAddress);
}

/** Has the mail any field of a program that answers by itself? Some people's own mails have one, so it is no reason to stop a mail. */
export const hasAutomaticSign = ({ headers }: Incoming): boolean =>
  headers.some(({ name }) => AUTOMATIC_SIGN.test(name));

const AUTOMATIC_SIGN =
  /auto.?(?:repl|respon|generat)|machine.?generated|^(?:x-)?(?:precedence|preference|loop|vacation)$/;

const carriesToken = (mail: Incoming, ownAddress: OwnAddress): boolean =>
  detailsOf(mail, ownAddress).some(detail => parseToken(detail) !== null);

/** The details of a mail that may be tokens: first those in its recipients, then those in the Message-IDs it replies to. */
export function detailsOf(mail: Incoming, ownAddress: OwnAddress): readonly string[] {
  const fromRecipients = mail.recipients.map(address => detailOf(ownAddress, address));
  const fromMessageIds = [...mail.inReplyTo, ...mail.references.toReversed()].map(id =>
    detailOfMessageId(ownAddress, id),
  );
  return [...new Set([...fromRecipients, ...fromMessageIds].filter(detail => detail !== null))];
}

const isFromList = (mail: Incoming): boolean =>
  mail.headers.some(
    ({ name }) => name === 'list-id' || name === 'list-unsubscribe' || name === 'list-post' || name === 'list-help',
  );

/** Did a filter mark the mail as spam? A sender can write this header too, but only silences their own mail. */
const isSpam = (mail: Incoming): boolean =>
  ['x-spam-status', 'x-spam-flag'].some(name => /^\s*yes\b/i.test(headerOf(mail, name) ?? ''));

/** Has the address no characters that need quotes? Servers read quoted local parts in different ways. */
const hasOneSender = ({ fromHeaders, from }: Incoming): boolean =>
  fromHeaders === 1 &&
  from.length === 1 &&
  from.every(({ address }) => /^[^\s"(),:;<>@[\\\]]+@[^\s"(),:;<>@[\\\]]+$/.test(address));
