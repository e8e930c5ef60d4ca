// Players that are programs: in processes of their own, or connected over TCP.
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync, readdirSync } from 'node:fs';
import { type AddressInfo, type Socket, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { reasonOf } from '#games/kit/assert.ts';
import { refereeLimits, write } from './protocol.ts';
import { type PlayerConnection, createPlayerListener } from './game-state.ts';

/** The environment variable with the mark of a program. Its children inherit it. */
export const MARK = 'NEXPOST_SEAT';

export interface Program {
  /** The id of its process group. undefined: it could not be started. */
  readonly group: number | undefined;
  readonly mark: string;
}

/** The ids of its running processes. Empty on a host without /proc (Linux has it). */
function processesOf(program: Program): readonly number[] {
  try {
    return readdirSync('/proc')
      .filter(name => /^\d+$/.test(name) && isProcessOf(program, name))
      .map(Number);
  } catch {
    return [];
  }
}

/** Is the process running, and does it belong to the program? */
function isProcessOf({ group, mark }: Program, process: string): boolean {
  try {
    const stat = readFileSync(`/proc/${process}/stat`, 'latin1');
    const [state, , processGroup] = stat.slice(stat.lastIndexOf(') ') + 2).split(' ');
    // A zombie, whose parent has not read its exit status, does not count as running.
    if (state === 'Z' || state === 'X') return false;
    if (Number(processGroup) === group) return true;
    return readFileSync(`/proc/${process}/environ`, 'latin1').includes(`${MARK}=${mark}`);
  } catch {
    // The process has ended, or belongs to another user.
    return false;
  }
}

/** Sends a signal to its process group. */
export function sendSignalToGroup({ group }: Program, signal: NodeJS.Signals): void {
  if (group !== undefined) sendSignal(-group, signal);
}

function sendSignal(id: number, signal: NodeJS.Signals): void {
  try {
    process.kill(id, signal);
  } catch {
    // It has ended.
  }
}

/** Sends SIGKILL to each of its processes. Returns how many were running. */
function killRunning(program: Program): number {
  const found = processesOf(program);
  sendSignalToGroup(program, 'SIGKILL');
  for (const id of found) sendSignal(id, 'SIGKILL');
  return found.length;
}

/** Kills its processes when this process is about to end and cannot wait for their death. */
export function killProgramSync(program: Program): void {
  for (let look = 0; look < refereeLimits.looksAtExit && killRunning(program) > 0; look++);
}

/** Kills its processes. Resolves when all are dead: a killed process may take a moment to die, and may have started another one before. */
export async function killProgram(program: Program): Promise<void> {
  for (let look = 0; look < refereeLimits.looks && killRunning(program) > 0; look++) await sleep(refereeLimits.lookMs);
}

// When a program must leave, none of its processes is left.

/** Running programs. They are killed when this process ends. */
const running = new Set<() => void>();

process.on('exit', () => {
  for (const end of running) end();
});

/** Starts a program. A failure to start is reported like any other end. */
export function startProgram(command: string): PlayerConnection {
  const mark = randomBytes(12).toString('hex');
  const child = spawn('/bin/sh', ['-c', command], {
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { ...process.env, [MARK]: mark },
  });
  const program = { group: child.pid, mark };
  const end = (): void => killProgramSync(program);
  running.add(end);
  const gone = once(child, 'exit').catch(() => undefined);
  const lastWords = keepTail(child);
  const { said, left, ...listening } = createPlayerListener();
  tellHowItEnds(child, left);
  child.stdout.setEncoding('latin1').on('data', said);
  // Output before the first listener is not lost.
  child.stdout.pause();
  return {
    ...listening,
    listen: listener => {
      listening.listen(listener);
      child.stdout.resume();
    },
    tell: text => {
      if (child.stdin.writable) child.stdin.write(text, 'latin1');
    },
    lastWords,
    leave: async patienceMs => {
      child.stdin.end();
      await Promise.race([gone, sleep(patienceMs, undefined, { ref: false })]);
      if (child.exitCode === null && child.signalCode === null) {
        sendSignalToGroup(program, 'SIGTERM');
        await Promise.race([gone, sleep(refereeLimits.killMs, undefined, { ref: false })]);
      }
      await Promise.all([killProgram(program), gone]);
      running.delete(end);
      for (const stream of [child.stdin, child.stdout, child.stderr]) stream.destroy();
    },
  };
}

/** The exit status is the best reason. After a closed pipe, waits a moment in case the program exits. */
function tellHowItEnds(child: ChildProcessWithoutNullStreams, left: (how: string) => void): void {
  let exit: string | null = null;
  const soon = (pipe: string): void => {
    setTimeout(() => left(exit ?? pipe), refereeLimits.drainMs).unref();
  };
  child.once('error', error => left(`it could not be started (${error.message})`));
  child.once('exit', (code, signal) => {
    exit = signal === null ? `it exited with status ${code ?? 0}` : `it was ended by ${signal}`;
    // Its last output is still read, unless a child process keeps the pipe open.
    if (child.stdout.readableEnded) left(exit);
    else soon(exit);
  });
  child.stdout.once('end', () => {
    if (exit === null) soon('it closed its output');
    else left(exit);
  });
  for (const stream of [child.stdout, child.stderr]) stream.on('error', () => undefined);
  child.stdin.on('error', () => soon('it closed its input'));
}

/** Keeps the end of its stderr. */
function keepTail(child: ChildProcessWithoutNullStreams): () => string {
  let tail = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    tail = (tail + text).slice(-refereeLimits.lastWordsLength);
  });
  return () => tail.trim();
}

