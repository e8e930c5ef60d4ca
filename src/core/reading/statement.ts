// Parses one line into a statement: its command and arguments, or why it cannot be read.
import { either } from '#games/kit/lists.ts';
import type { Phrase } from '#games/kit/refusal.ts';
import { withoutTail } from '#games/kit/move-text.ts';
import { type AnyGame, type GivenOptions, namedAmong, namesOf, withTyped } from '#games/game.ts';
import { no, ok, type Result } from '#games/kit/result.ts';
import { allow } from '../decision/decision.ts';
import { type Refused, refused } from '../kernel/refusal.ts';
import type { MatchRef } from '../kernel/documents.ts';
import { type Command, type CommandLine, type ParsedCommand, secretsOf } from './command.ts';
import type { BoardContext } from '../mail/mail-sender.ts';
import type { Meaning, Place } from './everyday-list.ts';
import { everydayHints, findMeaning, findEverydayVerb } from './everyday-words.ts';
import { type Line, parseLine, nearest, tidy } from '../kernel/words.ts';

/** What reading a line needs to know. */
export interface Reader {
  readonly commands: readonly Command[];
  readonly games: readonly AnyGame[];
  /** Is this the name of an account? */
  readonly isUser: (userid: string) => boolean;
  readonly board: BoardContext | null;
  /** The account proved to have sent the mail. */
  readonly userid: string | null;
}

export interface Statement {
  /** As typed, secrets as `***`: the only form that is ever repeated. */
  readonly line: string;
  readonly command: Command | null;
  readonly game: AnyGame | null;
  readonly act: Result<ParsedCommand, Refused>;
  /** The board an answer about this line shows. */
  readonly match: MatchRef | null;
}

interface Found {
  readonly command: Command;
  readonly game: AnyGame | null;
  readonly words: readonly string[];
  /** What the name of the game stands for: `boku` is hexafive with -special=1. */
  readonly given: GivenOptions;
}

/** A line that begins with a command's words; null when it does not. */
export function parseCommandLine(text: string, reader: Reader): Statement | null {
  const line = parseLine(text);
  const found = find(line.words, reader);
  return found === null ? null : statementOf(text, line, found, reader);
}

/** A bare move in a reply: a line of the shape of a move of that board's game, or of another's, which is then refused in the game's own words. */
export function moveLine(text: string, reader: Reader): Statement | null {
  const game = contextGame(reader);
  const move = reader.commands.find(command => command.name === 'move');
  if (game === null || move === undefined) return null;
  if (!reader.games.some(each => looksLikeMove(each, text))) return null;
  const found = { command: move, game, words: [tidy(text)], given: [] };
  return statementOf(text, { words: found.words, options: [] }, found, reader);
}

const placeOf = ({ board }: Reader): Place => {
  if (board === null) return 'mail';
  if (board.isInvited) return 'invitation';
  return board.isAsking ? 'proposal' : 'board';
};

/** A word that is a command's own name means that. */
function meaningOf(text: string, reader: Reader): Meaning | null {
  const game = /^\s*(?:play|start) (\w{1,20})[.?!]?\s*$/i.exec(text)?.[1];
  const isPlay = game !== undefined && namedAmong(reader.games, game) !== null;
  const meaning = findMeaning(isPlay ? 'play' : text, placeOf(reader));
  return meaning === null || named(reader.commands, 'server', lineVerb(tidy(text))) !== null ? null : meaning;
}

/** A line that is nothing but everyday words which mean a command. */
export function parseEverydayCommand(text: string, reader: Reader): Statement | null {
  const meaning = meaningOf(text, reader);
  if (meaning !== null && 'means' in meaning && meaning.isDoubtful === true) return null;
  const means =
    meaning !== null && 'means' in meaning
      ? meaning.means
      : (gameAlone(text, reader) ?? findEverydayVerb(text, placeOf(reader)));
  const statement = means === null ? null : parseCommandLine(means, reader);
  return statement === null ? null : { ...statement, line: tidy(text) };
}

/** The name of a game and nothing else asks what it is. */
function gameAlone(text: string, { games }: Reader): string | null {
  const name = namedAmong(games, withoutTail(tidy(text), '.?!'));
  return name === null ? null : `help ${name.game.name}`;
}

/** A line that is nothing but everyday words which are answered with a sentence. */
export function answerEverydayLine(text: string, reader: Reader): Statement | null {
  const meaning = meaningOf(text, reader);
  return meaning === null || !('says' in meaning) ? null : refusedLine(text, refused(meaning.says), reader);
}

