#!/usr/bin/env node
// The program's entry: loads what `npm ci` built into dist/.
import { main } from '../dist/src/cli/main.js';

const io = { stdin: process.stdin, stdout: process.stdout, stderr: process.stderr };
// A reader that has gone away (`nexpost … | head`) is no fault worth a stack trace.
process.stdout.on('error', error => {
  if (error.code === 'EPIPE') process.exit(0);
  throw error;
});
process.exitCode = await main(process.argv.slice(2), io);