/** Players that connect over TCP to a port on 127.0.0.1, in the order of their connection. */
const HOST = '127.0.0.1';
/** Two players play. Further connections are rejected while two wait. */
const MAX_WAITING = 2;

export interface TcpPlayers {
  readonly port: number;
  /** The next player, waiting or to come. null: none came in time, or the signal aborted. */
  readonly next: (patienceMs: number, signal: AbortSignal) => Promise<PlayerConnection | null>;
  /** Rejects the waiting connections and all new ones. */
  readonly close: () => void;
}

/** Listens on a port. 0: any free one. Rejects with a sentence if the port cannot be used. */
export async function listenForPlayers(port: number): Promise<TcpPlayers> {
  const waiting: Socket[] = [];
  const callers: ((socket: Socket) => void)[] = [];
  const server = createServer({ pauseOnConnect: true, noDelay: true }, socket => {
    socket.on('error', () => undefined);
    const accept = callers.shift();
    if (accept !== undefined) accept(socket);
    else if (waiting.length < MAX_WAITING) waiting.push(socket);
    else turnAway(socket);
  });
  await once(server.listen(port, HOST), 'listening').catch((error: unknown) => {
    throw new Error(`Port ${port} of ${HOST} cannot be listened on (${reasonOf(error)}).`, { cause: error });
  });
  // A connection that cannot be accepted is ignored.
  server.on('error', () => undefined);
  return {
    port: (server.address() as AddressInfo).port,
    next: (patienceMs, signal) => {
      const socket = waiting.shift();
      return socket === undefined
        ? waitForPlayer(callers, patienceMs, signal)
        : Promise.resolve(createConnection(socket));
    },
    close: () => {
      server.close();
      for (const socket of waiting) turnAway(socket);
    },
  };
}

const turnAway = (socket: Socket): void => {
  socket.end(write({ kind: 'abort' }), () => socket.destroy());
};

function waitForPlayer(
  callers: ((socket: Socket) => void)[],
  patienceMs: number,
  signal: AbortSignal,
): Promise<PlayerConnection | null> {
  return new Promise(resolve => {
    const accept = (socket: Socket): void => resolve(createConnection(socket));
    const giveUp = (): void => {
      const index = callers.indexOf(accept);
      if (index >= 0) callers.splice(index, 1);
      resolve(null);
    };
    callers.push(accept);
    const over = AbortSignal.any([signal, AbortSignal.timeout(patienceMs)]);
    if (over.aborted) giveUp();
    over.addEventListener('abort', giveUp, { once: true });
  });
}

/** The other end of a connection: to the referee it is a player, and to a player it is the referee. */
export function createConnection(socket: Socket): PlayerConnection {
  const { said, left, ...listening } = createPlayerListener();
  const closed = new Promise<void>(resolve => socket.once('close', () => resolve()));
  socket.setEncoding('latin1').on('data', said);
  socket.once('end', () => left('it hung up'));
  socket.once('close', () => left('it hung up'));
  socket.on('error', error => left(`its connection broke (${error.message})`));
  // Input before the first listener is not lost.
  socket.pause();
  return {
    ...listening,
    listen: listener => {
      listening.listen(listener);
      socket.resume();
    },
    tell: text => {
      if (socket.writable) socket.write(text, 'latin1');
    },
    // A socket has no stderr.
    lastWords: () => '',
    leave: async patienceMs => {
      socket.end();
      if (!socket.destroyed) await Promise.race([closed, sleep(patienceMs, undefined, { ref: false })]);
      socket.destroy();
    },
  };
}
