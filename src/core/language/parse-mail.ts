// Parses a whole mail into its statements and its comment.
import { findBoardInSubject, findWriterInSubject, isOwnNote, removeSeparator } from '../board/board-in-subject.ts';
import { limits } from '../kernel/limits.ts';
import { collectMissing } from '../kernel/loading.ts';
import { isForwarded, stripReplyPrefixes, tidy } from '../kernel/words.ts';
import { isCourtesy, isRemark, parseAcceptance, parseYesOrNo, removeRemarks } from './courtesy.ts';
import { NEGATION, hasPattern, joinWords } from './everyday-pattern.ts';
import { findMoves } from './mentions.ts';
import { parseSentence } from './ordinary-sentence.ts';
import { isMove, mayHoldPassword, namesBoard, namesGame, parseReplyLine, parseReplyLines } from './reply-lines.ts';
import {
  type ParseContext,
  type Statement,
  answerEverydayLine,
  askAboutEverydayLine,
  buildDecline,
  buildUnknownLine,
  contextGameOf,
  looksLikeMove,
  parseBareMove,
  parseCommandLine,
  parseEverydayCommand,
  type ParsedMail,
} from './statement.ts';

// There are three cases: (a) a command in the Subject, (b) lines of commands, (c) a reply to a board.

type Certain = Omit<ParsedMail, 'doubts'>;

const withoutDoubts = (reading: Certain): ParsedMail => ({ ...reading, doubts: [] });

/** `text`: the new text of the mail, without quotes and signature. */
export function parseMail(typedSubject: string, text: string, context: ParseContext): ParsedMail {
  const subject = stripReplyPrefixes(typedSubject);
  const typed = { subject, isPassedOn: subject !== typedSubject.trim() };
  const isOfAnother = isForwarded(typedSubject);
  const subjectStatement = isOfAnother
    ? parseForwardedSubject(typed, text, context)
    : parseSubject(typed, text, context);
  if (subjectStatement !== null)
    return withoutDoubts({ statements: [subjectStatement], comment: text, unreadCount: 0 });
  if (context.board !== null) return parseReply(isOfAnother ? '' : subject, text, context);
  // An automatic reply may quote our help, which is full of commands. So a reply to our own mail counts only if it begins with a command.
  if (isOwnNote(subject) && !beginsWithCommand(text, context))
    return withoutDoubts({ statements: [], comment: '', unreadCount: 0 });
  const lines = parseEveryLine(text, context);
  const isSubjectAll =
    lines.statements.length === 0 && subject !== '' && !MULTIPLE.test(subject) && !isOwnNote(subject);
  return withoutDoubts(isSubjectAll ? { ...lines, statements: [buildUnknownLine(subject, context)] } : lines);
}

/** The Subject without prefixes such as `Re:`. `isPassedOn`: it had one, so that the words may be another writer's. */
interface TypedSubject {
  readonly subject: string;
  readonly isPassedOn: boolean;
}

/** A forwarded Subject counts less than a command in the body, which the sender has typed. */
function parseForwardedSubject(typed: TypedSubject, text: string, context: ParseContext): Statement | null {
  const statement = beginsWithCommand(text, context) ? null : parseSubject(typed, text, context);
  return statement === null ? null : { ...statement, isForwarded: true };
}

const MULTIPLE = /^multiple\b/i;

/** Case (a). Our own Subject that came back is context and no command. `multiple` says that the commands are in the body. */
function parseSubject({ subject, isPassedOn }: TypedSubject, text: string, context: ParseContext): Statement | null {
  if (subject === '' || MULTIPLE.test(subject) || findBoardInSubject(subject, context.games) !== null) return null;
  const writer = findWriterInSubject(subject);
  if (writer !== null) return parseCommandLine(`message ${writer}`, context);
  if (isOwnNote(subject)) return null;
  // Everyday words in the Subject do not count if the body begins with a command.
  const everyday = parseEverydayCommand(subject, context) ?? answerEverydayLine(subject, context);
  if (everyday !== null)
    return beginsWithCommand(text, context) ? null : (understandBody(subject, text, context) ?? everyday);
  return parseSubjectLine({ subject, isPassedOn }, text, context);
}

/** A Subject that the service did not write: a command, or a sentence of ordinary language. null: neither. */
function parseSubjectLine(
  { subject, isPassedOn }: TypedSubject,
  text: string,
  context: ParseContext,
): Statement | null {
  const statement = parseCommandLine(removeSeparator(subject), context);
  const meant = isPassedOn || isCertain(statement, subject, context) ? null : understandNewMail(subject, text, context);
  return meant ?? (statement === null || isLoose(statement, subject, context) ? null : statement);
}

