// `nexpost announce FILE`: the operator sends a mail to every account.
import { readFile } from 'node:fs/promises';
import { limits } from '#core/kernel/limits.ts';
import { mayAnnounce } from '#core/features/mailings/mailing.ts';
import { type OptionTable, formatOptionLines, parseCommandLine } from '../shell/command-line.ts';
import { TELLING, askService, formatDone } from '../shell/idle-service.ts';
import { storePlace } from '../shell/store-place.ts';
import { type ExitStatus, type Io, Misuse, type Verb } from '../shell/verb.ts';

const OPTIONS = {
  data: { kind: 'text', default: './data', sentence: 'where games and accounts lie' },
  again: { kind: 'flag', default: '', sentence: 'even if the same words went out within the hour' },
  ...TELLING,
} as const satisfies OptionTable;

/** A file larger than this is no announcement. Bytes: a character has at most four. */
const MAX_BYTES = 4 * limits.announcementLength;

/** null: it is nothing to be read by people, or too much. */
async function textOf(file: string): Promise<string | null> {
  const bytes = await readFile(file);
  if (bytes.length > MAX_BYTES) return null;
  const text = bytes
    .toString('utf8')
    .replace(/^\ufeff/, '')
    .replace(/\r\n?/g, '\n');
  return mayAnnounce(text) ? text : null;
}

async function run(args: readonly string[], io: Io): Promise<ExitStatus> {
  const { names, given, values } = parseCommandLine(args, OPTIONS);
  const [file, surplus = given[0]?.[0]] = names;
  if (file === undefined) throw new Misuse('announce needs a file with the words.');
  if (surplus !== undefined) throw new Misuse(`announce takes one file; '${surplus}' is too much.`);
  const refuse = (why: string): ExitStatus => {
    io.stderr.write(`${why}\n`);
    return 1;
  };
  const text = await textOf(file);
  if (text === null)
    return refuse(`${file} is no text of at most ${limits.announcementLength} characters in UTF-8: nothing was sent.`);
  const asked = { act: 'announce', text, again: values.again !== '' };
  const place = await storePlace(values);
  const { answer, isRunning, soon } = await askService(asked, { place, config: null });
  const { why, done } = answer;
  if (why !== undefined) return refuse(why);
  if (done !== true)
    return refuse('These words went out within the hour, or are still on their way. If they are meant again: --again');
  io.stdout.write(
    formatDone(
      values.text,
      isRunning,
      `The announcement goes to every open account, ${soon}, some hundred mails a minute.`,
    ),
  );
  return 0;
}

export const announce: Verb = {
  usage: 'nexpost announce FILE [--data DIR | --store URL] [--config FILE] [--again] [--text]',
  help: `${formatOptionLines(OPTIONS)}

Mails the text of the file, in UTF-8, to every open account with an address.
Everybody gets it once, also if the service is stopped in between. Reaches a
running service through a socket in its data folder; where none runs it takes
the folder, and the mails go out when the service runs again. In a database it
may be said beside running processes.`,
  run,
};
