// Classifies answers of SMTP servers by their enhanced status code, or else by their words.

/**
 * `limit`: the server accepts no mail from us for now. `policy`: it objects to us, or one recipient's domain does. `dead`: the address does
 * not exist. `content`: this mail is refused for another reason. `temporary`: the same mail may be accepted later.
 */
export type AnswerMeaning = 'limit' | 'policy' | 'dead' | 'content' | 'temporary';

/** The stage of the session that the answer is about. `session`: greeting, EHLO, STARTTLS, AUTH. `report`: a delivery report (RFC 3464). */
export type SmtpStage = 'session' | 'mail' | 'rcpt' | 'data' | 'report';

/** The fields of a delivery report about one recipient. */
export interface ReportFields {
  /** `5.1.1` (RFC 3463). */
  readonly status: string;
  /** `smtp; 550 5.1.1 …`; empty: none was given. */
  readonly diagnostic: string;
}

/** Longer answers are cut. Servers write a few hundred characters. */
const MAX_CHARACTERS = 2_000;

/** Subject and detail of permanent status codes (RFC 3463). The first pattern that fits decides. Microsoft has 1.90, 2.121, 2.122 and 2.252. */
const STATUS_MEANINGS: readonly (readonly [AnswerMeaning, RegExp])[] = [
  // The sender is bad, or the server is overloaded: Gmail says so at its daily limit.
  ['limit', /^(?:1\.(?:7|8|90)|2\.252|4\.5)$/],
  ['policy', /^7\./],
  ['dead', /^(?:1\.(?:1|2|3|6|10)|2\.1)$/],
  // A full mailbox, and faults of our server.
  ['temporary', /^(?:2\.(?:2|12[12])|3\.(?!4$)\d+|4\.[347])$/],
  ['content', /./],
];

const MAILBOX = 'mailbox|users?|recipient|account';
const ADDRESS = `${MAILBOX}|address|person|customer|host|local[ -]part`;
const AN_ADDRESS = new RegExp(`\\b(?:${ADDRESS})\\b`);

/** For answers without an exact status code. The first row that fits decides. A second pattern follows the first in the same sentence. */
const WORD_MEANINGS: readonly (readonly [AnswerMeaning, RegExp, RegExp?])[] = [
  ['content', /\b(?:message|mail|file|line)\b/, /\b(?:size|length|too (?:large|big|long))\b/],
  ['limit', /\b(?:sending|outgoing|outbound|daily|hourly)\b/],
  ['temporary', new RegExp(`\\b(?:${MAILBOX})\\b`), /\b(?:full|quota)/],
  ['temporary', /\bmailbox\b/, /\bexceed/],
  ['temporary', /over ?quota|disk quota|\bstorage|\breceiving |gr[ea]y-?list/],
  ['limit', /limit|quota|throttl|\btoo (?:many|much|fast|quickly)\b/],
  ['limit', /\b(?:rate|volume|per (?:day|hour|minute|second))\b/],
  // Microsoft denies access to an address that does not exist.
  ['dead', /(?:^|\d\s|\brecipient\s)\s*address rejected(?:: access denied)?\s*$/],
  ['policy', /sender|from address|client host|relay(?! recipient)/],
  ['policy', /verified|authenti|\b(?:dkim|dmarc|helo|ptr|spf|(?:start)?tls)\b/],
  ['policy', /block|banned|denied|prohibit|polic|refused|restrict|suspend|paused/],
  ['policy', /\bnot (?:allowed|accepted|authori[sz]ed|permitted)\b/],
  ['policy', /blacklist|bl\b|reputation|abuse|unsolicited|\bonly accepts\b|preferences|bounced/],
  ['policy', /\byour (?:account|domain|e-?mail|host|ip|isp|network|server)\b/],
  ['content', /\bloop|\bhops?\b|spam|junk|virus|malware|phish|\b(?:content|links?|urls?)\b/],
  ['temporary', /temporar|\blater\b|\bfound, try again\b/],
  ['dead', new RegExp(`\\b(?:no|unknown|invalid|non-?existent) (?:such )?(?:${ADDRESS})\\b`)],
  [
    'dead',
    AN_ADDRESS,
    /\b(?:unknown|unavailable|no longer)\b|(?:\bnot|n.t) (?:be )?(?:available|exist|found|have|known|listed|local)\b/,
  ],
  ['dead', /\bnot (?:a|our) (?:known |valid |local )?(?:customer|user)\b|\bunroute?able\b/],
];

