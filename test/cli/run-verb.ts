// Runs a verb of `nexpost` in this process.
import { PassThrough, type Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { runCommandLine } from '#cli/main.ts';

export interface VerbRun {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Nothing is on its stdin. */
export const runVerb = (...args: readonly string[]): Promise<VerbRun> => runVerbOn(new PassThrough().end(), ...args);

export async function runVerbOn(stdin: Readable, ...args: readonly string[]): Promise<VerbRun> {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  // Read from the beginning: a verb that has written much waits until it is read.
  const texts = Promise.all([text(stdout), text(stderr)]);
  const code = await runCommandLine(args, { stdin, stdout, stderr });
  stdout.end();
  stderr.end();
  const [written, errors] = await texts;
  return { code, stdout: written, stderr: errors };
}
