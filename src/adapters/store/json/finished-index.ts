// finished.jsonl: a cache of what must be known of finished boards without reading their files.
// An entry is valid while the size and the times of its file are unchanged.
import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import writeFileAtomic from 'write-file-atomic';
import type { DocumentKey } from '#core/kernel/documents.ts';
import type { ListName } from '#core/kernel/lists.ts';
import type { Resting } from '../in-memory-documents.ts';
import { nullIfMissing } from './files.ts';
import { parsed } from './schema.ts';
import type { Stamp } from './stamp.ts';

export const INDEX_NAME = 'finished.jsonl';

/** Raise it whenever core/kernel/lists.ts changes for finished boards: older indexes are then ignored. */
const HEADER = JSON.stringify({ format: 1 });

/** The index entry of a document. */
export interface Indexed extends Resting {
  readonly key: DocumentKey;
  readonly stamp: Stamp;
}

export interface FinishedIndex {
  /** The last line of each document. Empty if there is no index, or one of another format. */
  readonly lines: ReadonlyMap<DocumentKey, Indexed>;
  /** The number of lines that later lines have replaced. */
  readonly spare: number;
  /** Lines may be added. */
  readonly isThere: boolean;
}

export async function readIndex(dir: string): Promise<FinishedIndex> {
  const text = await readFile(join(dir, INDEX_NAME), 'utf8').catch(nullIfMissing);
  const [header, ...rows] = (text ?? '').split('\n');
  if (header !== HEADER) return { lines: new Map(), spare: 0, isThere: false };
  /** Shares the names of lists: most boards are in the same lists as others. */
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

/** null: the line is empty, or was cut short. */
function indexedIn(row: string): Indexed | null {
  const read = row === '' ? undefined : parsed(row);
  if (!Array.isArray(read) || !Array.isArray(read[2]) || !Array.isArray(read[3])) return null;
  const [key, version, lists, stamp] = read as [DocumentKey, number, ListName[], Stamp];
  return { key, version, lists, stamp };
}

const rowOf = ({ key, version, lists, stamp }: Indexed): string => `${JSON.stringify([key, version, lists, stamp])}\n`;

/** Not synced. Lines lost in a power cut are read from the documents again. */
export async function appendToIndex(dir: string, lines: readonly Indexed[]): Promise<void> {
  if (lines.length === 0) return;
  const file = await open(join(dir, INDEX_NAME), 'a', 0o600);
  try {
    // A line end first, so that an unfinished line of a crash stays separate.
    await file.appendFile(`\n${lines.map(rowOf).join('')}`);
  } finally {
    await file.close();
  }
}

export const writeIndex = (dir: string, lines: Iterable<Indexed>): Promise<void> =>
  writeFileAtomic(join(dir, INDEX_NAME), `${HEADER}\n${Array.from(lines, rowOf).join('')}`, { mode: 0o600 });
