// Reads the command line of `nexpost referee`: the game, the two who play, the limits.
import type { AnyGame, Setup } from '#games/game.ts';
import { no, ok, type Result } from '#games/kit/result.ts';
import { type OptionTable, parseOptions } from '../shell/options.ts';
import { ENGINE_OPTIONS, type EnginePlayer, parseEnginePlayer, parseSeed } from '../shell/engine-player.ts';
import { readSentences } from '#adapters/templates/sentences.ts';
import { refereeLimits } from '#referee/limits.ts';
import { say } from '#core/sentence.ts';
import { parseGame, splitArguments, parseNumber } from '../shell/game-arguments.ts';

export const REFEREE_OPTIONS = {
  black: {
    kind: 'text',
    default: '',
    sentence: 'the program that is Black in game 1: a command line for the shell, or player:NAME',
  },
  white: { kind: 'text', default: '', sentence: 'the program that is White in game 1' },
  games: { kind: 'text', default: '1', sentence: 'how many games; colours alternate' },
  'move-time': { kind: 'text', default: String(refereeLimits.moveMs / 1000), sentence: 'seconds for a move' },
  'game-time': { kind: 'text', default: 'none', sentence: 'seconds for all moves of a player in a game' },
  port: {
    kind: 'text',
    default: 'none',
    sentence: 'whoever has no command connects here, on 127.0.0.1; 0: any free port',
  },
  save: { kind: 'text', default: 'none', sentence: 'a folder: every game as a file that nexpost replay reads' },
  seed: { kind: 'text', default: 'random', sentence: 'for players of ours that have none of their own' },
} as const satisfies OptionTable;

type Typed = Readonly<Record<keyof typeof REFEREE_OPTIONS, string>>;

/** Who plays: a program, one of ours, or whoever connects. */
export type Contender =
  | { readonly kind: 'command'; readonly command: string }
  | { readonly kind: 'ours'; readonly name: string; readonly player: EnginePlayer }
  | { readonly kind: 'connection' };

export interface RefereeArguments {
  readonly game: AnyGame;
  readonly setup: Setup;
  readonly black: Contender;
  readonly white: Contender;
  readonly games: number;
  readonly moveMs: number;
  readonly gameMs: number | null;
  /** null: nobody connects. */
  readonly port: number | null;
  readonly save: string | null;
  readonly seed: number;
  readonly isForPeople: boolean;
}

const OURS = 'player:';
/** A player of ours has to have answered when its time is over: of its time it takes so much, but leaves so many milliseconds if it can. */
const SHARE_OF_TIME = { most: 0.8, least: 0.5 } as const;
const MARGIN_MS = 100;

const thinkingTime = (ms: number): number =>
  Math.max(1, Math.floor(Math.max(ms * SHARE_OF_TIME.least, Math.min(ms * SHARE_OF_TIME.most, ms - MARGIN_MS))));

interface TimeTerms {
  readonly moveMs: number;
  readonly gameMs: number | null;
  readonly seed: number;
}

/** `player:mcts --time-ms 500` → one of ours. */
function parseOwnPlayer(text: string, { moveMs, gameMs, seed }: TimeTerms): Result<Contender, string> {
  const [engine = '', ...words] = text.slice(OURS.length).trim().split(/\s+/);
  const typed = parseOptions(words, ENGINE_OPTIONS);
  if (!typed.ok) return no(`${text}: ${typed.reason}`);
  const player = parseEnginePlayer(engine, {
    ...typed.value,
    ...(words.some(word => word.startsWith('--seed')) ? {} : { seed: String(seed) }),
  });
  if (!player.ok) return no(`${text}: ${player.reason}`);
  const most = thinkingTime(moveMs);
  const milliseconds = Math.min(player.value.milliseconds ?? most, most);
  return ok({
    kind: 'ours',
    name: text,
    player: { ...player.value, milliseconds, gameMs: gameMs === null ? null : thinkingTime(gameMs) },
  });
}

/** Two of ours do not share their chance. */
const APART = 0x9e3779b9;

