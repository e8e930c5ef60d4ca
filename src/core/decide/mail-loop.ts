// Stops mail loops: a program that answers us gets few answers, a person at least one an hour.
import type { Message } from '../decision/message.ts';
import { limits } from '../kernel/limits.ts';
import { stripReplyPrefixes, tidy } from '../kernel/words.ts';
import { detailOfMessageId, parseToken } from '../mail/token.ts';
import { detailsOf } from '../mail/gates.ts';
import { countUses, hasRoom, spend, setIdle, setQuota } from '../players/quota.ts';
import { mailboxIdOf, replyCharge, strangerCharges } from '../players/quota-rules.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, type Instant } from '../kernel/time.ts';
import type { State } from '../kernel/state.ts';
import type { Idle, Quota } from '../players/quota-document.ts';
import type { MailState, MailOutcome } from './mail-state.ts';

/** Leaves out answers to a sender in a loop. Mails that change a board or an account are always answered. */
export function suppressLoops(mailState: MailState, verdict: MailOutcome): MailOutcome {
  const { sender, isPlayers } = mailState.identity;
  const { now } = mailState.request;
  const row = sender.proof === 'none' ? 'unproved' : 'proved';
  // Nothing is kept of an address that may not be answered: forgers have many.
  if (row === 'unproved' && !hasRoom(verdict.state, strangerCharges({ address: sender.address, isPlayers }), now))
    return verdict;
  const id = mailboxIdOf(sender.address);
  const quota = verdict.state.get(`quota/${id}`);
  const before = rowOf(quota, row, now);
  const keep = (idle: Idle | null): State => setQuota(verdict.state, id, setIdle(quota, { [row]: idle }));
  // Words to other players count as well: two programs that answer each other through us are one loop.
  const hasEffect = verdict.events.some(({ kind }) => kind !== 'charged');
  if (!hasEffect) return answerInRow(mailState, verdict, { row, before, keep });
  const isCounted = quota !== null && quota.idle[row] !== null;
  return isCounted ? { ...verdict, state: keep(afterEffect(before)) } : verdict;
}

interface InRow {
  readonly row: Row;
  readonly before: Idle;
  readonly keep: (idle: Idle) => State;
}

/** The verdict on a mail without effect: as it is, or with the short help for an answer, or with none. */
function answerInRow(mailState: MailState, verdict: MailOutcome, { row, before, keep }: InRow): MailOutcome {
  const { address } = mailState.identity.sender;
  const { now } = mailState.request;
  const mail = describeMail(mailState, verdict.hasCommand);
  const isEcho = mail.isReply && isRepeat(before, mail, now);
  const left = isEcho ? countAnswersLeft(verdict.state, address, row, now) : Infinity;
  const step = nextStep(before, mail, now);
  if (left <= 0 || step === 'silent') return { ...verdict, messages: [] };
  const kept = keep(step.idle);
  const isCounted = isEcho || (mail.isReply && !mail.hasCommand);
  const state = isCounted ? spend(kept, replyCharge(address, row), now) : kept;
  const needsHelp = left === 1 || step.isLastAtOnce || (step.idle.muted > now && mail.isLost);
  return { ...verdict, state, messages: needsHelp ? [shortHelp(mailState, left === 1)] : verdict.messages };
}

type Row = keyof Quota['idle'];

const NOTHING: Idle = { mails: 0, words: '', muted: 0, until: 0 };

/** A mail that only claims an address counts on from those that are proved, but never the other way: forgers write such mails. */
function rowOf(quota: Quota | null, row: Row, now: Instant): Idle {
  const current = (idle: Idle | null): Idle => (idle !== null && idle.until > now ? idle : NOTHING);
  const own = current(quota?.idle[row] ?? null);
  if (row === 'proved') return own;
  const proved = current(quota?.idle.proved ?? null);
  const last = proved.until > own.until ? proved : own;
  return { ...last, mails: own.mails + proved.mails, muted: Math.max(own.muted, proved.muted) };
}

/** After a mail with an effect the count begins anew. What the last replies said is kept: a responder may run beside a player. */
const afterEffect = ({ replies, until }: Idle): Idle | null =>
  replies === undefined ? null : { ...NOTHING, replies, until };

