// A referee in this process, with players that are real programs: what it printed, what it left behind.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { runCommandLine } from '#cli/main.ts';

export interface Refereed {
  readonly status: number;
  readonly games: readonly GameRecord[];
  readonly summary: Readonly<Record<string, unknown>>;
  readonly out: string;
  readonly err: string;
}

export interface GameRecord {
  readonly game: number;
  readonly black: string;
  readonly white: string;
  readonly winner: string | null;
  readonly plies: number;
  readonly moves: readonly string[];
  readonly ms: Readonly<Record<string, number>>;
  readonly reason: string;
  readonly faults?: readonly { readonly by: string; readonly message: string }[];
}

export interface Started {
  readonly stdout: PassThrough;
  readonly stderr: PassThrough;
  readonly ended: Promise<Refereed>;
}

/** Runs `nexpost <args>`; the streams can be looked into while it runs. */
export function start(args: readonly string[]): Started {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const texts = { out: '', err: '' };
  stdout.on('data', (piece: Buffer) => (texts.out += piece.toString()));
  stderr.on('data', (piece: Buffer) => (texts.err += piece.toString()));
  const ended = runCommandLine(args, { stdin: Readable.from([]), stdout, stderr }).then(status => {
    const lines = texts.out.trim().split('\n');
    const records = args.includes('--text') || texts.out === '' ? [] : lines.map(line => JSON.parse(line) as unknown);
    return { status, games: records.slice(0, -1) as GameRecord[], summary: (records.at(-1) ?? {}) as Refereed['summary'], ...texts }; // prettier-ignore
  });
  return { stdout, stderr, ended };
}

export const referee = (...args: readonly string[]): Promise<Refereed> => start(['referee', ...args]).ended;

/** A folder for what programs write, and the processes that have put their ids into it. */
export interface Traces {
  readonly folder: string;
  /** A file in it. */
  readonly file: (name: string) => string;
  /** Ids that programs have noted in the file `pids`, a line each. */
  readonly ids: () => readonly number[];
  readonly remove: () => void;
}

export function traces(): Traces {
  const folder = mkdtempSync(join(tmpdir(), 'nexpost-referee-'));
  const file = (name: string): string => join(folder, name);
  return {
    folder,
    file,
    ids: () => (existsSync(file('pids')) ? readFileSync(file('pids'), 'utf8').trim().split('\n').map(Number) : []),
    remove: () => {
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Does a process run? One that is dead and was not fetched by its parent does not. */
export function isAlive(id: number): boolean {
  try {
    process.kill(id, 0);
  } catch {
    return false;
  }
  try {
    return !/\) [ZX] /.test(readFileSync(`/proc/${id}/stat`, 'latin1'));
  } catch {
    return !existsSync('/proc/self');
  }
}
