// The interface of a verb of the terminal, `nexpost <name> …`, and what all verbs say in common.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { findPackageRoot } from '#adapters/package-root.ts';
import { reasonOf } from '#games/kit/assert.ts';
import type { Result } from '#games/kit/result.ts';

/** The streams a verb talks through; tests hand in their own. */
export interface Io {
  readonly stdin: Readable;
  readonly stdout: Writable;
  readonly stderr: Writable;
}

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
  constructor(why: string) {
    super(why);
    this.name = 'Misuse';
  }
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
