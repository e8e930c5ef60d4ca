// finished.jsonl: what must be known of boards that are over without reading them. A cache of what their files say, believed of a file only as long as that looks as it did.
import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import writeFileAtomic from 'write-file-atomic';
import type { DocumentKey } from '#core/state/documents.ts';
import type { ListName } from '#core/state/lists.ts';
import type { Resting } from '../in-memory-documents.ts';
import { nullIfMissing } from './files.ts';
import { parsed } from './schema.ts';
import type { Stamp } from './stamp.ts';

export const INDEX_NAME = 'finished.jsonl';

/** To be raised whenever core/state/lists.ts says something else of a board that is over: what was written before is not believed then. */
const HEADER = JSON.stringify({ format: 1 });

/** What the index says of a document. */
export interface Indexed extends Resting {
  readonly key: DocumentKey;
  readonly stamp: Stamp;
}

export interface FinishedIndex {
  /** The last of each document; empty where there is no index, or one of another format. */
  readonly lines: ReadonlyMap<DocumentKey, Indexed>;
  /** How many lines there are of documents that have later ones. */
  readonly spare: number;
  /** Lines may be added. */
  readonly isThere: boolean;
}

export async function readIndex(dir: string): Promise<FinishedIndex> {
  const text = await readFile(join(dir, INDEX_NAME), 'utf8').catch(nullIfMissing);
  const [header, ...rows] = (text ?? '').split('\n');
  if (header !== HEADER) return { lines: new Map(), spare: 0, isThere: false };
  /** Most lists are those of other boards as well. */
  const names = new Map<string, ListName>();
  const nameOf = (name: ListName): ListName => {
    if (!names.has(name)) names.set(name, name);
    return names.get(name) ?? name;
  };
  const lines = new Map<DocumentKey, Indexed>();
  let count = 0;
  for (const row of rows) {
    const line = indexedIn(row);
    if (line === null) continue;
    count += 1;
    lines.set(line.key, { ...line, lists: line.lists.map(nameOf) });
  }
  return { lines, spare: count - lines.size, isThere: true };
}

/** null: the row is empty, or was cut short. */
function indexedIn(row: string): Indexed | null {
  const read = row === '' ? undefined : parsed(row);
  if (!Array.isArray(read) || !Array.isArray(read[2]) || !Array.isArray(read[3])) return null;
  const [key, version, lists, stamp] = read as [DocumentKey, number, ListName[], Stamp];
  return { key, version, lists, stamp };
}

const rowOf = ({ key, version, lists, stamp }: Indexed): string => `${JSON.stringify([key, version, lists, stamp])}\n`;

/** Not synced: what a power cut takes is read from the documents again. */
export async function appendToIndex(dir: string, lines: readonly Indexed[]): Promise<void> {
  if (lines.length === 0) return;
  const file = await open(join(dir, INDEX_NAME), 'a', 0o600);
  try {
    // A line end first: whatever a crash left unfinished stays a line of its own.
    await file.appendFile(`\n${lines.map(rowOf).join('')}`);
  } finally {
    await file.close();
  }
}

export const writeIndex = (dir: string, lines: Iterable<Indexed>): Promise<void> =>
  writeFileAtomic(join(dir, INDEX_NAME), `${HEADER}\n${Array.from(lines, rowOf).join('')}`, { mode: 0o600 });
