// The interface of a command, and the parts of its line: boards, credentials, options.
import type { ProposalKind } from '../board/match-document.ts';
import { type AnyGame, type GivenOptions, findNamedGame } from '#games/game.ts';
import { type Result, no, ok } from '#games/kit/result.ts';
import type { CommandContext, Decision } from '../players/decision.ts';
import type { MatchRef } from '../kernel/documents.ts';
import { type Refused, refused } from '../kernel/refusal.ts';
import { type TimeControl, parseTimeControl } from '../kernel/time-control.ts';
import type { BoardContext } from '../mail/mail-sender.ts';
import type { BoardKind, Selector } from '../board/acts/list.ts';
import type { OpeningSource } from '../board/acts/open.ts';
import type { MoveArgs } from '../board/acts/play.ts';
import { propose } from '../board/acts/propose.ts';
import { isUseridShaped } from '../players/userid.ts';

/** A command line, without the game and the name of the command. */
export interface CommandLine {
  readonly game: AnyGame | null;
  readonly words: readonly string[];
  readonly options: GivenOptions;
  /** The whole line as typed, with one blank between its words. */
  readonly text: string;
  readonly games: readonly AnyGame[];
  readonly commands: readonly Command[];
  /** Is this the name of an account? */
  readonly isUser: (userid: string) => boolean;
  readonly board: BoardContext | null;
  /** The account proved to have sent the mail. */
  readonly userid: string | null;
  readonly usage: string;
}

/** A parsed line: the credentials in it, the words that must never be repeated, and the function that decides it. */
export interface ParsedCommand {
  readonly credentials?: { readonly userid: string; readonly secret: string } | null;
  /** Words of the line, as typed, that are secret, besides the password of the credentials. */
  readonly secrets?: readonly string[];
  /** Absent: the permission of the command. */
  readonly permission?: Command['permission'];
  /** Words of the line for other people. They reach `run` as the beginning of the comment. */
  readonly words?: string;
  readonly run: (context: CommandContext) => Decision;
}

/** null: the words are not as the usage of the command says. */
export type ParsedLine = Result<ParsedCommand, Refused> | null;

export const secretsOf = ({ credentials, secrets = [] }: ParsedCommand): readonly string[] =>
  credentials === undefined || credentials === null ? secrets : [credentials.secret, ...secrets];

export interface Command {
  readonly name: string;
  readonly aliases?: readonly string[];
  /** The fewest letters of the name that are recognised. Absent: all. */
  readonly minLetters?: number;
  /** In a reply to a board mail, the line may leave out game and board. */
  readonly inReply?: true;
  /** A page may give it by the token of a board mail: it acts at that board, and nowhere else. */
  readonly onPage?: true;
  /** The arguments may be any words. A line that begins with the name is then always the command, and never prose. */
  readonly takesAnyWords?: true;
  /** Tells a command from a sentence that begins with its name, by the words after it. Absent: only names and numbers make it a command. */
  readonly isMeant?: (words: readonly string[], game: AnyGame) => boolean;
  /** The words of the mail stay with their writer. */
  readonly isPrivate?: true;
  /** The line may refer to a move in a line above it. Prepared answers to that move are played only after such lines. */
  readonly followsMove?: true;
  /** What it proposes: `accept` and `reject` may name it as well. */
  readonly proposal?: ProposalKind;
  /** The command cannot be undone. Within a sentence, or below other words of a reply, we ask for a confirmation first. */
  readonly isFinal?: true;
  /** The line must be the only one of its mail, since the sender has another userid after it. */
  readonly isAlone?: true;
  /** A typing error must not lead to this command, so no hint suggests it. */
  readonly isHarmful?: true;
  /** The grammar as help shows it: `<game> challenge [-options] a b`. If it begins with `<game>`, the name of a game precedes the command. */
  readonly usage: string;
  /** A stranger who gives it must choose a name, and then gets it. */
  readonly isForNewcomers?: true;
  /** The command before it in help. Absent: the one before it in the list of its feature. */
  readonly listedAfter?: string;
  /** A line that works on board 101, where bob plays as well. */
  readonly example: string;
  /**
   * `account`: a player, proved by the mail or by userid and password in the line. `owner`: the same, except that a reply to a board mail
   * is no proof, since players pass such mails on.
   */
  readonly permission: 'anyone' | 'account' | 'owner';
  readonly parse: (commandLine: CommandLine) => ParsedLine;
}

