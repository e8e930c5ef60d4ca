// Classifies answers of SMTP servers as a limit, a dead address, a refused mail or temporary.
import {
  ABOUT_US,
  ADDRESS_IS_DEAD,
  ADDRESS_IS_GONE,
  ANY_LIMIT,
  anyOf,
  CONTAINED,
  DOMAIN_IS_CLOSED,
  HARMFUL,
  LOOP,
  hasPhrase,
  MAIL_IS_REFUSED,
  MAIL_IS_UNWANTED,
  MAILBOX_IS_FULL,
  OF_THE_MAIL,
  OUT_OF_REACH,
  type Phrases,
  RECIPIENT_IS_BUSY,
  RECIPIENT_IS_CHOOSY,
  RECIPIENT_IS_DEAD,
  RECIPIENT_IS_REFUSED,
  REFUSED_BY_POLICY,
  SENDER,
  SENDING_LIMIT,
  SIZE,
  SUPPRESSED,
  TEMPORARY,
} from './server-phrases.ts';

/**
 * `limit`: the server takes no mail from us for now, or objects to us. `dead`: the address does not exist.
 * `content`: this mail is refused, and no more is known. `temporary`: the same mail may be taken later.
 */
export type AnswerMeaning = 'limit' | 'dead' | 'content' | 'temporary';

/** What the server answered. `session`: greeting, EHLO, STARTTLS, AUTH. `report`: a delivery report (RFC 3464). */
export type SmtpStage = 'session' | 'mail' | 'rcpt' | 'data' | 'report';

/** What a delivery report says of one recipient. */
export interface ReportFields {
  /** `5.1.1` (RFC 3463). */
  readonly status: string;
  /** `smtp; 550 5.1.1 …`; empty: none was given. */
  readonly diagnostic: string;
}

interface Answer {
  readonly stage: SmtpStage;
  /** `550`; 0: none was given. */
  readonly reply: number;
  /** Subject and detail of the enhanced status code (RFC 3463): `1.10` of 5.1.10; empty: none was given. */
  readonly status: string;
  readonly isTemporary: boolean;
  /** Does it begin with an address: `<bob@example.test>: …`? */
  readonly isOfAddress: boolean;
  readonly sentences: readonly string[];
}

/** All conditions that are given must hold. */
interface Rule {
  readonly means: AnswerMeaning;
  readonly stages?: readonly SmtpStage[];
  readonly replies?: readonly number[];
  readonly status?: RegExp;
  readonly isOfAddress?: true;
  readonly words?: Phrases;
  /** A limit that may be the policy of one recipient's domain. */
  readonly isDoubtful?: true;
}

/** Servers write a few hundred characters. */
const MOST_CHARACTERS = 2_000;

/** The meaning of a server's whole answer, which may have several lines. */
export const classifyAnswer = (answer: string, stage: SmtpStage): AnswerMeaning => judgeAnswer(answer, stage).means;

/** Is it a limit that may be the policy of one recipient's domain? */
export const isDoubtfulLimit = (answer: string, stage: SmtpStage): boolean =>
  judgeAnswer(answer, stage).isDoubtful === true;

/** Does the server speak of a fault of its own (RFC 3463, subject 3; RFC 5321: 421, 451, 452), or of no recipient yet? */
export function isServerFault(answer: string, stage: SmtpStage): boolean {
  const { status, reply } = parseAnswer(answer, stage);
  const isOwn = isSpecific(status) ? status.startsWith('3.') : [421, 451, 452].includes(reply);
  return stage === 'session' || stage === 'mail' || isOwn;
}

type Judgement = Pick<Rule, 'means' | 'isDoubtful'>;

/** Where our server quotes another one, that one's limit is not ours: it may say no to this recipient alone. */
function judgeAnswer(answer: string, stage: SmtpStage): Judgement {
  const text = answer.slice(0, MOST_CHARACTERS).trim();
  const whole = parseAnswer(text, stage);
  const judged = judge(whole);
  const own = withoutQuotes(text);
  if (judged.means !== 'limit' || own === text) return judged;
  const { isTemporary } = whole;
  const ownJudged = judge({ ...parseAnswer(own, stage), isTemporary });
  return ownJudged.means === 'limit' ? ownJudged : { means: isTemporary ? 'temporary' : 'content' };
}