/** A line that is a command, or may hold a password, is no sentence. `list my games` only begins like a command. */
const isCertain = (statement: Statement | null, line: string, context: ParseContext): boolean =>
  mayHoldPassword(line, context) || (statement !== null && (namesGame(statement) || !isLikeSentence(statement, line)));

const isLikeSentence = ({ parseResult }: Statement, line: string): boolean =>
  SENTENCE_WORD.test(line) || (!parseResult.ok && line.split(' ').length > MAX_WRONG_WORDS);

/** A line that begins like a command and has more words than this is rather a sentence. */
const MAX_WRONG_WORDS = 3;

/** Words of sentences, which are no part of commands. */
const SENTENCE_WORD = /(?<![\p{L}=-])(?:i|i'm|my|of|the|am|please|meine?|mes|mis|meus|minhas)(?![\p{L}=-])/iu;

/** The meaning of a sentence in the Subject of a new mail. null: it has none, or the body says what to do. */
function understandNewMail(subject: string, text: string, context: ParseContext): Statement | null {
  if (context.board !== null || beginsWithCommand(text, context)) return null;
  const meant = parseSentence(subject, context);
  return meant === null || meant.isDoubtful ? null : meant.statement;
}

/** Lines of a letter that are examined. */
const MAX_LETTER_LINES = 4;

/** The meaning of a letter below a greeting as its Subject: that of its first sentence which has one. null: it has none. */
function understandBody(subject: string, text: string, context: ParseContext): Statement | null {
  if (context.board !== null || !isCourtesy(subject)) return null;
  const lines = text
    .split('\n')
    .map(tidy)
    .filter(line => line !== '' && !isCourtesy(line));
  const sentences = lines.slice(0, MAX_LETTER_LINES).flatMap(line => line.split(/(?<=[.!?]) /, MAX_LETTER_LINES));
  const meant = sentences.flatMap(each => parseSentence(each, context) ?? []).at(0);
  // A letter may quote the words of another person.
  return meant === undefined || meant.isDoubtful || meant.statement.command?.name === 'vacation'
    ? null
    : meant.statement;
}

/** Does the Subject of a reply only begin like a command? Its meaning then depends on the whole mail. */
const isLoose = (statement: Statement, line: string, context: ParseContext): boolean =>
  context.board !== null && !statement.parseResult.ok && !namesGame(statement) && !mayHoldPassword(line, context);

/** Case (b): each line up to `end` or a signature is a command. */
function parseEveryLine(text: string, context: ParseContext): Certain {
  const lines: string[] = [];
  for (const line of text.split('\n')) {
    const word = tidy(line);
    if (/^end$/i.test(word) || word === '--') break;
    if (word !== '') lines.push(line);
  }
  const calls = lines.slice(0, limits.commandsPerMail);
  // Everyday words count only if they are the whole mail.
  const isOnlyLine = calls.length === 1;
  const parseEveryday = (line: string): Statement | null =>
    parseEverydayCommand(line, context) ?? answerEverydayLine(line, context);
  const parseOneLine = (line: string): Statement => {
    const statement = (isOnlyLine ? parseEveryday(line) : null) ?? parseCommandLine(line, context);
    if (!isOnlyLine || isCertain(statement, line, context)) return statement ?? buildUnknownLine(line, context);
    const meant = parseSentence(line, context);
    return (meant?.isDoubtful === false ? meant.statement : statement) ?? buildUnknownLine(line, context);
  };
  const statements = collectMissing(
    () => calls.map(parseOneLine),
    calls.map(line => () => parseOneLine(line)),
  );
  return { statements, comment: '', unreadCount: lines.length - calls.length };
}

/** Case (c): a reply to a board. If its lines hold no command, the Subject may be a move, or the first line may be everyday words. */
function parseReply(subject: string, typed: string, context: ParseContext): ParsedMail {
  const text = context.board?.isInvited === true ? removeGreeting(typed) : typed;
  const answer = parseAnswerToQuestion(text, context) ?? parseDoubtfulYes(text, context);
  if (answer !== null) return answer;
  const lines = askAboutBooking(parseReplyLines(text, context));
  if (isMoveOfGuest(lines, context)) return withoutDoubts({ ...lines, comment: text.trim(), statements: [] });
  if (lines.statements.length > 0) return withoutDoubts(lines);
  // A guest cannot chat before the invitation is answered.
  const isChat = isReplyToChat(subject, context) && firstLineOf(text) !== '' && !isGuest(context);
  return isChat ? parseChatReply(text, lines, context) : parseReplyWithoutCommand(subject, text, lines, context);
}

/** An answer to an invitation without `Hi Alice,` above it. A mail that says no more keeps it. */
function removeGreeting(text: string): string {
  const lines = text.trim().split('\n');
  const start = lines.findIndex(line => tidy(line) !== '' && (!isCourtesy(line) || parseAcceptance(line) !== null));
  return start === -1 ? text : lines.slice(start).join('\n');
}

/** A mail program may answer with a line such as `Vacation until 5 December`. A line that may be one, alone, is asked about. */
function askAboutBooking(lines: ParsedMail): ParsedMail {
  const [only, ...others] = lines.statements;
  if (only?.command?.name !== 'vacation' || others.length > 0 || NO_TEMPLATE.test(only.line)) return lines;
  const isTyped = /^\S+ \d/.test(only.line) && lines.comment === '';
  return isTyped ? lines : { ...lines, statements: [], doubts: [only, ...lines.doubts] };
}

/** Lines as the help shows them. */
const NO_TEMPLATE = /^\S+$|\b(?:list|cancel)\b|\d{4}-\d{2}-\d{2}/i;

/** Our Subject of a chat mail to a player: `Nex chat 101 bob`. */
const isReplyToChat = (subject: string, { games }: ParseContext): boolean =>
  / chat \d+ \S+$/i.test(subject) && findBoardInSubject(subject, games) !== null;

/** A move of a person without an account does not say for certain that they accept the invitation. */
const isMoveOfGuest = ({ statements }: ParsedMail, context: ParseContext): boolean =>
  isGuest(context) && statements.length > 0 && statements.every(isMove);

function parseReplyWithoutCommand(subject: string, text: string, lines: ParsedMail, context: ParseContext): ParsedMail {
  // The Subject, if the writer chose it. '': the service wrote it.
  const ownSubject = isOwnNote(subject) || findBoardInSubject(subject, context.games) !== null ? '' : subject;
  const first = firstLineOf(text);
  const subjectMove = parseBareMove(ownSubject, context);
  const mentions = listMentionedMoves(text, context);
  const move = mentions.length === 0 ? subjectMove : null;
  const statement = move ?? parseFriendlyYes(text, context) ?? parseEverydayAnswer(first, lines, context);
  if (statement !== null) return withoutDoubts({ ...lines, statements: [statement] });
  const questions = [subjectMove, askAboutEverydayLine(first, context), askAboutEverydayLine(ownSubject, context)];
  const doubts = [
    ...questions.filter(doubt => doubt !== null),
    ...lines.doubts,
    ...listMentionedMoves(ownSubject, context),
    ...mentions,
  ];
  if (doubts.length > 0) return { ...lines, statements: [], doubts };
  const looseStatement = parseCommandLine(ownSubject, context);
  if (looseStatement !== null) return withoutDoubts({ ...lines, statements: [looseStatement] });
  return parseSentences(text, [first, ownSubject], context) ?? withoutDoubts({ ...lines, statements: [] });
}

/** The answer to a chat mail is chat as well, and may speak of moves, unless its first line asks the service for something. */
function parseChatReply(text: string, lines: ParsedMail, context: ParseContext): ParsedMail {
  const first = firstLineOf(text);
  const everyday = parseEverydayAnswer(first, lines, context);
  if (everyday !== null) return withoutDoubts({ ...lines, statements: [everyday] });
  const question = askAboutEverydayLine(first, context);
  const doubts = [...(question === null ? [] : [question]), ...lines.doubts];
  if (doubts.length > 0) return { ...lines, statements: [], doubts };
  const understood = parseSentences(text, [first], context);
  if (understood !== null && !understood.statements.some(isUnforeseen)) return understood;
  const chat = parseCommandLine('chat', context);
  return withoutDoubts({ statements: chat === null ? [] : [chat], comment: text.trim(), unreadCount: 0 });
}

const isUnforeseen = ({ parseResult }: Statement): boolean =>
  !parseResult.ok && parseResult.reason.code === 'everyday-question';

const parseEverydayAnswer = (line: string, { doubts }: ParsedMail, context: ParseContext): Statement | null =>
  doubts.length === 0 ? answerEverydayLine(line, context) : null;

const isGuest = ({ board, userid }: ParseContext): boolean => board?.isInvited === true && userid === null;

/** A reply without a command: courtesies go to the other players, and a sentence may ask for something. null: it does not. */
function parseSentences(text: string, lines: readonly string[], context: ParseContext): ParsedMail | null {
  const chat = isCourtesy(text) && !isGuest(context) ? parseCommandLine('chat', context) : null;
  if (chat !== null) return withoutDoubts({ statements: [chat], comment: text.trim(), unreadCount: 0 });
  const meant = lines.flatMap(line => parseSentence(line, context) ?? []).at(0);
  if (meant === undefined) return null;
  const found = { comment: text.trim(), unreadCount: 0 };
  return meant.isDoubtful
    ? { ...found, statements: [], doubts: [meant.statement] }
    : withoutDoubts({ ...found, statements: [meant.statement] });
}

const holdsNegation = (text: string): boolean =>
  text.split('\n', MAX_LETTER_LINES).some(line => hasPattern(joinWords(removeRemarks(line)), NEGATION));

/** A yes to an invitation that asks, or that the lines below take back: `OK` above `I will not play`. It does nothing. null: it is none. */
function parseDoubtfulYes(text: string, context: ParseContext): ParsedMail | null {
  const first = firstLineOf(text);
  const isYes = context.board?.isInvited === true && parseEverydayCommand(first, context)?.command?.name === 'accept';
  const isDoubtful = isYes && (first.includes('?') || holdsNegation(text));
  return isDoubtful ? withoutDoubts({ statements: [], comment: text.trim(), unreadCount: 0 }) : null;
}

/** An invitation is accepted by any friendly yes, with or without a name. null: the line is none. */
function parseFriendlyYes(text: string, context: ParseContext): Statement | null {
  const yes =
    context.board?.isInvited === true && context.hasAutomaticSign !== true && !holdsNegation(text)
      ? parseYesAndRemarks(firstLineOf(text))
      : null;
  return yes === null ? null : parseCommandLine(`accept ${yes.name ?? ''}`, context);
}

/** A yes in the form of a question. */
const WHY_NOT = /\b(why not|warum nicht|pourquoi pas|por qu[eé] no|porque n[aã]o)\s*\?/iu;

/** `Sure, why not! I have never played it.`: a yes, and sentences that ask for nothing. */
function parseYesAndRemarks(line: string): ReturnType<typeof parseAcceptance> {
  const plain = line.replace(WHY_NOT, '$1!');
  const [first = '', ...remarks] = plain.split(/(?<=[.!])\s+/);
  const isFriendly = remarks.every(remark => !remark.includes('?') && (isCourtesy(remark) || isRemark(remark)));
  return parseAcceptance(plain) ?? (isFriendly ? parseAcceptance(first) : null);
}

export const firstLineOf = (text: string): string => text.split('\n').find(line => tidy(line) !== '') ?? '';

/** A reply with `yes` to one of our questions means the line that we asked about. The text below it is the comment. */
function parseAnswerToQuestion(text: string, context: ParseContext): ParsedMail | null {
  const askedLine = context.board?.askedLine ?? null;
  const answer = askedLine === null ? null : parseYesOrNo(text);
  if (askedLine === null || answer === null) return null;
  const comment = text.split('\n').slice(1).join('\n').trim();
  const meant = answer === 'yes' ? parseReplyLine(askedLine, context) : buildDecline(firstLineOf(text), context);
  if (meant === null) return null;
  const statement: Statement = answer === 'yes' ? { ...meant, isAnswer: true } : meant;
  return withoutDoubts({ statements: [statement], comment, unreadCount: 0 });
}

/** The moves that the prose of a mail mentions, each once. A line that names a board is a command and no prose. */
function listMentionedMoves(text: string, context: ParseContext): readonly Statement[] {
  const game = contextGameOf(context);
  if (game === null) return [];
  const isProse = (line: string): boolean => {
    const statement = parseCommandLine(line, context);
    return statement === null || !namesBoard(statement);
  };
  const lines = text.split('\n').slice(0, limits.proseLines);
  const moves = new Set(lines.filter(isProse).flatMap(line => findMoves(line, game)));
  return [...moves].slice(0, limits.movesAskedAbout).flatMap(move => parseBareMove(move, context) ?? []);
}

/** Is the first line of a text a command, or a move? A move without a board is no command, but shows what was meant. */
function beginsWithCommand(text: string, context: ParseContext): boolean {
  const first = firstLineOf(text);
  return (
    (parseCommandLine(first, context) ?? parseEverydayCommand(first, context)) !== null ||
    context.games.some(game => looksLikeMove(game, first))
  );
}
