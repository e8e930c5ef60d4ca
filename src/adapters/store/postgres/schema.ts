// The tables, as numbered migrations. A starting service applies them under a lock.
import { type Database, type Query, retryTransaction } from './database.ts';

/** In order. A published migration is never changed. Names of keys and lists are compared byte by byte. */
const MIGRATIONS: readonly string[] = [
  `create table documents (
     key text collate "C" primary key,
     version bigint not null,
     -- json, not jsonb: the order of names stays, and texts may hold whatever a mail can.
     body json not null,
     alarm bigint
   );
   create index documents_alarm on documents (alarm, key) where alarm is not null;
   create table lists (
     name text collate "C" not null,
     -- By which the list is in order.
     place text collate "C" not null,
     key text collate "C" not null,
     primary key (name, place)
   );
   create index lists_key on lists (key);
   -- Every commit has a number of its own: the version of all it writes.
   create sequence versions;
   create table seen (cause text primary key, at bigint not null);
   create index seen_at on seen (at);
   create table outbox (
     id text primary key,
     seq bigint generated always as identity,
     reader text not null,
     sender text not null,
     recipients text[] not null,
     message_id text not null,
     raw bytea not null,
     receipt json,
     tries integer not null,
     due bigint not null,
     -- Why it was given up; null: it waits.
     failed text
   );
   create index outbox_reader on outbox (reader, seq) where failed is null;
   create index outbox_due on outbox (due, seq) where failed is null;
   -- Mails read from the mailbox, in the order of arrival.
   create table inbox (
     seq bigint generated always as identity primary key,
     -- The fingerprint of its bytes.
     id text not null unique,
     -- What its commit will be called; null: that is known only when it has been read whole.
     cause text,
     size bigint not null,
     is_whole boolean not null,
     raw bytea not null,
     -- It came to the mailbox after this instant; null: nobody knows.
     came_after bigint,
     -- How many processes have taken it and said nothing more.
     tries integer not null default 0,
     -- Nobody takes it any more; it is kept for the operator.
     aside boolean not null default false
   );
   create index inbox_waiting on inbox (seq) where not aside;
   create index inbox_came on inbox (came_after nulls first) where not aside;
   create index inbox_cause on inbox (cause);
   -- What mails have in common: of each key the first mail is done first.
   create table inbox_keys (
     key text collate "C" not null,
     seq bigint not null references inbox on delete cascade,
     primary key (key, seq)
   );
   create index inbox_keys_seq on inbox_keys (seq);
   -- What all processes must know: the signing key, the ports of the mailbox, the clock.
   create table facts (name text primary key, value json not null);`,
  `-- When a mail was committed, and when a mail was fetched from the mailbox. null: an older version stored it.
   alter table outbox add column written bigint;
   alter table inbox add column fetched bigint;
   create table processes (
     id text primary key,
     role text not null,
     host text not null,
     pid integer not null,
     began bigint not null,
     -- Its last sign of life.
     seen bigint not null,
     has_ended boolean not null,
     signs json not null
   );`,
  `-- By the order in which mails are sent: 0 comes first.
   alter table outbox add column priority smallint not null default 0;`,
  `comment on table documents is 'Boards tell what of them is in the ledger. An older program would forget it, and enter it again.'`,
];

/** The advisory lock of migrations. Any number that is not used for another lock. */
const MIGRATION_LOCK = 7_316_553;

/** The database is of a newer version of this program. */
export class ForeignSchema extends Error {
  constructor(found: number) {
    super(
      `the database was written by a newer version of nexpost (its schema is ${found}, this version knows ${MIGRATIONS.length}): start that one`,
    );
    this.name = 'ForeignSchema';
  }
}

/** Brings the database up to this version. */
export async function migrate(database: Database): Promise<void> {
  await retryTransaction(database, async query => {
    await query('select pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
    await query('create table if not exists migrations (number integer primary key)');
    const [row] = await query('select coalesce(max(number), 0)::integer as number from migrations');
    const appliedCount = row?.['number'] as number;
    if (appliedCount > MIGRATIONS.length) throw new ForeignSchema(appliedCount);
    for (const [index, sql] of MIGRATIONS.entries()) {
      if (index < appliedCount) continue;
      for (const statement of sql.split(/;\s*$/m).filter(text => text.trim() !== '')) await query(statement);
      await query('insert into migrations (number) values ($1)', [index + 1]);
    }
  });
}

/** Changes nothing. Rejects with one sentence if the database holds no data of nexpost, or not of this version. */
export async function requireSchema(query: Query): Promise<void> {
  const [table] = await query("select to_regclass('migrations') is not null as found");
  if (table?.['found'] !== true) throw new Error('there is no data of nexpost in the database');
  const [row] = await query('select coalesce(max(number), 0)::integer as number from migrations');
  const appliedCount = row?.['number'] as number;
  if (appliedCount > MIGRATIONS.length) throw new ForeignSchema(appliedCount);
  if (appliedCount < MIGRATIONS.length)
    throw new Error(
      'the database was written by an older version of nexpost: the next start of a service brings it up',
    );
}
