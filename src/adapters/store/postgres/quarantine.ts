// The port Quarantine over Postgres: fetched mails that are not decided, and those put aside.
import type { Clock, InboxMail, Quarantine } from '#service/ports.ts';
import type { QueuedMail } from '#service/shared-ports.ts';
import type { Database } from './database.ts';
import { insertMails } from './queue.ts';

/** The id of a mail: the number of its row. */
const parseId = (id: string): string | null => /^q(\d{1,18})$/.exec(id)?.[1] ?? null;

const LIST = `select seq, aside, size::float8 as size, fetched::float8 as fetched, substring(raw for 20000) as head
  from inbox order by seq limit $1`;

export interface QueuedMailReader {
  /** The keys and the cause of a mail that is put back into the queue. */
  readonly toQueued: (mail: InboxMail) => QueuedMail;
  /** Reads the beginning of a mail. '': there is no such field. */
  readonly readHeader: (head: Uint8Array) => { readonly from: string; readonly subject: string };
}

/** `clock`: the clock of the queue. */
export const createStoredQuarantine = (
  { query, transaction }: Pick<Database, 'query' | 'transaction'>,
  { toQueued, readHeader }: QueuedMailReader,
  clock: Pick<Clock, 'now'>,
): Quarantine => ({
  list: async limit =>
    (await query(LIST, [limit])).map(({ seq, aside, size, fetched, head }) => ({
      ...{ id: `q${String(seq)}`, state: aside === true ? 'quarantined' : 'undecided' },
      ...{ ...readHeader(head as Uint8Array), size: size as number, came: fetched as number | null },
    })),
  read: async id => {
    const [row] = await query('select raw from inbox where seq = $1', [parseId(id)]);
    return row === undefined ? null : (row['raw'] as Uint8Array);
  },
  retry: id =>
    transaction(async own => {
      const sql = 'delete from inbox where seq = $1 and aside returning raw, size::float8 as size, is_whole';
      const [row] = await own(sql, [parseId(id)]);
      if (row === undefined) return false;
      const { raw, size, is_whole: isWhole } = row as { raw: Uint8Array; size: number; is_whole: boolean };
      await insertMails(own, [toQueued({ key: '', raw, size, isWhole })], clock.now());
      return true;
    }),
  drop: async id => (await query('delete from inbox where seq = $1 and aside returning seq', [parseId(id)])).length > 0,
});
