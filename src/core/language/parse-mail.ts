// Parses a whole mail into its statements and its comment.
import { findBoardInSubject, findWriterInSubject, isOwnNote, removeSeparator } from '../board/board-in-subject.ts';
import { readLink } from '#games/game.ts';
import { trimEnd } from '#games/kit/move-text.ts';
import { ok } from '#games/kit/result.ts';
import { matchKey } from '../kernel/documents.ts';
import { refused } from '../kernel/refusal.ts';
import { limits } from '../kernel/limits.ts';
import { collectMissing } from '../kernel/loading.ts';
import { isForwarded, stripReplyPrefixes, tidy } from '../kernel/words.ts';
import { isCourtesy, isRemark, parseAcceptance, parseYesOrNo, removeRemarks } from './courtesy.ts';
import type { Ear } from './ear.ts';
import { findWish } from './everyday-words.ts';
import { hasNegation, splitWords } from './sentence-words.ts';
import { findMoves } from './mentions.ts';
import { type Understood, toCertain } from './named-wishes.ts';
import { SENTENCE_END, parseAskedLine, parseSentence } from './understand.ts';
import { isMove, mayHoldPassword, namesBoard, namesGame, parseReplyLine, parseReplyLines } from './reply-lines.ts';
import {
  type ParseContext,
  type Statement,
  answerEverydayLine,
  buildRefusal,
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
  const { above, thoughts } = cutThoughts(text);
  const answered = parseAnswerToQuestion(above.trim() === '' ? subject : above, context);
  return addThoughts(answered ?? parseTyped(typedSubject, subject, above, context), thoughts, context);
}

/** Marks, a number of a list, and marks again. */
const BEFORE = String.raw`^[^\p{L}\p{N}]{0,20}(?:\p{N}{1,2}[^\p{L}\p{N}]{1,4}|[a-z][.)][^\p{L}\p{N}]{0,3}|o )?`;
const COLON = '[:\u02d0\u2236\ua789]';
/** What stands behind the word: a sign, or nothing else. Words may, but for those that go on with a sentence. */
const BEHIND = String.raw`(?:[^\p{L}\p{N}]*$|[^\p{L}\p{N}]{0,10}?(?:${COLON}|[;.,=>\u2013\u2014-])[*_]{0,3}|\s+(?!(?:about|of|it|over|back|ahead|hard|again|still|too|out|aloud|that|this|how|i|we|you)\b)(?=[\p{L}\p{N}]))`;
/** `thinking: …`, `2. _Thinking_ - …`, `thinking` alone; other words like it with a colon. */
const MARKS = [
  new RegExp(`${BEFORE}(?:thinking|pensando)${BEHIND}`, 'iu'),
  new RegExp(
    `${BEFORE}(?:(?:my|sealed|private|os|meus|a) ){0,2}(?:thin?king?|thoughts?|think|pensamentos?|pensar|penso|pensei)(?: ?\\([^)]{0,30}\\))?[^\\p{L}\\p{N}]{0,10}?${COLON}[*_]{0,3}`,
    'iu',
  ),
];

/** Longer than any mark. */
const MARK_LENGTH = 100;
/** What every mark has. */
const SIGN_OF_MARK = /th[io]|pens/i;

/** The rest of a line behind the mark of thoughts. null: it has none. Letters that look alike count as one, and unseen ones not at all. */
function cutMark(line: string): string | null {
  const head = line.slice(0, MARK_LENGTH);
  const plain = /[^\p{ASCII}]/u.test(head)
    ? head.normalize('NFKC').replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    : head;
  if (!SIGN_OF_MARK.test(plain)) return null;
  const found = MARKS.map(mark => mark.exec(plain)).find(match => match !== null);
  return found === undefined ? null : plain.slice(found[0].length) + line.slice(MARK_LENGTH);
}

/** Splits a text at the line `thinking:`, so that nothing else reads the words below. In linear time. */
export function cutThoughts(text: string): { readonly above: string; readonly thoughts: string } {
  const lines = text.split(/\r\n|[\n\r\u2028\u2029]/);
  const rests = lines.map(cutMark);
  const at = rests.findIndex(rest => rest !== null);
  if (at === -1) return { above: text, thoughts: '' };
  return {
    above: lines.slice(0, at).join('\n').trimEnd(),
    thoughts: [rests[at] ?? '', ...lines.slice(at + 1)].join('\n').trim(),
  };
}

