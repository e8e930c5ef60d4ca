// Parses one line into a statement: its command and arguments, or why it cannot be read.
import { formatAndList, formatOrList } from '#games/kit/refusal.ts';
import { rememberLast } from '#games/kit/remember.ts';
import { trimEnd } from '#games/kit/move-text.ts';
import { type AnyGame, type GivenOptions, findNamedGame, namesOf, addTypedOptions } from '#games/game.ts';
import { no, ok, type Result } from '#games/kit/result.ts';
import { allow, tell } from '../players/decision.ts';
import { type Refused, refused } from '../kernel/refusal.ts';
import type { MatchRef } from '../kernel/documents.ts';
import { type Command, type CommandLine, type ParsedCommand, type Scope, scopeOf, secretsOf } from './command.ts';
import { type Ear, replaceName } from './ear.ts';
import { findEverydayMeaning, findEverydayVerb, findWish, listEverydayWords } from './everyday-words.ts';
import { splitWords } from './sentence-words.ts';
import type { Meaning, ReplyContext, Wish } from './wishes.ts';
import { type ParsedWords, parseLine, findNearest, tidy } from '../kernel/words.ts';

/** Everything that the parsing of a line depends on. */
export interface ParseContext extends Pick<CommandLine, 'commands' | 'games' | 'isUser' | 'board' | 'userid'> {
  readonly ear: Ear;
  /** The lines that the answered mail asked about, so that `yes` or a number means one. */
  readonly askedLines: readonly string[];
  /** Are words to the board rather for the players: below a finished game or a chat, or from a watcher? */
  readonly isTalk?: boolean;
  /** The names of the writer's opponents at the board. */
  readonly opponents: readonly string[];
  /** Has the mail a header field that programs write which answer by themselves, and some which people use? */
  readonly hasAutomaticSign?: boolean;
}

export interface Statement {
  /** The line as typed, with secrets as `***`. Only this form is ever repeated. */
  readonly line: string;
  readonly command: Command | null;
  readonly game: AnyGame | null;
  readonly parseResult: Result<ParsedCommand, Refused>;
  /** The board that an answer about this line shows. */
  readonly match: MatchRef | null;
  /** The whole line, if it says kind words beside its move: they belong to the comment. */
  readonly courtesy?: string;
  /** A Subject with a prefix such as `Fwd:` is the words of another person. It changes nothing. */
  readonly isOfAnother?: true;
  /** The wish of the sentence that it was understood from. Absent: the line is typed as a command. */
  readonly wish?: Wish;
  /** The wish is only to see something. */
  readonly isLook?: true;
  /** A yes to the question of the answered mail stands for this line. */
  readonly isAnswer?: true;
}

/** The result of parsing a mail: commands, comment, and doubtful lines to ask about. */
export interface ParsedMail {
  readonly statements: readonly Statement[];
  /** The text besides the commands. */
  readonly comment: string;
  /** The number of command lines beyond the limit. They were not parsed. */
  readonly unreadCount: number;
  /** Commands that the sender may have meant. They are not done: the sender is asked about them. */
  readonly doubts: readonly Statement[];
  /** Keeps the words below `thinking:`, which no other statement has seen. It runs first. Absent: there are none. */
  readonly thoughts?: Statement;
}

interface FoundCommand {
  readonly command: Command;
  readonly game: AnyGame | null;
  readonly words: readonly string[];
  /** The options that the name of the game stands for: `boku` is hexafive with -special=1. */
  readonly given: GivenOptions;
}

/** Parses a line that begins with a command. null: it does not. */
export function parseCommandLine(text: string, context: ParseContext): Statement | null {
  const line = parseLine(text);
  const found = findCommand(line.words, context);
  return found === null ? null : statementOf(text, line, found, context);
}

/** Parses a move without a command's name, in a reply. A move in the form of another game is refused with the sentence of the board's game. */
export function parseBareMove(text: string, context: ParseContext): Statement | null {
  const game = contextGameOf(context);
  const move = context.commands.find(command => command.name === 'move');
  if (game === null || move === undefined) return null;
  if (!context.games.some(each => looksLikeMove(each, text))) return null;
  const found = { command: move, game, words: [tidy(text)], given: [] };
  return statementOf(text, { words: found.words, options: [] }, found, context);
}

