// The interface of a verb, `nexpost <name> …`, the signals that stop it, and its input.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { findPackageRoot } from '#adapters/package-root.ts';
import { limits } from '#core/kernel/limits.ts';
import { reasonOf } from '#games/kit/assert.ts';
import type { Result } from '#games/kit/result.ts';

/** The streams of a verb. Tests hand in their own. */
export interface Io {
  readonly stdin: Readable;
  readonly stdout: Writable;
  readonly stderr: Writable;
}

export const isTerminal = (stream: Readable | Writable): boolean => 'isTTY' in stream && stream.isTTY === true;

/**
 * 0 = fine, 1 = the input was refused, 2 = the command line itself was wrong. A mail server understands those of sysexits.h: 65 = the mail is
 * refused, 67 = the recipient is unknown, 75 = the mail is to be delivered again later.
 */
export type ExitStatus = 0 | 1 | 2 | 65 | 67 | 75;

export interface Verb {
  /** `nexpost replay <game> [-option[=value] …]`: shown by --help and after a wrong command line. */
  readonly usage: string;
  /** What `nexpost <verb> --help` prints below the usage: every option with its default. */
  readonly help: string;
  /** Rejects with a Misuse, or with whatever else kept it from its work: `main` says it. */
  readonly run: (args: readonly string[], io: Io) => Promise<ExitStatus>;
}

/** The command line is wrong: said in one sentence with the usage below it, exit status 2. */
export class Misuse extends Error {
  override readonly name = 'Misuse';
}

/** The value of something read from the command line, or a Misuse. */
export function valueOf<Value>(read: Result<Value, string>): Value {
  if (read.ok) return read.value;
  throw new Misuse(read.reason);
}

/** Words for what kept a verb from its work. */
const FULL: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT']);

/** The reason of an error. A full disk is told without the words of the system. */
export function explainFault(error: unknown): string {
  const { code } = error instanceof Error ? (error as NodeJS.ErrnoException) : {};
  return FULL.has(code) ? 'There is no room left on the disk. Make room, and run the same again.' : reasonOf(error);
}

/** The version of this package. */
export const readVersion = (): string =>
  (JSON.parse(readFileSync(join(findPackageRoot(), 'package.json'), 'utf8')) as { readonly version: string }).version;

export interface StopSignal {
  readonly signal: AbortSignal;
  /** From now on these signals mean again what they always mean. */
  readonly release: () => void;
}

interface StopOptions {
  /** Signals within this many milliseconds are one: npm and systemd both pass on what the other one sends. */
  readonly togetherMs: number;
  /** Does SIGHUP stop it? The signal says that the terminal is gone. A service without one goes on. */
  readonly stopsAtHangup: boolean;
}

const USUAL: StopOptions = { togetherMs: 0, stopsAtHangup: true };

/** Handles signals: the first asks a verb to stop in good order, a later one stops it at once. */
export function stopSignal({ togetherMs, stopsAtHangup } = USUAL): StopSignal {
  const stop = new AbortController();
  let first = 0;
  const ask = (): void => {
    if (!stop.signal.aborted) {
      first = performance.now();
      stop.abort();
      // What runs on exit still runs.
    } else if (performance.now() - first >= togetherMs) process.exit(1);
  };
  const handlers = [
    ['SIGINT', ask],
    ['SIGTERM', ask],
    ['SIGHUP', stopsAtHangup ? ask : (): void => undefined],
  ] as const;
  for (const [name, handler] of handlers) process.on(name, handler);
  return {
    signal: stop.signal,
    release: () => {
      for (const [name, handler] of handlers) process.off(name, handler);
    },
  };
}

export interface InputLine {
  readonly text: string;
  /** Cut at the limit: the rest of it was thrown away. */
  readonly cut: boolean;
}

const createLine = (text: string, cut: boolean): InputLine => ({
  text: text.endsWith('\r') ? text.slice(0, -1) : text,
  cut,
});

/** Yields the lines each piece of input completes. `most`: characters a line may have, the rest is dropped. A last line without a newline counts. */
export async function* linesOf(input: Readable, most: number): AsyncGenerator<readonly InputLine[]> {
  let kept = '';
  let cut = false;
  const keep = (piece: string): void => {
    cut ||= kept.length + piece.length > most;
    kept = (kept + piece).slice(0, most);
  };
  input.setEncoding('utf8');
  for await (const chunk of input as AsyncIterable<string>) {
    const [first = '', ...others] = chunk.split('\n');
    const lines: InputLine[] = [];
    keep(first);
    for (const piece of others) {
      lines.push(createLine(kept, cut));
      [kept, cut] = ['', false];
      keep(piece);
    }
    if (lines.length > 0) yield lines;
  }
  if (kept !== '') yield [createLine(kept, cut)];
}

/** The bytes of the mail. If there are more than `limits.mailBytes`, a little more than these: the mail is too large. */
export async function readMailBytes(input: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of input as AsyncIterable<Buffer | string>) {
    const bytes = Buffer.from(chunk);
    chunks.push(bytes);
    size += bytes.length;
    if (size > limits.mailBytes) break;
  }
  return Buffer.concat(chunks);
}