/** The thoughts are about the only board that the lines name, or else about the one that the mail answers. */
export function addThoughts(parsed: ParsedMail, thoughts: string, context: ParseContext): ParsedMail {
  if (thoughts === '') return parsed;
  const named = new Map(parsed.statements.flatMap(({ match }) => (match === null ? [] : [[matchKey(match), match]])));
  const [only] = named.values();
  const board = named.size > 1 ? undefined : (only ?? context.board?.match);
  const line = 'thinking: …';
  const statement = board === undefined ? null : parseCommandLine(`${board.game} thinking ${board.number}`, context);
  if (statement?.parseResult.ok !== true)
    return { ...parsed, thoughts: buildRefusal(line, refused('thoughts-board'), context) };
  const { value } = statement.parseResult;
  return { ...parsed, thoughts: { ...statement, line, parseResult: ok({ ...value, words: thoughts }) } };
}

function parseTyped(typedSubject: string, subject: string, text: string, context: ParseContext): ParsedMail {
  const typed = { subject, isPassedOn: subject !== typedSubject.trim() };
  const isOfAnother = isForwarded(typedSubject);
  const subjectStatement = isOfAnother
    ? parseForwardedSubject(typed, text, context)
    : parseSubject(typed, text, context);
  if (subjectStatement !== null) return toParsedMail(subjectStatement, text);
  if (context.board !== null) return parseReply(isOfAnother ? '' : subject, text, context);
  // An automatic reply may quote our help, which is full of commands. So a reply to our own mail counts only if it begins with a command.
  if (isOwnNote(subject) && !beginsWithCommand(text, context))
    return withoutDoubts({ statements: [], comment: '', unreadCount: 0 });
  const lines = parseEveryLine(text, context, MULTIPLE.test(subject));
  const isTyped = subject !== '' && !MULTIPLE.test(subject) && !isOwnNote(subject);
  const isSubjectAll = isTyped && lines.statements.length + lines.doubts.length === 0;
  return isSubjectAll ? withoutDoubts({ ...lines, statements: [buildUnknownLine(subject, context)] }) : lines;
}

/** What was understood as the result of a mail. Nothing doubtful is done. */
function toParsedMail(understood: Understood, comment: string): ParsedMail {
  const { statements, isDoubtful } = understood;
  return { statements: isDoubtful ? [] : statements, doubts: isDoubtful ? statements : [], comment, unreadCount: 0 };
}

/** The Subject without prefixes such as `Re:`. `isPassedOn`: it had one, so that the words may be another writer's. */
interface TypedSubject {
  readonly subject: string;
  readonly isPassedOn: boolean;
}

/** A forwarded Subject counts less than a command in the body, which the sender has typed. */
function parseForwardedSubject(typed: TypedSubject, text: string, context: ParseContext): Understood | null {
  const understood = beginsWithCommand(text, context) ? null : parseSubject(typed, text, context);
  return understood === null || understood.isDoubtful
    ? null
    : { ...understood, statements: understood.statements.map(markAsAnothers) };
}

const MULTIPLE = /^multiple\b/i;

/** Case (a). Our own Subject that came back is context and no command. `multiple` says that the commands are in the body. */
function parseSubject({ subject, isPassedOn }: TypedSubject, text: string, context: ParseContext): Understood | null {
  if (subject === '' || MULTIPLE.test(subject) || findBoardInSubject(subject, context.games) !== null) return null;
  const writer = findWriterInSubject(subject);
  if (writer !== null) return toCertain(parseCommandLine(`message ${writer}`, context));
  if (isOwnNote(subject)) return null;
  // Everyday words in the Subject do not count if the body begins with a command.
  const everyday = parseEverydayCommand(subject, context) ?? answerEverydayLine(subject, context);
  if (everyday !== null)
    return beginsWithCommand(text, context) ? null : (understandBody(subject, text, context) ?? toCertain(everyday));
  return parseSubjectLine({ subject, isPassedOn }, text, context);
}

