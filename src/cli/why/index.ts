// `nexpost why`: explains from the log what happened to a mail.
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { mime } from '#adapters/mime/index.ts';
import { reasonOf } from '#games/kit/assert.ts';
import { lookUp } from '#games/kit/look-up.ts';
import { toPlainLine, toPlainText } from '#games/kit/plain-text.ts';
import { createVerb, takeName } from '../shell/command-line.ts';
import { Misuse } from '../shell/verb.ts';

export interface LogLine {
  readonly time: string;
  readonly event: string;
  readonly facts: Readonly<Record<string, unknown>>;
}

/** Why a mail gets no answer. */
const SILENT: Readonly<Record<string, string>> = {
  'auto-submitted': 'It was not answered, because a program wrote it: its header says so, or its Subject.',
  bounce: 'It was not answered, because it is a delivery report.',
  list: 'It was not answered, because it came through a mailing list.',
  loop: 'It was not answered, because it came from this service itself, or through too many servers.',
  spam: 'It was not answered, because a filter marked it as spam, and it answers no mail of the service.',
  dmarc:
    'It was not answered, because it fails the policy (DMARC) of the domain in From, and answers no mail of the service.',
  duplicate: 'It was not answered again, because it took effect before: the same sender and Message-ID came twice.',
  from: 'It was not answered, because it does not have exactly one sender.',
  unreadable: 'It was not answered, because it could not be read.',
  'too-large': 'It was answered that it is too large.',
};

function textOf(facts: LogLine['facts'], name: string): string {
  const value = lookUp(facts, name);
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

const PROOFS: Readonly<Record<string, string>> = {
  none: 'Nothing proved its sender.',
  token: 'A token of a mail of ours proved its sender.',
  password: 'A password proved its sender.',
  'authentication-results': 'The receiving server proved its sender.',
  dkim: 'Its signature proved its sender.',
};

function explainDone({ facts }: LogLine): string {
  const mails = Number(facts['mails'] ?? 0);
  const unsent = Number(facts['unsent'] ?? 0);
  const written = mails === 1 ? '1 mail was written.' : `${mails} mails were written.`;
  const proof = `${lookUp(PROOFS, textOf(facts, 'proof')) ?? ''} ${explainVerification(facts)}`;
  if (mails === 0 && unsent === 0)
    return removeGaps(`It was read and decided. ${proof} No answer was needed, or it is from a stranger and has no command.`); // prettier-ignore
  const limited = unsent === 0 ? '' : ` ${unsent} more were left out, because a limit was reached.`;
  return removeGaps(`It was read and decided. ${proof} ${written}${limited}`);
}

const removeGaps = (text: string): string => text.replaceAll(/ +/g, ' ').trimEnd();

/** Empty: the service did not verify the sender itself. */
function explainVerification(facts: LogLine['facts']): string {
  const found = textOf(facts, 'verification');
  return found === '' ? '' : `Own verification: ${found}.`;
}

/** The sentence for each event. Other events are shown as they are. */
const SENTENCES: Readonly<Record<string, (line: LogLine) => string>> = {
  'lmtp-taken': () => 'A mail server delivered it by LMTP.',
  'mail-done': explainDone,
  'mail-silent': ({ facts }) =>
    removeGaps(
      `${lookUp(SILENT, textOf(facts, 'reason')) ?? `It was not answered: ${textOf(facts, 'reason')}.`} ${explainVerification(facts)}`,
    ),
  'mail-returned': () => 'It is a delivery report about a mail of ours, and was noted at the address that it names.',
  'mail-unread': ({ facts }) =>
    `Reading it took too much time or memory (${textOf(facts, 'why')}). It is in Quarantine, and its sender was told.`,
  'mail-failed': ({ facts }) =>
    `A bug of nexpost stopped it (try ${textOf(facts, 'times')} of 3): ${textOf(facts, 'why').split('\n', 1)[0] ?? ''}.`,
  'mail-deadly': () => 'It is in Quarantine unread, because the service died three times while it was in progress.',
  'document-damaged': ({ facts }) => `It needs data that is damaged, and is in Quarantine: ${textOf(facts, 'why')}.`,
  'board-damaged': ({ facts }) => `A line of it needs a damaged board: ${textOf(facts, 'board')}.`,
  'mail-sent': ({ facts }) =>
    `The SMTP server took mail ${textOf(facts, 'mail')}${facts['answer'] === '' ? '' : `, and said "${textOf(facts, 'answer')}"`}.`,
  'mail-delayed': ({ facts }) =>
    `The SMTP server did not take mail ${textOf(facts, 'mail')} now (try ${textOf(facts, 'tries')}): ${textOf(facts, 'why')}.`,
  'mail-given-up': ({ facts }) => `Mail ${textOf(facts, 'mail')} was given up: ${textOf(facts, 'why')}.`,
};

/** `2026-11-26T10:00:00.000Z  It was read and decided. …` */
export const explainLine = (line: LogLine): string =>
  `${line.time}  ${lookUp(SENTENCES, line.event)?.(line) ?? `${line.event} ${JSON.stringify(line.facts)}`}`;

const idsIn = (text: unknown): readonly string[] => (typeof text === 'string' && text !== '' ? text.split(' ') : []);

/**
 * The lines about a mail and about its answers, in their order. `ids`: other ids of the mail in the log. Lines before the one with the
 * Message-ID are found by the id that both have.
 */
export function findLines(
  lines: readonly LogLine[],
  messageId: string,
  ids: readonly string[] = [],
): readonly LogLine[] {
  const named = messageId === '' ? [] : lines.filter(({ facts }) => facts['messageId'] === messageId);
  const ownIds = new Set([...ids, ...named.map(({ facts }) => facts['mail'])]);
  const own = lines.filter(({ facts }) => facts['mail'] !== undefined && ownIds.has(facts['mail'] as string));
  const answers = new Set(own.flatMap(({ facts }) => idsIn(facts['answers'])));
  const wanted = new Set([...named, ...own]);
  return lines.filter(line => wanted.has(line) || answers.has(line.facts['mail'] as string));
}

/** The answers of a mail that no line says were sent or given up. */
export function findOpenAnswers(lines: readonly LogLine[]): readonly string[] {
  const ended = new Set(
    lines.filter(({ event }) => event === 'mail-sent' || event === 'mail-given-up').map(({ facts }) => facts['mail']),
  );
  return [...new Set(lines.flatMap(({ facts }) => idsIn(facts['answers'])))].filter(id => !ended.has(id));
}

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

/** A word with @ is a Message-ID, with or without brackets. Other words are files, or ids in the log. */
async function parseMailName(word: string): Promise<{ readonly messageId: string; readonly ids: readonly string[] }> {
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
