// What all processes of a service share in the database: values, signs of life, and documents.
import { type DocumentKey, isOfKind } from '#core/kernel/documents.ts';
import { DAY_MS, type Instant } from '#core/kernel/time.ts';
import { reasonOf } from '#games/kit/assert.ts';
import type { Clock, Log, PaceRecord } from '#service/ports.ts';
import type { Presence, ProcessRecord } from '#service/shared-ports.ts';
import { checkDocument } from '../json/files.ts';
import { KEY_DAMAGE, createKeyDigits, keyDigits, refuseCopy } from '../entry-stream.ts';
import type { Database, Query, ResultRow } from './database.ts';

// Texts. Postgres accepts neither a zero character nor half a surrogate pair, and a mail may hold both.

/** Escapes a text as in JSON, which escapes all characters that Postgres does not accept. */
export const encodeColumn = (text: string): string => JSON.stringify(text).slice(1, -1);

export const decodeColumn = (column: string): string => JSON.parse(`"${column}"`) as string;

/** Numbers of boards have nine digits at most. */
const MAX_DIGITS = 9;

/** The sort key of lists: boards by game and number, everything else alphabetically (core/kernel/documents.ts: byKey). */
export function sortKeyOf(key: DocumentKey): string {
  if (!isOfKind('match', key)) return encodeColumn(key);
  const at = key.lastIndexOf('/') + 1;
  return encodeColumn(key.slice(0, at) + key.slice(at).padStart(MAX_DIGITS, '0'));
}

/** Documents that are read in one query. */
const PAGE_SIZE = 500;

export interface StoredDocument {
  readonly key: DocumentKey;
  readonly checked: ReturnType<typeof checkDocument>;
  readonly alarm: number | null;
  /** Name and place of each list that holds the document, as in the columns. Empty if it is in none. */
  readonly places: readonly (readonly [string, string])[];
}

const SELECT_PAGE = `select key, version::float8 as version, body, alarm::float8 as alarm,
    array(select name from lists where lists.key = documents.key order by name, place) as names,
    array(select place from lists where lists.key = documents.key order by name, place) as places
  from documents where key > $1 and key < $2 order by key limit $3`;

/** The documents of this kind. '': all documents. */
export async function* readDocumentPages(query: Query, kind = ''): AsyncGenerator<readonly StoredDocument[]> {
  // '0' is the character after '/'. All kinds begin with a letter.
  const end = kind === '' ? '~' : `${kind}0`;
  let after = kind === '' ? '' : `${kind}/`;
  for (;;) {
    const rows = await query(SELECT_PAGE, [after, end, PAGE_SIZE]);
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows.map(row => {
      const places = row['places'] as readonly string[];
      return {
        ...toCheckedDocument(row),
        alarm: row['alarm'] as number | null,
        places: (row['names'] as readonly string[]).map((name, at) => [name, places[at] ?? ''] as const),
      };
    });
    after = last['key'] as string;
  }
}

/** Fills missing fields of old documents with defaults, as every store does. */
export function toCheckedDocument({ key: column, version, body }: ResultRow): Pick<StoredDocument, 'key' | 'checked'> {
  const key = decodeColumn(column as string) as DocumentKey;
  return { key, checked: checkDocument(key, { version, document: body }) };
}

/** Interval at which the difference is measured again, since clocks drift. */
const MEASURE_INTERVAL_MS = 60_000;
const TIME = 'select extract(epoch from clock_timestamp())::float8 * 1000 as now';

interface DatabaseClock extends Clock {
  /** Stops the measurements. */
  readonly close: () => void;
}

/** The difference between the database's clock and the monotonic clock. The measurement assumes that the answer is half a round trip old. */
async function measureDifference(query: Query): Promise<number> {
  const sentAt = performance.now();
  const [row] = await query(TIME);
  const answeredAt = performance.now();
  return Number(row?.['now']) - (sentAt + answeredAt) / 2;
}

/** Resolves once the database has answered. The clock never goes back. If a new measurement shows that it was ahead, it pauses. */
export async function startDatabaseClock(query: Query, sleep: Clock['sleep'], log: Log): Promise<DatabaseClock> {
  let difference = await measureDifference(query);
  let lastInstant = 0;
  const timer = setInterval(() => {
    measureDifference(query).then(
      found => {
        difference = found;
      },
      (error: unknown) => log.warn('clock-not-read', { why: reasonOf(error) }),
    );
  }, MEASURE_INTERVAL_MS);
  timer.unref();
  return {
    now: () => (lastInstant = Math.max(lastInstant, Math.floor(performance.now() + difference))),
    sleep,
    close: () => {
      clearInterval(timer);
    },
  };
}

