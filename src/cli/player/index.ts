// `nexpost player`: runs one of our engines as a player of nexC's line protocol.
// It talks on stdin and stdout, or at a port.
import { once } from 'node:events';
import { type Socket, connect } from 'node:net';
import type { Readable, Writable } from 'node:stream';
import type { GtpNotation, Opaque, Setup } from '#games/game.ts';
import { steadyClock } from '#adapters/clock.ts';
import { startEngineThreads } from '#adapters/workers/engines.ts';
import { readSentences } from '#adapters/templates/templates.ts';
import { type ChooseMove, type PlayerExit, runPlayer } from '#referee/run-player.ts';
import type { PlayerOptions } from '#referee/player.ts';
import type { Refusal } from '#games/kit/refusal.ts';
import { no } from '#games/kit/result.ts';
import { createGtpEngine, runGtpEngine } from '#referee/gtp-engine.ts';
import { refereeLimits } from '#referee/protocol.ts';
import { say } from '#core/kernel/sentence.ts';
import {
  type OptionTable,
  type ParsedArguments,
  createVerb,
  parseGameWithSwap,
  requireSetup,
} from '../shell/command-line.ts';
import {
  ENGINE_OPTIONS,
  type EnginePlayer,
  listEngines,
  moveChooser,
  parseEnginePlayer,
} from '../shell/engine-player.ts';
import { readGameFile, readSgf } from '../shell/game-file.ts';
import { formatBoard, listGtpGames } from '../shell/game-replay.ts';
import { type ExitStatus, type Io, Misuse, linesOf, readVersion } from '../shell/verb.ts';

const OPTIONS = {
  ...ENGINE_OPTIONS,
  dialect: {
    kind: ['later', 'old'],
    default: 'later',
    sentence: "later: says 'ok' to the board and to moves, and plays many games; old: does not, and plays one",
  },
  gtp: { kind: 'flag', sentence: 'speaks GTP, the Go Text Protocol, in place of the line protocol' },
  connect: { kind: 'text', value: 'HOST:PORT', default: 'none', sentence: 'the referee listens at HOST:PORT' },
} as const satisfies OptionTable;

interface PlayerArguments extends PlayerOptions {
  readonly setup: Setup;
  /** null: it speaks the line protocol. */
  readonly notation: GtpNotation | null;
  readonly player: EnginePlayer;
  readonly connect: { readonly host: string; readonly port: number } | null;
}

function parseAddress(text: string | null): PlayerArguments['connect'] {
  if (text === null) return null;
  const { bare, bracketed, digits } =
    /^(?:\[(?<bracketed>[^\]]+)\]|(?<bare>[^:[\]]+)):(?<digits>\d{1,5})$/.exec(text)?.groups ?? {};
  const [host, port] = [bracketed ?? bare, Number(digits)];
  if (host === undefined || port < 1 || port > 65_535) throw new Misuse(`--connect is HOST:PORT, not '${text}'.`);
  return { host, port };
}

function parseArguments({ names, given, values }: ParsedArguments<typeof OPTIONS>): PlayerArguments {
  const [engine, ...rest] = names;
  if (engine === undefined) throw new Misuse(`player needs a name: ${listEngines()}.`);
  const found = parseGameWithSwap('player', rest.length === 0 ? ['nex'] : rest, given);
  const setup = requireSetup(found.game, found.given);
  const { gtp: notation } = found.game;
  if (values.gtp && notation === null)
    throw new Misuse(`No program plays ${found.game.title} by GTP. ${listGtpGames()}`);
  return {
    ...found,
    ...{ setup, notation: values.gtp ? notation : null },
    player: parseEnginePlayer(engine, values),
    dialect: values.dialect,
    connect: parseAddress(values.connect),
  };
}

const formatSize = ({ rows, columns }: { rows: number; columns: number }): string => `${rows} x ${columns}`;

