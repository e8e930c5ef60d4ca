// Reads the documents of a database page by page, in key order, never all of them into memory.
import type { DocumentKey } from '#core/kernel/documents.ts';
import type { Query, ResultRow } from './database.ts';
import { decodeColumn } from './texts.ts';

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
