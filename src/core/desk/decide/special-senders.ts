// Decides mails of senders who need something of their own: banned, away, or strangers with noise.
import { listWaiting } from '#core/board/acts/list.ts';
import { noteProvedMail } from '#core/board/acts/probes.ts';
import { isOwnNote } from '#core/board/board-in-subject.ts';
import { openMatch } from '#core/board/match.ts';
import { type Identity, addOpenProposal } from '#core/board/sender.ts';
import { type Event, refOf } from '#core/kernel/documents.ts';
import { limits } from '#core/kernel/limits.ts';
import { type Language, languageNamed } from '#core/kernel/sentence.ts';
import { type State, apply } from '#core/kernel/state.ts';
import type { Instant } from '#core/kernel/time.ts';
import { stripReplyPrefixes, tidy } from '#core/kernel/words.ts';
import { isCourtesy } from '#core/language/courtesy.ts';
import type { Wish } from '#core/language/wishes.ts';
import { guessEverydayLanguage } from '#core/language/everyday-words.ts';
import { firstLineOf, parseMail } from '#core/language/parse-mail.ts';
import {
  type ParseContext,
  type Statement,
  isLikeCommand,
  looksLikeMove,
  parseCommandLine,
} from '#core/language/statement.ts';
import { headerOf, readSubject } from '#core/mail/incoming.ts';
import { makeBoardContext } from '#core/mail/mail-sender.ts';
import { detailOfMessageId } from '#core/mail/token.ts';
import { banPhrase, findBan } from '#core/players/account.ts';
import type { Message } from '#core/players/message.ts';
import { findNamedGame } from '#games/game.ts';
import { type MailDecisionInput, type MailOutcome, type MailState, commandContextOf } from './mail-state.ts';

/** Answers a mail from a banned account. null: the account is not banned. */
export function answerBanned({ request, state, identity }: MailState): MailOutcome | null {
  const { sender, ownerToAsk } = identity;
  const account = state.account(sender.userid ?? ownerToAsk ?? '');
  const ban = findBan(account, request.now);
  if (account === null || ban === null) return null;
  const to = { kind: 'address', address: sender.address } as const;
  const news = banPhrase(account, ban, { permanent: 'banned-answer', until: 'banned-answer-until' });
  const message: Message = { kind: 'notice', to, userid: account.userid, news: [news] };
  return { events: [], messages: [message], state, identity, proof: sender.proof, hasCommand: false };
}

// Chat programs. Later mails to the account get the form that they show well. A line without a Subject is matched to a board.

/** Notes whether the account writes from a chat program. Its next mails get the form for chats. */
export function rememberChatClient(verdict: MailOutcome): MailOutcome {
  const { isChat, proof, address } = verdict.identity.sender;
  const userid = proof === 'none' ? null : verdict.state.owner(address);
  const account = userid === null ? null : verdict.state.account(userid);
  if (userid === null || account === null || account.closed || (account.inChat ?? false) === isChat) return verdict;
  const event: Event = { kind: 'account-changed', userid, change: { inChat: isChat } };
  return { ...verdict, events: [...verdict.events, event], state: apply(verdict.state, event) };
}

/**
 * Chooses the board of a chat line, which has no Subject. A line that is no command is about the sender's only running board. A move is
 * about the only board that waits for the sender.
 */
export function chooseOnlyBoard(mailState: MailState, reader: ParseContext): MailState {
  const { identity, request, state } = mailState;
  const { sender, board } = identity;
  const line = firstLineOf(request.text);
  if (!sender.isChat || board !== null || sender.userid === null) return mailState;
  if (parseCommandLine(line, reader) !== null) return mailState;
  const running = state.boards(`running/player/${sender.userid}`);
  const isMove = state.games.some(game => looksLikeMove(game, line));
  const waiting = isMove && running.length > 1 ? listWaiting(commandContextOf(mailState, ''), sender.userid) : [];
  const boards = running.length === 1 ? running : waiting.map(({ match }) => match);
  const [onlyBoard, ...others] = boards;
  const match = onlyBoard === undefined || others.length > 0 ? null : state.match(onlyBoard);
  if (match?.state !== 'active') return mailState;
  const { plies, takeBacks } = openMatch(state, match).matchState;
  const shownState = { ply: plies.length, takeBacks: takeBacks.length };
  const boardContext = makeBoardContext(refOf(match), shownState);
  return { ...mailState, identity: { ...identity, board: addOpenProposal(boardContext, state, sender.userid) } };
}