/** Why it left, where that was not the end of the match. */
function describeTrouble(trouble: NonNullable<PlayerExit>): string {
  const sentences = readSentences();
  switch (trouble.kind) {
    case 'aborted':
      return 'The referee broke off.';
    case 'hung-up':
      return 'The referee hung up in the middle of a game.';
    case 'no-such-board':
      return `A board of ${formatSize(trouble.board)} cannot be played on. ${say(sentences, trouble.refusal)}`;
    case 'other-board':
      return `The referee's board is ${formatSize(trouble.board)}, that of these options ${formatSize(trouble.ours)}.`;
    case 'unreadable-move':
      return `The referee told a move that cannot be played. ${say(sentences, trouble.refusal)}`;
    case 'asked-after-end':
      return 'The referee asked for a move in a game that is over.';
    case 'failed':
      return `No move was found: ${trouble.why}`;
  }
}

/** Plays over two streams, which may be one. */
async function playOver(
  options: PlayerOptions,
  choose: ChooseMove,
  streams: { input: Readable; output: Writable },
): Promise<PlayerExit> {
  const { input, output } = streams;
  const player = runPlayer(options, choose, { clock: steadyClock, say: text => output.writable && output.write(text) });
  const hungUp = (): void => player.hungUp();
  output.on('error', hungUp);
  input.on('error', hungUp);
  input.setEncoding('latin1');
  input.on('data', player.heard);
  input.once('end', hungUp);
  input.once('close', hungUp);
  const leaving = await player.leaving;
  // A pipe that is still open would keep this process.
  input.destroy();
  return leaving;
}

/** Speaks GTP over two streams, until `quit` or the end of the input. */
async function speakGtp(
  { game, given, setup, swapAfter, player: { engine }, connect: address }: PlayerArguments,
  notation: GtpNotation,
  choose: ChooseMove,
  { input, output }: { input: Readable; output: Writable },
): Promise<void> {
  const sentences = readSentences();
  const options = {
    ...{ game, notation, given, swapAfter, name: `nexpost ${engine}`, version: readVersion() },
    draw: (position: Opaque) => formatBoard(game.picture(position, { seat: null }), sentences, false).join('\n'),
    explain: (refusal: Refusal) => say(sentences, refusal),
    computeCpuTime: () => (process.cpuUsage().user + process.cpuUsage().system) / 1e6,
  };
  const gone = new AbortController();
  output.on('error', () => gone.abort());
  await runGtpEngine(createGtpEngine(options, setup), {
    choose,
    lines: linesOf(input, refereeLimits.messageLength),
    say: async text => {
      if (!gone.signal.aborted && !output.write(text))
        await once(output, 'drain', { signal: gone.signal }).catch(() => undefined);
    },
    load: async file => {
      // A controller at a port may not ask for the files of this machine.
      if (address !== null) return no('no file is read for a controller at a port.');
      const text = await readGameFile(file);
      return text.ok ? readSgf(text.value, game) : text;
    },
  });
  input.destroy();
}

function reach({ host, port }: NonNullable<PlayerArguments['connect']>): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, noDelay: true });
    socket.once('connect', () => resolve(socket));
    socket.once('error', error => reject(new Error(`Nobody answers at ${host}:${port} (${error.message}).`)));
  });
}

async function run(parsed: PlayerArguments, io: Io): Promise<ExitStatus> {
  const { game, given, swapAfter, notation, player, dialect, connect: address } = parsed;
  const engines = startEngineThreads();
  let socket: Socket | null = null;
  try {
    if (address !== null) socket = await reach(address);
    const streams = socket === null ? { input: io.stdin, output: io.stdout } : { input: socket, output: socket };
    const choose = moveChooser(engines, game, player, 'player');
    if (notation !== null) {
      await speakGtp(parsed, notation, choose, streams);
      return 0;
    }
    const leaving = await playOver({ game, given, swapAfter, dialect }, choose, streams);
    if (leaving === null) return 0;
    io.stderr.write(`${describeTrouble(leaving)}\n`);
    return 1;
  } finally {
    socket?.destroy();
    await engines.close();
  }
}

export const player = createVerb({
  name: 'player',
  takes: '<name> [<game>] [-option[=value] …]',
  options: OPTIONS,
  about: `
Plays by the line protocol of docs/referee.md against whatever speaks its other
side: \`nexpost referee\`, or nexC. The game is nex where none is named; the size of
the board comes from the referee, all other options from here.`,
  help: `
Exit status: 0 after the last game, 1 on '!' or when something went wrong, 2 the
command line was wrong.`,
  run: (parsed, io) => run(parseArguments(parsed), io),
});
