// A whole mail → its statements and its comment, by the four cases of the language: command in the Subject, lines, reply to a board, nothing.
import { cellsIn, tidyMoveText, withoutTail } from '#games/kit/move-text.ts';
import { namedAmong } from '#games/game.ts';
import { limits } from '../limits.ts';
import { together } from '../state/loading.ts';
import { movesMentioned } from './mentions.ts';
import {
  commandLine,
  contextGame,
  everydayAnswer,
  everydayCommand,
  everydayQuestion,
  looksLikeMove,
  moveLine,
  nothingLine,
  type Reader,
  type Statement,
  unknownLine,
} from './statement.ts';
import { yesOrNo } from './yes-or-no.ts';
import { boardInSubject, isOwnNote, writerInSubject } from './subject.ts';
import { bareSubject, lineOf, tidy } from './words.ts';

export interface ParsedMail {
  readonly statements: readonly Statement[];
  /** What was written besides commands. */
  readonly comment: string;
  /** Command lines beyond the limit, not read. */
  readonly unread: number;
  /** What its sender may have meant, where nothing in it is a command for sure: never done, but asked about. */
  readonly doubts: readonly Statement[];
}

type Certain = Omit<ParsedMail, 'doubts'>;

const certain = (reading: Certain): ParsedMail => ({ ...reading, doubts: [] });

/** `text` is what the sender newly wrote: quotes and signature are gone. */
export function readingOf(subject: string, text: string, reader: Reader): ParsedMail {
  const bare = bareSubject(subject);
  const inSubject = subjectStatement(bare, text, reader);
  if (inSubject !== null) return certain({ statements: [inSubject], comment: text, unread: 0 });
  if (reader.board !== null) return replyReading(bare, text, reader);
  // A program that answers us sends our own words back, and our help is full of commands: a person begins with theirs.
  if (isOwnNote(bare) && !beginsWithCommand(text, reader)) return certain({ statements: [], comment: '', unread: 0 });
  const lines = everyLine(text, reader);
  const isSubjectAll = lines.statements.length === 0 && bare !== '' && !MULTIPLE.test(bare) && !isOwnNote(bare);
  return certain(isSubjectAll ? { ...lines, statements: [unknownLine(bare, reader)] } : lines);
}

const MULTIPLE = /^multiple\b/i;

/** Case (a). A Subject of ours that came back is context, not a command; `multiple` sends the reader to the body. */
function subjectStatement(bare: string, text: string, reader: Reader): Statement | null {
  if (bare === '' || MULTIPLE.test(bare) || boardInSubject(bare, reader.games) !== null) return null;
  const writer = writerInSubject(bare);
  if (writer !== null) return commandLine(`message ${writer}`, reader);
  if (isOwnNote(bare)) return null;
  // Courtesies above a mail of commands are no command.
  const everyday = everydayCommand(bare, reader) ?? everydayAnswer(bare, reader);
  if (everyday !== null) return beginsWithCommand(text, reader) ? null : everyday;
  return commandLine(bare, reader);
}

/** Case (b): every line is a command, up to `end` or a signature. */
function everyLine(text: string, reader: Reader): Certain {
  const lines: string[] = [];
  for (const line of text.split('\n')) {
    const word = tidy(line);
    if (/^end$/i.test(word) || word === '--') break;
    if (word !== '') lines.push(line);
  }
  const read = lines.slice(0, limits.commandsPerMail);
  // Among commands a courtesy is none.
  const isAlone = read.length === 1;
  const everyday = (line: string): Statement | null => everydayCommand(line, reader) ?? everydayAnswer(line, reader);
  const statementOf = (line: string): Statement =>
    (isAlone ? everyday(line) : null) ?? commandLine(line, reader) ?? unknownLine(line, reader);
  const statements = together(
    () => read.map(statementOf),
    read.map(line => () => statementOf(line)),
  );
  return { statements, comment: '', unread: lines.length - read.length };
}