/** More clauses of a line are not looked at. */
const MOST_CLAUSES = 4;

/** What ends a clause. */
const CLAUSE = /[.,;:!?()\u2013\u2014]| - /;

/** `OK, I resign`, `I think I resign`: what stands before the words that count. */
const OPENING = /^(?:ok|okay|well|yes|so|then|and|now|i think|i guess|i believe|gg|good game) /i;

/** An irrevocable command that a line may mean, since one of its clauses is a command or everyday words: asked about before it is done. */
export function askAboutEverydayLine(text: string, reader: Reader): Statement | null {
  // An invitation is answered with a name: the answer says how.
  if (placeOf(reader) === 'invitation') return null;
  for (const clause of tidy(text).split(CLAUSE, MOST_CLAUSES)) {
    const words = tidy(clause).replace(OPENING, '').replace(OPENING, '');
    const meaning = meaningOf(words, reader);
    const line = meaning !== null && 'means' in meaning ? meaning.means : words.replace(/^please | please$/i, '');
    const statement = parseCommandLine(line, reader);
    if (statement?.command?.isFinal === true) return statement;
  }
  return null;
}

/** `no` to one of our questions: nothing is done, and the answer says so. */
export const nothingLine = (text: string, { board }: Reader): Statement => ({
  line: tidy(text),
  command: null,
  game: null,
  act: ok({ run: () => allow([], [{ kind: 'done', done: { code: 'nothing-changed', parts: {} } }]) }),
  match: board?.match ?? null,
});

const refusedLine = (text: string, reason: Refused, { board }: Reader): Statement => ({
  line: tidy(text),
  command: null,
  game: null,
  act: no(reason),
  match: board?.match ?? null,
});

