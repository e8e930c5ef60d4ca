// Finds faults of the data in a database, for the operator.
// Invalid documents, derived data that differ from their documents, and mails that were put aside.
import { alarmOf, listNames } from '#core/features.ts';
import type { DocumentKey } from '#core/kernel/documents.ts';
import { reasonOf } from '#games/kit/assert.ts';
import type { Finding } from '#service/ports.ts';
import type { Versioned } from '../in-memory-documents.ts';
import { checkDocument } from '../json/checked-document.ts';
import type { Query } from './database.ts';
import { getShared } from './shared-values.ts';
import { readDatabaseKey } from './key.ts';
import { readDocumentPages, type StoredDocument } from './pages.ts';
import { decodeColumn, sortKeyOf, encodeColumn } from './texts.ts';

/** At most this many findings of a kind are listed. */
const MAX_LISTED = 20;

const createError = (where: string, what: string): Finding => ({ level: 'error', where, what });

export async function inspectDatabase(query: Query): Promise<readonly Finding[]> {
  const findings: Finding[] = [...(await findUnfinishedCopy(query)), ...(await findKeyFault(query))];
  for await (const page of readDocumentPages(query)) findings.push(...page.flatMap(inspectDocument));
  return [...findings, ...(await findStrayLists(query)), ...(await countMailsAside(query))];
}

async function findUnfinishedCopy(query: Query): Promise<readonly Finding[]> {
  const copy = await getShared(query, 'copy');
  if (copy === null) return [];
  const what = `a copy from ${copy.from} has not come to its end. Run \`nexpost store copy\` again; no service starts on it before.`;
  return [createError('copy', what)];
}

async function findKeyFault(query: Query): Promise<readonly Finding[]> {
  try {
    if ((await readDatabaseKey(query)) !== null) return [];
    const [row] = await query('select exists (select 1 from documents) as found');
    const what =
      'it is missing. Put it back from a backup; with the new one that a start makes, no reply to a mail sent before is recognised, and players must ask for fresh boards with show.';
    return row?.['found'] === true ? [createError('signing-key', what)] : [];
  } catch (fault) {
    return [createError('signing-key', reasonOf(fault))];
  }
}

function inspectDocument({ key, version, body, alarm, places }: StoredDocument): readonly Finding[] {
  const checked = checkDocument(key, { version, document: body });
  if (!checked.ok)
    return [createError(key, `it is damaged: ${checked.reason}. Put it right from a backup of the database.`)];
  const { document } = checked.value.entry;
  const wrong = [
    ...(alarm === alarmOf(key, document) ? [] : ['its alarm']),
    ...(isListedAs(places, key, document) ? [] : ['the lists that name it']),
  ];
  if (wrong.length === 0) return [];
  const what = `${wrong.join(' and ')} should be derived from it and ${wrong.length > 1 ? 'say' : 'says'} otherwise: stop the service and copy the database with \`nexpost store copy\`, which derives them anew.`;
  return [createError(key, what)];
}

const isListedAs = (places: StoredDocument['places'], key: DocumentKey, document: Versioned['document']): boolean => {
  const expected = listNames(key, document).map(name => `${encodeColumn(name)}\n${sortKeyOf(key)}`);
  const found = new Set(places.map(([name, place]) => `${name}\n${place}`));
  return found.size === expected.length && expected.every(each => found.has(each));
};

async function findStrayLists(query: Query): Promise<readonly Finding[]> {
  const rows = await query(
    'select distinct key from lists where not exists (select 1 from documents where documents.key = lists.key) order by key limit $1',
    [MAX_LISTED],
  );
  return rows.map(({ key }) =>
    createError(
      decodeColumn(key as string),
      'lists name it, and there is no such document. Restore a backup of the database.',
    ),
  );
}

async function countMailsAside(query: Query): Promise<readonly Finding[]> {
  const [row] = await query('select count(*)::integer as count from inbox where aside');
  const count = row?.['count'] as number;
  const what = `${count} mails were put aside unread or undone: the log has told of each of them. They lie among the processed mails of the mailbox as well.`;
  return count === 0 ? [] : [{ level: 'warn', where: 'inbox', what }];
}
