// `nexpost forget USERID`: the operator deletes a player's data, as `signoff forget` does.
import { type OptionTable, formatOptionLines, parseCommandLine } from '../shell/command-line.ts';
import { TELLING, askService, formatDone } from '../shell/idle-service.ts';
import { storePlace } from '../shell/store-place.ts';
import { type ExitStatus, type Io, Misuse, type Verb } from '../shell/verb.ts';

const OPTIONS = {
  data: { kind: 'text', default: './data', sentence: 'where games and accounts lie' },
  ...TELLING,
} as const satisfies OptionTable;

export const forget: Verb = {
  usage: 'nexpost forget USERID [--data DIR | --store URL] [--config FILE] [--text]',
  help: `${formatOptionLines(OPTIONS)}

Erases addresses, comments, notes, settings and mails of a player for good, and
keeps the games under a name that is told to nobody. Running games are resigned.
Nobody is asked. Reaches a running service through a socket in its data folder;
where none runs it takes the folder, and the work is done when the service runs
again. In a database it may be said beside running processes. Backups are yours to mind (docs/operations.md).`,
  run: async (args: readonly string[], io: Io): Promise<ExitStatus> => {
    const { names, given, values } = parseCommandLine(args, OPTIONS);
    const [name, surplus = given[0]?.[0]] = names;
    if (name === undefined) throw new Misuse('forget needs a userid.');
    if (surplus !== undefined) throw new Misuse(`forget takes one userid; '${surplus}' is too much.`);
    const userid = name.toLowerCase();
    const place = await storePlace(values);
    const { answer, isRunning, soon } = await askService({ act: 'forget', userid }, { place, config: null });
    const { done, why } = answer;
    if (done !== true) {
      io.stderr.write(`${why ?? 'There is no player of that name to forget, or they are being forgotten already.'}\n`);
      return 1;
    }
    const told = `This player is being forgotten${isRunning ? '' : ` ${soon}`}.`;
    io.stdout.write(formatDone(values.text, isRunning, told));
    return 0;
  },
};
