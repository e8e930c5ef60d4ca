// The gates: checks of every mail before its text is parsed.
import { limits } from '../kernel/limits.ts';
import { OUR_SUBJECT, stripReplyPrefixes } from '../kernel/words.ts';
import { isAgainstPolicy } from './authentication-results.ts';
import { type Incoming, headerOf, headersOf, isChat } from './incoming.ts';
import {
  type OwnAddress,
  detailOf,
  detailOfMessageId,
  isServiceAddress,
  listReturnPaths,
  parseToken,
} from './token.ts';

/**
 * What programs write that answer by themselves, from `templates/phrases/automatic.txt`, in small letters. `reply`, `bounce`: beginnings of
 * Subjects. `word`: among the words before a colon, as in `Automatische Antwort: …`. `receipt`: all that stands before the first colon.
 * `reaction`: in a line below a picture. `banner`: in a paragraph of a gateway above the words.
 */
export type AutomaticMarks = Readonly<Record<(typeof MARKS)[number], RegExp>>;

const MARKS = ['reply', 'bounce', 'word', 'receipt', 'reaction', 'banner'] as const;

/** Builds the pattern of each group of marks. */
export function createMarks(list: (name: (typeof MARKS)[number]) => readonly string[]): AutomaticMarks {
  const pattern = (name: (typeof MARKS)[number], around: (any: string) => string): RegExp => {
    // The longest comes first, so that what stands behind it is no part of a longer one.
    const longestFirst = list(name).toSorted((one, other) => other.length - one.length);
    return new RegExp(
      around(`(?:${longestFirst.map(mark => mark.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&')).join('|')})`),
      'u',
    );
  };
  const isBeginning = (any: string): string => `^\\P{L}*${any}(?![\\p{L}\\p{M}])`;
  return {
    ...{ reply: pattern('reply', isBeginning), bounce: pattern('bounce', isBeginning) },
    // No blank stands between the words of Chinese and Japanese.
    word: pattern('word', any => `(?:^|[ (]|(?=.*\\p{Script=Han}))${any}`),
    receipt: pattern('receipt', any => `^\\s*${any}\\s*$`),
    ...{ reaction: pattern('reaction', any => any), banner: pattern('banner', any => any) },
  };
}

/** Does the Subject begin with a mark, as whole words? Behind `Re:` a person may go on: `Re: Out of office, but here is my move`. */
function beginsWith(mark: RegExp, [subject, stripped]: readonly [string, string]): boolean {
  const [found] = mark.exec(stripped) ?? [];
  return mark.test(subject) || (found !== undefined && /^\W*$|^ ?[:\uff1a]/.test(stripped.slice(found.length)));
}

/** Words with a colon behind them that are looked at. */
const MOST_HEADS = 3;

/** `Balasan Otomatis: Nex Board 101`, `Read: Nex Board 101` */
function hasAutomaticHead(subject: string, { word, receipt }: AutomaticMarks): boolean {
  let rest = subject;
  // What stands behind the beginning of one of our Subjects is the name of a player.
  for (let heads = 0; heads < MOST_HEADS && !OUR_SUBJECT.test(rest); heads++) {
    const [, head = '', behind = ''] = /^([^:\uff1a]{1,60})[:\uff1a](.*)/s.exec(rest) ?? [];
    // `Urlaub: 24.12. bis 2.1.` is a person's.
    if (word.test(head) || (receipt.test(head) && (OUR_SUBJECT.test(behind) || !/\d/.test(behind)))) return true;
    rest = behind.trimStart();
  }
  return false;
}

/** Is the text a picture, and a line which says that somebody reacted with it? */
function isReaction(text: string, mark: RegExp): boolean {
  const [picture = '', line = ''] = text.slice(0, limits.lineLength).split(/\n\s*/, 2);
  const isPicture = /^(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|[\ufe0f\u200d\s])+$/u.test(picture);
  return isPicture && mark.test(line);
}

// The first gate that stops a mail decides.

