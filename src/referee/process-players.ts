// Players that are programs: a command line run by the shell, in its own process group.
// When such a player must leave, none of its processes is left.
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { createPlayerListener, type PlayerConnection } from './player-connection.ts';
import { refereeLimits } from './limits.ts';
import { killProgram, killProgramSync, MARK, sendSignalToGroup } from './program-processes.ts';

/** Running programs. They are killed when this process ends. */
const running = new Set<() => void>();

process.on('exit', () => {
  for (const end of running) end();
});

const describeExit = (code: number | null, signal: NodeJS.Signals | null): string =>
  signal === null ? `it exited with status ${code ?? 0}` : `it was ended by ${signal}`;

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
    exit = describeExit(code, signal);
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