function parseContender(option: 'black' | 'white', typed: Typed, terms: TimeTerms): Result<Contender, string> {
  const text = typed[option].trim();
  if (text.startsWith(OURS)) {
    return parseOwnPlayer(text, option === 'black' ? terms : { ...terms, seed: (terms.seed + APART) >>> 0 });
  }
  if (text !== '') return ok({ kind: 'command', command: text });
  return typed.port === 'none'
    ? no(`--${option} needs a program, unless one connects to a --port.`)
    : ok({ kind: 'connection' });
}

function parseMilliseconds(option: 'move-time' | 'game-time', typed: Typed): Result<number, string> {
  const seconds = parseNumber(typed[option], { least: 0.001, most: refereeLimits.longestMs / 1000, isWhole: false });
  return seconds === null
    ? no(`--${option} is a number of seconds, not '${typed[option]}'.`)
    : ok(Math.round(seconds * 1000));
}

function parsePort(typed: Typed): Result<number | null, string> {
  if (typed.port === 'none') return ok(null);
  const port = parseNumber(typed.port, { least: 0, most: 65_535, isWhole: true });
  if (port === null) return no(`--port is a number from 0 to 65535, not '${typed.port}'.`);
  return typed.black !== '' && typed.white !== ''
    ? no('Nobody is left to connect to --port: --black and --white are both given.')
    : ok(port);
}

/** What a match is played by, all but the game and the players. */
function parseTerms(
  typed: Typed,
): Result<Omit<RefereeArguments, 'game' | 'setup' | 'black' | 'white' | 'isForPeople'>, string> {
  const games = parseNumber(typed.games, { least: 1, most: refereeLimits.games, isWhole: true });
  if (games === null) return no(`--games is a number from 1 to ${refereeLimits.games}, not '${typed.games}'.`);
  const seed = parseSeed(typed.seed);
  if (seed === null) return no(`--seed is a whole number, not '${typed.seed}'.`);
  const move = parseMilliseconds('move-time', typed);
  if (!move.ok) return move;
  const game = typed['game-time'] === 'none' ? ok(null) : parseMilliseconds('game-time', typed);
  if (!game.ok) return game;
  const port = parsePort(typed);
  if (!port.ok) return port;
  const save = typed.save === 'none' ? null : typed.save;
  return ok({ games, moveMs: move.value, gameMs: game.value, port: port.value, save, seed });
}

/** The game and its setup. The protocol knows two players. */
function parseMatchGame(
  name: string,
  given: Parameters<typeof parseGame>[1],
): Result<Pick<RefereeArguments, 'game' | 'setup'>, string> {
  const found = parseGame(name, given);
  if (!found.ok) return found;
  const { game } = found.value;
  const setup = game.setup(found.value.given);
  if (!setup.ok) return no(say(readSentences(), setup.reason));
  const seats = game.seats(setup.value).length;
  return seats === 2
    ? ok({ game, setup: setup.value })
    : no(`The referee takes games of two players; with these options ${game.title} has ${seats}.`);
}

/** The words behind the verb → what to do, or what is wrong with them. */
export function parseRefereeArguments(words: readonly string[]): Result<RefereeArguments, string> {
  const taken = splitArguments(words, ['--text']);
  if (!taken.ok) return taken;
  const { names, given, own, flags } = taken.value;
  const [name = 'nex', surplus] = names;
  if (surplus !== undefined)
    return no(`referee takes one game; '${surplus}' is too much. A command of several words needs quotes.`);
  const typed = parseOptions(own, REFEREE_OPTIONS);
  if (!typed.ok) return typed;
  const match = parseMatchGame(name, given);
  if (!match.ok) return match;
  const terms = parseTerms(typed.value);
  if (!terms.ok) return terms;
  const black = parseContender('black', typed.value, terms.value);
  if (!black.ok) return black;
  const white = parseContender('white', typed.value, terms.value);
  if (!white.ok) return white;
  const isForPeople = flags.has('--text');
  return ok({ ...match.value, ...terms.value, black: black.value, white: white.value, isForPeople });
}
