// `nexpost` as a child process, from the sources as they stand (test/build.ts).
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { steadyClock } from '#adapters/clock.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Where a file of the program lies as it was built: 'src/composition/start-service.js'. */
export const built = (file: string): string => pathToFileURL(join(root, 'dist', file)).href;

/** The program's entry, for a command line. */
export const NEXPOST = join(root, 'bin', 'nexpost.mjs');

export interface Program {
  /** `files`: so many may be open at once. */
  readonly start: (args: readonly string[], environment?: Readonly<Record<string, string>>, files?: number) => Running;
  /** Starts `nexpost serve` and waits for its ready line. */
  readonly serve: (args: readonly string[], environment?: Readonly<Record<string, string>>) => Promise<Serving>;
  /** A folder below the program's own. */
  readonly folder: (name: string) => string;
  /** Kills what still runs and removes every folder. */
  readonly remove: () => Promise<void>;
}

export interface Ending {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Running {
  readonly process: ChildProcess;
  readonly ended: Promise<Ending>;
}

export interface Ready {
  readonly pid: number;
  readonly smtp: number;
  readonly imap: number;
  readonly http: number;
  readonly address: string;
  /** With its key. */
  readonly inbox: string;
}

export interface Serving extends Running {
  readonly ready: Ready;
  /** SIGTERM, and how and after how many milliseconds it ended. Rejects if a signal ended it. */
  readonly terminate: () => Promise<Ending & { readonly ms: number }>;
  /** kill -9, and gone. */
  readonly kill: () => Promise<void>;
}

/** With a folder of its own for what it writes. */
export function builtProgram(): Program {
  const home = mkdtempSync(join(tmpdir(), 'e2e-'));
  const alive = new Set<ChildProcess>();
  const start: Program['start'] = (args, environment = {}, files) => {
    const line = [process.execPath, NEXPOST, ...args];
    const [command = '', ...words] =
      files === undefined ? line : ['/bin/sh', '-c', `ulimit -n ${files} && exec "$@"`, 'sh', ...line];
    const child = spawn(command, words, {
      cwd: home,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { PATH: process.env['PATH'] ?? '', HOME: home, ...environment },
    });
    alive.add(child);
    const out = { stdout: '', stderr: '' };
    for (const name of ['stdout', 'stderr'] as const) {
      child[name].setEncoding('utf8').on('data', (text: string) => (out[name] += text));
    }
    const ended = new Promise<Ending>(resolve => {
      child.once('close', (code, signal) => {
        alive.delete(child);
        resolve({ code, signal, ...out });
      });
    });
    return { process: child, ended };
  };
  return {
    start,
    serve: async (args, environment) => serving(start(['serve', ...args], environment)),
    folder: name => join(home, name),
    remove: async () => {
      await Promise.all(
        [...alive].map(async child => {
          const gone = new Promise(resolve => child.once('close', resolve));
          child.kill('SIGKILL');
          await gone;
        }),
      );
      rmSync(home, { recursive: true, force: true });
    },
  };
}

async function serving(running: Running): Promise<Serving> {
  const { process: child, ended } = running;
  const ready = await Promise.race([readyLine(child), ended]);
  if ('stderr' in ready) throw new Error(`nexpost serve ended with ${ready.code} before it was ready: ${ready.stderr}`);
  return {
    ...running,
    ready,
    terminate: async () => {
      const since = steadyClock.now();
      process.kill(ready.pid, 'SIGTERM');
      const ending = await ended;
      if (ending.signal !== null) throw new Error(`nexpost serve died of ${ending.signal}: ${ending.stderr}`);
      return { ...ending, ms: steadyClock.now() - since };
    },
    kill: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

async function readyLine(child: ChildProcess): Promise<Ready> {
  return new Promise(resolve => {
    createInterface(child.stdout!).on('line', line => {
      if (line.startsWith('{"ready":true')) resolve(JSON.parse(line) as Ready);
    });
  });
}

/** Ports nobody listens on at this moment. */
export async function freePorts(count: number): Promise<readonly number[]> {
  const servers = await Promise.all(
    Array.from({ length: count }, async () => {
      const server = createServer();
      await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
      return server;
    }),
  );
  const ports = servers.map(server => (server.address() as AddressInfo).port);
  await Promise.all(servers.map(server => new Promise(resolve => server.close(resolve))));
  return ports;
}
