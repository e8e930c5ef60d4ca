// `nexpost play`: a game at the terminal, between people, programs, or both.
import { writeFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { readRules, readSentences } from '#adapters/templates/templates.ts';
import { startEngineThreads } from '#adapters/workers/engines.ts';
import { type Sentences, say } from '#core/kernel/sentence.ts';
import { historyOf } from '#engines/engine.ts';
import type { AnyGame, Colour, Opaque, Setup } from '#games/game.ts';
import type { Engines, SearchRequest } from '#engines/index.ts';
import {
  type OptionTable,
  type OptionValues,
  type ParsedArguments,
  createVerb,
  parseGame,
  parseOverrides,
  prefixErrors,
  requireSetup,
} from '../shell/command-line.ts';
import { ENGINE_OPTIONS, type EnginePlayer, listEngines, parseEnginePlayer } from '../shell/engine-player.ts';
import { formatBoard, formatTextLine, hasColour } from '../shell/game-replay.ts';
import { isRecord, readGameFile, readRecord, replayRecord } from '../shell/game-file.ts';
import { type ExitStatus, type Io, Misuse, isTerminal } from '../shell/verb.ts';
import {
  type IsProgram,
  type TerminalEffect,
  type TerminalGame,
  applyMove,
  beginTerminalGame,
  handleLine,
  listCompletions,
} from './terminal-game.ts';

/** The word for somebody at the keyboard. */
const HUMAN = 'human';

const PLAY_OPTIONS = {
  player: {
    kind: 'lines',
    value: 'COLOUR=WHO',
    sentence: `COLOUR=WHO, once for each: ${HUMAN} (whoever is not named), or a program: ${listEngines()}`,
  },
  ...ENGINE_OPTIONS,
  position: {
    kind: 'position',
    default: 'none',
    sentence: 'where to begin: the position as one line, as `position` prints it',
  },
  load: {
    kind: 'text',
    value: 'FILE',
    default: 'none',
    sentence: 'goes on with a game that `save` wrote, a record of ours, or an SGF',
  },
} as const satisfies OptionTable;

function parsePrograms(
  game: AnyGame,
  setup: Setup,
  values: OptionValues<typeof PLAY_OPTIONS>,
): ReadonlyMap<Colour, EnginePlayer> {
  const programs = new Map<Colour, EnginePlayer>();
  const known = game.colours(setup).map(({ name }) => name);
  for (const player of values.player) {
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

function startOf(game: AnyGame, setup: Setup, position: string | null, sentences: Sentences): Opaque {
  if (position === null) return game.start(setup);
  const read = game.decode(setup, position);
  if (!read.ok) throw new Error(`--position: ${say(sentences, read.reason)}`);
  return read.value;
}

/** The lines of a saved game that has the moves of this record or SGF. A swap changes no stone, and a game that was given up goes on. */
function listRecordLines({ game }: TerminalGame, text: string, sentences: Sentences): readonly string[] {
  const { lines, replay } = replayRecord(readRecord(text, game), { count: false, hash: false }, sentences);
  if (replay === null) throw new Error(`--load: ${formatTextLine(lines.at(-1) ?? {})}`);
  const options = Object.entries(replay.setup).map(([name, value]) => `-${name}=${value}`);
  return [`options: ${options.join(' ')}`, ...replay.moves.map(move => move.text)];
}

/** The moves of a saved game, played one by one. */
async function loadGame(state: TerminalGame, file: string, sentences: Sentences): Promise<TerminalGame> {
  const content = await readGameFile(file);
  if (!content.ok) throw new Error(`--load: ${content.reason}`);
  const lines = isRecord(content.value) ? listRecordLines(state, content.value, sentences) : content.value.split('\n');
  let next = state;
  for (const [index, line] of lines.entries()) {
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

/** The time for a hint. */
const HINT_MS = 1_000;

/** Everything a running game shows and asks through. */
interface PlayContext {
  readonly io: Io;
  readonly engines: Engines;
  readonly sentences: Sentences;
  readonly programs: ReadonlyMap<Colour, EnginePlayer>;
  /** Aborted when the player has left in the middle of it. */
  readonly left: AbortController;
}

const print = ({ io }: PlayContext, ...lines: readonly string[]): void => {
  if (lines.length > 0) io.stdout.write(`${lines.join('\n')}\n`);
};

/** Whose move it is, or how the game ended. */
function statusOf({ game, setup, position }: TerminalGame, sentences: Sentences): string {
  const colour = game.colours(setup).find(({ name }) => name === game.toMove(position));
  if (colour !== undefined) return `${colour.title} (${colour.letter}) to move.`;
  const outcome = game.outcome(position);
  if (outcome === null) return '';
  const reason = say(sentences, { code: outcome.reason, parts: {} });
  const winners = game.seats(setup).filter((_, seat) => outcome.ranks[seat] === 1);
  const scores = Object.entries(outcome.scores ?? {}).map(([name, score]) => `${name} ${score}`);
  const [first, ...others] = winners;
  const verb = first !== undefined && first.colours.length > 1 ? 'have' : 'has';
  const end = first === undefined || others.length > 0 ? 'The game is a draw' : `${first.title} ${verb} won`;
  return `${end}: ${reason}.${scores.length === 0 ? '' : ` (${scores.join(', ')})`}`;
}

const showBoard = ({ sentences, io }: PlayContext, { game, position }: TerminalGame): readonly string[] => [
  '',
  ...formatBoard(game.picture(position, { seat: null }), sentences, hasColour(io.stdout)),
  '',
];

function searchRequest(
  { game, setup, start, plies, position, retired }: TerminalGame,
  { gameMs: _, ...player }: EnginePlayer,
): SearchRequest {
  const moves = plies.map(({ text }) => text);
  const history = historyOf(game, { start, moves, position, hasRetired: retired.length > 0 });
  return { ...player, ...history, game: game.name, setup, sessionKey: 'play', swapAfter: null };
}

async function findHint({ engines }: PlayContext, state: TerminalGame): Promise<string> {
  const player = { engine: 'solver', seed: 1, milliseconds: HINT_MS, nodes: null, weakness: null, gameMs: null };
  const { move, value } = await engines.search(searchRequest(state, player));
  return value === null ? move : `${move} (wins about ${Math.round(value * 100)} times in 100)`;
}

/** Never over a file that is there. */
async function save(file: string, text: string): Promise<string> {
  try {
    await writeFile(file, text, { flag: 'wx' });
    return `Saved in ${file}.`;
  } catch (error) {
    const isThere = (error as NodeJS.ErrnoException).code === 'EEXIST';
    return isThere ? `${file} is there already; choose another name.` : `${file} cannot be written.`;
  }
}

/** What an effect has to show. */
async function formatEffect(
  context: PlayContext,
  state: TerminalGame,
  effect: TerminalEffect,
): Promise<readonly string[]> {
  switch (effect.kind) {
    case 'board':
      return showBoard(context, state);
    case 'sentence':
      return [say(context.sentences, effect.phrase)];
    case 'text':
      return effect.lines;
    case 'rules':
      return [readRules(state.game.name)];
    case 'hint':
      return [await findHint(context, state)];
    case 'save':
      return [await save(effect.file, effect.text)];
    case 'leave':
      return [];
  }
}

/** Programs move until a person is to move, or the game is over. */
async function runPrograms(context: PlayContext, from: TerminalGame): Promise<TerminalGame> {
  let state = from;
  for (;;) {
    const { game, setup, position } = state;
    const colour = game.toMove(position);
    const player = colour === null ? undefined : context.programs.get(colour);
    if (player === undefined) return state;
    const { move } = await context.engines.search(searchRequest(state, player));
    const read = game.parse(position, move);
    if (!read.ok) throw new Error(`the program played ${move}, which is not legal`);
    state = applyMove(state, read.value);
    const title = game.colours(setup).find(({ name }) => name === colour)?.title ?? '';
    print(context, '', `${title} plays ${move}`);
    print(context, ...showBoard(context, state));
  }
}

async function runGame(context: PlayContext, from: TerminalGame): Promise<void> {
  const { io, programs } = context;
  const isProgram: IsProgram = colour => programs.has(colour);
  let state = from;
  const lines = createInterface({
    input: io.stdin,
    output: io.stdout,
    terminal: isTerminal(io.stdin),
    prompt: '> ',
    completer: (line: string): [string[], string] => {
      const [found, typed] = listCompletions(state, line);
      return [[...found], typed];
    },
  });
  // Ctrl-C at a terminal: stops without waiting for a program that thinks.
  lines.on('SIGINT', () => {
    context.left.abort();
    lines.close();
    void context.engines.close();
  });
  // From now on, so that no line is missed while a program thinks.
  const typed = lines[Symbol.asyncIterator]();
  print(context, ...showBoard(context, state));
  const continueGame = async (): Promise<void> => {
    state = await runPrograms(context, state);
    print(context, statusOf(state, context.sentences));
  };
  // At a terminal the line in hand is drawn again with it. Elsewhere the input may have ended already, with lines of it still to be done.
  const showPrompt = (): void => {
    if (!isTerminal(io.stdin)) io.stdout.write('> ');
    else if (!context.left.signal.aborted) lines.prompt();
  };
  await continueGame();
  // Where programs play all sides, there is no prompt.
  if (state.game.colours(state.setup).every(({ name }) => isProgram(name))) {
    lines.close();
    return;
  }
  showPrompt();
  for await (const line of typed) {
    const next = handleLine(state, line.slice(0, 1_000), isProgram);
    state = next.state;
    for (const effect of next.effects) print(context, ...(await formatEffect(context, state, effect)));
    if (next.effects.some(({ kind }) => kind === 'leave')) break;
    await continueGame();
    showPrompt();
  }
  lines.close();
}

async function run({ names, given: words, values }: ParsedArguments<typeof PLAY_OPTIONS>, io: Io): Promise<ExitStatus> {
  const sentences = readSentences();
  const { game, given } = parseGame('play', names, words);
  const setup = requireSetup(game, given);
  // A wrong position or file is no misuse of the command line.
  const programs = parsePrograms(game, setup, values);
  const opening = beginTerminalGame(game, setup, startOf(game, setup, values.position, sentences));
  const state = values.load === null ? opening : await loadGame(opening, values.load, sentences);
  const engines = startEngineThreads();
  const left = new AbortController();
  try {
    await runGame({ io, engines, sentences, programs, left }, state);
    return 0;
  } catch (error) {
    if (!left.signal.aborted) throw error;
    io.stdout.write('\n');
    return 0;
  } finally {
    await engines.close();
  }
}

export const play = createVerb({
  name: 'play',
  takes: '<game> [-option[=value] …]',
  options: PLAY_OPTIONS,
  help: 'At the prompt: a move, or help.',
  run,
});