/** Values that all processes of a service share through the database: named JSON values. */
export interface SharedValues {
  /** The key is made by the first process. */
  readonly 'signing-key': string;
  /** The embedded mail servers that run now. */
  readonly mailbox: { readonly smtpPort: number; readonly imapPort: number; readonly password: string };
  /** A fast clock. `begun`: the instant by the database's clock when it began. */
  readonly clock: { readonly begun: number; readonly start: number; readonly speed: number };
  /** Every mail that came to the mailbox before `emptyAt` is in the store. null: unknown. */
  readonly 'mailbox-read': { readonly emptyAt: number | null };
  /** The mails that were sent lately. */
  readonly pace: PaceRecord;
  /** The source of a copy that is not verified yet. Until then no service may use this store. */
  readonly copy: { readonly from: string };
}

type SharedValueName = keyof SharedValues;

/** null: the value is not set. */
export async function getShared<Name extends SharedValueName>(
  query: Query,
  name: Name,
): Promise<SharedValues[Name] | null> {
  const [row] = await query('select value from facts where name = $1', [name]);
  return (row?.['value'] ?? null) as SharedValues[Name] | null;
}

export async function setShared<Name extends SharedValueName>(
  query: Query,
  name: Name,
  value: SharedValues[Name],
): Promise<void> {
  await query(
    'insert into facts (name, value) values ($1, $2::json) on conflict (name) do update set value = excluded.value',
    [name, JSON.stringify(value)],
  );
}

export async function dropShared(query: Query, name: SharedValueName): Promise<void> {
  await query('delete from facts where name = $1', [name]);
}

/** Replaces a value, one caller after the other. Resolves to the second result of `change`. */
export function updateShared<Name extends SharedValueName, Value>(
  database: Database,
  name: Name,
  change: (value: SharedValues[Name] | null) => readonly [SharedValues[Name], Value],
): Promise<Value> {
  return database.transaction(async query => {
    // The first caller has no row to lock.
    await query("insert into facts (name, value) values ($1, 'null') on conflict do nothing", [name]);
    const [row] = await query('select value from facts where name = $1 for update', [name]);
    const [changed, value] = change((row?.['value'] ?? null) as SharedValues[Name] | null);
    await setShared(query, name, changed);
    return value;
  });
}

/** The digits of the signing key, which the first process has made. null: there is no key yet. */
export async function readDatabaseKey(query: Query): Promise<string | null> {
  const value = await getShared(query, 'signing-key');
  const { success, data } = keyDigits.nullable().safeParse(value);
  if (!success) throw new Error(`the signing key ${KEY_DAMAGE}`);
  return data;
}

export async function loadDatabaseKey(query: Query): Promise<Buffer> {
  await query("insert into facts (name, value) values ('signing-key', $1::json) on conflict do nothing", [
    JSON.stringify(createKeyDigits()),
  ]);
  return Buffer.from((await readDatabaseKey(query)) ?? '', 'hex');
}

/** The source of an unfinished copy. null: there is no mark. */
export const readCopySource = async (query: Query): Promise<string | null> =>
  (await getShared(query, 'copy'))?.from ?? null;

export const refuseUnfinishedCopy = async (query: Query): Promise<void> =>
  refuseCopy('the database', await readCopySource(query));

// The processes of a service: each writes signs of life, and all read them.

/** This process. `id`: unique among all processes that ever were. */
export interface OwnProcess extends Pick<ProcessRecord, 'role' | 'host' | 'pid'> {
  readonly id: string;
  readonly began: Instant;
}

/** Processes that were silent for a day are forgotten. */
const NOTE_PROCESS = `with old as (delete from processes where seen < $6::bigint - ${DAY_MS} and id <> $1)
  insert into processes (id, role, host, pid, began, seen, has_ended, signs)
  values ($1, $2, $3, $4, $5, $6, $7, $8::json)
  on conflict (id) do update set seen = excluded.seen, has_ended = excluded.has_ended, signs = excluded.signs`;

const LIST_PROCESSES = `select role, host, pid, $1 - began::float8 as "ageMs", $1 - seen::float8 as "silentMs", has_ended as "hasEnded", signs
  from processes where seen >= $1::bigint - ${DAY_MS} order by began desc, id`;

export async function listProcesses(query: Query, now: Instant): Promise<readonly ProcessRecord[]> {
  const rows = await query(LIST_PROCESSES, [now]);
  return rows.map(row => ({ ...(row as unknown as ProcessRecord), host: decodeColumn(row['host'] as string) }));
}

/** `clock`: the clock of the database in real time, so that the instants of all machines agree. */
export const createPresence = (query: Query, own: OwnProcess, clock: Pick<Clock, 'now'>): Presence => ({
  note: async (signs, hasEnded = false) => {
    const { id, role, host, pid, began } = own;
    await query(NOTE_PROCESS, [id, role, encodeColumn(host), pid, began, clock.now(), hasEnded, JSON.stringify(signs)]);
  },
  list: () => listProcesses(query, clock.now()),
});