/** Case (c): a reply to a board. Where its lines hold no command, its Subject may be the move, or its first line everyday words. */
function replyReading(bare: string, text: string, reader: Reader): ParsedMail {
  const answer = questionAnswered(text, reader);
  if (answer !== null) return answer;
  const lines = leadingLines(text, reader);
  if (lines.statements.length > 0) return certain(lines);
  const isOurs = isOwnNote(bare) || boardInSubject(bare, reader.games) !== null;
  const subject = isOurs ? null : moveLine(bare, reader);
  const first = firstLine(text);
  const mentions = mentionsIn(text, reader);
  if (subject !== null && mentions.length === 0) return certain({ ...lines, statements: [subject] });
  const everyday = everydayAnswer(first, reader);
  if (everyday !== null) return certain({ ...lines, statements: [everyday] });
  const question = everydayQuestion(first, reader);
  const doubts = [subject, question].filter(doubt => doubt !== null);
  return { ...lines, doubts: [...doubts, ...mentions] };
}

export const firstLine = (text: string): string => text.split('\n').find(line => tidy(line) !== '') ?? '';

/** `yes` below a question of ours is the line we asked about; what stands below it is the comment. */
function questionAnswered(text: string, reader: Reader): ParsedMail | null {
  const asked = reader.board?.asked ?? null;
  const answer = asked === null ? null : yesOrNo(text);
  if (asked === null || answer === null) return null;
  const comment = text.split('\n').slice(1).join('\n').trim();
  const statement = answer === 'yes' ? replyStatement(asked, reader) : nothingLine(firstLine(text), reader);
  return statement === null ? null : certain({ statements: [statement], comment, unread: 0 });
}

/** The moves that the prose of a mail mentions, each once. */
function mentionsIn(text: string, reader: Reader): readonly Statement[] {
  const game = contextGame(reader);
  if (game === null) return [];
  const lines = text.split('\n').slice(0, limits.proseLines);
  const moves = new Set(lines.flatMap(line => movesMentioned(line, game)));
  return [...moves].slice(0, limits.movesAskedAbout).flatMap(move => moveLine(move, reader) ?? []);
}

/** Commands until a blank line or prose; everything else is the comment. */
function leadingLines(text: string, reader: Reader): Certain {
  const lines = text.split('\n');
  return together(
    () => leading(lines, reader),
    lines.slice(0, limits.proseLines + limits.commandsPerMail).map(line => () => replyStatement(line, reader)),
  );
}

function leading(lines: readonly string[], reader: Reader): Certain {
  const statements: Statement[] = [];
  const prose: string[] = [];
  let at = 0;
  while (at < lines.length) {
    const { text, length, isDoubtful } = moveFrom(lines, at, reader);
    const isLate = prose.length >= limits.proseLines;
    const statement = isLate || isDoubtful || tidy(text) === '' ? null : replyStatement(text, reader);
    if (statement !== null && isFirstWord(statement) && prose.some(each => tidy(each) !== '')) prose.push(text);
    else if (statement !== null && statements.length < limits.commandsPerMail) statements.push(statement);
    else if (statements.length === 0) prose.push(text);
    else break;
    at += length;
  }
  const comment = [...prose, ...lines.slice(at)].join('\n').trim();
  return { statements, comment, unread: 0 };
}

/** Lines of a reply that are read as one. */
interface Block {
  readonly text: string;
  readonly length: number;
  /** It may be one of several moves. */
  readonly isDoubtful: boolean;
}

/**
 * The line at this place; where it names a single cell, with those that follow and do the same, if together they look like a move.
 * Cells below each other that do not are moves of which one can be meant.
 */
