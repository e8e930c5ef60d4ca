// Values that all processes of a service share through the database: named JSON values.
import type { ServerState } from '#service/ports.ts';
import type { Query } from './database.ts';

export interface SharedFacts {
  /** Made by the first process. null: not made yet. */
  readonly 'signing-key': string;
  /** The embedded mail servers that run now. */
  readonly mailbox: { readonly smtpPort: number; readonly imapPort: number; readonly password: string };
  /** A fast clock. `begun`: the instant by the database's clock when it began. */
  readonly clock: { readonly begun: number; readonly start: number; readonly speed: number };
  /**
   * Every mail that came to the mailbox before `emptyAt` is in the store (null: unknown). `standing`: the state of the mailbox connection at
   * `at`, by the machines' clock.
   */
  readonly 'mailbox-read': { readonly emptyAt: number | null; readonly standing: ServerState; readonly at: number };
  /** A copy was begun and is not verified. Nothing else may use this store. */
  readonly copy: { readonly from: string };
}

export type FactName = keyof SharedFacts;

/** null: there is no such value. */
export async function getShared<Name extends FactName>(query: Query, name: Name): Promise<SharedFacts[Name] | null> {
  const [row] = await query('select value from facts where name = $1', [name]);
  return (row?.['value'] ?? null) as SharedFacts[Name] | null;
}

export async function setFact<Name extends FactName>(
  query: Query,
  name: Name,
  value: SharedFacts[Name],
): Promise<void> {
  await query(
    'insert into facts (name, value) values ($1, $2::json) on conflict (name) do update set value = excluded.value',
    [name, JSON.stringify(value)],
  );
}

export async function dropFact(query: Query, name: FactName): Promise<void> {
  await query('delete from facts where name = $1', [name]);
}

/** The stored value, or this one if there is none yet. The first process decides for all. */
export async function getSharedOnce<Name extends FactName>(
  query: Query,
  name: Name,
  made: SharedFacts[Name],
): Promise<SharedFacts[Name]> {
  await query('insert into facts (name, value) values ($1, $2::json) on conflict do nothing', [
    name,
    JSON.stringify(made),
  ]);
  return (await getShared(query, name)) ?? made;
}
