// Finds strangers' mails that ask for nothing: mostly spam, from forged addresses.
import { stripReplyPrefixes } from '../kernel/words.ts';
import { readSubject } from '../mail/incoming.ts';
import { detailOfMessageId } from '../mail/token.ts';
import type { Message } from '../decision/message.ts';
import { type ParseContext, isLikeCommand } from '../reading/statement.ts';
import type { MailOutcome, MailState } from './mail-state.ts';

/** Lines of a mail that are searched for something like a command. */
const MAX_LINES = 5;

/** Answers to courtesies, and to questions that are not about the games. Spam asks and greets as well. */
const EMPTY_ANSWERS: ReadonlySet<string> = new Set([
  ...['everyday-hello', 'everyday-thanks', 'everyday-question', 'everyday-yes'],
]);

/** Is it the answer to a mail that asked for nothing we know? */
const saysNothing = (message: Message): boolean =>
  message.kind === 'report' &&
  message.done.length === 0 &&
  (message.isLost || message.refusedLines.every(({ refused: { code } }) => EMPTY_ANSWERS.has(code)));

/** Does the mail answer a mail of the service? A stranger knows the Message-IDs of no other mails. */
const isReplyToUs = ({ mail, trust }: MailState['request']): boolean =>
  [...mail.inReplyTo, ...mail.references].some(id => detailOfMessageId(trust.own, id) !== null);

/**
 * Is it a mail of a stranger with nothing that resembles a command, no token and no proof of its sender? It is not answered, since
 * the answer would mostly go to somebody who did not write it.
 */
export function isStrangersNoise(
  { identity, request }: MailState,
  { hasCommand, messages }: MailOutcome,
  context: ParseContext,
): boolean {
  const isKnown = identity.hasAccount || identity.sender.proof !== 'none' || identity.board !== null;
  if (hasCommand || isKnown || !messages.every(saysNothing) || isReplyToUs(request)) return false;
  const lines = request.text.split('\n').filter(line => line.trim() !== '');
  const subject = stripReplyPrefixes(readSubject(request.mail));
  return ![subject, ...lines.slice(0, MAX_LINES)].some(line => isLikeCommand(line, context));
}