export type Scope = 'game' | 'server';

/** Does the name of a game precede the command? */
export const scopeOf = ({ usage }: Pick<Command, 'usage'>): Scope => (usage.startsWith('<game> ') ? 'game' : 'server');

/** Parses the board and the credentials (`userid password`) of a command line. */
export interface BoardArguments {
  readonly match: MatchRef;
  readonly credentials: CredentialsAndRest['credentials'];
  /** The words after the board and the credentials. */
  readonly rest: readonly string[];
  /** The number after the board: 3 in `show 101#3`. null: there is none. */
  readonly ply: number | null;
}

/**
 * Parses `[board] [userid password] rest…`. In a reply the board may be left out. At least `minRest` words must follow the credentials
 * (a move needs one), so that a single word is never taken for a password.
 */
export function parseBoardArguments(commandLine: CommandLine, minRest: number): Result<BoardArguments, Refused> {
  const words = commandLine.words[0]?.toLowerCase() === 'board' ? commandLine.words.slice(1) : commandLine.words;
  const typed = parseBoardWord(commandLine, words[0] ?? '');
  if (typed === null) {
    if (commandLine.board === null) return no(refused('board-missing', { usage: commandLine.usage }));
    return ok({ match: commandLine.board.match, credentials: null, rest: words, ply: null });
  }
  const laterWords = words.slice(1);
  const credentials = findCredentials(commandLine, laterWords, minRest);
  return ok({ ...typed, credentials, rest: credentials === null ? laterWords : laterWords.slice(2) });
}

/** Parses a line that names a board first. `minRest`: as of `parseBoardArguments`. */
export const parseAtBoard =
  (minRest: number, parse: (board: BoardArguments, commandLine: CommandLine) => ParsedLine): Command['parse'] =>
  commandLine => {
    const board = parseBoardArguments(commandLine, minRest);
    return board.ok ? parse(board.value, commandLine) : board;
  };

/** The end of the line as typed, with words that look like options. `unreadCount`: the number of words that the command has not read. */
export function textAfter({ text, words, games }: CommandLine, unreadCount: number): string {
  const [first = '', ...others] = text.split(' ');
  const afterVerb = findNamedGame(games, first) === null ? others : others.slice(1);
  return afterVerb.slice(words.length - unreadCount).join(' ');
}