/** A Subject that the service did not write: a command, or a sentence of ordinary language. null: neither. */
function parseSubjectLine(
  { subject, isPassedOn }: TypedSubject,
  text: string,
  context: ParseContext,
): Understood | null {
  const statement = parseCommandLine(removeSeparator(subject), context);
  const meant = isPassedOn || isCertain(statement, subject, context) ? null : understandNewMail(subject, text, context);
  if (meant !== null && (statement === null || meant.statements.length === 1)) return meant;
  if (statement === null || isLoose(statement, subject, context)) return null;
  // The Subject of an answer may be another's words.
  return toCertain(isPassedOn && statement.command?.isFinal === true ? markAsAnothers(statement) : statement);
}

const markAsAnothers = (statement: Statement): Statement => ({ ...statement, isOfAnother: true });

/** A line that is a command, or may hold a password, is no sentence. `list my games` only begins like a command. */
const isCertain = (statement: Statement | null, line: string, context: ParseContext): boolean =>
  mayHoldPassword(line, context) || (statement !== null && (namesGame(statement) || !isLikeSentence(statement, line)));

const isLikeSentence = ({ parseResult }: Statement, line: string): boolean =>
  SENTENCE_WORD.test(line) || (!parseResult.ok && line.split(' ').length > MAX_WRONG_WORDS);

/** A line that begins like a command and has more words than this is rather a sentence. */
const MAX_WRONG_WORDS = 2;

