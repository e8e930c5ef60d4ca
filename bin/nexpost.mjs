#!/usr/bin/env node
// The program's entry: loads what `npm ci` built into dist/.
import { findMissing } from './requirements.mjs';

// A reader that has gone away (`nexpost … | head`) is no fault worth a stack trace.
process.stdout.on('error', error => {
  if (error.code === 'EPIPE') process.exit(0);
  throw error;
});
const fault = findMissing() ?? (await import('../dist/program/cli/shell/file-limit.js')).findFileShortage();
if (fault === null) {
  const { runCommandLine } = await import('../dist/program/cli/main.js');
  const io = { stdin: process.stdin, stdout: process.stdout, stderr: process.stderr };
  process.exitCode = await runCommandLine(process.argv.slice(2), io);
} else {
  process.stderr.write(`${fault}\n`);
  process.exitCode = 1;
}
