// What a verb of the terminal is: `nexpost <name> …`, a folder a verb.
import type { Readable, Writable } from 'node:stream';

/** The streams a verb talks through; tests hand in their own. */
export interface Io {
  readonly stdin: Readable;
  readonly stdout: Writable;
  readonly stderr: Writable;
}

/** 0 = fine, 1 = the input was refused, 2 = the command line itself was wrong. */
export type ExitStatus = 0 | 1 | 2;

export interface Verb {
  /** `nexpost replay <game> [-option[=value] …]`: shown by --help and after a wrong command line. */
  readonly usage: string;
  /** What `nexpost <verb> --help` prints below the usage: every option with its default. */
  readonly help: string;
  readonly run: (args: readonly string[], io: Io) => Promise<ExitStatus>;
}