export const replyContextOf = ({ board }: ParseContext): ReplyContext => {
  if (board === null) return 'mail';
  if (board.isInvited) return 'invitation';
  return board.isAsking ? 'proposal' : 'board';
};

/** The everyday meaning of a line. null: it has none, or it is the name of a command. */
function lookUpMeaning(text: string, context: ParseContext): Meaning | null {
  const meaning = findEverydayMeaning(text, replyContextOf(context), context.ear);
  return meaning === null || findNamedCommand(context.commands, 'server', stripVerb(tidy(text))) !== null
    ? null
    : meaning;
}

/** The command line of a meaning. null: it is an answer, or there is none. */
const lineOf = (meaning: Meaning | null): string | null =>
  meaning === null || 'sentence' in meaning ? null : 'look' in meaning ? meaning.look : meaning.command;

/** Parses a line of everyday words that stand for a command. null: it is no such line. */
export function parseEverydayCommand(text: string, context: ParseContext): Statement | null {
  const commandText =
    lineOf(lookUpMeaning(text, context)) ??
    parseGameName(text, context) ??
    findEverydayVerb(text, replyContextOf(context));
  const statement = commandText === null ? null : parseCommandLine(commandText, context);
  return statement === null ? null : { ...statement, line: tidy(text) };
}

/** A line with only the name of a game asks for help about the game. */
function parseGameName(text: string, { games }: ParseContext): string | null {
  const name = findNamedGame(games, trimEnd(tidy(text), '.?!'));
  return name === null ? null : `help ${name.game.name}`;
}

/** The answer to a line of everyday words that no command fits. null: it is no such line. */
export function answerEverydayLine(text: string, context: ParseContext): Statement | null {
  const meaning = lookUpMeaning(text, context);
  const wish = findWish(text, context.ear);
  if (wish === null || meaning === null || !('sentence' in meaning)) return null;
  return { ...buildRefusal(text, refused(meaning.sentence), context), wish };
}

/** The statement for a `no` to one of our questions: nothing is done, and the answer says so. */
export const buildDecline = (text: string, { board }: ParseContext): Statement => ({
  line: tidy(text),
  command: null,
  game: null,
  parseResult: ok({ run: () => allow([], [tell('nothing-changed')]) }),
  match: board?.match ?? null,
});

/** The statement for a line that is answered with a reason. Words that no example has may be a password and are not repeated. */
export const buildRefusal = (text: string, reason: Refused, context: ParseContext): Statement => ({
  line: tidy(text)
    .split(' ')
    .map(word => (isOrdinary(word, context) ? word : '…'))
    .join(' ')
    .replace(/…(?: …)+/g, '…'),
  command: null,
  game: null,
  parseResult: no(reason),
  match: context.board?.match ?? null,
});

const isOrdinary = (word: string, { ear, games, opponents }: ParseContext): boolean =>
  (splitWords(word) ?? []).every(each => opponents.includes(each) || ear.knows(replaceName(each, games)));

