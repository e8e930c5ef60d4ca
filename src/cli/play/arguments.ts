// Reads the command line of `nexpost play`: the game, who plays which colour, and where to begin.
import { readFile } from 'node:fs/promises';
import type { AnyGame, Colour, Opaque, Setup } from '#games/game.ts';
import { no, ok, type Result } from '#games/kit/result.ts';
import { say, type Sentences } from '#core/sentence.ts';
import { parseGame, splitArguments, overrideOptions } from '../shell/game-arguments.ts';
import { type OptionTable, parseOptions } from '../shell/options.ts';
import { newTerminalGame, type TerminalGame, withMove } from './terminal-game.ts';
import { ENGINE_OPTIONS, type EnginePlayer, parseEnginePlayer } from '../shell/engine-player.ts';

export const PLAY_OPTIONS = {
  ...ENGINE_OPTIONS,
  position: {
    kind: 'text',
    default: 'none',
    sentence: 'where to begin: the position as one line, as `position` prints it',
  },
  load: { kind: 'text', default: 'none', sentence: 'goes on with a game that `save` wrote' },
} as const satisfies OptionTable;

/** The word for somebody at the keyboard. */
export const HUMAN = 'human';

export interface PlayOptions {
  readonly state: TerminalGame;
  /** The programs by the colours they play. */
  readonly programs: ReadonlyMap<Colour, EnginePlayer>;
}

/** `--player black=mcts --player white=human`, taken out of the other words. */
function takePlayers(words: readonly string[]): {
  readonly players: readonly string[];
  readonly rest: readonly string[];
} {
  const players: string[] = [];
  const rest: string[] = [];
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? '';
    if (word.startsWith('--player=')) players.push(word.slice('--player='.length));
    else if (word === '--player') players.push(words[(at += 1)] ?? '');
    else rest.push(word);
  }
  return { players, rest };
}

function parsePrograms(
  game: AnyGame,
  setup: Setup,
  players: readonly string[],
  typed: Parameters<typeof parseEnginePlayer>[1],
): Result<ReadonlyMap<Colour, EnginePlayer>, string> {
  const programs = new Map<Colour, EnginePlayer>();
  const known = game.colours(setup).map(({ name }) => name);
  for (const player of players) {
    const [colour = '', name = ''] = player.toLowerCase().split('=');
    if (!known.includes(colour)) return no(`--player is COLOUR=WHO; the colours here are ${known.join(', ')}.`);
    if (name === HUMAN) continue;
    const engine = parseEnginePlayer(name, typed);
    if (!engine.ok) return no(`--player ${player}: ${engine.reason} Or ${HUMAN}.`);
    programs.set(colour, engine.value);
  }
  return ok(programs);
}

function startOf(game: AnyGame, setup: Setup, position: string, sentences: Sentences): Result<Opaque, string> {
  if (position === 'none') return ok(game.start(setup));
  const read = game.decode(setup, position);
  return read.ok ? read : no(`--position: ${say(sentences, read.reason)}`);
}

/** The moves of a saved game, played one by one. */
async function loadGame(
  state: TerminalGame,
  file: string,
  sentences: Sentences,
): Promise<Result<TerminalGame, string>> {
  const content = await readFile(file, 'utf8').catch(() => null);
  if (content === null) return no(`--load: ${file} cannot be read.`);
  let next = state;
  for (const [index, line] of content.split('\n').entries()) {
    const text = line.trim();
    if (text === '' || text.startsWith('#')) continue;
    const given = /^options:/i.test(text) ? overrideOptions([], text.slice('options:'.length)) : null;
    const setup = given === null ? null : next.game.setup(given);
    if (setup?.ok === true && next.plies.length === 0) {
      next = newTerminalGame(next.game, setup.value, next.game.start(setup.value));
      continue;
    }
    const move = next.game.parse(next.position, text);
    if (!move.ok) return no(`--load: line ${index + 1} of ${file}: ${say(sentences, move.reason)}`);
    next = withMove(next, move.value);
  }
  return ok(next);
}

/** What the command line asks for, or what is wrong with it: `usage` the line itself, `input` a position or a file. */
export async function parsePlayArguments(
  words: readonly string[],
  sentences: Sentences,
): Promise<Result<PlayOptions, { readonly kind: 'usage' | 'input'; readonly why: string }>> {
  const usage = (why: string): ReturnType<typeof no<{ kind: 'usage'; why: string }>> => no({ kind: 'usage', why });
  const { players, rest } = takePlayers(words);
  const parts = splitArguments(rest, []);
  if (!parts.ok) return usage(parts.reason);
  const [name, surplus] = parts.value.names;
  if (name === undefined || surplus !== undefined) return usage('play takes one game.');
  const found = parseGame(name, parts.value.given);
  if (!found.ok) return usage(found.reason);
  const typed = parseOptions(parts.value.own, PLAY_OPTIONS);
  if (!typed.ok) return usage(typed.reason);
  const { game } = found.value;
  const setup = game.setup(found.value.given);
  if (!setup.ok) return usage(say(sentences, setup.reason));
  const programs = parsePrograms(game, setup.value, players, typed.value);
  if (!programs.ok) return usage(programs.reason);
  const start = startOf(game, setup.value, typed.value.position, sentences);
  if (!start.ok) return no({ kind: 'input', why: start.reason });
  const state = newTerminalGame(game, setup.value, start.value);
  const begun = typed.value.load === 'none' ? ok(state) : await loadGame(state, typed.value.load, sentences);
  if (!begun.ok) return no({ kind: 'input', why: begun.reason });
  return ok({ state: begun.value, programs: programs.value });
}