/** `host mx.example.test said: 550 …`, `550-Response: 550 …`, `550 550 …`: to the end of the line. One that begins with `550-` has more lines: to the end. */
const QUOTE = /(?:(?:[:>]|\b(?:said|responded|replied|answered)) {0,3}["'(]?|^[45]\d\d[ -] ?)[45]\d\d(?:-[^]*| .*)/gim;

/** What Exim adds behind what it quotes. */
const ADDED = /^[45]\d\d (?:sender|recipient) verify failed/im;

/** What our server says itself. */
function withoutQuotes(text: string): string {
  const added = ADDED.exec(text)?.index ?? text.length;
  return text.slice(0, added).replace(QUOTE, '') + text.slice(added).replace(QUOTE, '');
}

/** The meaning of what a delivery report says of one recipient. */
export const classifyReport = (report: ReportFields): AnswerMeaning => judge(parseReport(report)).means;

/** Does a report say that the other side objects to us or to the mail (5.7.x), and nothing of the address? */
export function isPolicyReport(report: ReportFields): boolean {
  const answer = parseReport(report);
  return judge(answer).means === 'limit' || (!answer.isTemporary && answer.status.startsWith('7.'));
}

function parseReport({ status, diagnostic }: ReportFields): Answer {
  const answer = parseAnswer(diagnostic, 'report');
  const [own] = statusesIn(status);
  const isTemporary = answer.isTemporary || own?.isTemporary === true;
  return { ...answer, isTemporary, status: isSpecific(answer.status) ? answer.status : (own?.status ?? answer.status) };
}

const isSpecific = (status: string): boolean => status !== '' && !status.startsWith('0.');

interface Status {
  readonly isTemporary: boolean;
  readonly status: string;
}

const STATUS = /(?:^|[\s#([;:>-])([45])\.(\d{1,3})\.(\d{1,3})(?![.\d])/g;

const statusesIn = (text: string): readonly Status[] =>
  [...text.matchAll(STATUS)].map(([, kind, subject = '', detail = '']) => ({
    isTemporary: kind === '4',
    status: `${Number(subject)}.${Number(detail)}`,
  }));

/** At the beginning, or where a server quotes another one: `host mx.example.org said: 550 …`. */
const REPLY = /(?:^|[;:>]) {0,9}([45]\d\d)(?:[\s-]|$)/;

/** Postfix ends the address with a colon, Sendmail with dots. */
const OF_ADDRESS = /^\D*[45]\d\d[ -](?:#?[45]\.\d{1,3}\.\d{1,3} +)?<[^<>]+>(?::|\.\.\.)/;

function parseAnswer(answer: string, stage: SmtpStage): Answer {
  const text = answer.slice(0, MOST_CHARACTERS).trim();
  const statuses = statusesIn(text);
  const reply = Number(REPLY.exec(text)?.[1] ?? 0);
  const [first] = statuses;
  const isUnknown = reply === 0 && first === undefined && stage !== 'report';
  return {
    stage,
    reply,
    status: chooseStatus(statuses),
    isTemporary: (reply >= 400 && reply < 500) || first?.isTemporary === true || isUnknown,
    isOfAddress: OF_ADDRESS.test(text),
    sentences: wordsOf(text).split(/[.;\n]/),
  };
}

/** A server that passes on what another one said puts a vague status of its own first. */
function chooseStatus(statuses: readonly Status[]): string {
  const all = statuses.map(({ status }) => status);
  return all.find(status => status.startsWith('7.')) ?? all.find(isSpecific) ?? all[0] ?? '';
}

/** Codes within a text of several lines. */
const CODES = /(?:^|\s)[245]\d\d(?:[ -]+#?[245]\.\d{1,3}\.\d{1,3}|-|(?=\s|$))/g;

/** Faults that Exchange names: `RESOLVER.RST.AuthRequired`, `STOREDRV.Deliver.Exception:QuotaExceededException`. */
const FAULT_OF_EXCHANGE =
  /^(?:resolver\.(?:rst|adr)|storedrv\.(?:deliver|submission|clientsubmit))(?:\.[a-z]{1,60})?(?:[:;]|$)/i;

/** Is it an address, a link, the name of a host, or a value: `name=example.test`? Anybody may choose these. */
const isName = (word: string): boolean =>
  /@|:\/\/|=/.test(word) || (/\w\.\w/.test(word) && !FAULT_OF_EXCHANGE.test(word));

/** Lower case, without accents, codes and names. */
function wordsOf(text: string): string {
  const plain = text
    .replace(/<[^<>]{0,320}>/g, ' ')
    .replace(/"[^"\s]{1,320}"/g, ' ')
    .replace(CODES, ' ')
    .split(/\s+/)
    .filter(word => !isName(word))
    .join(' ')
    // The dots of names end no sentence.
    .replace(/\.(?=[^\s.])/g, ' ')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[\u2018\u2019`]/g, "'");
  // Exchange names its faults in one word: RecipientNotFound.
  const apart = plain.replace(/([a-z])([A-Z])/g, '$1 $2');
  return (apart === plain ? plain : `${plain}\n${apart}`).toLowerCase();
}

/** The stages at which an answer may be about an address or a mail. At earlier ones it is about us. */
const ON_DELIVERY: readonly SmtpStage[] = ['rcpt', 'data', 'report'];
const ON_ADDRESS: readonly SmtpStage[] = ['rcpt', 'report'];
const ON_SENDING: readonly SmtpStage[] = ['rcpt', 'data'];
const ON_CONTENT: readonly SmtpStage[] = ['data', 'report'];

/** RFC 3463 and its registry, RFC 7293, Microsoft: the recipient or their organisation takes mail from some senders only, or is another one now. */
const STATUS_OF_CHOOSY = /^7\.(?:2|12|1[789]|51|12\d|13\d|193|513)$/;
/** The priority of this mail, or its form. */
const STATUS_OF_MAIL = /^(?:7\.(?:15|16|512|520)|1\.20)$/;
const STATUS_OF_DEAD = /^(?:1\.(?:1|2|3|6|10)|2\.1)$/;

/** For answers that begin with 4, in this order. The first rule that fits decides. */
const TEMPORARY_RULES: readonly Rule[] = [
  { means: 'temporary', stages: ON_DELIVERY, words: RECIPIENT_IS_BUSY },
  { means: 'limit', words: SENDING_LIMIT },
  { means: 'temporary', stages: ON_DELIVERY, words: RECIPIENT_IS_CHOOSY },
  { means: 'temporary', stages: ON_DELIVERY, status: STATUS_OF_CHOOSY },
  { means: 'temporary', status: /^(?:2\.2|3\.1)$/ },
  { means: 'temporary', status: /^(?!7\.)/, words: MAILBOX_IS_FULL },
  { means: 'temporary', words: anyOf('gr[ea]y-?list', 'gl\\d\\d\\b') },
  // A login or a TLS handshake that cannot be checked now (RFC 4954).
  { means: 'temporary', replies: [454], words: anyOf('temporary', 'tls', 'authentication') },
  { means: 'limit', words: ANY_LIMIT },
  { means: 'limit', words: ABOUT_US },
  { means: 'limit', status: /^7\.\d{2,}$/ },
  { means: 'limit', status: /^7\.[2-9]$/, isDoubtful: true },
];

/** For answers that begin with 5, in this order. The first rule that fits decides. In doubt a mail is kept, and no address is dead. */
const PERMANENT_RULES: readonly Rule[] = [
  // Zoho gives limits the status of a loop.
  { means: 'limit', status: /^4\.6$/, words: anyOf('(?:sending|outgoing) ') },
  { means: 'content', status: /^4\.(?:6|14)$/ },
  { means: 'content', words: LOOP },
  { means: 'content', status: /^(?:3\.4|2\.3)$/ },
  // A full mailbox is the recipient's, unless the answer speaks of sending.
  { means: 'limit', status: /^2\.2$/, words: anyOf('submission|sending|outbound|outgoing|(?:sender|daily|hourly) ') },
  { means: 'temporary', stages: ON_DELIVERY, status: /^2\.2$/ },
  { means: 'temporary', stages: ON_DELIVERY, words: anyOf('mailbox (?:size|storage)', 'storage allocation') },
  { means: 'content', words: SIZE },
  { means: 'temporary', stages: ON_DELIVERY, status: /^2\.12[12]$/ },
  { means: 'temporary', stages: ON_DELIVERY, words: RECIPIENT_IS_BUSY },
  { means: 'limit', words: SENDING_LIMIT },
  { means: 'limit', status: /^(?:4\.5|1\.90)$/ },
  // What is said before a recipient was named is about us. An order that the server did not expect may be a slip.
  { means: 'temporary', stages: ['session', 'mail'], replies: [503] },
  { means: 'limit', stages: ['session', 'mail'] },
  { means: 'temporary', status: /^(?!7\.)/, words: MAILBOX_IS_FULL },
  { means: 'temporary', replies: [552], status: /^$/, words: ANY_LIMIT },
  { means: 'dead', status: STATUS_OF_DEAD, words: ADDRESS_IS_GONE },
  { means: 'limit', words: ANY_LIMIT },
  { means: 'content', words: SUPPRESSED },
  { means: 'content', stages: ON_DELIVERY, words: RECIPIENT_IS_CHOOSY },
  { means: 'content', stages: ON_DELIVERY, status: STATUS_OF_CHOOSY },
  { means: 'content', stages: ON_CONTENT, status: STATUS_OF_MAIL },
  { means: 'content', stages: ON_CONTENT, words: CONTAINED },
  // Yahoo gives its policies 5.7.9, so that a detail of one digit says little.
  { means: 'limit', status: /^(?:1\.[78]|2\.252|7\.\d{2,})$/ },
  { means: 'limit', words: SENDER },
  { means: 'limit', stages: ON_CONTENT, words: MAIL_IS_UNWANTED, isDoubtful: true },
  { means: 'limit', words: ABOUT_US },
  { means: 'temporary', words: TEMPORARY },
  { means: 'content', stages: ON_CONTENT, words: HARMFUL },
  { means: 'limit', words: HARMFUL, isDoubtful: true },
  { means: 'limit', words: DOMAIN_IS_CLOSED, isDoubtful: true },
  // Faults of our server.
  { means: 'temporary', stages: ON_SENDING, status: /^4\.7$/ },
  { means: 'temporary', stages: ON_SENDING, status: /^(?:3\.0|4\.4)$/, words: OUT_OF_REACH },
  { means: 'dead', stages: ['data'], status: /^1\.(?:1|2|3|6|10)$/ },
  { means: 'dead', stages: ON_ADDRESS, status: STATUS_OF_DEAD },
  { means: 'content', stages: ON_CONTENT, words: OF_THE_MAIL },
  // Our own account, more likely than the recipient's.
  {
    means: 'limit',
    status: /^7\./,
    words: anyOf('account … (?:suspended|disabled|blocked|locked|expired|closed|inactive)'),
  },
  { means: 'content', stages: ON_ADDRESS, status: /^7\./, words: ADDRESS_IS_DEAD },
  // Exchange Online, of addresses that it does not know, and IronPort.
  { means: 'dead', status: /^4\.1$/, words: anyOf('recipient address rejected: access denied') },
  { means: 'dead', stages: ON_ADDRESS, status: /^1\.0$/, words: anyOf('address rejected') },
  { means: 'dead', stages: ON_ADDRESS, status: /^(?![67]\.)/, words: ADDRESS_IS_DEAD },
  // An answer to a whole mail may be about our own account.
  { means: 'dead', stages: ['data'], status: /^(?![67]\.)/, words: RECIPIENT_IS_DEAD },
  { means: 'content', stages: ON_ADDRESS, words: RECIPIENT_IS_REFUSED },
  { means: 'content', stages: ON_ADDRESS, isOfAddress: true },
  { means: 'limit', status: /^7\./, isDoubtful: true },
  { means: 'content', status: /^6\./ },
  { means: 'dead', replies: [556] },
  { means: 'temporary', status: /^3\.1$/ },
  { means: 'limit', status: /^3\.[25]$/, isDoubtful: true },
  { means: 'content', stages: ON_CONTENT, words: MAIL_IS_REFUSED },
  { means: 'limit', words: REFUSED_BY_POLICY, isDoubtful: true },
  { means: 'temporary', replies: [503] },
  // Too little storage, or too many recipients of one mail (RFC 5321, 4.5.3.1.10).
  { means: 'temporary', stages: ['rcpt'], replies: [552], status: /^$/ },
];

const fits = (rule: Rule, answer: Answer): boolean => {
  const { isOfAddress = answer.isOfAddress, words } = rule;
  return (
    fitsCodes(rule, answer) &&
    isOfAddress === answer.isOfAddress &&
    (words === undefined || answer.sentences.some(sentence => hasPhrase(words, sentence)))
  );
};

const fitsCodes = ({ stages, replies, status }: Rule, answer: Answer): boolean =>
  (stages?.includes(answer.stage) ?? true) &&
  (replies?.includes(answer.reply) ?? true) &&
  (status?.test(answer.status) ?? true);

function judge(answer: Answer): Judgement {
  const [rules, otherwise] = answer.isTemporary
    ? ([TEMPORARY_RULES, 'temporary'] as const)
    : ([PERMANENT_RULES, 'content'] as const);
  return rules.find(rule => fits(rule, answer)) ?? { means: otherwise };
}