/** A sender with an account has the language of its settings. */
export function setLanguage(identity: Identity, request: MailDecisionInput): Identity {
  const { sender } = identity;
  return sender.userid === null ? { ...identity, sender: { ...sender, language: detectLanguage(request) } } : identity;
}

/**
 * Detects the language from the mail's header, else from a word that only one language has, else by a guess over the text.
 * null: unknown, or not one of our languages.
 */
function detectLanguage({ mail, text, ear, mailSettings }: MailDecisionInput): Language | null {
  const [declared = ''] = (headerOf(mail, 'content-language') ?? '').split(',');
  const declaredLanguage = languageNamed(declared);
  if (declaredLanguage !== null) return declaredLanguage;
  const lines = [readSubject(mail), ...text.split('\n').slice(0, limits.proseLines)];
  for (const line of lines) {
    const language = guessEverydayLanguage(line, ear);
    if (language !== null) return language;
  }
  const words = text.slice(0, limits.languageSample);
  const letters = words.match(/\p{L}/gu)?.length ?? 0;
  return letters < limits.languageLetters ? null : languageNamed(mailSettings.guessLanguage(words) ?? '');
}

// Players who are back. Their clocks run again, and one mail tells them what happened meanwhile.

export function welcomeBack(
  state: State,
  userid: string,
  now: Instant,
): { readonly events: readonly Event[]; readonly messages: readonly Message[] } {
  const { events, ended: absence } = noteProvedMail(state, userid, now);
  if (absence === null) return { events, messages: [] };
  const addresses = Object.keys(state.account(userid)?.bounced ?? {});
  return { events, messages: [{ kind: 'returned', to: { kind: 'account', userid }, userid, absence, addresses }] };
}

/** Ends the absence of a proved sender. */
export function endAbsence(outcome: MailOutcome, now: Instant): MailOutcome {
  const { userid, proof } = outcome.identity.sender;
  if (userid === null || proof === 'none') return outcome;
  const { events, messages } = welcomeBack(outcome.state, userid, now);
  return {
    ...outcome,
    events: [...outcome.events, ...events],
    messages: [...outcome.messages, ...messages],
    state: events.reduce(apply, outcome.state),
  };
}

/** Lines of a mail that are read. */
const MAX_LINES = 8;

/** What people ask for who do not play here yet. */
const FOR_NEWCOMERS: ReadonlySet<Wish> = new Set<Wish>([
  ...(['play', 'play robot', 'games here', 'players', 'opponent wanted', 'join'] as const),
  ...(['free', 'who are you', 'in words', 'languages', 'privacy', 'operator', 'rules', 'how to'] as const),
]);

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
  // What may mean several things asks for nothing.
  const readings = [line, ...sentences]
    .map(each => parseMail(each, '', context))
    .flatMap(({ statements, doubts }) => [...statements, ...(doubts.length === 1 ? doubts : [])]);
  const isAsking = readings.some(({ wish }) => wish !== undefined && FOR_NEWCOMERS.has(wish));
  const words = line.split(/[\s?!.]/).filter(word => word.length > 1);
  if (isAsking && words.some(word => findNamedGame(context.games, word) !== null)) return 2;
  // `Hello` is answered with help, and asks for nothing.
  if (isCourtesy(line, context.ear)) return isAsking ? 0 : -1;
  if (readings.filter(({ wish }) => wish === undefined).some(isForStrangers)) return line.endsWith('?') ? 2 : 1;
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
  const weights = weighed
    .filter(({ line, weight }) => weight >= 0 || !isCourtesy(line, context.ear))
    .map(({ weight }) => weight);
  if (isOwnNote(subject)) return weights[0] !== Infinity;
  const isPolite = subject === '' || isCourtesy(subject, context.ear);
  // A mail that only greets may be a person's first. Spam says more.
  if (isPolite && weights.length === 0) return subject === '' && lines.length === 0;
  const ofSubject = weigh(subject, context);
  const ofBody = Math.min(weights[0] ?? -1, isPolite ? 1 : 0);
  const allowed = ofSubject < 0 ? ofBody : isUnknownTopic(outcome) ? 1 : ofSubject;
  return weights.filter(each => each < 0).length > allowed;
}
