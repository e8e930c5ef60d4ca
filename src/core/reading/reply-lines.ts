// Sorts the lines of a reply to a board into commands and moves, prose, and doubtful lines.
import { cellsIn, tidyMoveText, withoutTail } from '#games/kit/move-text.ts';
import { namedAmong } from '#games/game.ts';
import { limits } from '../kernel/limits.ts';
import { collectMissing } from '../kernel/loading.ts';
import { findCells, findMoves } from './mentions.ts';
import type { ParsedMail } from './parsed-mail.ts';
import {
  parseCommandLine,
  contextGame,
  parseEverydayCommand,
  looksLikeMove,
  moveLine,
  type Reader,
  type Statement,
  unknownLine,
} from './statement.ts';
import { parseLine, tidy } from '../kernel/words.ts';

/** Commands until a blank line or prose; everything else is the comment. */
export function parseReplyLines(text: string, reader: Reader): ParsedMail {
  const lines = text.split('\n');
  return collectMissing(
    () => leading(lines, reader),
    lines.slice(0, limits.proseLines + limits.commandsPerMail).map(line => () => replyStatement(line, reader)),
  );
}

function leading(lines: readonly string[], reader: Reader): ParsedMail {
  const statements: Statement[] = [];
  const doubts: Statement[] = [];
  const prose: string[] = [];
  let at = 0;
  while (at < lines.length) {
    const block = blockAt(lines, at, reader);
    const place = { above: lines[at - 1] ?? '', below: at + block.length, lines, prose, statements };
    const { statement, doubt } = readBlock(block, place, reader);
    if (doubt !== null) doubts.push(doubt);
    if (statement !== null) statements.push(statement);
    else if (statements.length === 0) prose.push(...lines.slice(at, at + block.length));
    else break;
    at += block.length;
  }
  // Prose explains a list of commands: none of them is done while one of them is asked about.
  if (doubts.some(isFinal) && !statements.some(isMove))
    return { statements: [], comment: lines.join('\n').trim(), unread: 0, doubts };
  const following = prose.some(isWritten) ? movesIn(lines.slice(at, at + limits.proseLines), reader) : [];
  const comment = [...prose, ...lines.slice(at)].join('\n').trim();
  return withOneMove({ statements, comment, unread: 0, doubts }, following);
}

const isWritten = (line: string): boolean => tidy(line) !== '';

const movesIn = (lines: readonly string[], reader: Reader): readonly Statement[] =>
  lines.flatMap(line => replyStatement(line, reader) ?? []).filter(each => isMove(each) && !namesBoard(each));

/** Where a block is, and what has been read above it. */
interface Place {
  /** The line next to it. */
  readonly above: string;
  readonly lines: readonly string[];
  /** The index of the line below it. */
  readonly below: number;
  readonly prose: readonly string[];
  readonly statements: readonly Statement[];
}

/** A block as a command, or as one that may be meant. */
interface ReadBlock {
  readonly statement: Statement | null;
  readonly doubt: Statement | null;
}

const PROSE: ReadBlock = { statement: null, doubt: null };

function readBlock({ text, isDoubtful }: Block, place: Place, reader: Reader): ReadBlock {
  const { prose, statements } = place;
  const isLate = prose.length >= limits.proseLines || statements.length >= limits.commandsPerMail;
  if (isLate || isDoubtful || !isWritten(text)) return PROSE;
  const read = replyStatement(text, reader);
  if (read === null || isTooLate(read, prose, reader)) return PROSE;
  if (!isPartOfProse(read, text, place, reader)) return { statement: read, doubt: null };
  return isAskable(read) ? { statement: null, doubt: read } : PROSE;
}

