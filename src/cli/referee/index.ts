// `nexpost referee`: two programs play a match by nexC's line protocol; each game is recorded.
import { once } from 'node:events';
import { mkdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { steadyClock } from '#adapters/clock.ts';
import { readSentences } from '#adapters/templates/templates.ts';
import { startEngineThreads } from '#adapters/workers/engines.ts';
import type { Engines } from '#engines/index.ts';
import type { AnyGame, GivenOptions, GtpNotation } from '#games/game.ts';
import { connectGtpProgram } from '#referee/gtp-program.ts';
import type { Agreement, PlayerConnection } from '#referee/game-state.ts';
import { type Contestant, type MatchEnd, type MatchGame, playMatch } from '#referee/match.ts';
import { type TcpPlayers, listenForPlayers, startProgram } from '#referee/program-players.ts';
import { boardOf, refereeLimits } from '#referee/protocol.ts';
import { startLocalPlayer } from '#referee/run-player.ts';
import {
  type OptionTable,
  type OptionValues,
  PORT,
  type ParsedArguments,
  SEED,
  createVerb,
  parseGameWithSwap,
  parseOptions,
  prefixErrors,
  requireSetup,
} from '../shell/command-line.ts';
import { ENGINE_OPTIONS, type EnginePlayer, moveChooser, parseEnginePlayer } from '../shell/engine-player.ts';
import { listGtpGames } from '../shell/game-replay.ts';
import { type ExitStatus, type Io, Misuse, stopSignal } from '../shell/verb.ts';
import {
  type RecordedMatch,
  createGameRecord,
  createSummary,
  findBlackSeat,
  formatFileName,
  formatGameFile,
  formatTableFoot,
  formatTableHead,
  formatTableRow,
  listSeatNames,
} from './records.ts';

const SECONDS = {
  least: 0.001,
  most: refereeLimits.longestMs / 1000,
  isWhole: false,
  what: 'a number of seconds',
} as const;

export const REFEREE_OPTIONS = {
  black: {
    kind: 'text',
    value: 'CMD',
    isNeeded: true,
    sentence: 'the program that is Black in game 1: a command line for the shell, gtp:CMD, or player:NAME',
  },
  white: { kind: 'text', value: 'CMD', isNeeded: true, sentence: 'the program that is White in game 1' },
  'black-setup': {
    kind: 'lines',
    value: 'COMMAND',
    sentence: 'a command to the GTP program of --black before its first game; may be given again',
  },
  'white-setup': { kind: 'lines', value: 'COMMAND', sentence: 'the same for --white' },
  games: {
    kind: { least: 1, most: refereeLimits.games, isWhole: true, what: 'a number' },
    default: '1',
    sentence: 'how many games; colours alternate',
  },
  'move-time': { kind: SECONDS, value: 'S', default: `${refereeLimits.moveMs / 1000}`, sentence: 'seconds for a move' },
  'game-time': { kind: SECONDS, value: 'S', default: 'none', sentence: 'seconds for all moves of a player in a game' },
  port: {
    kind: PORT,
    default: 'none',
    sentence: 'whoever has no command connects here, on 127.0.0.1; 0: any free port',
  },
  save: {
    kind: 'text',
    value: 'DIR',
    default: 'none',
    sentence: 'a folder: every game as a file that nexpost replay reads',
  },
  seed: { kind: SEED, default: 'random', sentence: 'for players of ours that have none of their own' },
  text: { kind: 'flag', sentence: 'a table for people instead of JSON lines' },
} as const satisfies OptionTable;

type Values = OptionValues<typeof REFEREE_OPTIONS>;

/** A contestant: a program, a program that speaks GTP, one of our engines, or a program that connects. */
export type Contender =
  | { readonly kind: 'command'; readonly command: string }
  | {
      readonly kind: 'gtp';
      readonly name: string;
      readonly command: string;
      readonly notation: GtpNotation;
      readonly firstCommands: readonly string[];
    }
  | { readonly kind: 'ours'; readonly name: string; readonly player: EnginePlayer }
  | { readonly kind: 'connection' };

export interface RefereeArguments extends Pick<Agreement, 'game' | 'setup' | 'swapAfter' | 'moveMs' | 'gameMs'> {
  readonly black: Contender;
  readonly white: Contender;
  readonly games: number;
  /** null: no program connects. */
  readonly port: number | null;
  readonly save: string | null;
  readonly seed: number;
  readonly isForPeople: boolean;
}

const ENGINE_PREFIX = 'player:';
const GTP_PREFIX = 'gtp:';
/** An engine must answer before its time is over: it thinks for `most` of it, less to leave MARGIN_MS, but no less than `least`. */
const SHARE_OF_TIME = { most: 0.8, least: 0.5 } as const;
const MARGIN_MS = 100;

const shareThinkingTime = (ms: number): number =>
  Math.max(1, Math.floor(Math.max(ms * SHARE_OF_TIME.least, Math.min(ms * SHARE_OF_TIME.most, ms - MARGIN_MS))));

type TimeTerms = Pick<RefereeArguments, 'moveMs' | 'gameMs' | 'seed'>;

/** `player:mcts --time-ms 500` → one of our engines. */
function parseOwnPlayer(text: string, { moveMs, gameMs, seed }: TimeTerms): Contender {
  const [engine = '', ...words] = text.slice(ENGINE_PREFIX.length).trim().split(/\s+/);
  const player = prefixErrors(text, () => {
    const values = parseOptions(words, ENGINE_OPTIONS);
    const isSeeded = words.some(word => word.startsWith('--seed'));
    return parseEnginePlayer(engine, isSeeded ? values : { ...values, seed });
  });
  const most = shareThinkingTime(moveMs);
  const milliseconds = Math.min(player.milliseconds ?? most, most);
  const forGame = gameMs === null ? null : shareThinkingTime(gameMs);
  return { kind: 'ours', name: text, player: { ...player, milliseconds, gameMs: forGame } };
}

/** Keeps the seeds of two engines apart. */
const SEED_STEP = 0x9e3779b9;

function parseContender(
  option: 'black' | 'white',
  { game, values, terms }: { readonly game: AnyGame; readonly values: Values; readonly terms: TimeTerms },
): Contender {
  const text = values[option].trim();
  const setupLines = values[`${option}-setup`];
  if (text.startsWith(GTP_PREFIX)) {
    // `gtp:./mine --fast` → a program that speaks GTP.
    if (game.gtp === null) throw new Misuse(`No program plays ${game.title} by GTP. ${listGtpGames()}`);
    const command = text.slice(GTP_PREFIX.length).trim();
    if (command === '') throw new Misuse(`'${GTP_PREFIX}' needs a command line.`);
    const firstCommands = setupLines.filter(line => line.trim() !== '');
    return { kind: 'gtp', name: text, command, notation: game.gtp, firstCommands };
  }
  if (setupLines.length > 0)
    throw new Misuse(`--${option}-setup needs a program that speaks GTP: --${option} gtp:CMD.`);
  if (text.startsWith(ENGINE_PREFIX)) {
    return parseOwnPlayer(text, option === 'black' ? terms : { ...terms, seed: (terms.seed + SEED_STEP) >>> 0 });
  }
  if (text !== '') return { kind: 'command', command: text };
  if (values.port === null) throw new Misuse(`--${option} needs a program, unless one connects to a --port.`);
  return { kind: 'connection' };
}

const QUOTES = ' A command of several words needs quotes.';

/** The game and its setup. The protocol knows two players. */
function parseMatchGame(
  names: readonly string[],
  typed: GivenOptions,
): Pick<RefereeArguments, 'game' | 'setup' | 'swapAfter'> {
  const { game, given, swapAfter } = parseGameWithSwap('referee', names.length === 0 ? ['nex'] : names, typed, QUOTES);
  const setup = requireSetup(game, given);
  const seats = game.seats(setup).length;
  if (seats === 2) return { game, setup, swapAfter };
  throw new Misuse(`The referee takes games of two players; with these options ${game.title} has ${seats}.`);
}

export function parseRefereeArguments({
  names,
  given: typed,
  values,
}: ParsedArguments<typeof REFEREE_OPTIONS>): RefereeArguments {
  const match = parseMatchGame(names, typed);
  const { games, port, save, seed, 'game-time': gameTime } = values;
  if (port !== null && values.black !== '' && values.white !== '')
    throw new Misuse('Nobody is left to connect to --port: --black and --white are both given.');
  const moveMs = Math.round(values['move-time'] * 1000);
  const terms = { games, port, save, seed, moveMs, gameMs: gameTime === null ? null : Math.round(gameTime * 1000) };
  const given = { game: match.game, values, terms };
  const [black, white] = [parseContender('black', given), parseContender('white', given)];
  return { ...match, ...terms, black, white, isForPeople: values.text };
}

/** What contestants are made of. */
interface RefereeContext {
  readonly options: RefereeArguments;
  readonly engines: Engines;
  readonly tcpPlayers: TcpPlayers | null;
  readonly signal: AbortSignal;
}

/** A contestant that is the same program each time it enters. */
const PROGRAM = { isConstant: true, dialect: 'unknown' } as const;

/** `index`: 0 for --black, 1 for --white. */
function createContestant(
  { options, engines, tcpPlayers, signal }: RefereeContext,
  who: Contender,
  index: number,
): Contestant {
  const { game, setup, moveMs, swapAfter } = options;
  switch (who.kind) {
    case 'command':
      return { ...PROGRAM, name: who.command, enter: () => Promise.resolve(startProgram(who.command)) };
    case 'gtp': {
      const { name, command, notation, firstCommands } = who;
      const terms = { game, notation, setup, swapAfter, moveMs, firstCommands };
      const enter = (): Promise<PlayerConnection> => Promise.resolve(connectGtpProgram(startProgram(command), terms));
      return { ...PROGRAM, name, dialect: 'later', enter };
    }
    case 'ours': {
      const choose = moveChooser(engines, game, who.player, `contestant ${index}`);
      const playerOptions = { game, given: Object.entries(setup), swapAfter, dialect: 'later' } as const;
      const enter = async (): Promise<PlayerConnection> => {
        // Starting the thread that thinks is no part of anybody's first move.
        const start = { game: game.name, setup, position: game.encode(game.start(setup)), moves: [] };
        const thought = { engine: 'random', seed: 0, weakness: null, milliseconds: null, nodes: 1, swapAfter: null };
        await engines.search({ ...start, ...thought, sessionKey: 'warm-up' });
        return startLocalPlayer(playerOptions, choose, steadyClock);
      };
      return { ...PROGRAM, name: who.name, enter };
    }
    case 'connection': {
      const name = `client ${options.black.kind === 'connection' ? index + 1 : 1}`;
      const enter = async (): Promise<PlayerConnection | null> =>
        (await tcpPlayers?.next(refereeLimits.connectionMs, signal)) ?? null;
      return { name, isConstant: false, dialect: 'unknown', enter };
    }
  }
}

async function print(io: Io, text: string): Promise<void> {
  if (!io.stdout.write(`${text}\n`)) await once(io.stdout, 'drain');
}

const ENDS: Readonly<Record<MatchEnd, string>> = {
  played: '',
  'called-off': 'The match was called off.',
  absent: `Nobody connected within ${refereeLimits.connectionMs / 1000} seconds.`,
};

/** Its parent must be there: making those too never ends where nothing can be made. */
async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const isThere = code === 'EEXIST' && (await stat(folder)).isDirectory();
    if (!isThere) throw new Error(`The folder ${folder} cannot be made (${code ?? ''}).`, { cause: error });
  }
}

