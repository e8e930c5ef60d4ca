// Values that all processes of a service share through the database: named JSON values.
import type { PaceRecord } from '#service/ports.ts';
import type { Database, Query } from './database.ts';

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

export type SharedValueName = keyof SharedValues;

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
export async function getSharedOnce<Name extends SharedValueName>(
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