/** Below prose a move may be part of it where it has no paragraph of its own, all else within a sentence. */
function isPartOfProse(statement: Statement, text: string, place: Place, reader: Reader): boolean {
  if (isFinal(statement)) return isExplained(statement, place, reader);
  const { statements, prose, above } = place;
  if (statements.length > 0 || !prose.some(isWritten) || namesBoard(statement)) return false;
  if (!isMove(statement)) return isMidSentence(above, text);
  const opening = isWritten(above) ? above : openingAbove(prose);
  return (isUnfinished(opening) && !isOneMove(opening, text, reader)) || isContinued(place, reader);
}

/** Prose above or below may speak of what cannot be taken back: `To give up you send` above `nex resign 101`. */
function isExplained(statement: Statement, place: Place, reader: Reader): boolean {
  const { prose, statements } = place;
  // An invitation is answered with courtesies.
  if (isContinued(place, reader) && reader.board?.isInvited !== true) return true;
  const above = prose.filter(isWritten);
  const isBelowMove = statements.some(isMove) && statement.command?.isHarmful !== true;
  if (above.length === 0 || isBelowMove) return false;
  const isLetter = above.length === 1 && isGreeting(above[0] ?? '') && !isAboveProse(place, reader);
  return !(isLetter && namesBoard(statement));
}

/** A line that ends with a colon goes on below an empty line: `Your threat is:`. Empty: the text above is no such line. */
function openingAbove(prose: readonly string[]): string {
  const last = prose.findLast(isWritten) ?? '';
  return tidy(last).endsWith(':') ? last : '';
}

/** Not so after `Hello Bob,` or the end of a sentence. */
const isUnfinished = (above: string): boolean =>
  isWritten(above) && !isGreeting(above) && !/[.!;)…]$/u.test(tidy(above));

function isGreeting(line: string): boolean {
  const words = tidy(line);
  const isShort = words.split(' ').length < WORDS_OF_SENTENCE;
  return (
    isShort &&
    (words.endsWith(',') || /^(?:hello|hi|hey|dear|hallo|hola|ol[áa]|bonjour|ciao|car[oa])\b.*:$/i.test(words))
  );
}

/** `My next move is` above `b3,a3`, also with other words before: `But no, I play on:`. */
function isOneMove(above: string, line: string, reader: Reader): boolean {
  const game = contextGame(reader);
  const words = tidy(above);
  if (game === null) return false;
  if (looksLikeMove(game, `${words} ${line}`)) return true;
  const clause = words.split(/[.,;!] /).at(-1) ?? '';
  return words.endsWith(':') && !IS_NO_MOVE.test(words) && looksLikeMove(game, `${clause} ${line}`);
}

