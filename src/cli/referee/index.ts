// `nexpost referee`: two programs play a match by nexC's line protocol, and every game is recorded.
import { once } from 'node:events';
import { mkdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startEngineThreads } from '#adapters/workers/engines.ts';
import { steadyClock } from '#adapters/clock.ts';
import { type TcpPlayers, listenForPlayers, startProgram } from '#referee/program-players.ts';
import { readSentences } from '#adapters/templates/templates.ts';
import { boardOf, refereeLimits } from '#referee/protocol.ts';
import { connectGtpProgram } from '#referee/gtp-program.ts';
import { startLocalPlayer } from '#referee/run-player.ts';
import type { Engines } from '#engines/index.ts';
import { type Contestant, type MatchEnd, type MatchGame, playMatch } from '#referee/match.ts';
import { type Contender, REFEREE_OPTIONS, type RefereeArguments, parseRefereeArguments } from './arguments.ts';
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
import { type ExitStatus, type Io, stopSignal } from '../shell/verb.ts';
import { createVerb } from '../shell/command-line.ts';
import { moveChooser } from '../shell/engine-player.ts';

/** What contestants are made of. */
interface RefereeContext {
  readonly options: RefereeArguments;
  readonly engines: Engines;
  readonly tcpPlayers: TcpPlayers | null;
  readonly signal: AbortSignal;
}

/** `index`: 0 for --black, 1 for --white. */
function createContestant(
  { options, engines, tcpPlayers, signal }: RefereeContext,
  who: Contender,
  index: number,
): Contestant {
  switch (who.kind) {
    case 'command':
      return {
        name: who.command,
        isConstant: true,
        dialect: 'unknown',
        enter: () => Promise.resolve(startProgram(who.command)),
      };
    case 'gtp': {
      const { game, setup, moveMs, swapAfter } = options;
      const { notation, firstCommands } = who;
      return {
        name: who.name,
        isConstant: true,
        dialect: 'later',
        enter: () =>
          Promise.resolve(
            connectGtpProgram(startProgram(who.command), { game, notation, setup, swapAfter, moveMs, firstCommands }),
          ),
      };
    }
    case 'ours': {
      const choose = moveChooser(engines, options.game, who.player, `contestant ${index}`);
      const { game, setup, swapAfter } = options;
      const playerOptions = { game, given: Object.entries(setup), swapAfter, dialect: 'later' } as const;
      return {
        name: who.name,
        isConstant: true,
        dialect: 'unknown',
        enter: async () => {
          // Starting the thread that thinks is no part of anybody's first move.
          const start = { game: game.name, setup, position: game.encode(game.start(setup)), moves: [] };
          const thought = { engine: 'random', seed: 0, weakness: null, milliseconds: null, nodes: 1, swapAfter: null };
          await engines.search({ ...start, ...thought, sessionKey: 'warm-up' });
          return startLocalPlayer(playerOptions, choose, steadyClock);
        },
      };
    }
    case 'connection':
      return {
        name: `client ${options.black.kind === 'connection' ? index + 1 : 1}`,
        isConstant: false,
        dialect: 'unknown',
        enter: async () => (await tcpPlayers?.next(refereeLimits.connectionMs, signal)) ?? null,
      };
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