const findStatusMeaning = (status: string): AnswerMeaning | undefined =>
  STATUS_MEANINGS.find(([, pattern]) => pattern.test(status))?.[0];

const findWordMeaning = (sentences: readonly string[]): AnswerMeaning | undefined =>
  WORD_MEANINGS.find(([, first, second]) =>
    sentences.some(sentence => {
      const found = first.exec(sentence);
      return found !== null && (second?.test(sentence.slice(found.index + found[0].length)) ?? true);
    }),
  )?.[0];

interface ParsedAnswer {
  /** `550`; 0: none was given. */
  readonly reply: number;
  /** Subject and detail of the enhanced status code: `1.10` of 5.1.10. Empty: there is none, or it says nothing exact. */
  readonly status: string;
  readonly isTemporary: boolean;
  /** Lower case, without names. */
  readonly sentences: readonly string[];
}

/** A reply code at the beginning, or in a quote such as `host mx.example.org said: 550 …`. */
const REPLY = /(?:^|[;:>]) {0,9}([45]\d\d)(?:[\s-]|$)/;

/** Not a part of a longer number, such as an IP address, or of the version of a program. The subjects of RFC 3463 end with 7. */
const STATUS = /(?:^|[\s#([;:>-])([45])\.([0-7])\.(\d{1,3})(?!\.?\d)/g;

/** Other and undefined statuses, apart from policies, and those that Microsoft gives its own sense: when it quotes, and 5.4.1. */
const INEXACT = /^(?:0\.|[1-6]\.(?:0|35\d)$|4\.1$)/;

/** The beginning of an answer in words: `550 …`, `(#5.1.1)`. */
const CODE = /(?<![\w.[-])(?:[45]\d\d(?:[ :-]|$)|[45]\.[0-7]\.\d{1,3}(?!\.?\d))/m;

/** The answer that a report in words quotes: each paragraph from its code on. Without codes: from the last paragraph that names an address, or all. */
export function findAnswer(words: string): string {
  const paragraphs = words.slice(0, 4 * MAX_CHARACTERS).split(/\n[ \t]*\n/);
  const answers = paragraphs.flatMap(text => {
    const start = text.search(CODE);
    return start < 0 ? [] : [text.slice(start)];
  });
  if (answers.length === 0)
    answers.push(
      ...paragraphs.slice(
        Math.max(
          0,
          paragraphs.findLastIndex(text => text.includes('@')),
        ),
      ),
    );
  return answers.join('\n').slice(0, MAX_CHARACTERS);
}

function parseAnswer(answer: string): ParsedAnswer {
  const text = answer.slice(0, MAX_CHARACTERS).trim();
  const reply = Number(REPLY.exec(text)?.[1] ?? 0);
  const codes = [...text.matchAll(STATUS)].map(([, kind, subject, detail]) => ({
    isTemporary: kind === '4',
    status: `${Number(subject)}.${Number(detail)}`,
  }));
  const exact = codes.map(({ status }) => status).filter(status => !INEXACT.test(status));
  // A server that quotes another one may put a code of its own first. An address is dead only if all codes say so.
  const status = exact.find(each => findStatusMeaning(each) !== 'dead') ?? exact[0] ?? '';
  const isTemporary = (reply >= 400 && reply < 500) || codes.some(code => code.isTemporary);
  return { reply, status, isTemporary, sentences: chooseWords(text).split(/[.;]/) };
}

/** A host or link of a list of blocked senders, such as `zen.spamhaus.org` and `dnsbl.example.test`. */
const BLOCK_LIST = /\bspam(?:haus|cop)\b|bl\b|bl(?:ac|oc)k-?list|reputation/;

/** Leaves out addresses, links, names of hosts and values such as `name=example.test`, which strangers choose. */
const chooseWords = (text: string): string =>
  text
    .toLowerCase()
    .replace(/<[^<>]{0,320}>|"[^"\s]{1,320}"/g, ' ')
    .split(/\s+/)
    .map(word => {
      if (!/[@=]|:\/\/|\w\.\w/.test(word)) return word;
      return BLOCK_LIST.test(word.split(/[@=]/, 1)[0] ?? '') ? 'blocked' : '';
    })
    .join(' ')
    .replace(/[\u2018\u2019`]/g, "'");

/** Is the answer about us, as no recipient is named yet? */
const isEarly = (stage: SmtpStage): boolean => stage === 'session' || stage === 'mail';

/** The meaning of a server's whole answer, which may have several lines. In doubt a mail is kept, and no address is dead. */
export function classifyAnswer(answer: string, stage: SmtpStage): AnswerMeaning {
  const parsed = parseAnswer(answer);
  const isUnknown = parsed.reply === 0 && parsed.status === '' && stage !== 'report';
  const meaning = parsed.isTemporary || isUnknown ? judgeTemporary(parsed, stage) : judgePermanent(parsed, stage);
  return isEarly(stage) && meaning === 'policy' ? 'limit' : meaning;
}

/** The codes 4.7.0 and 4.7.1 say little. A login that cannot be checked now is no limit (454, RFC 4954). */
function judgeTemporary({ reply, status, sentences }: ParsedAnswer, stage: SmtpStage): AnswerMeaning {
  const isLimit = /^(?:7\.[01])?$/.test(status) ? findWordMeaning(sentences) === 'limit' : /^7\.\d\d/.test(status);
  return isLimit && !(stage === 'session' && reply === 454) ? 'policy' : 'temporary';
}

function judgePermanent(answer: ParsedAnswer, stage: SmtpStage): AnswerMeaning {
  const { reply, status } = answer;
  const meaning = status === '' ? undefined : findStatusMeaning(status);
  // An order that the server did not expect may be a slip.
  if (reply === 503) return 'temporary';
  if (isEarly(stage)) return meaning === 'content' ? 'content' : 'limit';
  return meaning === undefined || meaning === 'dead' ? judgeWords(answer, stage) : meaning;
}

/** For answers without an exact status, or with one of a dead address. */
function judgeWords({ reply, status, sentences }: ParsedAnswer, stage: SmtpStage): AnswerMeaning {
  const meaning = findWordMeaning(sentences);
  // The words may be those of another server, so they are no sure limit.
  if (meaning === 'limit') return 'policy';
  if (meaning !== undefined && meaning !== 'dead') return meaning;
  // The answer to a whole mail may be about our own account, unless its status names the address.
  if (stage === 'data') return status.startsWith('1.') ? 'dead' : 'content';
  if (status !== '' || meaning === 'dead') return 'dead';
  // Too little storage, or too many recipients of one mail (RFC 5321, 4.5.3.1.10).
  return reply === 552 ? 'temporary' : 'content';
}

/** The meaning of a delivery report for one recipient. Sendmail makes 5.1.1 of every 550, so that an address is dead only if the server said so. */
export function classifyReport({ status, diagnostic }: ReportFields): AnswerMeaning {
  const meaning = classifyAnswer(`${diagnostic.slice(0, MAX_CHARACTERS - 20)} ${status}`, 'report');
  return meaning === 'dead' && diagnostic !== '' ? classifyAnswer(diagnostic, 'report') : meaning;
}

/** Is the answer a fault of the server (RFC 3463, subject 3; RFC 5321: 421, 451, 452), or earlier than any recipient? */
export function isServerFault(answer: string, stage: SmtpStage): boolean {
  const { status, reply } = parseAnswer(answer);
  return isEarly(stage) || (status === '' ? [421, 451, 452].includes(reply) : status.startsWith('3.'));
}
