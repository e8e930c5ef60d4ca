// Sorts the lines of a reply to a board into commands and moves, prose, and doubtful lines.
import { rememberLast } from '#games/kit/remember.ts';
import { parseCells, tidyMoveText, trimEnd } from '#games/kit/move-text.ts';
import { findNamedGame, namesOf } from '#games/game.ts';
import { limits } from '../kernel/limits.ts';
import { collectMissing } from '../kernel/loading.ts';
import { refused } from '../kernel/refusal.ts';
import { isCourtesy, removeCourtesy } from './courtesy.ts';
import { findCells, findMoves } from './mentions.ts';
import { parseSentence } from './understand.ts';
import type { Command } from './command.ts';
import {
  parseCommandLine,
  contextGameOf,
  parseEverydayCommand,
  looksLikeMove,
  parseBareMove,
  type ParseContext,
  type Statement,
  buildRefusal,
  buildUnknownLine,
  type ParsedMail,
} from './statement.ts';
import { findNearest, parseLine, tidy } from '../kernel/words.ts';

/** Parses a reply: its leading lines may be commands, and the rest is the comment. */
export function parseReplyLines(text: string, context: ParseContext): ParsedMail {
  const lines = text.split('\n');
  return collectMissing(
    () => parseLeadingLines(lines, context),
    lines.slice(0, limits.proseLines + limits.commandsPerMail).map(line => () => parseReplyLine(line, context)),
  );
}

function parseLeadingLines(lines: readonly string[], context: ParseContext): ParsedMail {
  const statements: Statement[] = [];
  const doubts: Statement[] = [];
  const prose: string[] = [];
  let index = 0;
  while (index < lines.length && !isBeyondLimits({ prose, statements })) {
    const block = blockAt(lines, index, context);
    const blockContext = {
      lineAbove: lines[index - 1] ?? '',
      nextIndex: index + block.length,
      lines,
      prose,
      statements,
    };
    const { statement, doubt } = parseBlock(block, blockContext, context);
    if (doubt !== null) doubts.push(doubt);
    if (statement !== null) statements.push(statement);
    else if (statements.length === 0) prose.push(...lines.slice(index, index + block.length));
    else break;
    index += block.length;
  }
  // Prose may explain a list of commands. So none of them is done while the writer is asked about one of them.
  if (doubts.some(isFinal) && !statements.some(isMove))
    return { statements: [], comment: lines.join('\n').trim(), unreadCount: 0, doubts };
  const hasProseAbove = statements.length > 0 && prose.some(hasText);
  const laterMoves = hasProseAbove ? listMoves(lines.slice(index, index + limits.proseLines), context) : [];
  const courtesies = statements.flatMap(({ courtesy }) => courtesy ?? []);
  const comment = [...courtesies, ...prose, ...lines.slice(index)].join('\n').trim();
  return keepOneMove({ statements, comment, unreadCount: 0, doubts }, laterMoves);
}

/** The lines below are all prose. */
const isBeyondLimits = ({ prose, statements }: Pick<BlockContext, 'prose' | 'statements'>): boolean =>
  prose.length >= limits.proseLines || statements.length >= limits.commandsPerMail;

const hasText = (line: string): boolean => tidy(line) !== '';

const listMoves = (lines: readonly string[], context: ParseContext): readonly Statement[] =>
  lines.flatMap(line => parseReplyLine(line, context) ?? []).filter(each => isMove(each) && !namesBoard(each));

/** The lines around a block, and what was parsed above it. */
interface BlockContext {
  /** The line just above the block. */
  readonly lineAbove: string;
  readonly lines: readonly string[];
  /** The index of the first line below the block. */
  readonly nextIndex: number;
  readonly prose: readonly string[];
  readonly statements: readonly Statement[];
}

/** A parsed block: a command, or a command that may be meant. Both null: the block is prose. */
interface ParsedBlock {
  readonly statement: Statement | null;
  readonly doubt: Statement | null;
}

const PROSE: ParsedBlock = { statement: null, doubt: null };

function parseBlock(
  { text, isDoubtful, isSecret }: Block,
  blockContext: BlockContext,
  context: ParseContext,
): ParsedBlock {
  const { prose } = blockContext;
  if (isSecret) return { statement: buildRefusal(text, refused('everyday-password'), context), doubt: null };
  if (isDoubtful || !hasText(text)) return PROSE;
  const candidate = parseReplyLine(text, context);
  if (candidate === null || isTooLate(candidate, prose, context)) return PROSE;
  if (!isPartOfProse(candidate, text, blockContext, context)) return { statement: candidate, doubt: null };
  return isAskable(candidate) ? { statement: null, doubt: candidate } : PROSE;
}

