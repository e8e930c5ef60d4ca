// The players of docs/strength.md: our engines in this process, and programs that speak GTP.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { AnyGame, GtpNotation, Opaque, Setup } from '#games/game.ts';
import { must } from '#games/kit/assert.ts';
import type { Engine } from '#engines/engine.ts';
import type { Network } from '#engines/network/network.ts';
import { readGtpAnswers, writeColour, writeVertex } from '#referee/gtp.ts';
import { formatBoardCommand } from '#referee/gtp-program.ts';
import type { MatchPlayer } from './match.ts';

interface Board {
  readonly game: AnyGame;
  readonly setup: Setup;
}

/** CPU milliseconds of this process. Its engines use one thread. */
const ownCpu = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
};

interface EngineTerms extends Board {
  readonly network: Network | null;
  /** null: each move has the CPU time that the match gives it. */
  readonly nodes: number | null;
}

/** One of our engines in this process. */
export const createEnginePlayer = (engine: Engine, { game, setup, network, nodes }: EngineTerms): MatchPlayer => ({
  cpu: ownCpu,
  begin: seed => {
    const session = engine.begin({ game, setup, position: game.start(setup), seed, network });
    return Promise.resolve({
      advance: move => {
        session.advance(move);
        return Promise.resolve();
      },
      search: milliseconds => {
        const began = ownCpu();
        const spentShare = (): number => (nodes === null ? (ownCpu() - began) / milliseconds : 0);
        return Promise.resolve(session.search({ spentShare, nodes: nodes ?? Infinity }).move);
      },
    });
  },
});

/** A running GTP program. */
export interface GtpProgram {
  /** Sends a command. Rejects if the program refuses it, ends, or is silent for too long. */
  readonly ask: (command: string) => Promise<string>;
  /** CPU milliseconds of the program and of its children that have ended. */
  readonly cpu: () => number;
  readonly close: () => void;
}

/** The time for an answer, far above the time of any move. */
const ANSWER_MS = 120_000;
/** Ticks of /proc are hundredths of a second on every Linux. */
const TICK_MS = 10;

/** The CPU time in a line of /proc/PID/stat: user and system time of the process, and of its children that have ended. */
export function parseCpuTime(stat: string): number {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks) * TICK_MS, 0);
}

/** A file about a process. Empty if the process has ended, or the system does not keep this file. */
function readProcess(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'latin1');
  } catch {
    return '';
  }
}

/** The CPU milliseconds of a process and its children, those that have ended included. 0: it has ended. */
export function measureCpu(pid: number): number {
  const children = readProcess(pid, `task/${pid}/children`).split(' ').filter(Boolean).map(Number);
  return parseCpuTime(readProcess(pid, 'stat')) + children.reduce((sum, child) => sum + measureCpu(child), 0);
}

/** Starts a program by the shell. What it writes to stderr is dropped. */
export function startGtpProgram(command: string): GtpProgram {
  const child = spawn('/bin/sh', ['-c', `exec ${command}`], { stdio: ['pipe', 'pipe', 'ignore'] });
  let unread = '';
  let waiting: { readonly resolve: (text: string) => void; readonly reject: (error: Error) => void } | null = null;
  const fail = (why: string): void => waiting?.reject(new Error(`${command}: ${why}`));
  child.on('error', error => fail(error.message));
  child.on('exit', () => fail('it has ended'));
  child.stdin.on('error', () => fail('it reads no more'));
  child.stdout.setEncoding('latin1').on('data', (piece: string) => {
    const read = readGtpAnswers(unread, piece);
    ({ unread } = read);
    if (read.breach !== null) fail(`it said '${read.breach.text.slice(0, 60)}'`);
    for (const { isOk, text } of read.answers) {
      if (isOk) waiting?.resolve(text);
      else fail(`it refuses '${text}'`);
    }
  });
  const ask = async (text: string): Promise<string> => {
    let timer: NodeJS.Timeout | undefined;
    const answer = new Promise<string>((resolve, reject) => {
      waiting = { resolve, reject };
      timer = setTimeout(() => fail(`no answer to '${text}'`), ANSWER_MS);
    });
    child.stdin.write(`${text}\n`);
    try {
      return await answer;
    } finally {
      clearTimeout(timer);
      waiting = null;
    }
  };
  return {
    ask,
    cpu: () => measureCpu(must(child.pid, 'it has started')),
    close: () => child.kill('SIGKILL'),
  };
}

/** A GTP program as a player. */
export const createGtpPlayer = (
  program: GtpProgram,
  { game, setup, notation }: Board & { readonly notation: GtpNotation },
): MatchPlayer => ({
  cpu: program.cpu,
  begin: async () => {
    await program.ask(formatBoardCommand({ game, setup, notation }));
    await program.ask('clear_board');
    let position = game.start(setup);
    /** The position after the program's own move, until the match tells it that move. */
    let own: Opaque | null = null;
    const findColour = (): string => writeColour(notation, must(game.toMove(position), 'the game goes on'));
    return {
      advance: async move => {
        if (own !== move) await program.ask(`play ${findColour()} ${writeVertex({ game, notation }, position, move)}`);
        position = game.play(position, move);
        own = null;
      },
      search: async () => {
        const vertex = (await program.ask(`genmove ${findColour()}`)).toLowerCase();
        if (vertex === 'resign') return null;
        const text = notation.readMove(vertex);
        const move = text === null ? null : game.parse(position, text);
        if (move?.ok !== true) throw new Error(`The program plays ${vertex}, which is no legal move.`);
        own = move.value;
        return own;
      },
    };
  },
});
