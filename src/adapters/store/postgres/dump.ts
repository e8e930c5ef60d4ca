// Dumps a database, a page at a time.
import { DAY_MS, dayOf } from '#core/kernel/time.ts';
import { checkDocument } from '../json/checked-document.ts';
import { formatReason } from '../json/given-up.ts';
import { toStoredMail } from '../json/outbox.ts';
import { storedMail } from '../stored-mail.ts';
import { type Counts, createDamageError, type EntrySource, sortByText, type StoreEntry } from '../entry-stream.ts'; // prettier-ignore
import type { Query, ResultRow } from './database.ts';
import { readDatabaseKey } from './key.ts';
import { toOutgoingMail } from './outbox.ts';
import { readDocumentPages } from './pages.ts';
import { requireSchema } from './schema.ts';
import { decodeColumn } from './texts.ts';
import { refuseUnfinishedCopy } from './unfinished-copy.ts';

/** Counts the entries of each kind, and the mails that are not yet decided. */
const COUNT_ENTRIES = `select (select count(*) from inbox where not aside)::integer as undecided,
  (select count(*) from facts where name = 'signing-key')::integer as fact,
  (select count(*) from documents)::integer as document, (select count(*) from seen)::integer as cause,
  (select count(*) from outbox where failed is null)::integer as mail,
  (select count(*) from outbox where failed is not null)::integer as "given-up mail"`;

/**
 * Rejects with one sentence if data is missing or mails are not decided yet. The caller must hold the service lock. `isRunning`: the service
 * may run, if `query` is of one transaction that sees one state of the database. Mails that are not decided are left out.
 */
export async function openDatabaseSource(query: Query, isRunning = false): Promise<EntrySource> {
  await requireSchema(query);
  await refuseUnfinishedCopy(query);
  const [row] = await query(COUNT_ENTRIES);
  const { undecided, ...sizes } = row as unknown as Counts & { readonly undecided: number };
  if (undecided > 0 && !isRunning)
    throw new Error(
      `${undecided} mails were read from the mailbox and are not decided yet. Let the service run until they are, stop it, and copy then.`,
    );
  if (sizes.document === 0) throw new Error('There is no data of nexpost in the database.');
  if (sizes.fact === 0) throw createDamageError('the signing key is missing.');
  return { entries: () => readEntries(query), sizes, close: () => Promise.resolve() };
}

export async function* readEntries(query: Query): AsyncGenerator<StoreEntry> {
  const signingKey = await readDatabaseKey(query);
  if (signingKey !== null) yield { kind: 'fact', key: 'signing-key', value: signingKey.toString('hex') };
  for await (const page of readDocumentPages(query))
    for (const { key, version, body } of page) {
      const checked = checkDocument(key, { version, document: body });
      if (!checked.ok) throw createDamageError(`${key}: ${checked.reason}.`);
      yield { kind: 'document', key, document: checked.value.entry.document };
    }
  for (const { day } of await query(`select distinct (at / ${DAY_MS})::integer as day from seen order by day`)) {
    const dayStart = (day as number) * DAY_MS;
    const rows = await query('select cause from seen where at >= $1 and at < $2', [dayStart, dayStart + DAY_MS]);
    for (const cause of sortByText(rows.map(row => row['cause'] as string)))
      yield { kind: 'cause', key: cause, day: dayOf(dayStart) };
  }
  for await (const row of readMails(query, 'failed is null order by seq')) {
    const mail = storedMail.parse(toStoredMail(toOutgoingMail(row), row['due'] as number, row['written'] as number));
    yield { kind: 'mail', key: mail.id, mail };
  }
  for await (const row of readMails(query, 'failed is not null order by id collate "C"')) {
    const { id, raw } = toStoredMail(toOutgoingMail(row), 0, 0);
    yield { kind: 'given-up mail', key: id, why: formatReason(decodeColumn(row['failed'] as string)), raw };
  }
}

/** Reads the mails one at a time, since a mail may hold a picture. */
async function* readMails(query: Query, condition: string): AsyncGenerator<ResultRow> {
  const columns =
    'id, sender, recipients, message_id, raw, receipt, tries, priority, due::float8 as due, coalesce(written, due)::float8 as written, failed';
  for (const { id } of await query(`select id from outbox where ${condition}`))
    yield* await query(`select ${columns} from outbox where id = $1`, [id]);
}