export type Reason =
  | 'auto-submitted'
  | 'bounce'
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
  readonly stops: (
    mail: Incoming,
    ownAddress: OwnAddress,
    trustedServers: readonly string[],
    marks: AutomaticMarks,
  ) => Stop | null;
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
    stops: mail => (isAutomatic(mail) ? stopSilently('auto-submitted') : null),
  },
  { number: 42, name: 'chat signal', stops: mail => (isSignal(mail) ? stopSilently('auto-submitted') : null) },
  {
    number: 45,
    name: 'automatic Subject',
    stops: ({ subject, text }, _own, _servers, marks) => {
      const fold = (typed: string): string => typed.normalize('NFC').toLowerCase();
      const subjects = [fold(subject), fold(stripReplyPrefixes(subject))] as const;
      if (beginsWith(marks.bounce, subjects)) return stopSilently('bounce');
      const isAnswer = beginsWith(marks.reply, subjects) || subjects.some(each => hasAutomaticHead(each, marks));
      return isAnswer || isReaction(text.trim(), marks.reaction) ? stopSilently('auto-submitted') : null;
    },
  },
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

export function findFirstStop(
  mail: Incoming,
  ownAddress: OwnAddress,
  trustedServers: readonly string[],
  marks: AutomaticMarks,
): Stop | null {
  for (const gate of gates) {
    const stop = gate.stops(mail, ownAddress, trustedServers, marks);
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

/** Fields of programs that answer by themselves, with any value but a no. Exchange suppresses answers to people's own mails, too. */
const AUTOMATIC_FIELD =
  /auto-?_?(?:repl|respon|generat|submit|answer)|machine-?_?generat|^x-ms-exchange-inbox-rules-loop$/;

/** Fields whose values name such a program. */
const NAMING_FIELD = /^(?:x-)?(?:precedence|preference|mailer|post-messageclass)$|^(?:delivered-to|user-agent)$/;
const PROGRAM = /^\s*(?:bulk|junk)\s*$|auto-?_?(?:repl|respon)/i;

/** Checks the fields of RFC 3834 and of other responders. */
const isAutomatic = ({ headers }: Incoming): boolean =>
  headers.some(
    ({ name, value }) =>
      (AUTOMATIC_FIELD.test(name) && name !== 'x-auto-response-suppress' && !/^\s*(?:no|false|0)\b/i.test(value)) ||
      (NAMING_FIELD.test(name) && PROGRAM.test(value)),
  );

/** Has the mail any field of a program that answers by itself? Some people's own mails have one, so it is no reason to stop a mail. */
export const hasAutomaticSign = ({ headers }: Incoming): boolean =>
  headers.some(({ name }) => AUTOMATIC_SIGN.test(name));

const AUTOMATIC_SIGN =
  /auto.?(?:repl|respon|generat)|machine.?generated|^(?:x-)?(?:precedence|preference|loop|vacation)$/;

/** Are there words before one of our Subjects that no mail program puts there, as in `Ich bin im Urlaub: Nex Board 101 bob`? */
export function hasStrangeSubject({ subject }: Incoming): boolean {
  const [, head = '', rest = ''] = /^([^:\uff1a\d]{2,60})[:\uff1a](.*)/s.exec(stripReplyPrefixes(subject)) ?? [];
  return OUR_SUBJECT.test(rest) && !/^(?:new|reminder|nag|nexpost)$/i.test(head);
}

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

/** Did a filter mark the mail as spam? A sender can write this header too, but only silences their own mail. */
const isSpam = (mail: Incoming): boolean =>
  ['x-spam-status', 'x-spam-flag'].some(name => /^\s*yes\b/i.test(headerOf(mail, name) ?? ''));

/** Has the address no characters that need quotes? Servers read quoted local parts in different ways. */
const hasOneSender = ({ fromHeaders, from }: Incoming): boolean =>
  fromHeaders === 1 &&
  from.length === 1 &&
  from.every(({ address }) => /^[^\s"(),:;<>@[\\\]]+@[^\s"(),:;<>@[\\\]]+$/.test(address));
