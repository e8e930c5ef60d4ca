// `nexpost pause` and `nexpost resume`: the operator stops all clocks, and lets them run again.
import { resolve } from 'node:path';
import { askControl } from '#adapters/control.ts';
import { systemClock } from '#adapters/clock.ts';
import { jsonLog } from '#adapters/log.ts';
import { openJsonStore } from '#adapters/store/json/index.ts';
import { paused, resumed, STOPS } from '#core/clocks/stops.ts';
import type { Stops } from '#core/state/documents.ts';
import { type OptionTable, optionLines, parseOptions } from '../shell/command-line.ts';
import type { ExitStatus, Io, Verb } from '../shell/verb.ts';

const OPTIONS = {
  data: { kind: 'text', default: './data', sentence: 'where games and accounts lie' },
} as const satisfies OptionTable;

/** Where no service runs the folder's lock is taken, as a service would. */
async function switchedHere(data: string, isPause: boolean): Promise<void> {
  const store = await openJsonStore(data, jsonLog('error'));
  try {
    const key = `stops/${STOPS}` as const;
    const { documents, versions } = await store.read([key]);
    const now = systemClock.now();
    const stops = (isPause ? paused : resumed)((documents.get(key) ?? null) as Stops | null, now);
    const change = { documents: new Map([[key, stops]]), expect: versions, outgoing: [], at: now };
    const { durable } = await store.commit({ ...change, cause: `operator:${now}` });
    await durable;
  } finally {
    await store.close();
  }
}

const verb = (act: 'pause' | 'resume', told: string, help: string): Verb => ({
  usage: `nexpost ${act} [--data DIR]`,
  help: `${optionLines(OPTIONS)}\n\n${help}`,
  run: async (args: readonly string[], io: Io): Promise<ExitStatus> => {
    const data = resolve(parseOptions(args, OPTIONS).data);
    const answer = await askControl(data, JSON.stringify({ act }));
    if (answer === null) await switchedHere(data, act === 'pause');
    const { why = null } = JSON.parse(answer ?? '{}') as { readonly why?: string };
    (why === null ? io.stdout : io.stderr).write(`${why ?? told}\n`);
    return why === null ? 0 : 1;
  },
});

export const pause = verb(
  'pause',
  'All clocks stand still. `nexpost resume` lets them run again.',
  `All clocks of all boards stand still until \`nexpost resume\`: no reminder is
sent, and no game ends by time. Mails are answered as ever. Reaches a running
service through a socket in its data folder; where none runs it takes the folder.`,
);

export const resume = verb(
  'resume',
  'All clocks run again.',
  `Lets all clocks run again that \`nexpost pause\` has stopped: what was left of
every turn is left of it now.`,
);
