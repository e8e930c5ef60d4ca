// `nexpost why`: explains from the log what happened to a mail.
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { reasonOf } from '#games/kit/assert.ts';
import { mime } from '#adapters/mime/index.ts';
import { createVerb, takeName } from '../shell/command-line.ts';
import { toPlainLine, toPlainText } from '#games/kit/plain-text.ts';
import { Misuse } from '../shell/verb.ts';
import { explainLine, findLines, findOpenAnswers, type LogLine } from './explain.ts';

/** The newest lines that are kept. A service with a thousand mails a day writes a million lines in half a year. */
const MAX_LINES = 1_000_000;

/** null: it is no line about a mail. */
function parseLine(text: string): LogLine | null {
  // A journal may write something before the line.
  const start = text.indexOf('{"');
  if (start === -1 || !text.includes('"event":')) return null;
  try {
    const { time, event, level: _, ...facts } = JSON.parse(text.slice(start)) as Record<string, unknown>;
    if (typeof time !== 'string' || typeof event !== 'string') return null;
    return facts['mail'] === undefined && facts['messageId'] === undefined ? null : { time, event, facts };
  } catch {
    return null;
  }
}

async function readLines(input: Readable): Promise<readonly LogLine[]> {
  const lines: LogLine[] = [];
  for await (const text of createInterface({ input, crlfDelay: Infinity })) {
    const line = parseLine(text);
    if (line === null) continue;
    lines.push(line);
    if (lines.length > 2 * MAX_LINES) lines.splice(0, MAX_LINES);
  }
  return lines;
}

/** A mail as the log names it. */
interface WantedMail {
  readonly messageId: string;
  readonly ids: readonly string[];
}

/** A word with @ is a Message-ID, with or without brackets. Other words are files, or ids in the log. */
async function parseMailName(word: string): Promise<WantedMail> {
  if (word.includes('@') && !word.includes('/')) return { messageId: `<${word.replace(/^<|>$/g, '')}>`, ids: [] };
  if (/^[0-9a-f]{12}$/.test(word)) return { messageId: '', ids: [word] };
  const raw = await readFile(word).catch((error: unknown) => {
    throw new Misuse(`${word} is no Message-ID, and cannot be read as a file: ${reasonOf(error)}.`);
  });
  const id = createHash('sha256').update(raw.toString('latin1')).digest('hex').slice(0, 12);
  return { messageId: mime.peek(raw, raw.length).messageId ?? '', ids: [id] };
}

export const why = createVerb({
  name: 'why',
  takes: 'MESSAGE-ID|FILE',
  options: {
    log: {
      kind: 'text',
      value: 'FILE',
      sentence: 'a file with the JSON lines of the service; without it they are read from stdin',
    },
  },
  help: `
Reads the log of the service and prints a line for each thing that happened to the
mail and to its answers. The mail is named by its Message-ID, by a file that holds
it, or by its id in the log:

  journalctl -u nexpost -o cat | nexpost why '<CAF1@mail.example.org>'

Exit status 0 if the log knows the mail, 1 if not.`,
  run: async ({ names, values }, io) => {
    const word = takeName('why', names, 'the Message-ID of a mail, or a file that holds it');
    const { messageId, ids } = await parseMailName(word);
    const all = await readLines(values.log === '' ? io.stdin : createReadStream(values.log));
    const lines = findLines(all, messageId, ids);
    for (const line of lines) io.stdout.write(`${toPlainLine(explainLine(line))}\n`);
    for (const id of findOpenAnswers(lines))
      io.stdout.write(`No line says that mail ${id} was sent. See \`nexpost admin mail list\`.\n`);
    if (lines.length > 0) return 0;
    const since = all[0] === undefined ? 'The log has no line about any mail.' : `The log begins at ${all[0].time}.`;
    io.stderr.write(`The log does not know this mail: the service did not read it. ${toPlainText(since)}\n`);
    return 1;
  },
});
