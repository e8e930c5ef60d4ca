// `nexpost pause` and `nexpost resume`: the operator stops all clocks, and starts them again.
import { type OptionTable, formatOptionLines, parseOptions } from '../shell/command-line.ts';
import { TELLING, askService, formatDone } from '../shell/idle-service.ts';
import { storePlace } from '../shell/store-place.ts';
import type { ExitStatus, Io, Verb } from '../shell/verb.ts';

const OPTIONS = {
  data: { kind: 'text', default: './data', sentence: 'where games and accounts lie' },
  ...TELLING,
} as const satisfies OptionTable;

const createVerb = (act: 'pause' | 'resume', told: string, help: string): Verb => ({
  usage: `nexpost ${act} [--data DIR | --store URL] [--config FILE] [--text]`,
  help: `${formatOptionLines(OPTIONS)}\n\n${help}`,
  run: async (args: readonly string[], io: Io): Promise<ExitStatus> => {
    const values = parseOptions(args, OPTIONS);
    const { answer, isRunning } = await askService({ act }, { place: await storePlace(values), config: null });
    const { why } = answer;
    if (why === undefined) io.stdout.write(formatDone(values.text, isRunning, told));
    else io.stderr.write(`${why}\n`);
    return why === undefined ? 0 : 1;
  },
});

export const pause = createVerb(
  'pause',
  'All clocks stand still. `nexpost resume` lets them run again.',
  `All clocks of all boards stand still until \`nexpost resume\`: no reminder is
sent, and no game ends by time. Mails are answered as ever. Reaches a running
service through a socket in its data folder; where none runs it takes the folder.`,
);

export const resume = createVerb(
  'resume',
  'All clocks run again.',
  `Lets all clocks run again that \`nexpost pause\` has stopped: what was left of
every turn is left of it now.`,
);
