// Stops mail loops: a program that answers us gets few answers, a person at least one an hour.
import type { Message } from '#core/players/message.ts';
import { limits } from '#core/kernel/limits.ts';
import { stripReplyPrefixes, tidy } from '#core/kernel/words.ts';
import { detailOfMessageId, parseToken } from '#core/mail/token.ts';
import { detailsOf } from '#core/mail/gates.ts';
import { type Idle, type Quota, countUses, hasRoom, setIdle, setQuota, spend } from '#core/players/quota.ts';
import { mailboxIdOf, replyCharge, strangerCharges } from '#core/players/quota-rules.ts';
import { DAY_MS, HOUR_MS, type Instant, MINUTE_MS } from '#core/kernel/time.ts';
import type { State } from '#core/kernel/state.ts';
import type { MailOutcome, MailState } from './mail-state.ts';

/** Leaves out answers to a sender in a loop. Mails that change a board or an account are always answered. */
export function suppressLoops(mailState: MailState, outcome: MailOutcome): MailOutcome {
  const { sender, hasAccount } = mailState.identity;
  const { now } = mailState.request;
  const kind = sender.proof === 'none' ? 'unproved' : 'proved';
  // No counter is stored for an address that may not be answered, because forgers have many addresses.
  if (kind === 'unproved' && !hasRoom(outcome.state, strangerCharges({ address: sender.address, hasAccount }), now))
    return outcome;
  const id = mailboxIdOf(sender.address);
  const quota = outcome.state.get(`quota/${id}`);
  const before = findIdle(quota, kind, now);
  const storeIdle = (idle: Idle | null): State => setQuota(outcome.state, id, setIdle(quota, { [kind]: idle }));
  // Comments to other players count as well. Two programs that answer each other through us are a loop.
  const hasEffect = outcome.events.some(({ kind }) => kind !== 'charged');
  if (!hasEffect) return answerIdleMail(mailState, outcome, { kind, before, storeIdle });
  const isCounted = quota !== null && quota.idle[kind] !== null;
  // The last replies are kept, because a responder may share the player's address.
  const { replies, until } = before;
  const reset = replies === undefined ? null : { ...NO_MAILS, replies, until };
  return isCounted ? { ...outcome, state: storeIdle(reset) } : outcome;
}

interface IdleCount {
  readonly kind: ProofKind;
  readonly before: Idle;
  readonly storeIdle: (idle: Idle) => State;
}

/** Answers a mail without effect as usual, or with the short help, or not at all. */
function answerIdleMail(
  mailState: MailState,
  outcome: MailOutcome,
  { kind: proofKind, before, storeIdle }: IdleCount,
): MailOutcome {
  const { address } = mailState.identity.sender;
  const { now } = mailState.request;
  const mail = describeMail(mailState, outcome.hasCommand);
  const isEcho = mail.isReply && isRepeat(before, mail, now);
  const answersLeft = isEcho ? countAnswersLeft(outcome.state, address, proofKind, now) : Infinity;
  const nextStep = countMail(before, mail, now);
  if (answersLeft <= 0 || nextStep === 'silent') return { ...outcome, messages: [] };
  const storedState = storeIdle(nextStep.idle);
  const isCounted = isEcho || (mail.isReply && !mail.hasCommand);
  const state = isCounted ? spend(storedState, replyCharge(address, proofKind), now) : storedState;
  const needsHelp = answersLeft === 1 || nextStep.isLastAtOnce || (nextStep.idle.muted > now && mail.isLost);
  return { ...outcome, state, messages: needsHelp ? [shortHelp(mailState, answersLeft === 1)] : outcome.messages };
}

type ProofKind = keyof Quota['idle'];

const NO_MAILS: Idle = { mails: 0, words: '', muted: 0, until: 0 };

/** The idle mails of an address. Unproved mails count on from the proved ones, but not the other way, because forgers write them. */
function findIdle(quota: Quota | null, proofKind: ProofKind, now: Instant): Idle {
  const ifCurrent = (idle: Idle | null): Idle => (idle !== null && idle.until > now ? idle : NO_MAILS);
  const ownIdle = ifCurrent(quota?.idle[proofKind] ?? null);
  if (proofKind === 'proved') return ownIdle;
  const provedIdle = ifCurrent(quota?.idle.proved ?? null);
  const lastIdle = provedIdle.until > ownIdle.until ? provedIdle : ownIdle;
  return { ...lastIdle, mails: ownIdle.mails + provedIdle.mails, muted: Math.max(ownIdle.muted, provedIdle.muted) };
}