/** Words of sentences, which are no part of commands. */
const SENTENCE_WORD = /(?<![\p{L}=-])(?:i|i'm|my|of|the|am|please|meine?|mes|mis|meus|minhas)(?![\p{L}=-])/iu;

/** The meaning of a sentence in the Subject of a new mail. null: it has none, or the body says what to do. */
function understandNewMail(subject: string, text: string, context: ParseContext): Understood | null {
  if (context.board !== null || beginsWithCommand(text, context)) return null;
  const meant = parseSentence(subject, context);
  return meant === null || isSlip(meant, subject, context) ? null : meant;
}

/** Lines of a letter that are examined. */
const MAX_LETTER_LINES = 4;

/** The meaning of a letter below a greeting as its Subject. null: it has none. */
function understandBody(subject: string, text: string, context: ParseContext): Understood | null {
  return context.board !== null || !isCourtesy(subject, context.ear) ? null : understandLetter(text, context);
}

/** The meaning of a letter: that of its first sentence which has one. null: it has none. */
function understandLetter(text: string, context: ParseContext): Understood | null {
  const lines = text
    .split('\n')
    .map(tidy)
    .filter(line => line !== '' && !isCourtesy(line, context.ear));
  const sentences = lines.slice(0, MAX_LETTER_LINES).flatMap(line => line.split(SENTENCE_END, MAX_LETTER_LINES));
  return chooseMeaning(sentences, context);
}

/** The meaning of the first sentence that has one alone, else of the first that has several. null: none has any. */
function chooseMeaning(sentences: readonly string[], context: ParseContext): Understood | null {
  const meant = sentences.flatMap(each => parseSentence(each, context) ?? []);
  return meant.find(({ statements: { length } }) => length === 1) ?? meant[0] ?? null;
}

/** Does the Subject of a reply only begin like a command? Its meaning then depends on the whole mail. */
const isLoose = (statement: Statement, line: string, context: ParseContext): boolean =>
  context.board !== null && !statement.parseResult.ok && !namesGame(statement) && !mayHoldPassword(line, context);

/** Case (b): each line up to `end` or a signature is a command. Otherwise the mail is a letter. `isList`: it says that it is none. */
function parseEveryLine(text: string, context: ParseContext, isList: boolean): ParsedMail {
  const lines: string[] = [];
  for (const line of text.split('\n')) {
    const word = tidy(line);
    if (/^end$/i.test(word) || word === '--') break;
    if (word !== '') lines.push(line);
  }
  const calls = lines.slice(0, limits.commandsPerMail);
  return collectMissing(
    () => {
      const commands = calls.map(line => parseCommandLine(line, context));
      const [only] = calls.length === 1 ? calls : [];
      const everyday =
        only === undefined ? null : (parseEverydayCommand(only, context) ?? answerEverydayLine(only, context));
      const isLetter = !isList && calls.every((line, index) => !isCertain(commands[index] ?? null, line, context));
      const letter = everyday === null && isLetter ? understandLetter(text, context) : null;
      const isUnclear = letter !== null && letter.statements.length > 1 && commands.some(command => command !== null);
      if (letter !== null && !isUnclear && !isSlip(letter, only, context)) return toParsedMail(letter, '');
      const statements = calls.map((line, index) => everyday ?? commands[index] ?? buildUnknownLine(line, context));
      return withoutDoubts({ statements, comment: '', unreadCount: lines.length - calls.length });
    },
    calls.map(line => () => parseCommandLine(line, context)),
  );
}

/** Is a line rather a slip in a command: `nex chalenge bob`? Of a sure sentence only one that begins with a game is. */
function isSlip({ statements }: Understood, line: string | undefined, context: ParseContext): boolean {
  const { parseResult, game } = line === undefined ? {} : buildUnknownLine(line, context);
  const isNear = parseResult?.ok === false && parseResult.reason.code === 'command-unknown-near';
  const [first = ''] = tidy(line ?? '')
    .toLowerCase()
    .split(' ', 1);
  return isNear && (statements.length > 1 || game !== null || !context.ear.knows(first));
}

/** Case (c): a reply to a board. If its lines hold no command, the Subject may be a move, or the first line may be everyday words. */
function parseReply(subject: string, typed: string, context: ParseContext): ParsedMail {
  const text = context.board?.isInvited === true ? removeGreeting(typed, context) : typed;
  const answer = parseDoubtfulYes(text, context);
  if (answer !== null) return answer;
  const lines = askAboutBooking(parseReplyLines(text, context));
  if (isMoveOfGuest(lines, context)) return withoutDoubts({ ...lines, comment: text.trim(), statements: [] });
  if (lines.statements.length > 0 || isTemplate(lines)) return withoutDoubts(lines);
  // A guest cannot chat before the invitation is answered.
  const isChat = isReplyToChat(subject, context) && firstLineOf(text) !== '' && !isGuest(context);
  return isChat ? parseChatReply(text, lines, context) : parseReplyWithoutCommand(subject, text, lines, context);
}

/** An answer to an invitation without `Hi Alice,` above it. A mail that says no more keeps it. */
function removeGreeting(text: string, { ear }: ParseContext): string {
  const lines = text.trim().split('\n');
  const start = lines.findIndex(
    line => tidy(line) !== '' && (!isCourtesy(line, ear) || parseAcceptance(line, ear) !== null),
  );
  return start === -1 ? text : lines.slice(start).join('\n');
}

/** A mail program may answer with a line such as `Vacation until 5 December`. A line that may be one is asked about if it is alone. */
function askAboutBooking(lines: ParsedMail): ParsedMail {
  const [only, ...others] = lines.statements;
  if (only?.command?.name !== 'vacation' || others.length > 0 || NO_TEMPLATE.test(only.line)) return lines;
  const isTyped = /^\S+ \d/.test(only.line) && lines.comment === '';
  return isTyped ? lines : { ...lines, statements: [], doubts: [only, ...lines.doubts] };
}

/** The line of a mail program above other words is not even asked about. */
const isTemplate = ({ doubts: [only], comment }: ParsedMail): boolean =>
  only?.command?.name === 'vacation' && comment !== '';

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
  const typed = [...(subjectMove === null ? [] : [subjectMove]), ...lines.doubts];
  const doubts = [...typed, ...listMentionedMoves(ownSubject, context), ...mentions];
  const understood = parseSentences(text, [first, ownSubject], context);
  if (doubts.length > 0) return { ...lines, statements: [], doubts: [...doubts, ...listUnderstood(understood)] };
  if (understood !== null) return understood;
  const looseStatement = parseCommandLine(ownSubject, context);
  return withoutDoubts({ ...lines, statements: looseStatement === null ? [] : [looseStatement] });
}

/** Links of a mail that are looked at. */
const MAX_LINKS = 3;