/** `b3,a3`, also with the number of the move behind it: `b3,a3#5`. */
export const looksLikeMove = (game: AnyGame, text: string): boolean =>
  game.looksLikeMove(tidy(text).replace(/ ?# ?-?\d{1,5}$/, ''));

const hinted = (word: string): Phrase => ({ code: 'hint', parts: { word } });

/** A line that is no command, as a statement that says so. */
export function unknownLine(text: string, reader: Reader): Statement {
  const line = parseLine(text);
  const [first = '', second = ''] = line.words;
  const game = gameOf(first, reader);
  const near = game === null ? meantInstead(line.words, reader) : nearest(second, hintsIn(reader, 'game'));
  // What was not understood may hold a password anywhere: two words tell its writer which line it was.
  const isSecret = /^pass/i.test(first);
  const most = isSecret ? 1 : 2;
  const shown = line.words.length > most ? `${line.words.slice(0, most).join(' ')} …` : line.words.join(' ');
  const reason =
    near.length === 0
      ? refused('command-unknown', { text: shown })
      : refused('command-unknown-near', { text: shown, near: either(near.slice(0, MOST_HINTS).map(hinted)) });
  return { ...refusedLine(shown, reason, reader), game };
}

/** How many commands an answer supposes were meant. */
const MOST_HINTS = 3;

/** Names of commands that a hint may suggest. */
const hintsIn = ({ commands }: Reader, scope: Command['scope']): readonly string[] =>
  commands
    .filter(command => command.scope === scope && command.isHarmful !== true)
    .flatMap(({ name, aliases = [] }) => [name, ...aliases]);

/** Commands that a line may mean: a command of a game comes after the name of one, and before the number of a board. */
function meantInstead([word = '', ...behind]: readonly string[], reader: Reader): readonly string[] {
  const own = gameOf(behind[0] ?? '', reader);
  const game = own ?? reader.games[0];
  const inGame = hintsIn(reader, 'game');
  const number = behind[own === null ? 0 : 1] ?? '';
  const board = /^\d{3,9}$/.test(number) ? ` ${number}` : '';
  const withGame = (name: string): string => `${game?.name ?? ''} ${name}${board}`;
  // What was typed in full is no slip, whatever it does.
  if (named(reader.commands, 'game', word) !== null) return [withGame(word.toLowerCase())];
  const alone = [...hintsIn(reader, 'server'), ...reader.games.flatMap(namesOf)];
  const near = nearest(word, [...alone, ...inGame]).map(name => (alone.includes(name) ? name : withGame(name)));
  return near.length > 0 ? near : nearest(word, everydayHints);
}

const gameOf = (word: string, reader: Reader): AnyGame | null => namedAmong(reader.games, word)?.game ?? null;

export const contextGame = (reader: Reader): AnyGame | null =>
  reader.board === null ? null : gameOf(reader.board.match.game, reader);

function find(words: readonly string[], reader: Reader): Found | null {
  const [first = '', second = '', ...rest] = words;
  const name = namedAmong(reader.games, first);
  if (name !== null) {
    const command = named(reader.commands, 'game', second);
    return command === null ? null : { ...name, command, words: rest };
  }
  const pair = named(reader.commands, 'server', `${first} ${second}`);
  if (pair !== null) return { command: pair, game: null, words: rest, given: [] };
  const [, ...behind] = words;
  const verb = lineVerb(first);
  const game = contextGame(reader);
  const inReply =
    game === null
      ? null
      : named(
          reader.commands.filter(({ inReply: isPossible, isMeant }) => isPossible && isMeant?.(behind, game) !== false),
          'game',
          verb,
        );
  if (inReply !== null) return { command: inReply, game, words: [...numberOf(first), ...behind], given: [] };
  const server = named(reader.commands, 'server', lineVerb(first));
  return server === null ? null : { command: server, game: null, words: behind, given: [] };
}

/** `resign.` and `Swap!` mean what they say; `show#3` is `show #3`. */
const lineVerb = (word: string): string => withoutTail(word, '.!').replace(/#-?\d+$/, '');

const numberOf = (word: string): readonly string[] => /#-?\d+$/.exec(word) ?? [];

function named(commands: readonly Command[], scope: Command['scope'], word: string): Command | null {
  const typed = word.toLowerCase();
  const isShort = (command: Command): boolean =>
    command.shortest !== undefined && typed.length >= command.shortest && command.name.startsWith(typed);
  return (
    commands.find(
      command =>
        command.scope === scope &&
        (command.name === typed || command.aliases?.includes(typed) === true || isShort(command)),
    ) ?? null
  );
}

function statementOf(text: string, line: Line, { command, game, words, given }: Found, reader: Reader): Statement {
  const usage = command.usage.replace('<game>', game?.name ?? '<game>');
  const call: CommandLine = {
    game,
    words,
    options: game === null ? line.options : withTyped({ game, given }, line.options),
    typed: tidy(text),
    games: reader.games,
    isUser: reader.isUser,
    board: reader.board,
    userid: reader.userid,
    usage,
  };
  const act = command.parse(call);
  return {
    line: act.ok ? masked(tidy(text), secretsOf(act.value)) : maskedByShape(tidy(text)),
    command,
    game,
    act,
    match: boardNamed(game, words) ?? (game === null ? null : (reader.board?.match ?? null)),
  };
}

/** The board a line names, even when the rest of it is wrong. */
function boardNamed(game: AnyGame | null, words: readonly string[]): MatchRef | null {
  const number = /^(\d{1,9})(?:#-?\d+)?$/.exec(words[0] ?? '')?.[1];
  return game === null || number === undefined ? null : { game: game.name, number: Number(number) };
}

function masked(text: string, secrets: readonly string[]): string {
  if (secrets.length === 0) return text;
  return text
    .split(' ')
    .map(word => (secrets.includes(word) ? '***' : word))
    .join(' ');
}

/** A command on accounts that is wrong somewhere may hold a password anywhere behind the userid; another behind board and userid. */
const maskedByShape = (text: string): string =>
  maskedBehindBoard(
    text
      .replace(/^((?:signup|add) \S+ |(?:signoff|delete|message|change (?:address|password)) ).+$/i, '$1***')
      .replace(/^(set [a-z][\w-]{1,15} )[^\s=]+/i, '$1***')
      .replace(/^(set (?:\S+ ){0,3}-{0,2}password ?= ?)\S+/i, '$1***')
      .replace(/^(set )[^\s=]+$/i, '$1***'),
  );

/** `101 alice secret`, whatever stands behind it. */
function maskedBehindBoard(text: string): string {
  const words = text.split(' ');
  const at = words.findIndex(
    (word, place) =>
      /^\d+$/.test(word) && /^[a-z][a-z0-9_-]{1,15}$/i.test(words[place + 1] ?? '') && words.length > place + 2,
  );
  return at === -1 ? text : words.with(at + 2, '***').join(' ');
}
