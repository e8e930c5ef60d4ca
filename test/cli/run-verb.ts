// Runs a verb of `nexpost` in this process.
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { runCommandLine } from '#cli/main.ts';

export interface VerbRun {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Nothing is on its stdin. */
export async function runVerb(...args: readonly string[]): Promise<VerbRun> {
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()];
  stdin.end();
  const code = await runCommandLine(args, { stdin, stdout, stderr });
  // Not every Node gives all that was written at once.
  stdout.end();
  stderr.end();
  return { code, stdout: await text(stdout), stderr: await text(stderr) };
}