/** A link to a position asks for the position as text, unless the words ask for something else. Chat takes it along. null: there is none. */
function parseLink(text: string, context: ParseContext): Understood | null {
  const links = context.isTalk === true ? [] : (text.match(/https?:\/\/[^\s<>()"]{1,1000}/g) ?? []);
  const link = links
    .slice(0, MAX_LINKS)
    .map(each => trimEnd(each, '.,;:!?'))
    .find(each => readLink(context.games, each) !== null);
  const statement = link === undefined ? null : parseCommandLine(`help ${link}`, context);
  return statement === null ? null : toCertain({ ...statement, isLook: true, wish: 'preview' });
}

/** A sentence that names a cell may ask for something else than this move. */
const listUnderstood = (understood: ParsedMail | null): readonly Statement[] =>
  understood === null ? [] : [...understood.statements, ...understood.doubts];

/** The answer to a chat mail is chat as well, and may speak of moves, unless its first line asks the service for something. */
function parseChatReply(text: string, lines: ParsedMail, context: ParseContext): ParsedMail {
  const first = firstLineOf(text);
  const everyday = parseEverydayAnswer(first, lines, context);
  if (everyday !== null) return withoutDoubts({ ...lines, statements: [everyday] });
  if (lines.doubts.length > 0) return { ...lines, statements: [] };
  const understood = parseSentences(text, [first], { ...context, isTalk: true });
  if (understood !== null) return understood;
  const chat = parseCommandLine('chat', context);
  return withoutDoubts({ statements: chat === null ? [] : [chat], comment: text.trim(), unreadCount: 0 });
}

const parseEverydayAnswer = (line: string, { doubts }: ParsedMail, context: ParseContext): Statement | null =>
  doubts.length === 0 ? answerEverydayLine(line, context) : null;

const isGuest = ({ board, userid }: ParseContext): boolean => board?.isInvited === true && userid === null;

/** A reply without a command: courtesies go to the other players, and a sentence may ask for something. null: it does not. */
function parseSentences(text: string, lines: readonly string[], context: ParseContext): ParsedMail | null {
  const chat = isCourtesy(text, context.ear) && !isGuest(context) ? parseCommandLine('chat', context) : null;
  if (chat !== null) return withoutDoubts({ statements: [chat], comment: text.trim(), unreadCount: 0 });
  const meant = chooseMeaning(lines, context);
  const isAsked = meant?.isDoubtful === true && meant.statements.length === 1;
  const understood = isAsked ? meant : (parseLink(text, context) ?? meant);
  return understood === null ? null : toParsedMail(understood, text.trim());
}

const holdsNegation = (text: string): boolean =>
  text.split('\n', MAX_LETTER_LINES).some(line => hasNegation(removeRemarks(line)));

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
      ? parseYesAndRemarks(firstLineOf(text), context.ear)
      : null;
  return yes === null ? null : parseCommandLine(`accept ${yes.name ?? ''}`, context);
}

/** A yes in the form of a question. */
const WHY_NOT = /\b(why not|warum nicht|pourquoi pas|por qu[eé] no|porque n[aã]o)\s*\?/iu;

/** `Sure, why not! I have never played it.`: a yes, and sentences that ask for nothing. */
function parseYesAndRemarks(line: string, ear: Ear): ReturnType<typeof parseAcceptance> {
  const plain = line.replace(WHY_NOT, '$1!');
  const [first = '', ...remarks] = plain.split(/(?<=[.!])\s+/);
  const isFriendly = remarks.every(remark => !remark.includes('?') && (isCourtesy(remark, ear) || isRemark(remark)));
  return parseAcceptance(plain, ear) ?? (isFriendly ? parseAcceptance(first, ear) : null);
}

export const firstLineOf = (text: string): string => text.split('\n').find(line => tidy(line) !== '') ?? '';

/** A reply with `yes` to our question about one line means this line, and a number one of several. The text below it is the comment. */
function parseAnswerToQuestion(typed: string, context: ParseContext): ParsedMail | null {
  const { askedLines } = context;
  if (askedLines.length === 0) return null;
  const whole = typed.trim();
  const text = removeGreeting(whole, context).trim();
  // What stands below a name may be a program's, and reaches no player.
  const named = parseChosenName(text, whole, context);
  if (named.length > 0) return withoutDoubts({ statements: named, comment: '', unreadCount: 0 });
  const first = tidy(firstLineOf(text));
  const below = text.split('\n').slice(1).join('\n').trim();
  const comment = `${whole.slice(0, -text.length)}${below}`.trim();
  const isWhole = below === '' || isCourtesy(below, context.ear) || isSigned(below, context);
  const answer = parseYesOrNo(text) ?? (isWhole ? parseVagueAnswer(first, context) : null);
  const line = chooseAskedLine(first, answer === 'yes', askedLines);
  const meant =
    answer === 'no' ? buildDecline(first, context) : line === null ? null : parseQuestionLine(line, context);
  if (meant !== null) return withoutDoubts({ statements: [meant], comment, unreadCount: 0 });
  if (answer === null) return null;
  const doubts = askedLines.flatMap(each => parseQuestionLine(each, context) ?? []);
  return { statements: [], doubts, comment: whole, unreadCount: 0 };
}

/** Is it a person's name and nothing else, as below a letter? */
const isSigned = (text: string, context: ParseContext): boolean =>
  /^\p{Lu}[\p{L}.-]{0,30}(?: \p{Lu}[\p{L}.-]{0,30}){0,2}$/u.test(text) &&
  !context.ear.knows(splitWords(text)?.[0] ?? '') &&
  !beginsWithCommand(text, context);

/** The line that `yes` or a number stands for. null: it stands for none. */
function chooseAskedLine(first: string, isYes: boolean, askedLines: readonly string[]): string | null {
  const number = askedLines.length === 1 ? Number(isYes) : Number(/^([1-9])[.)]?$/.exec(first)?.[1]);
  return askedLines[number - 1] ?? null;
}

/** `No thanks` drops a question. `Sure` may be said to anything, so that the question is asked again. null: the line is neither. */
function parseVagueAnswer(line: string, context: ParseContext): 'no' | 'unclear' | null {
  if (parseCommandLine(line, context)?.parseResult.ok === true) return null;
  const wish = findWish(line, context.ear);
  if (wish === 'no') return 'no';
  const { statements = [] } = parseSentence(line, context) ?? {};
  const isNewcomer = context.userid === null && context.board === null;
  const isAnswer =
    statements.length === 1
      ? statements.every(({ wish: meant }) => meant === 'yes' || meant === 'no' || (meant === 'join' && isNewcomer))
      : parseYesOrNo(line.split(/[\s,.!]/, 1)[0] ?? '') !== null;
  return wish === 'yes' || isAnswer || parseAcceptance(line, context.ear) !== null ? 'unclear' : null;
}

function parseQuestionLine(line: string, context: ParseContext): Statement | null {
  const parse = context.board === null ? parseCommandLine : parseReplyLine;
  const statement = parseAskedLine(line, context) ?? parse(line, context);
  return statement === null ? null : { ...statement, isAnswer: true };
}

/**
 * The answer to the question for a name: a sign-up, and the line that needs an account. None: it is no such answer. A program may answer,
 * so that other words, and an ordinary word without `signup`, are no name.
 */
function parseChosenName(text: string, whole: string, context: ParseContext): readonly Statement[] {
  const [asked = '', ...others] = context.askedLines;
  const name = findName(text, whole, context.ear);
  if (name === null || others.length > 0 || context.board !== null || context.userid !== null) return [];
  const statements = [parseCommandLine(`signup ${name}`, context), parseCommandLine(asked, context)];
  return statements.every(each => each !== null) ? statements : [];
}

/** The name in `signup ida`, with a password behind it or not, or in a mail of nothing but `Ida.` null: there is none. */
function findName(text: string, whole: string, ear: Ear): string | null {
  const isCommand = /^(?:signup|add) /i.test(text);
  const line = isCommand ? tidy(firstLineOf(text)) : whole;
  const [, name = '', password = ''] = /^(?:(?:signup|add) )?([a-z][a-z0-9_-]{1,15})[.!]?( \S+)?$/i.exec(line) ?? [];
  const isOrdinary = ear.knows(name.toLowerCase()) || isCourtesy(whole, ear);
  // Below a password may be commands.
  const isName = isCommand ? password === '' || text === line : password === '' && !isOrdinary;
  return name !== '' && isName ? name + password : null;
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
