// Parses a whole mail into its statements and its comment.
// The language has four cases: command in the Subject, lines, reply to a board, nothing.
import { limits } from '../kernel/limits.ts';
import { collectMissing } from '../kernel/loading.ts';
import { findMoves } from './mentions.ts';
import type { ParsedMail } from './parsed-mail.ts';
import { parseReplyLines, mayHoldPassword, namesBoard, namesGame, replyStatement } from './reply-lines.ts';
import {
  parseCommandLine,
  contextGame,
  answerEverydayLine,
  parseEverydayCommand,
  askAboutEverydayLine,
  looksLikeMove,
  moveLine,
  nothingLine,
  type Reader,
  type Statement,
  unknownLine,
} from './statement.ts';
import { parseYesOrNo } from './yes-or-no.ts';
import { findBoardInSubject, isOwnNote, withoutJoint, writerInSubject } from '../board/board-in-subject.ts';
import { stripReplyPrefixes, tidy } from '../kernel/words.ts';

type Certain = Omit<ParsedMail, 'doubts'>;

const certain = (reading: Certain): ParsedMail => ({ ...reading, doubts: [] });

/** `text` is what the sender newly wrote: quotes and signature are gone. */
export function parseMail(subject: string, text: string, reader: Reader): ParsedMail {
  const bare = stripReplyPrefixes(subject);
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

/** Case (a). One of our Subjects that came back is context, not a command. `multiple` sends the reader to the body. */
function subjectStatement(bare: string, text: string, reader: Reader): Statement | null {
  if (bare === '' || MULTIPLE.test(bare) || findBoardInSubject(bare, reader.games) !== null) return null;
  const writer = writerInSubject(bare);
  if (writer !== null) return parseCommandLine(`message ${writer}`, reader);
  if (isOwnNote(bare)) return null;
  // Courtesies above a mail of commands are no command.
  const everyday = parseEverydayCommand(bare, reader) ?? answerEverydayLine(bare, reader);
  if (everyday !== null) return beginsWithCommand(text, reader) ? null : everyday;
  const statement = parseCommandLine(withoutJoint(bare), reader);
  return statement === null || isLoose(statement, bare, reader) ? null : statement;
}

/** In a reply words that only begin like a command: what they mean is looked for in the whole mail. */
const isLoose = (statement: Statement, line: string, reader: Reader): boolean =>
  reader.board !== null && !statement.act.ok && !namesGame(statement) && !mayHoldPassword(line, reader);

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
  const everyday = (line: string): Statement | null =>
    parseEverydayCommand(line, reader) ?? answerEverydayLine(line, reader);
  const statementOf = (line: string): Statement =>
    (isAlone ? everyday(line) : null) ?? parseCommandLine(line, reader) ?? unknownLine(line, reader);
  const statements = collectMissing(
    () => read.map(statementOf),
    read.map(line => () => statementOf(line)),
  );
  return { statements, comment: '', unread: lines.length - read.length };
}

/** Case (c): a reply to a board. Where its lines hold no command, its Subject may be the move, or its first line everyday words. */
function replyReading(bare: string, text: string, reader: Reader): ParsedMail {
  const answer = questionAnswered(text, reader);
  if (answer !== null) return answer;
  const lines = parseReplyLines(text, reader);
  if (lines.statements.length > 0) return certain(lines);
  const isOurs = isOwnNote(bare) || findBoardInSubject(bare, reader.games) !== null;
  const typed = isOurs ? '' : bare;
  const subject = moveLine(typed, reader);
  const first = firstLine(text);
  const mentions = mentionsIn(text, reader);
  if (subject !== null && mentions.length === 0) return certain({ ...lines, statements: [subject] });
  const everyday = lines.doubts.length === 0 ? answerEverydayLine(first, reader) : null;
  if (everyday !== null) return certain({ ...lines, statements: [everyday] });
  const questions = [subject, askAboutEverydayLine(first, reader), askAboutEverydayLine(typed, reader)];
  const doubts = [
    ...questions.filter(doubt => doubt !== null),
    ...lines.doubts,
    ...mentionsIn(typed, reader),
    ...mentions,
  ];
  const loose = doubts.length === 0 ? parseCommandLine(typed, reader) : null;
  return { ...lines, statements: loose === null ? [] : [loose], doubts };
}

export const firstLine = (text: string): string => text.split('\n').find(line => tidy(line) !== '') ?? '';

/** `yes` below one of our questions is the line we asked about. The text below it is the comment. */
function questionAnswered(text: string, reader: Reader): ParsedMail | null {
  const asked = reader.board?.asked ?? null;
  const answer = asked === null ? null : parseYesOrNo(text);
  if (asked === null || answer === null) return null;
  const comment = text.split('\n').slice(1).join('\n').trim();
  const statement = answer === 'yes' ? replyStatement(asked, reader) : nothingLine(firstLine(text), reader);
  return statement === null ? null : certain({ statements: [statement], comment, unread: 0 });
}

/** The moves that the prose of a mail mentions, each once. A line that names a board is a command, and no prose. */
function mentionsIn(text: string, reader: Reader): readonly Statement[] {
  const game = contextGame(reader);
  if (game === null) return [];
  const isProse = (line: string): boolean => {
    const statement = parseCommandLine(line, reader);
    return statement === null || !namesBoard(statement);
  };
  const lines = text.split('\n').slice(0, limits.proseLines);
  const moves = new Set(lines.filter(isProse).flatMap(line => findMoves(line, game)));
  return [...moves].slice(0, limits.movesAskedAbout).flatMap(move => moveLine(move, reader) ?? []);
}

/** Is the first line of a text a command, or a move, which without a board is none? */
function beginsWithCommand(text: string, reader: Reader): boolean {
  const first = firstLine(text);
  return (
    (parseCommandLine(first, reader) ?? parseEverydayCommand(first, reader)) !== null ||
    reader.games.some(game => looksLikeMove(game, first))
  );
}
