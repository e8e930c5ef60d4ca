// Classifies answers of SMTP servers as a limit, a dead address, a refused mail or temporary.
import {
  ABOUT_US,
  ADDRESS_IS_DEAD,
  ADDRESS_IS_GONE,
  ANY_LIMIT,
  createPhrases,
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
 * `limit`: the server accepts no mail from us for now, or objects to us. `dead`: the address does not exist.
 * `content`: this mail is refused for an unknown reason. `temporary`: the same mail may be accepted later.
 */
export type AnswerMeaning = 'limit' | 'dead' | 'content' | 'temporary';

/** The stage of the session that the answer is about. `session`: greeting, EHLO, STARTTLS, AUTH. `report`: a delivery report (RFC 3464). */
export type SmtpStage = 'session' | 'mail' | 'rcpt' | 'data' | 'report';

/** The fields of a delivery report about one recipient. */
export interface ReportFields {
  /** `5.1.1` (RFC 3463). */
  readonly status: string;
  /** `smtp; 550 5.1.1 …`; empty: none was given. */
  readonly diagnostic: string;
}

interface ParsedAnswer {
  readonly stage: SmtpStage;
  /** `550`; 0: none was given. */
  readonly reply: number;
  /** Subject and detail of the enhanced status code (RFC 3463): `1.10` of 5.1.10; empty: none was given. */
  readonly status: string;
  readonly isTemporary: boolean;
  /** Does the text begin with an address, as in `<bob@example.test>: …`? */
  readonly isOfAddress: boolean;
  readonly sentences: readonly string[];
}

/** A rule applies if all its conditions hold. An absent condition always holds. */
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

/** Longer answers are cut. Servers write a few hundred characters. */
const MAX_CHARACTERS = 2_000;

/** The meaning of a server's whole answer, which may have several lines. */
export const classifyAnswer = (answer: string, stage: SmtpStage): AnswerMeaning => judgeAnswer(answer, stage).means;

/** Is the answer a limit that may be the policy of one recipient's domain? */
export const isDoubtfulLimit = (answer: string, stage: SmtpStage): boolean =>
  judgeAnswer(answer, stage).isDoubtful === true;

/** Is the answer a fault of the server (RFC 3463, subject 3; RFC 5321: 421, 451, 452), or earlier than any recipient? */
export function isServerFault(answer: string, stage: SmtpStage): boolean {
  const { status, reply } = parseAnswer(answer, stage);
  const isOwn = isSpecific(status) ? status.startsWith('3.') : [421, 451, 452].includes(reply);
  return stage === 'session' || stage === 'mail' || isOwn;
}

type Verdict = Pick<Rule, 'means' | 'isDoubtful'>;

/** If our server quotes another server's limit, the limit is not ours. It may concern this recipient alone. */
function judgeAnswer(answer: string, stage: SmtpStage): Verdict {
  const text = answer.slice(0, MAX_CHARACTERS).trim();
  const parsed = parseAnswer(text, stage);
  const verdict = findRule(parsed);
  // Removes the answers of other servers that our server quotes.
  const additionStart = EXIM_ADDITION.exec(text)?.index ?? text.length;
  const ownText =
    text.slice(0, additionStart).replace(QUOTED_ANSWER, '') + text.slice(additionStart).replace(QUOTED_ANSWER, '');
  if (verdict.means !== 'limit' || ownText === text) return verdict;
  const { isTemporary } = parsed;
  const ownVerdict = findRule({ ...parseAnswer(ownText, stage), isTemporary });
  return ownVerdict.means === 'limit' ? ownVerdict : { means: isTemporary ? 'temporary' : 'content' };
}

/** A quoted answer, as in `host mx.example.test said: 550 …` or `550-Response: 550 …`, to the end of the line. `550-` quotes all that follows. */
const QUOTED_ANSWER =
  /(?:(?:[:>]|\b(?:said|responded|replied|answered)) {0,3}["'(]?|^[45]\d\d[ -] ?)[45]\d\d(?:-[^]*| .*)/gim;

/** Exim adds this line after a quote. */
const EXIM_ADDITION = /^[45]\d\d (?:sender|recipient) verify failed/im;

/** The meaning of a delivery report for one recipient. */
export const classifyReport = (report: ReportFields): AnswerMeaning => findRule(parseReport(report)).means;

/** Does a report say that the other side objects to us or to the mail (5.7.x), and not that the address is dead? */
export function isPolicyReport(report: ReportFields): boolean {
  const answer = parseReport(report);
  return findRule(answer).means === 'limit' || (!answer.isTemporary && answer.status.startsWith('7.'));
}

function parseReport({ status, diagnostic }: ReportFields): ParsedAnswer {
  const answer = parseAnswer(diagnostic, 'report');
  const [reportStatus] = findStatuses(status);
  const isTemporary = answer.isTemporary || reportStatus?.isTemporary === true;
  return {
    ...answer,
    isTemporary,
    status: isSpecific(answer.status) ? answer.status : (reportStatus?.status ?? answer.status),
  };
}

const isSpecific = (status: string): boolean => status !== '' && !status.startsWith('0.');

interface Status {
  readonly isTemporary: boolean;
  readonly status: string;
}

const STATUS = /(?:^|[\s#([;:>-])([45])\.(\d{1,3})\.(\d{1,3})(?![.\d])/g;

const findStatuses = (text: string): readonly Status[] =>
  [...text.matchAll(STATUS)].map(([, kind, subject = '', detail = '']) => ({
    isTemporary: kind === '4',
    status: `${Number(subject)}.${Number(detail)}`,
  }));

/** A reply code at the beginning, or in a quote such as `host mx.example.org said: 550 …`. */
const REPLY = /(?:^|[;:>]) {0,9}([45]\d\d)(?:[\s-]|$)/;

/** Postfix ends the address with a colon, Sendmail with dots. */
const BEGINS_WITH_ADDRESS = /^\D*[45]\d\d[ -](?:#?[45]\.\d{1,3}\.\d{1,3} +)?<[^<>]+>(?::|\.\.\.)/;

function parseAnswer(answer: string, stage: SmtpStage): ParsedAnswer {
  const text = answer.slice(0, MAX_CHARACTERS).trim();
  const statuses = findStatuses(text);
  const reply = Number(REPLY.exec(text)?.[1] ?? 0);
  const [firstStatus] = statuses;
  const isUnknown = reply === 0 && firstStatus === undefined && stage !== 'report';
  return {
    stage,
    reply,
    status: chooseStatus(statuses),
    isTemporary: (reply >= 400 && reply < 500) || firstStatus?.isTemporary === true || isUnknown,
    isOfAddress: BEGINS_WITH_ADDRESS.test(text),
    sentences: normaliseWords(text).split(/[.;\n]/),
  };
}

/** Chooses the most specific status. A server that passes on another answer puts a vague status of its own first. */
function chooseStatus(statuses: readonly Status[]): string {
  const codes = statuses.map(({ status }) => status);
  return codes.find(status => status.startsWith('7.')) ?? codes.find(isSpecific) ?? codes[0] ?? '';
}

/** Codes within a text of several lines. */
const CODE_PATTERN = /(?:^|\s)[245]\d\d(?:[ -]+#?[245]\.\d{1,3}\.\d{1,3}|-|(?=\s|$))/g;

/** Faults that Exchange names: `RESOLVER.RST.AuthRequired`, `STOREDRV.Deliver.Exception:QuotaExceededException`. */
const EXCHANGE_FAULT =
  /^(?:resolver\.(?:rst|adr)|storedrv\.(?:deliver|submission|clientsubmit))(?:\.[a-z]{1,60})?(?:[:;]|$)/i;

/** Is it an address, a link, a host name, or a value such as `name=example.test`? Strangers choose these. */
const isNameOrLink = (word: string): boolean =>
  /@|:\/\/|=/.test(word) || (/\w\.\w/.test(word) && !EXCHANGE_FAULT.test(word));

/** Lower case, without accents, codes and names. */
function normaliseWords(text: string): string {
  const cleaned = text
    .replace(/<[^<>]{0,320}>/g, ' ')
    .replace(/"[^"\s]{1,320}"/g, ' ')
    .replace(CODE_PATTERN, ' ')
    .split(/\s+/)
    .filter(word => !isNameOrLink(word))
    .join(' ')
    // The dots of names end no sentence.
    .replace(/\.(?=[^\s.])/g, ' ')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[\u2018\u2019`]/g, "'");
  // Exchange names its faults in one word: RecipientNotFound.
  const separated = cleaned.replace(/([a-z])([A-Z])/g, '$1 $2');
  return (separated === cleaned ? cleaned : `${cleaned}\n${separated}`).toLowerCase();
}

/** The stages at which an answer may be about an address or a mail. At earlier ones it is about us. */
const ON_DELIVERY: readonly SmtpStage[] = ['rcpt', 'data', 'report'];
const ON_ADDRESS: readonly SmtpStage[] = ['rcpt', 'report'];
const ON_SENDING: readonly SmtpStage[] = ['rcpt', 'data'];
const ON_CONTENT: readonly SmtpStage[] = ['data', 'report'];

/** The recipient or their organisation accepts mail from some senders only, or has changed (RFC 3463, RFC 7293, Microsoft). */
const CHOOSY_STATUS = /^7\.(?:2|12|1[789]|51|12\d|13\d|193|513)$/;
/** Statuses about the priority or the form of this mail. */
const MAIL_STATUS = /^(?:7\.(?:15|16|512|520)|1\.20)$/;
const DEAD_STATUS = /^(?:1\.(?:1|2|3|6|10)|2\.1)$/;

/** For answers that begin with 4, in this order. The first rule that fits decides. */
const TEMPORARY_RULES: readonly Rule[] = [
  { means: 'temporary', stages: ON_DELIVERY, words: RECIPIENT_IS_BUSY },
  { means: 'limit', words: SENDING_LIMIT },
  { means: 'temporary', stages: ON_DELIVERY, words: RECIPIENT_IS_CHOOSY },
  { means: 'temporary', stages: ON_DELIVERY, status: CHOOSY_STATUS },
  { means: 'temporary', status: /^(?:2\.2|3\.1)$/ },
  { means: 'temporary', status: /^(?!7\.)/, words: MAILBOX_IS_FULL },
  { means: 'temporary', words: createPhrases('gr[ea]y-?list', 'gl\\d\\d\\b') },
  // A login or a TLS handshake that cannot be checked now (RFC 4954).
  { means: 'temporary', replies: [454], words: createPhrases('temporary', 'tls', 'authentication') },
  { means: 'limit', words: ANY_LIMIT },
  { means: 'limit', words: ABOUT_US },
  { means: 'limit', status: /^7\.\d{2,}$/ },
  { means: 'limit', status: /^7\.[2-9]$/, isDoubtful: true },
];

/** For answers that begin with 5, in this order. The first rule that fits decides. In doubt a mail is kept, and no address is dead. */
const PERMANENT_RULES: readonly Rule[] = [
  // Zoho gives limits the status of a loop.
  { means: 'limit', status: /^4\.6$/, words: createPhrases('(?:sending|outgoing) ') },
  { means: 'content', status: /^4\.(?:6|14)$/ },
  { means: 'content', words: LOOP },
  { means: 'content', status: /^(?:3\.4|2\.3)$/ },
  // A full mailbox is the recipient's, unless the answer speaks of sending.
  {
    means: 'limit',
    status: /^2\.2$/,
    words: createPhrases('submission|sending|outbound|outgoing|(?:sender|daily|hourly) '),
  },
  { means: 'temporary', stages: ON_DELIVERY, status: /^2\.2$/ },
  { means: 'temporary', stages: ON_DELIVERY, words: createPhrases('mailbox (?:size|storage)', 'storage allocation') },
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
  { means: 'dead', status: DEAD_STATUS, words: ADDRESS_IS_GONE },
  { means: 'limit', words: ANY_LIMIT },
  { means: 'content', words: SUPPRESSED },
  { means: 'content', stages: ON_DELIVERY, words: RECIPIENT_IS_CHOOSY },
  { means: 'content', stages: ON_DELIVERY, status: CHOOSY_STATUS },
  { means: 'content', stages: ON_CONTENT, status: MAIL_STATUS },
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
  { means: 'dead', stages: ON_ADDRESS, status: DEAD_STATUS },
  { means: 'content', stages: ON_CONTENT, words: OF_THE_MAIL },
  // Our own account, more likely than the recipient's.
  {
    means: 'limit',
    status: /^7\./,
    words: createPhrases('account … (?:suspended|disabled|blocked|locked|expired|closed|inactive)'),
  },
  { means: 'content', stages: ON_ADDRESS, status: /^7\./, words: ADDRESS_IS_DEAD },
  // Exchange Online, of addresses that it does not know, and IronPort.
  { means: 'dead', status: /^4\.1$/, words: createPhrases('recipient address rejected: access denied') },
  { means: 'dead', stages: ON_ADDRESS, status: /^1\.0$/, words: createPhrases('address rejected') },
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

const isFulfilled = (rule: Rule, answer: ParsedAnswer): boolean => {
  const { isOfAddress = answer.isOfAddress, words } = rule;
  return (
    hasCodes(rule, answer) &&
    isOfAddress === answer.isOfAddress &&
    (words === undefined || answer.sentences.some(sentence => hasPhrase(words, sentence)))
  );
};

const hasCodes = ({ stages, replies, status }: Rule, answer: ParsedAnswer): boolean =>
  (stages?.includes(answer.stage) ?? true) &&
  (replies?.includes(answer.reply) ?? true) &&
  (status?.test(answer.status) ?? true);

function findRule(answer: ParsedAnswer): Verdict {
  const [rules, defaultMeaning] = answer.isTemporary
    ? ([TEMPORARY_RULES, 'temporary'] as const)
    : ([PERMANENT_RULES, 'content'] as const);
  return rules.find(rule => isFulfilled(rule, answer)) ?? { means: defaultMeaning };
}