/** Is this statement part of the prose above it? A move is, unless it has a paragraph of its own. Other commands are if they end a sentence. */
function isPartOfProse(statement: Statement, text: string, blockContext: BlockContext, context: ParseContext): boolean {
  if (isFinal(statement)) return isExplained(statement, blockContext, context);
  const { statements, prose, lineAbove } = blockContext;
  if (statements.length > 0 || !prose.some(hasText) || namesBoard(statement)) return false;
  if (!isMove(statement)) return isMidSentence(lineAbove, text);
  const openingLine = hasText(lineAbove) ? lineAbove : openingAbove(prose);
  return (isUnfinished(openingLine) && !isOneMove(openingLine, text, context)) || isContinued(blockContext, context);
}

/** Prose may explain a command that cannot be undone: `To give up you send` above `nex resign 101`. */
function isExplained(statement: Statement, blockContext: BlockContext, context: ParseContext): boolean {
  const { prose, statements } = blockContext;
  // People add courtesies to the answer to an invitation.
  if (isContinued(blockContext, context) && context.board?.isInvited !== true) return true;
  const above = prose.filter(hasText);
  const isBelowMove = statements.some(isMove) && statement.command?.isHarmful !== true;
  if (above.length === 0 || isBelowMove) return false;
  const isLetter = above.length === 1 && isGreeting(above[0] ?? '') && !isAboveProse(blockContext, context);
  return !(isLetter && namesBoard(statement));
}

/** The last line of the prose if it ends with a colon: `Your threat is:`. Such a line goes on below an empty line. Otherwise ''. */
function openingAbove(prose: readonly string[]): string {
  const last = prose.findLast(hasText) ?? '';
  return tidy(last).endsWith(':') ? last : '';
}

/** Does the sentence of this line go on below? A greeting such as `Hello Bob,` does not. */
const isUnfinished = (above: string): boolean => hasText(above) && !isGreeting(above) && !/[.!;)…]$/u.test(tidy(above));

function isGreeting(line: string): boolean {
  const words = tidy(line);
  const isShort = words.split(' ').length < MIN_SENTENCE_WORDS;
  return (
    isShort &&
    (words.endsWith(',') || /^(?:hello|hi|hey|dear|hallo|hola|ol[áa]|bonjour|ciao|car[oa])\b.*:$/i.test(words))
  );
}

/** Do the line above and this line make one move, such as `My next move is` above `b3,a3`? */
function isOneMove(openingLine: string, line: string, context: ParseContext): boolean {
  const game = contextGameOf(context);
  const words = tidy(openingLine);
  if (game === null) return false;
  if (looksLikeMove(game, `${words} ${line}`)) return true;
  const clause = words.split(/[.,;!] /).at(-1) ?? '';
  return words.endsWith(':') && !IS_NO_MOVE.test(words) && looksLikeMove(game, `${clause} ${line}`);
}

