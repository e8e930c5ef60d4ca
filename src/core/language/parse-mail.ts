// A whole mail → its statements and its comment, by the four cases of the language: command in the Subject, lines, reply to a board, nothing.
import { withoutTail } from '#games/kit/move-text.ts';
import { namedAmong } from '#games/game.ts';
import { limits } from '../limits.ts';
import { together } from '../state/loading.ts';
import { commandLine, moveLine, type Reader, type Statement, unknownLine } from './statement.ts';
import { boardInSubject, isOwnNote, writerInSubject } from './subject.ts';
import { bareSubject, lineOf, tidy } from './words.ts';

export interface ParsedMail {
  readonly statements: readonly Statement[];
  /** What was written besides commands. */
  readonly comment: string;
  /** Command lines beyond the limit, not read. */
  readonly unread: number;
}

/** `text` is what the sender newly wrote: quotes and signature are gone. */
export function readingOf(subject: string, text: string, reader: Reader): ParsedMail {
  const bare = bareSubject(subject);
  const inSubject = subjectStatement(bare, reader);
  if (inSubject !== null) return { statements: [inSubject], comment: text, unread: 0 };
  if (reader.board !== null) return leadingLines(text, reader);
  // A program that answers us sends our own words back, and our help is full of commands: a person begins with theirs.
  if (isOwnNote(bare) && !beginsWithCommand(text, reader)) return { statements: [], comment: '', unread: 0 };
  const lines = everyLine(text, reader);
  const isSubjectAll = lines.statements.length === 0 && bare !== '' && !MULTIPLE.test(bare) && !isOwnNote(bare);
  return isSubjectAll ? { ...lines, statements: [unknownLine(bare, reader)] } : lines;
}

const MULTIPLE = /^multiple\b/i;

/** Case (a). A Subject of ours that came back is context, not a command; `multiple` sends the reader to the body. */
function subjectStatement(bare: string, reader: Reader): Statement | null {
  if (bare === '' || MULTIPLE.test(bare) || boardInSubject(bare, reader.games) !== null) return null;
  const writer = writerInSubject(bare);
  if (writer !== null) return commandLine(`message ${writer}`, reader);
  return isOwnNote(bare) ? null : commandLine(bare, reader);
}

/** Case (b): every line is a command, up to `end` or a signature. */
function everyLine(text: string, reader: Reader): ParsedMail {
  const lines: string[] = [];
  for (const line of text.split('\n')) {
    const word = tidy(line);
    if (/^end$/i.test(word) || word === '--') break;
    if (word !== '') lines.push(line);
  }
  const read = lines.slice(0, limits.commandsPerMail);
  const statementOf = (line: string): Statement => commandLine(line, reader) ?? unknownLine(line, reader);
  const statements = together(
    () => read.map(statementOf),
    read.map(line => () => statementOf(line)),
  );
  return { statements, comment: '', unread: lines.length - read.length };
}

/** Case (c): commands until a blank line or prose; everything else is the comment. */
function leadingLines(text: string, reader: Reader): ParsedMail {
  const lines = text.split('\n');
  return together(
    () => leading(lines, reader),
    lines.slice(0, limits.proseLines + limits.commandsPerMail).map(line => () => replyStatement(line, reader)),
  );
}

function leading(lines: readonly string[], reader: Reader): ParsedMail {
  const statements: Statement[] = [];
  const prose: string[] = [];
  let at = 0;
  for (; at < lines.length; at++) {
    const line = lines[at] ?? '';
    const isLate = prose.length >= limits.proseLines;
    const statement = isLate || tidy(line) === '' ? null : replyStatement(line, reader);
    if (statement !== null && isFirstWord(statement) && prose.some(each => tidy(each) !== '')) prose.push(line);
    else if (statement !== null && statements.length < limits.commandsPerMail) statements.push(statement);
    else if (statements.length === 0) prose.push(line);
    else break;
  }
  const comment = [...prose, ...lines.slice(at)].join('\n').trim();
  return { statements, comment, unread: 0 };
}

/** The answer to an invitation is the first thing somebody writes: further down it stands in our own mail, sent back by a program. */
const isFirstWord = ({ command }: Statement): boolean => ANSWERS.has(command?.name ?? '');

const ANSWERS: ReadonlySet<string> = new Set(['accept', 'reject', 'stop']);

const beginsWithCommand = (text: string, reader: Reader): boolean => {
  const first = text.split('\n').find(line => tidy(line) !== '');
  return first !== undefined && commandLine(first, reader) !== null;
};

/** In a reply a word that opens a sentence is prose: a command is one only when all of its line can be read. */
function replyStatement(line: string, reader: Reader): Statement | null {
  const move = moveLine(line, reader);
  if (move !== null) return move;
  const statement = commandLine(line, reader);
  if (mayHoldPassword(line, reader)) return statement ?? unknownLine(line, reader);
  if (statement === null || namesBoard(statement)) return statement;
  const takesAnyWords = statement.command?.takesAnyWords === true;
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
