// `nexpost pause`, `resume`, `announce` and `forget`: the operator tells a service something.
// They reach a running service through a socket in its data folder. Without one they work in the folder or the database.
import { readFile } from 'node:fs/promises';
import { limits } from '#core/kernel/limits.ts';
import { mayAnnounce } from '#core/features/mailings/index.ts';
import { type OptionTable, type OptionValues, createVerb, takeName } from '../shell/command-line.ts';
import { type Carried, askService } from '../shell/idle-service.ts';
import { PLACE, storePlace } from '../shell/store-place.ts';
import type { ExitStatus, Io, Verb } from '../shell/verb.ts';

/** What every verb here has besides its own. */
const TELLING = {
  ...PLACE,
  text: { kind: 'flag', sentence: 'a sentence for people, not a JSON line' },
} as const satisfies OptionTable;

const refuse = (io: Io, why: string): 1 => {
  io.stderr.write(`${why}\n`);
  return 1;
};

/** `nothing`: why nothing was to be done. null: that is no fault. `told`: what was done, where people read it. */
async function tell(
  asked: object,
  values: OptionValues<typeof TELLING>,
  io: Io,
  nothing: string | null,
  told: (carried: Carried) => string,
): Promise<ExitStatus> {
  const carried = await askService(asked, { place: await storePlace(values), config: null });
  const { why = carried.answer.done === true ? null : nothing } = carried.answer;
  if (why !== null) return refuse(io, why);
  io.stdout.write(`${values.text ? told(carried) : JSON.stringify({ done: true, running: carried.isRunning })}\n`);
  return 0;
}

const createClockVerb = (act: 'pause' | 'resume', told: string, help: string): Verb =>
  createVerb({
    ...{ name: act, options: TELLING, help },
    run: ({ values }, io) => tell({ act }, values, io, null, () => told),
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
    return tell(
      { act: 'announce', text, again: values.again },
      values,
      io,
      'These words went out within the hour, or are still on their way. If they are meant again: --again',
      ({ soon }) => `The announcement goes to every open account, ${soon}, some hundred mails a minute.`,
    );
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
  run: ({ names, values }, io) => {
    const userid = takeName('forget', names, 'a userid').toLowerCase();
    return tell(
      { act: 'forget', userid },
      values,
      io,
      'There is no player of that name to forget, or they are being forgotten already.',
      ({ isRunning, soon }) => `This player is being forgotten${isRunning ? '' : ` ${soon}`}.`,
    );
  },
});
