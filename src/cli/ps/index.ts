// `nexpost ps`: the processes of a service that share a database.
import { listProcesses } from '#adapters/store/postgres/shared-values.ts';
import { requireSchema } from '#adapters/store/postgres/schema.ts';
import { formatDuration, isAlive } from '#service/health.ts';
import type { ProcessRecord } from '#service/shared-ports.ts';
import { createVerb } from '../shell/command-line.ts';
import { PLACE, storePlace, useDatabase } from '../shell/store-place.ts';
import { Misuse } from '../shell/verb.ts';

const stateOf = (process: ProcessRecord): 'alive' | 'ended' | 'silent' => {
  if (process.hasEnded) return 'ended';
  return isAlive(process) ? 'alive' : 'silent';
};

export const ps = createVerb({
  name: 'ps',
  options: { ...PLACE, text: { kind: 'flag', sentence: 'for people to read, not JSON lines' } },
  help: `
Prints one line for each process that gave a sign of life within a day: its role,
host, process id and age. A process gives a sign of life every five seconds. It is
silent after a minute without one.

Exit status 0 if every listed process is alive or has ended in order, 1 otherwise.`,
  run: async ({ values }, io) => {
    const place = await storePlace(values);
    if (place.kind === 'folder')
      throw new Misuse('A service in a data folder is one process: /health tells its state. ps is for a database.');
    const processes = await useDatabase(place.url, async ({ query }) => {
      await requireSchema(query);
      const [row] = await query('select extract(epoch from clock_timestamp())::float8 * 1000 as now');
      return listProcesses(query, Math.floor(row?.['now'] as number));
    });
    for (const each of processes) {
      const { role, host, pid, ageMs, silentMs } = each;
      const state = stateOf(each);
      const facts = { state, role, host, pid, ageSeconds: Math.floor(ageMs / 1_000) };
      const line = JSON.stringify({ ...facts, silentSeconds: Math.floor(silentMs / 1_000) });
      // `alive   outbox  db.example.org 4711, started 3 days ago, last seen 2 seconds ago`
      const times = `started ${formatDuration(ageMs)} ago, last seen ${formatDuration(silentMs)} ago`;
      const told = `${state.padEnd(6)}  ${role.padEnd(6)}  ${host} ${pid}, ${times}`;
      io.stdout.write(`${values.text ? told : line}\n`);
    }
    return processes.some(each => stateOf(each) === 'silent') ? 1 : 0;
  },
});