async function runReferee(context: RefereeContext, io: Io): Promise<ExitStatus> {
  const { options, tcpPlayers, signal } = context;
  const { game, setup, games, moveMs, gameMs, swapAfter, seed } = options;
  const contestants = [
    createContestant(context, options.black, 0),
    createContestant(context, options.white, 1),
  ] as const;
  const names = [contestants[0].name, contestants[1].name] as const;
  const recorded: RecordedMatch = { game, setup, swapAfter, games, seed, names, sentences: readSentences() };
  if (options.save !== null) await makeFolder(options.save);
  if (tcpPlayers !== null) {
    const count = contestants.filter(({ isConstant }) => !isConstant).length;
    io.stderr.write(`Waiting for ${count === 1 ? 'a player' : 'two players'} at 127.0.0.1:${tcpPlayers.port}.\n`);
  }
  if (options.isForPeople) await print(io, formatTableHead(recorded));
  const all: MatchGame[] = [];
  const agreement = { game, setup, board: boardOf(game, setup), moveMs, gameMs, swapAfter };
  const match = { contestants, firstSeat: findBlackSeat(recorded), games, agreement, clock: steadyClock, signal };
  const end = await playMatch(match, async played => {
    all.push(played);
    // Prints and keeps a game.
    if (options.save !== null)
      await writeFile(join(options.save, formatFileName(recorded, played)), formatGameFile(recorded, played));
    await print(
      io,
      options.isForPeople ? formatTableRow(recorded, played) : JSON.stringify(createGameRecord(recorded, played)),
    );
    for (const [seat, words] of played.lastWords.entries()) {
      if (words !== '')
        io.stderr.write(`Game ${played.number}, the last words of ${listSeatNames(recorded)[seat] ?? ''}:\n${words}\n`);
    }
  });
  await print(io, options.isForPeople ? formatTableFoot(recorded, all) : JSON.stringify(createSummary(recorded, all)));
  if (end === 'played') return 0;
  io.stderr.write(`${ENDS[end]}\n`);
  return 1;
}

async function run(options: RefereeArguments, io: Io): Promise<ExitStatus> {
  const stop = stopSignal();
  const engines = startEngineThreads();
  let tcpPlayers: TcpPlayers | null = null;
  try {
    if (options.port !== null) tcpPlayers = await listenForPlayers(options.port);
    return await runReferee({ options, engines, tcpPlayers, signal: stop.signal }, io);
  } finally {
    tcpPlayers?.close();
    await engines.close();
    stop.release();
  }
}

export const refereeVerb = createVerb({
  name: 'referee',
  takes: '[<game>] [-option[=value] …]',
  options: REFEREE_OPTIONS,
  about: `
The game is nex where none is named; its options are those of a challenge
(-size=5). Programs speak the line protocol of docs/referee.md on stdin and stdout.`,
  help: `
player:NAME in place of a command is a player of ours in this process, with the
options of \`nexpost player\`: --black 'player:mcts --time-ms 200'.

Prints one JSON line a game, then a summary. A program that breaks the rules of
the game, the protocol, the clock, or itself loses that game; the match goes on.

Exit status: 0 the match was played, 1 it could not be, 2 the command line was wrong.`,
  run: (parsed, io) => run(parseRefereeArguments(parsed), io),
});
