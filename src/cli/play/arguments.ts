// Parses the arguments of `nexpost play`: the game, the player of each colour, and the start.
import { readFile } from 'node:fs/promises';
import type { AnyGame, Colour, Opaque, Setup } from '#games/game.ts';
import { say, type Sentences } from '#core/kernel/sentence.ts';
import {
  type OptionTable,
  type OptionValues,
  parseOverrides,
  parseCommandLine,
  prefixErrors,
  parseGame,
} from '../shell/command-line.ts';
import { Misuse } from '../shell/verb.ts';
import { beginTerminalGame, type TerminalGame, applyMove } from './terminal-game.ts';
import { ENGINE_OPTIONS, listEngines, type EnginePlayer, parseEnginePlayer } from '../shell/engine-player.ts';

/** The word for somebody at the keyboard. */
export const HUMAN = 'human';

export const PLAY_OPTIONS = {
  player: {
    kind: 'lines',
    default: '',
    sentence: `COLOUR=WHO, once for each: ${HUMAN} (whoever is not named), or a program: ${listEngines()}`,
  },
  ...ENGINE_OPTIONS,
  position: {
    kind: 'position',
    default: 'none',
    sentence: 'where to begin: the position as one line, as `position` prints it',
  },
  load: { kind: 'text', default: 'none', sentence: 'goes on with a game that `save` wrote' },
} as const satisfies OptionTable;

export interface PlayOptions {
  readonly state: TerminalGame;
  /** The programs by the colours they play. */
  readonly programs: ReadonlyMap<Colour, EnginePlayer>;
}

function parsePrograms(
  game: AnyGame,
  setup: Setup,
  values: OptionValues<typeof PLAY_OPTIONS>,
): ReadonlyMap<Colour, EnginePlayer> {
  const programs = new Map<Colour, EnginePlayer>();
  const known = game.colours(setup).map(({ name }) => name);
  for (const player of values.player.split('\n').slice(0, -1)) {
    const [colour = '', name = ''] = player.toLowerCase().split('=');
    if (!known.includes(colour)) throw new Misuse(`--player is COLOUR=WHO; the colours here are ${known.join(', ')}.`);
    if (name !== HUMAN)
      programs.set(
        colour,
        prefixErrors(`--player ${player} (or ${HUMAN})`, () => parseEnginePlayer(name, values)),
      );
  }
  return programs;
}

function startOf(game: AnyGame, setup: Setup, position: string, sentences: Sentences): Opaque {
  if (position === 'none') return game.start(setup);
  const read = game.decode(setup, position);
  if (!read.ok) throw new Error(`--position: ${say(sentences, read.reason)}`);
  return read.value;
}

/** The moves of a saved game, played one by one. */
async function loadGame(state: TerminalGame, file: string, sentences: Sentences): Promise<TerminalGame> {
  const content = await readFile(file, 'utf8').catch(() => null);
  if (content === null) throw new Error(`--load: ${file} cannot be read.`);
  let next = state;
  for (const [index, line] of content.split('\n').entries()) {
    const text = line.trim();
    if (text === '' || text.startsWith('#')) continue;
    const given = /^options:/i.test(text) ? parseOverrides([], text.slice('options:'.length)) : null;
    const setup = given === null ? null : next.game.setup(given);
    if (setup?.ok === true && next.plies.length === 0) {
      next = beginTerminalGame(next.game, setup.value, next.game.start(setup.value));
      continue;
    }
    const move = next.game.parse(next.position, text);
    if (!move.ok) throw new Error(`--load: line ${index + 1} of ${file}: ${say(sentences, move.reason)}`);
    next = applyMove(next, move.value);
  }
  return next;
}

/** Parses the command line. A wrong position or file is no misuse of it. */
export async function parsePlayArguments(words: readonly string[], sentences: Sentences): Promise<PlayOptions> {
  const { names, given, values } = parseCommandLine(words, PLAY_OPTIONS);
  const found = parseGame('play', names, given);
  const { game } = found;
  const setup = game.setup(found.given);
  if (!setup.ok) throw new Misuse(say(sentences, setup.reason));
  const programs = parsePrograms(game, setup.value, values);
  const state = beginTerminalGame(game, setup.value, startOf(game, setup.value, values.position, sentences));
  return { state: values.load === 'none' ? state : await loadGame(state, values.load, sentences), programs };
}