function moveFrom(lines: readonly string[], at: number, reader: Reader): Block {
  const line = lines[at] ?? '';
  const alone: Block = { text: line, length: 1, isDoubtful: false };
  const game = isLoneCell(line) ? contextGame(reader) : null;
  if (game === null) return alone;
  const rest = lines.slice(at, at + limits.cellLines);
  const end = rest.findIndex(each => tidy(each) !== '' && !isLoneCell(each));
  const block = end === -1 ? rest : rest.slice(0, end);
  const length = block.findLastIndex(isLoneCell) + 1;
  const joined = block.slice(0, length).filter(isLoneCell).map(tidyMoveText).join(' ');
  if (length > 1 && looksLikeMove(game, joined)) return { text: joined, length, isDoubtful: false };
  const below = block.findIndex(each => !isLoneCell(each));
  const together = below === -1 ? block.length : below;
  return together > 1 ? { text: block.slice(0, together).join('\n'), length: together, isDoubtful: true } : alone;
}

const isLoneCell = (line: string): boolean => cellsIn(tidyMoveText(line))?.names.length === 1;

/** The answer to an invitation is the first thing somebody writes: further down it stands in our own mail, sent back by a program. */
const isFirstWord = ({ command }: Statement): boolean => ANSWERS.has(command?.name ?? '');

const ANSWERS: ReadonlySet<string> = new Set(['accept', 'reject', 'stop']);

/** Is the first line of a text a command, or a move, which without a board is none? */
function beginsWithCommand(text: string, reader: Reader): boolean {
  const first = firstLine(text);
  return (
    (commandLine(first, reader) ?? everydayCommand(first, reader)) !== null ||
    reader.games.some(game => looksLikeMove(game, first))
  );
}

/** In a reply a word that opens a sentence is prose: a command is one only when all of its line can be read. */
function replyStatement(line: string, reader: Reader): Statement | null {
  const move = moveLine(line, reader);
  if (move !== null) return move;
  const everyday = everydayCommand(line, reader);
  const statement = everyday ?? commandLine(line, reader);
  if (mayHoldPassword(line, reader)) return statement ?? unknownLine(line, reader);
  if (statement === null || namesBoard(statement)) return statement;
  const takesAnyWords = statement.command?.takesAnyWords === true || everyday !== null;
  return statement.act.ok && (takesAnyWords || wordsAreKnown(line, reader)) ? statement : null;
}

/**
 * A line about an account, or one that names a player behind its first word, may hold a password: it is refused rather than taken for
 * prose, which goes to the other player.
 */
function mayHoldPassword(line: string, { isUser }: Reader): boolean {
  const [first = '', second = '', ...rest] = lineOf(line).words.map(word => word.toLowerCase());
  if (second === '' || rest.length > PASSWORD_WORDS) return false;
  if ([first, second, `${first} ${second}`].some(text => SECRET.has(text))) return true;
  if (first === 'set') return second.startsWith('password=') || rest.length === 0 || isUser(second);
  return ACCOUNT_WORDS.has(first) && isUser(second);
}

/** A longer line is a sentence. */
const PASSWORD_WORDS = 6;
const SECRET: ReadonlySet<string> = new Set([
  ...['password', 'passwort', 'passwd', 'passwrod', 'pasword', 'signoff', 'signup', 'change address'],
]);
const ACCOUNT_WORDS: ReadonlySet<string> = new Set(['delete', 'add', 'message', 'resign', 'swap']);

/** Names of games and commands, selectors, numbers, registered userids: what commands are made of, and sentences are not. */
const wordsAreKnown = (line: string, { commands, games, isUser }: Reader): boolean =>
  lineOf(line).words.every(typed => {
    const word = withoutTail(typed.toLowerCase(), '.!,');
    return (
      /^(?:\d*(?:#-?\d+)?|all|active|inactive|next|board|user|commands|tutorial|options|settings)$/.test(
        word.replace(/^[a-z]+#/, '#'),
      ) ||
      /^[a-z]+=[a-z]+$/.test(word) ||
      commands.some(({ name, aliases = [] }) => name.split(' ').includes(word) || aliases.includes(word)) ||
      namedAmong(games, word) !== null ||
      isUser(word)
    );
  });

/** `nex move 101 …` and its like are commands even when something in them is wrong. */
const namesBoard = (statement: Statement): boolean =>
  statement.game !== null && namedAmong([statement.game], tidy(statement.line).split(' ')[0] ?? '') !== null;
