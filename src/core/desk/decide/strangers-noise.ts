// Finds strangers' mails that are not meant for us: mostly spam, from forged addresses.
import { findNamedGame } from '#games/game.ts';
import { stripReplyPrefixes, tidy } from '#core/kernel/words.ts';
import { readSubject } from '#core/mail/incoming.ts';
import { detailOfMessageId } from '#core/mail/token.ts';
import { isOwnNote } from '#core/board/board-in-subject.ts';
import { isCourtesy } from '#core/language/courtesy.ts';
import { parseMail } from '#core/language/parse-mail.ts';
import { isLikeCommand, type ParseContext, parseCommandLine, type Statement } from '#core/language/statement.ts';
import type { MailOutcome, MailState } from './mail-state.ts';

/** Lines of a mail that are read. */
const MAX_LINES = 8;

/** Codes of what people ask who do not play here yet. */
const FOR_NEWCOMERS = /^(play-.*|everyday-(play|players|register|free|who-are-you|blind|languages|operator))$/;

/** May a person without an account ask for it, or does it name a game or hold a password? The name of a command alone needs no more words. */
function isForStrangers({ command, game, line, parseResult }: Statement): boolean {
  const permission = (parseResult.ok ? parseResult.value.permission : undefined) ?? command?.permission;
  if (permission === 'anyone' && (parseResult.ok || !line.includes(' '))) return true;
  if (parseResult.ok) return game !== null || (parseResult.value.credentials ?? null) !== null;
  return game !== null && (command !== null || parseResult.reason.code === 'command-unknown-near');
}

/** The number of lines without a meaning that may stand beside this line in a mail that is meant for us. -1: it has no meaning either. */
function weigh(line: string, context: ParseContext): number {
  const command = parseCommandLine(line, context);
  if (command !== null && isForStrangers(command)) return Infinity;
  const sentences = line.split(/(?<=[.!?]) /);
  const readings = [line, ...sentences].flatMap(each => parseMail(each, '', context).statements);
  const isAsking = readings.some(({ parseResult }) => !parseResult.ok && FOR_NEWCOMERS.test(parseResult.reason.code));
  const words = line.split(/[\s?!.]/).filter(word => word.length > 1);
  if (isAsking && words.some(word => findNamedGame(context.games, word) !== null)) return 2;
  // `Hello` is answered with help, and asks for nothing.
  if (isCourtesy(line)) return isAsking ? 0 : -1;
  if (readings.some(isForStrangers)) return line.endsWith('?') ? 2 : 1;
  return isAsking || isLikeCommand(line, context) ? 0 : -1;
}

/** Is the sender known, or does the mail answer a mail of the service? A stranger knows the Message-IDs of no other mails. */
const isKnown = ({ identity: { hasAccount, sender, board, token }, request: { mail, trust } }: MailState): boolean =>
  hasAccount ||
  sender.proof !== 'none' ||
  board !== null ||
  token !== null ||
  [...mail.inReplyTo, ...mail.references].some(id => detailOfMessageId(trust.own, id) !== null);

const isUnknownTopic = ({ messages }: MailOutcome): boolean =>
  messages.some(
    each => each.kind === 'report' && each.refusedLines.some(({ refused }) => refused.code === 'help-topic-unknown'),
  );

/**
 * Is it a mail of a stranger, with no token and no proof of its sender, that asks us for nothing? It is not answered, since the answer
 * would mostly go to somebody who did not write it. The Subject is a command, or most of what the mail says is understood.
 */
export function isStrangersNoise(mailState: MailState, outcome: MailOutcome, context: ParseContext): boolean {
  const { request } = mailState;
  if (isKnown(mailState) || request.unread !== null) return false;
  const subject = stripReplyPrefixes(readSubject(request.mail));
  const lines = request.text
    .split('\n')
    .map(tidy)
    .filter(line => line !== '')
    .slice(0, MAX_LINES);
  const weighed = lines.map(line => ({ line, weight: weigh(line, context) }));
  const weights = weighed.filter(({ line, weight }) => weight >= 0 || !isCourtesy(line)).map(({ weight }) => weight);
  if (isOwnNote(subject)) return weights[0] !== Infinity;
  const isPolite = subject === '' || isCourtesy(subject);
  // A mail that only greets may be a person's first. Spam says more.
  if (isPolite && weights.length === 0) return subject === '' && lines.length === 0;
  const ofSubject = weigh(subject, context);
  const ofBody = Math.min(weights[0] ?? -1, isPolite ? 1 : 0);
  const allowed = ofSubject < 0 ? ofBody : isUnknownTopic(outcome) ? 1 : ofSubject;
  return weights.filter(each => each < 0).length > allowed;
}
