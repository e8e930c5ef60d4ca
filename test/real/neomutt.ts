// Alice's neomutt on a terminal of its own (script): it is told beforehand what to do, and ends.
import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Program, Ready } from '../e2e/program.ts';

const run = promisify(execFile);

export interface Writing {
  readonly program: Program;
  readonly ready: Ready;
  /** A command of the shell that the text of the mail goes through, `$1` is its file. */
  readonly edit: string;
  /** What neomutt begins the mail with, as words of its command line. */
  readonly begin: readonly string[];
  /** Presses these in its menus before the mail is there, as `push` of its settings has them. */
  readonly keys?: string;
  /** Ends neomutt, if it waits for something else. */
  readonly signal: AbortSignal;
}

const quote = (word: string): string => `'${word.replaceAll("'", `'\\''`)}'`;

/** Alice writes a mail and sends it. Resolves when neomutt has ended, which it does once the mail is sent. */
export async function writeWithNeomutt({ program, ready, edit, begin, keys = '', signal }: Writing): Promise<void> {
  const home = program.folder('neomutt');
  mkdirSync(home, { recursive: true });
  const editor = join(home, 'editor.sh');
  writeFileSync(editor, `#!/bin/sh\n${edit}\n`, { mode: 0o755 });
  const settings = [
    `set folder = "imap://127.0.0.1:${ready.imap}/"`,
    'set spoolfile = "+INBOX"',
    `set smtp_url = "smtp://alice%40example.test@127.0.0.1:${ready.smtp}/"`,
    `set editor = "${editor}"`,
    `set tmpdir = "${home}"`,
    // Keys that are pushed wait until they are read. Those that are pressed too early are thrown away, and so are those
    // that are pushed before neomutt begins a mail of its command line.
    'send-hook ~A "push <send-message><quit>"',
    ...(keys === '' ? [] : [`push "${keys}"`]),
  ];
  const rc = join(import.meta.dirname, 'neomuttrc');
  const command = ['neomutt', '-F', rc, ...settings.flatMap(each => ['-e', each]), ...begin].map(quote).join(' ');
  const env = { ...process.env, HOME: home, TERM: 'xterm', LC_ALL: 'C.UTF-8' };
  const terminal = join(home, 'terminal.sh');
  writeFileSync(terminal, `#!/bin/sh\nstty cols 120 rows 40\n${command}\n`, { mode: 0o755 });
  await run('script', ['--quiet', '--return', '--command', terminal, '/dev/null'], { env, signal });
}
