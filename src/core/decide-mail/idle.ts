// Mails that change nothing, one after the other: a program that answers us is told once, then left alone, so that no loop goes on.
import type { Message } from '../messages/kinds/index.ts';
import { limits } from '../limits.ts';
import { bareSubject } from '../language/words.ts';
import { hasRoom, withIdle, withQuota } from '../quota/quota.ts';
import { ofAddress, strangerCharges } from '../quota/rules.ts';
import { DAY_MS, HOUR_MS } from '../time.ts';
import type { State } from '../state/state.ts';
import type { Idle, Instant } from '../state/documents.ts';
import type { MailState, Verdict } from './mail-state.ts';

/** The verdict, or no mail of it any more. What changes a board or an account is never held back. */
export function quieted(mailState: MailState, verdict: Verdict): Verdict {
  const { sender } = mailState.identity;
  const { now } = mailState.request;
  const row = sender.proof === 'none' ? 'unproved' : 'proved';
  if (row === 'unproved' && !mayAnswer(verdict.state, sender.address, now)) return verdict;
  const id = ofAddress(sender.address);
  const quota = verdict.state.document('quota', id);
  const held = quota?.idle[row] ?? null;
  const keep = (idle: Idle | null): State => withQuota(verdict.state, id, withIdle(quota, { [row]: idle }));
  const words = wordsOf(mailState);
  // Words to other players count as well: two programs that answer each other through us are one loop.
  const changesNothing = verdict.events.every(({ kind }) => kind === 'charged');
  if (!changesNothing) return held === null ? verdict : { ...verdict, state: keep(null) };
  const next = after(current(held, now), words, verdict.hasCommand, now);
  if (next === 'muted') return { ...verdict, messages: [] };
  return { ...verdict, messages: next.muted > now ? [quiet(mailState)] : verdict.messages, state: keep(next) };
}

const current = (held: Idle | null, now: Instant): Idle => (held !== null && held.until > now ? held : NOTHING);

/** Where no answer may go, nothing need be kept of an address: forgers have many. */
const mayAnswer = (state: State, address: string, now: Instant): boolean =>
  hasRoom(state, strangerCharges(address), now);

const NOTHING: Idle = { mails: 0, words: '', muted: 0, until: 0 };

/** One mail more that changes nothing; `muted`: this one gets none. */
function after(before: Idle, words: string, hasCommand: boolean, now: Instant): Idle | 'muted' {
  const until = now + DAY_MS;
  // The same command every day is a habit; a loop turns in minutes.
  const isSoon = now < before.until - DAY_MS + HOUR_MS;
  const isIdle = !hasCommand || (before.words === words && isSoon);
  if (!isIdle) return { mails: 0, words, muted: 0, until };
  if (before.muted > now) return 'muted';
  const mails = before.mails + 1;
  return mails > limits.idleMails ? { mails: 0, words, muted: until, until } : { mails, words, muted: 0, until };
}

const quiet = ({ identity: { sender } }: MailState): Message => ({
  kind: 'quiet',
  to: { kind: 'address', address: sender.address },
  mails: limits.idleMails,
});

/** The same words about the same board; only their MAC is kept. */
const wordsOf = ({ request: { mail, text, trust }, identity: { detail } }: MailState): string =>
  trust.sign(`words|${bareSubject(mail.subject)}|${detail ?? ''}|${text}`);
