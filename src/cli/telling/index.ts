// `nexpost pause`, `resume`, `announce` and `forget`: the operator tells a service something.
// They reach a running service through a socket in its data folder. Without one they work in the folder or the database.
import { readFile } from 'node:fs/promises';
import { limits } from '#core/kernel/limits.ts';
import { mayAnnounce } from '#core/features/mailings/index.ts';
import { createVerb, takeName } from '../shell/command-line.ts';
import { TELLING, askService, formatDone } from '../shell/idle-service.ts';
import { storePlace } from '../shell/store-place.ts';
import type { Io, Verb } from '../shell/verb.ts';

const refuse = (io: Io, why: string): 1 => {
  io.stderr.write(`${why}\n`);
  return 1;
};

const createClockVerb = (act: 'pause' | 'resume', told: string, help: string): Verb =>
  createVerb({
    ...{ name: act, options: TELLING, help },
    run: async ({ values }, io) => {
      const { answer, isRunning } = await askService({ act }, { place: await storePlace(values), config: null });
      if (answer.why !== undefined) return refuse(io, answer.why);
      io.stdout.write(formatDone(values.text, isRunning, told));
      return 0;
    },
  });

export const pause = createClockVerb(
  'pause',
  'All clocks stand still. `nexpost resume` lets them run again.',
  `All clocks of all boards stand still until \`nexpost resume\`: no reminder is
sent, and no game ends by time. Mails are answered as ever. Reaches a running
service through a socket in its data folder; where none runs it takes the folder.`,
);

export const resume = createClockVerb(
  'resume',
  'All clocks run again.',
  `Lets all clocks run again that \`nexpost pause\` has stopped: what was left of
every turn is left of it now.`,
);

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

export const announce = createVerb({
  name: 'announce',
  takes: 'FILE',
  options: { again: { kind: 'flag', sentence: 'even if the same words went out within the hour' }, ...TELLING },
  help: `
Mails the text of the file, in UTF-8, to every open account with an address.
Everybody gets it once, also if the service is stopped in between. Reaches a
running service through a socket in its data folder; where none runs it takes
the folder, and the mails go out when the service runs again. In a database it
may be said beside running processes.`,
  run: async ({ names, values }, io) => {
    const file = takeName('announce', names, 'a file with the words');
    const text = await textOf(file);
    if (text === null)
      return refuse(
        io,
        `${file} is no text of at most ${limits.announcementLength} characters in UTF-8: nothing was sent.`,
      );
    const asked = { act: 'announce', text, again: values.again };
    const { answer, isRunning, soon } = await askService(asked, { place: await storePlace(values), config: null });
    if (answer.why !== undefined) return refuse(io, answer.why);
    if (answer.done !== true)
      return refuse(
        io,
        'These words went out within the hour, or are still on their way. If they are meant again: --again',
      );
    const told = `The announcement goes to every open account, ${soon}, some hundred mails a minute.`;
    io.stdout.write(formatDone(values.text, isRunning, told));
    return 0;
  },
});

export const forget = createVerb({
  name: 'forget',
  takes: 'USERID',
  options: TELLING,
  help: `
Erases addresses, comments, notes, settings and mails of a player for good, and
keeps the games under a secret name. Running games are resigned.
Nobody is asked. Reaches a running service through a socket in its data folder;
where none runs it takes the folder, and the work is done when the service runs
again. In a database it may be said beside running processes. Backups are yours to mind (docs/operations.md).`,
  run: async ({ names, values }, io) => {
    const userid = takeName('forget', names, 'a userid').toLowerCase();
    const place = await storePlace(values);
    const { answer, isRunning, soon } = await askService({ act: 'forget', userid }, { place, config: null });
    if (answer.done !== true)
      return refuse(
        io,
        answer.why ?? 'There is no player of that name to forget, or they are being forgotten already.',
      );
    io.stdout.write(
      formatDone(values.text, isRunning, `This player is being forgotten${isRunning ? '' : ` ${soon}`}.`),
    );
    return 0;
  },
});