/** `101` or `101#3`. */
function parseBoardWord(commandLine: CommandLine, word: string): Pick<BoardArguments, 'match' | 'ply'> | null {
  const typed = /^(\d{1,9})(?:#(-?\d{1,5}))?$/.exec(word);
  if (typed === null || commandLine.game === null) return null;
  return {
    match: { game: commandLine.game.name, number: Number(typed[1]) },
    ply: typed[2] === undefined ? null : Number(typed[2]),
  };
}

/** The first two words, if the first is the userid of an account and enough words follow. null: they are no credentials. */
export function findCredentials(
  commandLine: CommandLine,
  words: readonly string[],
  minRest: number,
): CredentialsAndRest['credentials'] {
  const [name = '', secret] = words;
  const userid = name.toLowerCase();
  if (secret === undefined || words.length < 2 + minRest || !isUseridShaped(userid)) return null;
  return commandLine.isUser(userid) ? { userid, secret } : null;
}

interface CredentialsAndRest {
  readonly credentials: NonNullable<ParsedCommand['credentials']> | null;
  readonly rest: readonly string[];
}

/** Parses `userid password rest…`, or `rest…` from a proved sender. A proved sender may also write their own userid first. */
export function parseCredentials(commandLine: CommandLine, minRest: number): CredentialsAndRest {
  const credentials = findCredentials(commandLine, commandLine.words, minRest);
  if (credentials !== null) return { credentials, rest: commandLine.words.slice(2) };
  const [first = '', ...rest] = commandLine.words;
  const isOwnName = commandLine.userid !== null && first.toLowerCase() === commandLine.userid;
  return { credentials: null, rest: isOwnName ? rest : commandLine.words };
}

/** Parses the words after userids that select boards of a list. */
export const SELECTORS: readonly Selector[] = ['all', 'active', 'inactive', 'next'];

export const BOARD_KINDS: readonly BoardKind[] = ['tournament', 'standard'];

/** The kind of boards among the last two words, and the words without it. null: there is none. */
export function parseBoardKind(words: readonly string[]): {
  readonly rest: readonly string[];
  readonly kind: BoardKind | null;
} {
  const index = words.findLastIndex(word => BOARD_KINDS.some(kind => kind === word.toLowerCase()));
  const kind = index < words.length - 2 ? undefined : BOARD_KINDS.find(each => each === words[index]?.toLowerCase());
  return kind === undefined ? { rest: words, kind: null } : { rest: words.toSpliced(index, 1), kind };
}

/** The userids and the selector of a list. Without a selector, the running boards are meant. */
export function parseSelector(words: readonly string[]): {
  readonly users: readonly string[];
  readonly selector: Selector;
} {
  const last = SELECTORS.find(selector => selector === words.at(-1)?.toLowerCase());
  const users = last === undefined ? words : words.slice(0, -1);
  return { users: users.map(user => user.toLowerCase()), selector: last ?? 'active' };
}

/** Parses `[board] [userid password] move[#n]`. */
export function parseMoveArguments(
  commandLine: CommandLine,
): Result<MoveArgs & Pick<BoardArguments, 'credentials'>, Refused> | null {
  const board = parseBoardArguments(commandLine, 1);
  if (!board.ok) return board;
  const { match, credentials, words } = joinMoveWords(commandLine, board.value);
  const { number } = splitMoveNumber(words);
  const text = stripPlayerName(words, commandLine.game?.looksLikeMove ?? (() => false));
  if (text === '') return null;
  return ok({ match, credentials, text, number: number === undefined ? null : Number(number) });
}

/** Splits `b3,a3 #5` into the move and its number. */
function splitMoveNumber(words: readonly string[]): { readonly text: string; readonly number: string | undefined } {
  const [, text = '', number] = /^(.*?)(?: ?# ?(\d{1,5}))?$/.exec(words.join(' ')) ?? [];
  return { text, number };
}

/** In `Nex Board 101 bob b3 a3` from a proved sender, `b3` is part of the move and no password. */
function joinMoveWords(
  { userid, game }: CommandLine,
  { match, credentials, rest }: BoardArguments,
): Pick<BoardArguments, 'match' | 'credentials'> & { readonly words: readonly string[] } {
  const words = credentials === null ? rest : [credentials.secret, ...rest];
  const isMove = userid !== null && game?.looksLikeMove(splitMoveNumber(words).text) === true;
  return isMove ? { match, credentials: null, words } : { match, credentials, words: rest };
}

/** Strips the name of the player to move, which our Subjects hold, before a move: `Nex Board 101 bob b3,a3`. */
function stripPlayerName(words: readonly string[], looksLikeMove: (text: string) => boolean): string {
  const [first = '', ...others] = words;
  const { text } = splitMoveNumber(words);
  const { text: tail } = splitMoveNumber(others);
  const isNamed = others.length > 0 && !looksLikeMove(first) && !looksLikeMove(text) && looksLikeMove(tail);
  return isNamed ? tail : text;
}

// The options of a challenge that are not those of a game: time control, swap, rating, web page, opening position.

export interface ChallengeOptions {
  readonly time: TimeControl;
  readonly swap: boolean;
  /** null: the line does not say it. */
  readonly isRated: boolean | null;
  readonly isOffWeb: boolean;
  /** The position of another board where the board begins. null: the game's first position. */
  readonly from: OpeningSource | null;
  /** `-opening=fair`: two moves are dealt that leave the game about even. */
  readonly isDealt: boolean;
  /** The other options: they are the game's own. */
  readonly gameOptions: GivenOptions;
}

export function parseChallengeOptions(game: AnyGame, given: GivenOptions): Result<ChallengeOptions, Refused> {
  const timeResult = parseTimeControl(given);
  if (!timeResult.ok) return timeResult;
  const { time, rest } = timeResult.value;
  const swap = parseSwapOption(game, rest);
  if (!swap.ok) return swap;
  const rated = parseOnOff(rest, 'rated', true);
  if (!rated.ok) return rated;
  const web = parseOnOff(rest, 'web', true);
  if (!web.ok) return web;
  const from = parseSource(game, rest);
  if (!from.ok) return from;
  const opening = findSingleValue(rest, 'opening');
  if (opening !== null && opening !== 'fair') return no(refused('opening-option', { value: opening }));
  const isDealt = opening !== null;
  if (isDealt && (swap.value || from.value !== null)) return no(refused('opening-alone'));
  const ownOptions = rest.filter(([name]) => !['swap', 'rated', 'web', 'from', 'opening'].includes(name));
  const isRated = rest.some(([name]) => name === 'rated') ? rated.value : null;
  const terms = { time, swap: swap.value, isRated, isOffWeb: !web.value, isDealt };
  return ok({ ...terms, from: from.value, gameOptions: ownOptions });
}

/** `-swap` or `-swap=on`: the game is played with swap. A game without swap refuses that. */
export function parseSwapOption(game: AnyGame, options: GivenOptions): Result<boolean, Refused> {
  const swap = parseOnOff(options, 'swap', false);
  const isRefused = swap.ok && swap.value && game.swapAfter === null;
  return isRefused ? no(refused('swap-not-offered', { game: game.title })) : swap;
}

const ON: ReadonlySet<string | true> = new Set([true, 'on', 'yes']);
const OFF: ReadonlySet<string | true> = new Set(['off', 'no']);

/** An option with on or off. It may be given once at most. Otherwise the line is refused. */
export function parseOnOff(options: GivenOptions, name: string, isOnByDefault: boolean): Result<boolean, Refused> {
  const given = options.filter(([each]) => each === name).map(([, value]) => value);
  const [value = isOnByDefault ? true : 'off', ...surplus] = given;
  if (surplus.length === 0 && (ON.has(value) || OFF.has(value))) return ok(ON.has(value));
  const typed = given.filter(each => each !== true).join(' ');
  return no({ code: 'option-value', parts: { option: name, value: typed, allowed: { code: 'on-or-off', parts: {} } } });
}

/** The value of an option. null: the line does not name it. Empty: the line names it twice, or without a value. */
export function findSingleValue(options: GivenOptions, name: string): string | null {
  const [value = null, ...surplus] = options
    .filter(([each]) => each === name)
    .map(([, text]) => (text === true ? '' : text));
  return surplus.length > 0 ? '' : value;
}

/** `-from=101#12`: the position of another board of the game, after the first 12 moves. `-from=101`: its present position. */
function parseSource(game: AnyGame, options: GivenOptions): Result<OpeningSource | null, Refused> {
  const [value, ...surplus] = options.filter(([name]) => name === 'from').map(([, value]) => value);
  if (value === undefined) return ok(null);
  const [, number, ply] = /^(\d{1,9})(?:#(-?\d{1,5}))?$/.exec(value === true ? '' : value) ?? [];
  if (number === undefined || surplus.length > 0)
    return no(refused('from-option', { value: value === true ? '' : value }));
  return ok({ match: { game: game.name, number: Number(number) }, ply: ply === undefined ? null : Number(ply) });
}

/** A command at a board. `words`: what its line has behind the board, and an example of it. */
export const describeBoardCommand = (name: string, words = '', example = ''): Omit<Command, 'parse'> => ({
  ...{ name, inReply: true, onPage: true, permission: 'account' },
  usage: `<game> ${name} board [userid password]${words}`,
  example: `nex ${name} 101${example}`,
});

/** A command whose line has nothing behind the board. */
export const createBoardCommand = (
  name: string,
  act: (context: CommandContext, match: MatchRef) => Decision,
  more: Partial<Command> = {},
): Command => ({
  ...describeBoardCommand(name),
  parse: parseAtBoard(0, ({ match, credentials, rest }) =>
    rest.length > 0 ? null : ok({ credentials, run: context => act(context, match) }),
  ),
  ...more,
});

/** A command that proposes something to the other players of a board. */
export const createProposalCommand = (name: ProposalKind, more: Partial<Command> = {}): Command =>
  createBoardCommand(name, (context, match) => propose(context, match, name), {
    ...{ proposal: name, isFinal: true },
    ...more,
  });