/** What is compared of a mail; only MACs are kept. */
interface MailPrint {
  readonly isReply: boolean;
  readonly hasCommand: boolean;
  /** Neither a command nor about a board. */
  readonly isLost: boolean;
  /** Text and board, and the Subject where the sender chose it. */
  readonly words: string;
  /** The text without its numbers, whichever board it is about. */
  readonly reply: string;
}

function describeMail({ request, identity, state }: MailState, hasCommand: boolean): MailPrint {
  const { mail, text, trust } = request;
  const subject = stripReplyPrefixes(mail.subject);
  const ownIds = [...mail.inReplyTo, ...mail.references].some(each => detailOfMessageId(trust.own, each) !== null);
  const hasToken = detailsOf(mail, trust.own).some(detail => parseToken(detail) !== null);
  const isReply = ownIds || hasToken || subject !== tidy(mail.subject);
  const { board } = identity;
  const about = board === null ? '' : `${board.match.game} ${board.match.number}`;
  const isLost = !hasCommand && request.unread === null && (board === null || state.match(board.match) === null);
  return {
    ...{ isReply, hasCommand, isLost },
    words: trust.sign(`words|${isReply && text !== '' ? '' : subject}|${about}|${text}`),
    reply: trust.sign(
      `reply|${hasCommand ? about : ''}|${hasOurText(mail.text, text) ? 'ours' : withoutNumbers(text)}`,
    ),
  };
}

/**
 * Is it all a quote, or does it have a command between backticks, as our mails write them? A responder without quote marks sends our
 * mails back, each of them different.
 */
const hasOurText = (whole: string, text: string): boolean =>
  (text === '' && whole.trim() !== '') || /`[a-z][^`\n]*`/.test(text);

/** Ticket numbers, dates and times change from mail to mail. */
const withoutNumbers = (text: string): string => text.replace(/\S+/g, word => (/\d/.test(word) ? '#' : word));

/** When the last mail was answered. */
const lastAt = ({ until }: Idle): Instant => until - DAY_MS;

/** A command in a reply is a repeat only at once: a player may ask for the same board many times a day. */
const isRepeat = (before: Idle, { reply, hasCommand }: MailPrint, now: Instant): boolean =>
  before.replies?.includes(reply) === true && (!hasCommand || now <= lastAt(before) + AT_ONCE_MS);

const AT_ONCE_MS = 2 * MINUTE_MS;

/** A little less than an hour, so that each hour has an answer. */
const PAUSE_MS = 50 * MINUTE_MS;

function countAnswersLeft(state: State, address: string, row: Row, now: Instant): number {
  const used = (each: Row): number => countUses(state, replyCharge(address, each), now);
  return limits.repliesAnsweredPerDay - used('proved') - (row === 'unproved' ? used('unproved') : 0);
}

interface Step {
  readonly idle: Idle;
  /** The last answer before there is one an hour. */
  readonly isLastAtOnce: boolean;
}

/** Counts one more mail without effect; `silent`: it gets no answer. */
function nextStep(before: Idle, mail: MailPrint, now: Instant): Step | 'silent' {
  const { words, hasCommand } = mail;
  const { replies = [] } = before;
  const said = mail.isReply ? [...replies.filter(each => each !== mail.reply), mail.reply] : replies;
  const compared = said.length === 0 ? {} : { replies: said.slice(-limits.repliesCompared) };
  const answered = { words, until: now + DAY_MS, ...compared };
  const isSoon = now < lastAt(before) + HOUR_MS;
  // People send the same command every day, loops within minutes.
  const isIdle = !hasCommand || (before.words === words && (isSoon || before.muted > 0));
  if (!isIdle) return { idle: { ...answered, mails: 0, muted: 0 }, isLastAtOnce: false };
  if (before.muted > now) return 'silent';
  const mails = before.mails + 1;
  const isOver = mails > limits.idleMails;
  return {
    idle: { ...answered, mails, muted: isOver ? now + PAUSE_MS : 0 },
    isLastAtOnce: isOver && before.muted === 0,
  };
}

const shortHelp = ({ identity: { sender } }: MailState, isForReplies: boolean): Message => ({
  kind: 'quiet',
  to: { kind: 'address', address: sender.address },
  isForReplies,
});