/** Words that make a move a supposition or deny it, in several languages. */
const IS_NO_MOVE =
  /\b(?:if|should|not|never|\w+n['’]t|wenn|falls|nicht|nie|kein\w*|si|pas|jamais|se|caso|n[ãa]o|nunca)\b/iu;

/** Does the text below go on with a sentence? A name or a new sentence begins with a capital letter. */
function isContinued({ lines, nextIndex }: BlockContext, context: ParseContext): boolean {
  const { text } = blockAt(lines, nextIndex, context);
  return isProse(text, context) && !/^\p{Lu}/u.test(tidy(text));
}

/** Is this line prose? A lone `?` is: it asks for help only in the first line. */
const isProse = (line: string, context: ParseContext): boolean =>
  tidy(line) === '?' || (hasText(line) && parseReplyLine(line, context) === null);

const isAboveProse = ({ lines, nextIndex }: BlockContext, context: ParseContext): boolean =>
  lines.slice(nextIndex, nextIndex + limits.proseLines).some(line => isProse(line, context));

/** Is the writer asked about this statement within prose? Only moves and commands that cannot be undone are worth a question. */
const isAskable = (statement: Statement): boolean => isMove(statement) || isFinal(statement);

const isFinal = ({ command }: Statement): boolean => command?.isFinal === true;

export const isMove = ({ command }: Statement): boolean => command?.name === 'move';

/** A line of at least this number of words without an end mark goes on in the next line. */
const MIN_SENTENCE_WORDS = 4;

/** Does a sentence go on in this line? Mail programs break long lines: `…, as I said, I will only` above `show` is one sentence. */
function isMidSentence(above: string, line: string): boolean {
  const words = tidy(above);
  if (words !== '' && !/\p{L}/u.test(line)) return true;
  return words.split(' ').length >= MIN_SENTENCE_WORDS && /[\p{L}\p{N},]$/u.test(words);
}

/**
 * The same move on several lines counts once. Different moves are asked about and not played, unless lines name their boards.
 * `laterMoves`: the moves in the prose below.
 */
function keepOneMove(parsed: ParsedMail, laterMoves: readonly Statement[]): ParsedMail {
  const texts = parsed.statements.map(each => (isMove(each) ? tidyMoveText(each.line) : null));
  const statements = parsed.statements.filter(
    (_, index) => !texts.slice(0, index).some(text => text !== null && text === texts[index]),
  );
  const ownMoves = statements.filter(isMove);
  const moveTexts = new Set([...ownMoves, ...laterMoves].map(({ line }) => tidyMoveText(line)));
  if (ownMoves.length === 0 || moveTexts.size < 2 || statements.some(namesBoard)) return { ...parsed, statements };
  const comment = [...statements.map(({ line }) => line), parsed.comment].join('\n').trim();
  const doubts = [...parsed.doubts, ...statements.filter(isAskable), ...laterMoves];
  return { ...parsed, statements: [], comment, doubts };
}

/** Lines of a reply that are parsed as one line. */
interface Block {
  readonly text: string;
  readonly length: number;
  /** The block holds several cells, and it is not known whether they are one move. */
  readonly isDoubtful: boolean;
  /** The block holds a password. It is not obeyed, shown or passed on. */
  readonly isSecret?: true;
}

const blockAt = (lines: readonly string[], index: number, context: ParseContext): Block =>
  joinAnswerLines(lines, index) ?? joinPasswordLine(lines, index, context) ?? joinMoveLines(lines, index, context);

/**
 * Joins the lines of a prepared answer: `if c3,d3` above `then b2,a2`. Mail programs, and our own mails, break long lines. A line that begins
 * with `if` begins a new answer, unless the line above ends with `if`, `then` or `else`. null: there is nothing to join.
 */
function joinAnswerLines(lines: readonly string[], index: number): Block | null {
  if (!/^\s*(?:if|else)\s/i.test(lines[index] ?? '')) return null;
  const below = lines.slice(index + 1, index + limits.answerLines);
  const end = below.findIndex((line, i) => !isContinuation(lines[index + i] ?? '', line));
  const length = 1 + (end === -1 ? below.length : end);
  const text = lines
    .slice(index, index + length)
    .map(tidy)
    .join(' ');
  return length === 1 || text.length > limits.answersLength ? null : { text, length, isDoubtful: false };
}

const isContinuation = (above: string, line: string): boolean =>
  tidy(line) !== '' && (/^\s*then\s/i.test(line) || /\s(?:if|then|else)\s*$/i.test(above));

/** `set password` above a line of one word, which is rather the password than words for the opponent. null: there is none. */
function joinPasswordLine(lines: readonly string[], index: number, context: ParseContext): Block | null {
  const [line = '', below = ''] = lines.slice(index, index + 2).map(tidy);
  const [word = '', ...others] = line.toLowerCase().split(' ').toReversed();
  const isJoined = others.length < 2 && PASSWORD_LABEL.test(word) && /^\S+$/.test(below);
  const isWord = (): boolean =>
    isCourtesy(below, context.ear) ||
    [parseBareMove, parseEverydayCommand, parseCommandLine].some(
      parse => parse(below, context)?.parseResult.ok === true,
    );
  return isJoined && !isWord() ? { text: line, length: 2, isDoubtful: false, isSecret: true } : null;
}

/**
 * The line at this index. If it names a single cell, the next lines that do so are joined to it, provided that the cells together look like
 * a move. Otherwise lines with single cells are a doubtful block.
 */
function joinMoveLines(lines: readonly string[], index: number, context: ParseContext): Block {
  const line = lines[index] ?? '';
  const singleLine: Block = { text: line, length: 1, isDoubtful: false };
  const game = namesOneCell(line) ? contextGameOf(context) : null;
  if (game === null) return singleLine;
  const rest = lines.slice(index, index + limits.cellLines);
  const end = rest.findIndex(each => tidy(each) !== '' && !namesOneCell(each));
  const block = end === -1 ? rest : rest.slice(0, end);
  const length = block.findLastIndex(namesOneCell) + 1;
  const cells = block.slice(0, length).filter(namesOneCell);
  const joined = cells.every(isLoneCell) ? cells.map(tidyMoveText).join(' ') : cells.join(', ');
  if (cells.length > 1 && looksLikeMove(game, joined)) return { text: joined, length, isDoubtful: false };
  if (!isLoneCell(line)) return singleLine;
  const below = block.findIndex(each => !isLoneCell(each));
  const cellCount = below === -1 ? block.length : below;
  return cellCount > 1
    ? { text: block.slice(0, cellCount).join('\n'), length: cellCount, isDoubtful: true }
    : singleLine;
}

/** Does the line name exactly one cell, perhaps with other words, such as `neutral: a3`? */
const namesOneCell = (line: string): boolean =>
  isLoneCell(line) || (line.length <= MAX_PART_LENGTH && findCells(line).length === 1);

/** The characters of the longest line that can be part of a move. */
const MAX_PART_LENGTH = 40;

const isLoneCell = (line: string): boolean => parseCells(tidyMoveText(line))?.names.length === 1;

/** Is this an answer to an invitation below other text? People write it first: further down it is a copy of our own mail. */
const isTooLate = ({ command }: Statement, prose: readonly string[], { board }: ParseContext): boolean =>
  ANSWER_COMMANDS.has(command?.name ?? '') && board?.isAsking !== true && prose.some(hasText);

const ANSWER_COMMANDS: ReadonlySet<string> = new Set(['accept', 'reject', 'stop', 'invitations']);

/** Parses a line of a reply. null: it is prose. A line that begins with a command's name is a command only if the whole line is valid. */
export function parseReplyLine(line: string, context: ParseContext): Statement | null {
  const move = parseBareMove(line, context);
  if (move !== null) return isMoveOfOtherGame(line, context) || isSentence(line, context) ? null : move;
  const courteousMove = parseCourteousMove(line, context);
  if (courteousMove !== null) return courteousMove;
  const everyday = parseEverydayCommand(line, context);
  const statement = everyday ?? parseCommandLine(line, context);
  if (mayHoldPassword(line, context)) return statement ?? buildUnknownLine(line, context);
  if (statement === null || namesGame(statement)) return statement;
  return everyday === null ? keepIfMeant(statement, line, context) : statement.parseResult.ok ? statement : null;
}

/** `board in words please` has the shape of a move of another game, and asks for something. */
const isSentence = (line: string, context: ParseContext): boolean => {
  const game = contextGameOf(context);
  const hasWords = /^\D+$/.test(line) && tidy(line).split(' ').length >= MIN_SENTENCE_WORDS;
  return hasWords && game !== null && !looksLikeMove(game, line) && parseSentence(line, context) !== null;
};

/** `h8, thanks for the game`: one move, and nothing else but courtesies, which go to the other players. */
function parseCourteousMove(line: string, context: ParseContext): Statement | null {
  const game = contextGameOf(context);
  const text = game === null ? line : removeCourtesy(line, context.ear);
  if (game === null || text === line || !looksLikeMove(game, text) || isAboutOtherMove(line, text)) return null;
  const move = parseBareMove(text, context);
  return move === null ? null : { ...move, courtesy: tidy(line) };
}

/** `b3,a3 ok?` asks, and `good move c3,b2` may praise the opponent's. */
const isAboutOtherMove = (line: string, move: string): boolean =>
  /\p{L}.*\?\s*$/u.test(line.replace(move, '')) ||
  /\b(?:your|good|nice|great|clever|strong|dein|sch[öo]ner|guter|ton|beau|bon|tu|buena|tua|boa|bela) (?:move|reply|answer|zug|coup|jugada|jogada)[\s:]+[^\s.,!;:]+[^.!;:]*$/iu.test(
    line,
  );

/** The statement, or null if the line only begins like the command. */
function keepIfMeant(statement: Statement, line: string, context: ParseContext): Statement | null {
  const { isMeant, takesAnyWords = false } = statement.command ?? {};
  if (isMeant !== undefined) return statement;
  return statement.parseResult.ok && (takesAnyWords || areWordsKnown(line, context)) ? statement : null;
}

/** Is the line a move of another game that mentions a move of this board's game? `W: b3,a3` names a piece of Nexos. */
function isMoveOfOtherGame(line: string, context: ParseContext): boolean {
  const game = contextGameOf(context);
  return game !== null && !looksLikeMove(game, line) && findMoves(line, game).length > 0;
}

/**
 * May the line hold a password? Lines about accounts may, and so may lines with a userid as second word. Such a line is refused and not
 * taken for prose, since prose is sent to the other player.
 */
export function mayHoldPassword(line: string, context: ParseContext): boolean {
  const words = parseLine(line.replace(/[*_`"]/g, '').replace(/^(\s*\p{L}+)[:=]/u, '$1 ')).words.map(word =>
    word.toLowerCase(),
  );
  const [first = '', second = '', ...rest] = words;
  if (second === '' || rest.length > MAX_PASSWORD_WORDS) return false;
  if ([first, second, `${first} ${second}`].some(text => SECRET_WORDS.has(text) || PASSWORD_LABEL.test(text)))
    return true;
  if (rest.length > 0 && hasCredentials(words, context)) return true;
  if (first === 'set') return rest.length === 0 || context.isUser(second);
  return ACCOUNT_WORDS.has(first) && context.isUser(second);
}

/** Is a word behind the writer's userid, and are all other words those of commands? `login alice Sesame-7`. No account is loaded. */
function hasCredentials(words: readonly string[], context: ParseContext): boolean {
  const known = { ...context, isUser: (name: string) => context.opponents.includes(name) };
  const index = words.findIndex(word => word === context.userid);
  const secret = words[index + 1];
  if (index === -1 || secret === undefined || isKnownWord(secret, known)) return false;
  return words.every((word, at) => at === index || at === index + 1 || isCommandWord(word, known));
}

/** A word that a line with a password may have besides it, though it may be misspelt: a command, a game, a number, a move. */
function isCommandWord(word: string, context: ParseContext): boolean {
  const listNames = (): readonly string[] => [...listCommandWords(context.commands), ...context.games.flatMap(namesOf)];
  return (
    isKnownWord(word, context) ||
    LOGIN_WORDS.has(word) ||
    parseCells(tidyMoveText(word)) !== null ||
    findNearest(word, listNames()).length > 0
  );
}

const LOGIN_WORDS: ReadonlySet<string> = new Set(['login', 'logon', 'user', 'userid', 'account', 'play', 'auth']);

/** A line with more words after the first two is a sentence. */
const MAX_PASSWORD_WORDS = 6;
/** A word for password, perhaps with a slip, with a word before it, or with a password behind it. */
const PASSWORD_LABEL = /^-*(?:set|my|new)?-?(?:pass?w(?:or[dt]|rod|d)|kennwort|senha|pwd)(?:[:=].*)?$/u;
const SECRET_WORDS: ReadonlySet<string> = new Set(['signoff', 'signup', 'change address']);
const ACCOUNT_WORDS: ReadonlySet<string> = new Set(['delete', 'add', 'message', 'block', 'unblock', 'resign', 'swap']);

/** Are all words of the line names of games, commands or accounts, selectors, or numbers? Sentences have other words. */
const areWordsKnown = (line: string, context: ParseContext): boolean =>
  parseLine(line).words.every(typed => isKnownWord(trimEnd(typed.toLowerCase(), '.!,'), context));

/** The words of the names of commands. */
const listCommandWords = rememberLast(
  (commands: readonly Command[]) =>
    new Set(commands.flatMap(({ name, aliases = [] }) => [...name.split(' '), ...aliases])),
);

const isKnownWord = (word: string, { commands, games, isUser }: ParseContext): boolean =>
  /^(?:\d*(?:#-?\d+)?|all|active|inactive|next|board|user|commands|tutorial|options|settings)$/.test(
    word.replace(/^[a-z]+#/, '#'),
  ) ||
  /^[a-z]+=[a-z0-9:/_+-]+$/.test(word) ||
  listCommandWords(commands).has(word) ||
  findNamedGame(games, word) !== null ||
  isUser(word);

/** Does the line begin with a game, such as `nex move …`? Such a line is a command even if something in it is wrong. */
export const namesGame = ({ game, line }: Statement): boolean =>
  game !== null && findNamedGame([game], tidy(line).split(' ')[0] ?? '') !== null;

/** Does the line name game and board, such as `nex move 101 …`? Such a line is a command everywhere. */
export const namesBoard = (statement: Statement): boolean =>
  namesGame(statement) && /^\S+ \S+ \d{1,9}(?![^\s#])/.test(tidy(statement.line));
