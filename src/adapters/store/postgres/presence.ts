// The processes of a service in Postgres: each writes signs of life, and all read them.
import { DAY_MS, type Instant } from '#core/kernel/time.ts';
import type { Clock } from '#service/ports.ts';
import type { Presence, ProcessRecord } from '#service/shared-ports.ts';
import type { Query } from './database.ts';
import { decodeColumn, encodeColumn } from './shared-values.ts';

/** This process. `id`: unique among all processes that ever were. */
export interface OwnProcess extends Pick<ProcessRecord, 'role' | 'host' | 'pid'> {
  readonly id: string;
  readonly began: Instant;
}

/** Processes that were silent for a day are forgotten. */
const NOTE = `with old as (delete from processes where seen < $6::bigint - ${DAY_MS} and id <> $1)
  insert into processes (id, role, host, pid, began, seen, has_ended, signs)
  values ($1, $2, $3, $4, $5, $6, $7, $8::json)
  on conflict (id) do update set seen = excluded.seen, has_ended = excluded.has_ended, signs = excluded.signs`;

const LIST = `select role, host, pid, $1 - began::float8 as "ageMs", $1 - seen::float8 as "silentMs", has_ended as "hasEnded", signs
  from processes where seen >= $1::bigint - ${DAY_MS} order by began desc, id`;

export async function listProcesses(query: Query, now: Instant): Promise<readonly ProcessRecord[]> {
  const rows = await query(LIST, [now]);
  return rows.map(row => ({ ...(row as unknown as ProcessRecord), host: decodeColumn(row['host'] as string) }));
}

/** `clock`: the clock of the database in real time, so that the instants of all machines agree. */
export const createPresence = (query: Query, own: OwnProcess, clock: Pick<Clock, 'now'>): Presence => ({
  note: async (signs, hasEnded = false) => {
    const { id, role, host, pid, began } = own;
    await query(NOTE, [id, role, encodeColumn(host), pid, began, clock.now(), hasEnded, JSON.stringify(signs)]);
  },
  list: () => listProcesses(query, clock.now()),
});