/** Does the text look like a move, with or without its number: `b3,a3` or `b3,a3#5`? */
export const looksLikeMove = (game: AnyGame, text: string): boolean =>
  game.looksLikeMove(tidy(text).replace(/ ?# ?-?\d{1,5}$/, ''));

/** The statement for a line that is no command. Its refusal suggests similar commands. */
export function buildUnknownLine(text: string, context: ParseContext): Statement {
  const line = parseLine(text);
  const [first = '', second = ''] = line.words;
  const game = findGame(first, context);
  if (game === null && isPlainSentence(text, context)) return buildRefusal(text, refused('everyday-question'), context);
  const suggestions =
    game === null ? suggestCommands(line.words, context) : findNearest(second, listHintNames.game(context.commands));
  // The line may hold a password anywhere, so only its first two words are repeated.
  const isSecret = /^pass/i.test(first);
  const shownCount = isSecret ? 1 : 2;
  const shownText =
    line.words.length > shownCount ? `${line.words.slice(0, shownCount).join(' ')} …` : line.words.join(' ');
  const near = formatOrList(suggestions.slice(0, MAX_HINTS).map(word => ({ code: 'hint', parts: { word } })));
  // `trax help` is about a game that other servers have.
  const isOtherGame = findNamedCommand(context.commands, 'game', second) !== null;
  const reason = isSecret
    ? refused('everyday-password')
    : suggestions.length > 0
      ? refused('command-unknown-near', { text: shownText, near })
      : isOtherGame
        ? refused('play-games', { games: formatAndList(context.games.map(({ name }) => name)) })
        : refused('command-unknown', { text: shownText });
  return { ...buildRefusal('', reason, context), line: shownText, game };
}

/** Words of a sentence; a longer one is prose. */
const MIN_SENTENCE_WORDS = 3;
const MAX_SENTENCE_WORDS = 12;

/** `I want to be called Petra`: we know most of its words. */
function isPlainSentence(text: string, { ear }: ParseContext): boolean {
  const words = splitWords(text) ?? [];
  const isLong = words.length >= MIN_SENTENCE_WORDS && words.length <= MAX_SENTENCE_WORDS;
  return isLong && !/\d/.test(text) && ear.knows(words[0] ?? '') && 2 * words.filter(ear.knows).length >= words.length;
}

/** Suggestions in an answer. */
const MAX_HINTS = 3;

/** The names of commands that a hint may suggest. */
const hintsOf = (scope: Scope): ((commands: readonly Command[]) => readonly string[]) =>
  rememberLast(commands =>
    commands
      .filter(command => scopeOf(command) === scope && command.isHarmful !== true)
      .flatMap(({ name, aliases = [] }) => [name, ...aliases]),
  );

const listHintNames = { game: hintsOf('game'), server: hintsOf('server') };

/** The commands that an unknown line may mean. A command of a game is suggested with a game before it and the board after it. */
function suggestCommands([word = '', ...laterWords]: readonly string[], context: ParseContext): readonly string[] {
  const typedGame = findGame(laterWords[0] ?? '', context);
  const game = typedGame ?? context.games[0];
  const gameWords = listHintNames.game(context.commands);
  const number = laterWords[typedGame === null ? 0 : 1] ?? '';
  const board = /^\d{3,9}$/.test(number) ? ` ${number}` : '';
  const addGame = (name: string): string => `${game?.name ?? ''} ${name}${board}`;
  // A command that was typed in full is suggested even if it is harmful.
  if (findNamedCommand(context.commands, 'game', word) !== null) return [addGame(word.toLowerCase())];
  const serverWords = [...listHintNames.server(context.commands), ...context.games.flatMap(namesOf)];
  const near = findNearest(word, [...serverWords, ...gameWords]).map(name =>
    serverWords.includes(name) ? name : addGame(name),
  );
  // An everyday word that was typed in full is no hint: other words beside it were not understood.
  return near.length > 0
    ? near
    : findNearest(word, listEverydayWords(context.ear)).filter(hint => hint !== word.toLowerCase());
}

/** May a line be meant as a command or a move, perhaps with a slip in its first word: `sginup bob`, `hexx`, `d2,d4`? */
export function isLikeCommand(text: string, context: ParseContext): boolean {
  const { words } = parseLine(text);
  const lines = suggestCommands(words, context).map(near => [near, ...words.slice(1)].join(' '));
  const slips = lines.flatMap(line => parseEverydayCommand(line, context) ?? parseCommandLine(line, context) ?? []);
  const isSlip = slips.some(({ command, parseResult }) => parseResult.ok && command?.permission === 'anyone');
  return (
    isSlip ||
    parseCommandLine(text, context)?.parseResult.ok === true ||
    context.games.some(game => looksLikeMove(game, text))
  );
}

const findGame = (word: string, context: ParseContext): AnyGame | null =>
  findNamedGame(context.games, word)?.game ?? null;

export const contextGameOf = (context: ParseContext): AnyGame | null =>
  context.board === null ? null : findGame(context.board.match.game, context);

function findCommand(words: readonly string[], context: ParseContext): FoundCommand | null {
  const [first = '', second = '', ...rest] = words;
  const gameName = findNamedGame(context.games, first);
  if (gameName !== null) {
    const command = findNamedCommand(context.commands, 'game', second);
    return command === null ? null : { ...gameName, command, words: rest };
  }
  const twoWordCommand = findNamedCommand(context.commands, 'server', `${first} ${second}`);
  if (twoWordCommand !== null) return { command: twoWordCommand, game: null, words: rest, given: [] };
  const [, ...laterWords] = words;
  const verb = stripVerb(first).toLowerCase();
  const serverCommand = findNamedCommand(context.commands, 'server', verb);
  const game = contextGameOf(context);
  const replyCommand =
    game === null
      ? null
      : findNamedCommand(
          context.commands.filter(
            // `message bob` is the command of this name, and not another name of `chat`.
            ({ name, inReply: isPossible, isMeant }) =>
              isPossible && isMeant?.(laterWords, game) !== false && (name === verb || serverCommand?.name !== verb),
          ),
          'game',
          verb,
        );
  if (replyCommand !== null)
    return { command: replyCommand, game, words: [...(/#-?\d+$/.exec(first) ?? []), ...laterWords], given: [] };
  return serverCommand === null ? null : { command: serverCommand, game: null, words: laterWords, given: [] };
}

/** Strips punctuation and the number of a move from a verb: `resign.`, `Swap!`, `show#3`. */
const stripVerb = (word: string): string => trimEnd(word, '.!').replace(/#-?\d+$/, '');

function findNamedCommand(commands: readonly Command[], scope: Scope, word: string): Command | null {
  const typed = word.toLowerCase();
  const isShort = (command: Command): boolean =>
    command.minLetters !== undefined && typed.length >= command.minLetters && command.name.startsWith(typed);
  return (
    commands.find(
      command =>
        scopeOf(command) === scope &&
        (command.name === typed || command.aliases?.includes(typed) === true || isShort(command)),
    ) ?? null
  );
}

function statementOf(
  text: string,
  line: ParsedWords,
  { command, game, words, given }: FoundCommand,
  context: ParseContext,
): Statement {
  const usage = command.usage.replace('<game>', game?.name ?? '<game>');
  // A line that names another game is not about the board of the mail.
  const board = game === null || game.name === context.board?.match.game ? context.board : null;
  const commandLine: CommandLine = {
    game,
    words,
    options: game === null ? line.options : addTypedOptions({ game, given }, line.options),
    text: tidy(text),
    games: context.games,
    commands: context.commands,
    isUser: context.isUser,
    ...{ board, usage, userid: context.userid },
  };
  const parseResult = command.parse(commandLine) ?? no(refused('command-usage', { usage }));
  return {
    line: parseResult.ok ? maskSecrets(tidy(text), secretsOf(parseResult.value)) : maskByShape(tidy(text)),
    command,
    game,
    parseResult,
    match: findBoardOf(commandLine),
  };
}

/** The board that a line names, or else that of the mail, even if the rest of the line is wrong. */
function findBoardOf({ game, words, board }: CommandLine): MatchRef | null {
  if (game === null) return null;
  const number = /^(\d{1,9})(?:#-?\d+)?$/.exec(words[0] ?? '')?.[1];
  return number === undefined ? (board?.match ?? null) : { game: game.name, number: Number(number) };
}

function maskSecrets(text: string, secrets: readonly string[]): string {
  if (secrets.length === 0) return text;
  return text
    .split(' ')
    .map(word => (secrets.includes(word) ? '***' : word))
    .join(' ');
}

/** Masks what may be a password in an invalid line: in commands on accounts everything after the userid, else the word after board and userid. */
const maskByShape = (text: string): string =>
  maskAfterBoard(
    text
      .replace(/^((?:signup|add) \S+ |(?:signoff|delete|message|change (?:address|password)) ).+$/i, '$1***')
      .replace(/^(set [a-z][\w-]{1,15} )[^\s=]+/i, '$1***')
      .replace(/^(set (?:\S+ ){0,3}-{0,2}password ?= ?)\S+/i, '$1***')
      .replace(/^(set )[^\s=]+$/i, '$1***'),
  );

/** Masks the third word of `101 alice secret`. */
function maskAfterBoard(text: string): string {
  const words = text.split(' ');
  const index = words.findIndex(
    (word, wordIndex) =>
      /^\d+$/.test(word) && /^[a-z][a-z0-9_-]{1,15}$/i.test(words[wordIndex + 1] ?? '') && words.length > wordIndex + 2,
  );
  return index === -1 ? text : words.with(index + 2, '***').join(' ');
}
