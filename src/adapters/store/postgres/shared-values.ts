// Values that all processes of a service share in the database, and pages of its documents.
import { randomBytes } from 'node:crypto';
import { type DocumentKey, isOfKind } from '#core/kernel/documents.ts';
import { reasonOf } from '#games/kit/assert.ts';
import type { Clock, Log, PaceRecord } from '#service/ports.ts';
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
  readonly version: number;
  readonly body: unknown;
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
    yield rows.map(toStoredDocument);
    after = last['key'] as string;
  }
}

const toStoredDocument = (row: ResultRow): StoredDocument => {
  const places = row['places'] as readonly string[];
  return {
    key: decodeColumn(row['key'] as string) as DocumentKey,
    version: row['version'] as number,
    body: row['body'],
    alarm: row['alarm'] as number | null,
    places: (row['names'] as readonly string[]).map((name, at) => [name, places[at] ?? ''] as const),
  };
};

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

/** The stored value. If there is none yet, stores and returns the initial value. The first process decides for all. */
async function getSharedOnce<Name extends SharedValueName>(
  query: Query,
  name: Name,
  initialValue: SharedValues[Name],
): Promise<SharedValues[Name]> {
  await query('insert into facts (name, value) values ($1, $2::json) on conflict do nothing', [
    name,
    JSON.stringify(initialValue),
  ]);
  return (await getShared(query, name)) ?? initialValue;
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

/** The signing key of a service in a database: a shared value, made once by the first process. */
const KEY_BYTES = 32;

export const loadDatabaseKey = async (query: Query): Promise<Buffer> =>
  parseKey(await getSharedOnce(query, 'signing-key', randomBytes(KEY_BYTES).toString('hex')));

/** null: there is no key yet. */
export async function readDatabaseKey(query: Query): Promise<Buffer | null> {
  const hex = await getShared(query, 'signing-key');
  return hex === null ? null : parseKey(hex);
}

function parseKey(hex: unknown): Buffer {
  const key = Buffer.from(typeof hex === 'string' ? hex : '', 'hex');
  if (key.length !== KEY_BYTES)
    throw new Error(
      `the signing key is damaged: it should hold ${KEY_BYTES * 2} hexadecimal digits. Restore it from a backup.`,
    );
  return key;
}

// A copy that is not verified yet has a mark. Until it is gone, no service uses the database.

/** Rejects with one sentence if the database is marked. */
export async function refuseUnfinishedCopy(query: Query): Promise<void> {
  const copy = await getShared(query, 'copy');
  if (copy !== null)
    throw new Error(
      `the database holds a copy of ${copy.from} that has not come to its end: run \`nexpost store copy\` again, as before.`,
    );
}