/** The parts of a mail that are compared with earlier mails. Only MACs are stored. */
interface MailFingerprint {
  readonly isReply: boolean;
  readonly hasCommand: boolean;
  /** Has the mail no command and no board? */
  readonly isLost: boolean;
  /** A MAC of text, board, and the Subject if the sender chose it. */
  readonly words: string;
  /** A MAC of the text without its numbers. */
  readonly reply: string;
}

function describeMail({ request, identity, state }: MailState, hasCommand: boolean): MailFingerprint {
  const { mail, text, trust } = request;
  const subject = stripReplyPrefixes(mail.subject);
  const ownIds = [...mail.inReplyTo, ...mail.references].some(each => detailOfMessageId(trust.own, each) !== null);
  const hasToken = detailsOf(mail, trust.own).some(detail => parseToken(detail) !== null);
  const isReply = ownIds || hasToken || subject !== tidy(mail.subject);
  const { board } = identity;
  const boardText = board === null ? '' : `${board.match.game} ${board.match.number}`;
  const isLost = !hasCommand && request.unread === null && (board === null || state.match(board.match) === null);
  return {
    ...{ isReply, hasCommand, isLost },
    words: trust.sign(`words|${isReply && text !== '' ? '' : subject}|${boardText}|${text}`),
    reply: trust.sign(
      `reply|${hasCommand ? boardText : ''}|${hasOurText(mail.text, text) ? 'ours' : maskNumbers(text)}`,
    ),
  };
}

/**
 * Is the text a quote, or does it have a command between backticks, as our mails write them? A responder without quote marks returns
 * our mails, each of them different.
 */
const hasOurText = (fullText: string, text: string): boolean =>
  (text === '' && fullText.trim() !== '') || /`[a-z][^`\n]*`/.test(text);

/** Replaces words with digits, because ticket numbers, dates and times change from mail to mail. */
const maskNumbers = (text: string): string => text.replace(/\S+/g, word => (/\d/.test(word) ? '#' : word));

/** The instant of the last answer. */
const lastAnsweredAt = ({ until }: Idle): Instant => until - DAY_MS;

/** Repeats the mail an earlier reply? A reply with a command counts only within minutes, since players may repeat it later. */
const isRepeat = (before: Idle, { reply, hasCommand }: MailFingerprint, now: Instant): boolean =>
  before.replies?.includes(reply) === true && (!hasCommand || now <= lastAnsweredAt(before) + IMMEDIATE_MS);

const IMMEDIATE_MS = 2 * MINUTE_MS;

/** The pause between answers, a little less than an hour, so that each hour has one. */
const PAUSE_MS = 50 * MINUTE_MS;

function countAnswersLeft(state: State, address: string, proofKind: ProofKind, now: Instant): number {
  const countUsed = (each: ProofKind): number => countUses(state, replyCharge(address, each), now);
  return limits.repliesAnsweredPerDay - countUsed('proved') - (proofKind === 'unproved' ? countUsed('unproved') : 0);
}

interface Step {
  readonly idle: Idle;
  /** The last answer before there is one an hour. */
  readonly isLastAtOnce: boolean;
}

/** Counts one more mail without effect. `silent`: the mail gets no answer. */
function countMail(before: Idle, mail: MailFingerprint, now: Instant): Step | 'silent' {
  const { words, hasCommand } = mail;
  const { replies = [] } = before;
  const replyMacs = mail.isReply ? [...replies.filter(each => each !== mail.reply), mail.reply] : replies;
  const comparedReplies = replyMacs.length === 0 ? {} : { replies: replyMacs.slice(-limits.repliesCompared) };
  const answeredIdle = { words, until: now + DAY_MS, ...comparedReplies };
  const isSoon = now < lastAnsweredAt(before) + HOUR_MS;
  // People send the same command every day, loops within minutes.
  const isIdle = !hasCommand || (before.words === words && (isSoon || before.muted > 0));
  if (!isIdle) return { idle: { ...answeredIdle, mails: 0, muted: 0 }, isLastAtOnce: false };
  if (before.muted > now) return 'silent';
  const mails = before.mails + 1;
  const isOverLimit = mails > limits.idleMails;
  return {
    idle: { ...answeredIdle, mails, muted: isOverLimit ? now + PAUSE_MS : 0 },
    isLastAtOnce: isOverLimit && before.muted === 0,
  };
}

const shortHelp = ({ identity: { sender } }: MailState, isForReplies: boolean): Message => ({
  kind: 'quiet',
  to: { kind: 'address', address: sender.address },
  isForReplies,
});