/** What is only supposed, or denied, in the languages whose words for help we know. */
const IS_NO_MOVE =
  /\b(?:if|should|not|never|\w+n['’]t|wenn|falls|nicht|nie|kein\w*|si|pas|jamais|se|caso|n[ãa]o|nunca)\b/iu;

/** Words below that go on with a sentence; a name or a new sentence begins with a capital letter. */
function isContinued({ lines, below }: Place, reader: Reader): boolean {
  const { text } = blockAt(lines, below, reader);
  return isProse(text, reader) && !/^\p{Lu}/u.test(tidy(text));
}

/** A lone `?` asks for help only where no words are above it. */
const isProse = (line: string, reader: Reader): boolean =>
  tidy(line) === '?' || (isWritten(line) && replyStatement(line, reader) === null);

const isAboveProse = ({ lines, below }: Place, reader: Reader): boolean =>
  lines.slice(below, below + limits.proseLines).some(line => isProse(line, reader));

/** What a sentence is asked about: moves, and what cannot be taken back. */
const isAskable = (statement: Statement): boolean => isMove(statement) || isFinal(statement);

const isFinal = ({ command }: Statement): boolean => command?.isFinal === true;

const isMove = ({ command }: Statement): boolean => command?.name === 'move';

/** Words of an unfinished line that make the next one part of a sentence. */
const WORDS_OF_SENTENCE = 4;

/** Mail programs break long lines: `…, as I said, I will only` above `show` is one sentence, and so are any words above a lone `?`. */
function isMidSentence(above: string, line: string): boolean {
  const words = tidy(above);
  if (words !== '' && !/\p{L}/u.test(line)) return true;
  return words.split(' ').length >= WORDS_OF_SENTENCE && /[\p{L}\p{N},]$/u.test(words);
}

/**
 * The same move on several lines is one move. If moves differ, only one of them can be meant, unless lines name their boards. `following`: the
 * moves in the prose below.
 */
function withOneMove(reading: ParsedMail, following: readonly Statement[]): ParsedMail {
  const texts = reading.statements.map(each => (isMove(each) ? tidyMoveText(each.line) : null));
  const statements = reading.statements.filter(
    (_, at) => !texts.slice(0, at).some(text => text !== null && text === texts[at]),
  );
  const own = statements.filter(isMove);
  const moves = new Set([...own, ...following].map(({ line }) => tidyMoveText(line)));
  if (own.length === 0 || moves.size < 2 || statements.some(namesBoard)) return { ...reading, statements };
  const comment = [...statements.map(({ line }) => line), reading.comment].join('\n').trim();
  const doubts = [...reading.doubts, ...statements.filter(isAskable), ...following];
  return { ...reading, statements: [], comment, doubts };
}

/** Lines of a reply that are read as one. */
interface Block {
  readonly text: string;
  readonly length: number;
  /** It may be one of several moves. */
  readonly isDoubtful: boolean;
}

const blockAt = (lines: readonly string[], at: number, reader: Reader): Block =>
  answersFrom(lines, at) ?? moveFrom(lines, at, reader);

/**
 * `if c3,d3` above `then b2,a2` is one line: mail programs, and our own mails, break long ones. Where `if` stands first on a line another path
 * begins, unless the line above ends with a word that wants more.
 */
function answersFrom(lines: readonly string[], at: number): Block | null {
  if (!/^\s*(?:if|else)\s/i.test(lines[at] ?? '')) return null;
  const below = lines.slice(at + 1, at + limits.answerLines);
  const end = below.findIndex((line, i) => !isGoingOn(lines[at + i] ?? '', line));
  const length = 1 + (end === -1 ? below.length : end);
  const text = lines
    .slice(at, at + length)
    .map(tidy)
    .join(' ');
  return length === 1 || text.length > limits.answersLength ? null : { text, length, isDoubtful: false };
}

const isGoingOn = (above: string, line: string): boolean =>
  tidy(line) !== '' && (/^\s*then\s/i.test(line) || /\s(?:if|then|else)\s*$/i.test(above));

/**
 * The line at this place; where it names a single cell, with those that follow and do the same, if together they look like a move.
 * Cells below each other that do not are moves of which one can be meant.
 */
function moveFrom(lines: readonly string[], at: number, reader: Reader): Block {
  const line = lines[at] ?? '';
  const alone: Block = { text: line, length: 1, isDoubtful: false };
  const game = namesOneCell(line) ? contextGame(reader) : null;
  if (game === null) return alone;
  const rest = lines.slice(at, at + limits.cellLines);
  const end = rest.findIndex(each => tidy(each) !== '' && !namesOneCell(each));
  const block = end === -1 ? rest : rest.slice(0, end);
  const length = block.findLastIndex(namesOneCell) + 1;
  const cells = block.slice(0, length).filter(namesOneCell);
  const joined = cells.every(isLoneCell) ? cells.map(tidyMoveText).join(' ') : cells.join(', ');
  if (cells.length > 1 && looksLikeMove(game, joined)) return { text: joined, length, isDoubtful: false };
  if (!isLoneCell(line)) return alone;
  const below = block.findIndex(each => !isLoneCell(each));
  const together = below === -1 ? block.length : below;
  return together > 1 ? { text: block.slice(0, together).join('\n'), length: together, isDoubtful: true } : alone;
}

/** A line with words that names one cell in it: `neutral: a3`. */
const namesOneCell = (line: string): boolean =>
  isLoneCell(line) || (line.length <= LONGEST_PART && findCells(line).length === 1);

/** Characters; a longer line is no part of a move. */
const LONGEST_PART = 40;

const isLoneCell = (line: string): boolean => cellsIn(tidyMoveText(line))?.names.length === 1;

/** The answer to an invitation is the first thing somebody writes: further down it stands in our own mail, sent back by a program. */
const isTooLate = ({ command }: Statement, prose: readonly string[], { board }: Reader): boolean =>
  ANSWERS.has(command?.name ?? '') && board?.isAsking !== true && prose.some(isWritten);

const ANSWERS: ReadonlySet<string> = new Set(['accept', 'reject', 'stop', 'invitations']);

/** In a reply a word that opens a sentence is prose: a command is one only when all of its line can be read. */
export function replyStatement(line: string, reader: Reader): Statement | null {
  const move = moveLine(line, reader);
  if (move !== null) return isElsewhere(line, reader) ? null : move;
  const everyday = parseEverydayCommand(line, reader);
  const statement = everyday ?? parseCommandLine(line, reader);
  if (mayHoldPassword(line, reader)) return statement ?? unknownLine(line, reader);
  if (statement === null || namesGame(statement)) return statement;
  return everyday === null ? asMeant(statement, line, reader) : statement.act.ok ? statement : null;
}

/** null: the line only begins like the command. */
function asMeant(statement: Statement, line: string, reader: Reader): Statement | null {
  const { isMeant, takesAnyWords = false } = statement.command ?? {};
  if (isMeant !== undefined) return statement;
  return statement.act.ok && (takesAnyWords || wordsAreKnown(line, reader)) ? statement : null;
}

/** A move in the form of another game that mentions one of this board's: `W: b3,a3` names a piece of Nexos. */
function isElsewhere(line: string, reader: Reader): boolean {
  const game = contextGame(reader);
  return game !== null && !looksLikeMove(game, line) && findMoves(line, game).length > 0;
}

/**
 * A line about an account, or one that names a player behind its first word, may hold a password: it is refused rather than taken for
 * prose, which goes to the other player.
 */
export function mayHoldPassword(line: string, { isUser }: Reader): boolean {
  const [first = '', second = '', ...rest] = parseLine(line).words.map(word => word.toLowerCase());
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
const ACCOUNT_WORDS: ReadonlySet<string> = new Set(['delete', 'add', 'message', 'block', 'unblock', 'resign', 'swap']);

/** Names of games and commands, selectors, numbers, registered userids: what commands are made of, and sentences are not. */
const wordsAreKnown = (line: string, { commands, games, isUser }: Reader): boolean =>
  parseLine(line).words.every(typed => {
    const word = withoutTail(typed.toLowerCase(), '.!,');
    return (
      /^(?:\d*(?:#-?\d+)?|all|active|inactive|next|board|user|commands|tutorial|options|settings)$/.test(
        word.replace(/^[a-z]+#/, '#'),
      ) ||
      /^[a-z]+=[a-z0-9:/_+-]+$/.test(word) ||
      commands.some(({ name, aliases = [] }) => name.split(' ').includes(word) || aliases.includes(word)) ||
      namedAmong(games, word) !== null ||
      isUser(word)
    );
  });

/** `nex move …` and its like are commands even when something in them is wrong. */
export const namesGame = ({ game, line }: Statement): boolean =>
  game !== null && namedAmong([game], tidy(line).split(' ')[0] ?? '') !== null;

/** `nex move 101 …` is a command wherever it stands. */
export const namesBoard = (statement: Statement): boolean =>
  namesGame(statement) && /^\S+ \S+ \d{1,9}(?![^\s#])/.test(tidy(statement.line));
