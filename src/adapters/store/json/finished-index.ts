// finished.jsonl: an index of finished boards, so that their files need not be read at the start.
// An entry is valid while the size and the times of its file are unchanged.
import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import writeFileAtomic from 'write-file-atomic';
import type { DocumentKey } from '#core/kernel/documents.ts';
import type { ListName } from '#core/kernel/lists.ts';
import type { EvictedDocument } from '../in-memory-documents.ts';
import { ignoreMissing } from './files.ts';
import { parseJson } from '#games/kit/parse-json.ts';
import type { Stamp } from './stamp.ts';

export const INDEX_NAME = 'finished.jsonl';

/** Raise the format whenever core/kernel/lists.ts changes for finished boards. Older indexes are then ignored. */
const HEADER = JSON.stringify({ format: 1 });

/** The index line of a document. */
export interface IndexLine extends EvictedDocument {
  readonly key: DocumentKey;
  readonly stamp: Stamp;
}

export interface FinishedIndex {
  /** The last line of each document. Empty if there is no index, or one of another format. */
  readonly lines: ReadonlyMap<DocumentKey, IndexLine>;
  /** The number of stale lines, which later lines have replaced. */
  readonly staleCount: number;
  /** Is there an index of this format, to which lines can be added? */
  readonly hasIndex: boolean;
}

export async function readIndex(dir: string): Promise<FinishedIndex> {
  const text = await readFile(join(dir, INDEX_NAME), 'utf8').catch(ignoreMissing);
  const [header, ...rows] = (text ?? '').split('\n');
  if (header !== HEADER) return { lines: new Map(), staleCount: 0, hasIndex: false };
  /** Equal names of lists share one string, to save memory. */
  const sharedNames = new Map<string, ListName>();
  const shareName = (name: ListName): ListName => {
    if (!sharedNames.has(name)) sharedNames.set(name, name);
    return sharedNames.get(name) ?? name;
  };
  const lines = new Map<DocumentKey, IndexLine>();
  let count = 0;
  for (const row of rows) {
    const line = parseRow(row);
    if (line === null) continue;
    count += 1;
    lines.set(line.key, { ...line, lists: line.lists.map(shareName) });
  }
  return { lines, staleCount: count - lines.size, hasIndex: true };
}

/** null: the line is empty, or was cut short. */
function parseRow(row: string): IndexLine | null {
  const values = row === '' ? undefined : parseJson(row);
  if (!Array.isArray(values) || !Array.isArray(values[2]) || !Array.isArray(values[3])) return null;
  const [key, version, lists, stamp] = values as [DocumentKey, number, ListName[], Stamp];
  return { key, version, lists, stamp };
}

const formatRow = ({ key, version, lists, stamp }: IndexLine): string =>
  `${JSON.stringify([key, version, lists, stamp])}\n`;

/** Does not sync. If lines are lost in a power cut, the documents are read again. */
export async function appendToIndex(dir: string, lines: readonly IndexLine[]): Promise<void> {
  if (lines.length === 0) return;
  const file = await open(join(dir, INDEX_NAME), 'a', 0o600);
  try {
    // A line end first, so that an unfinished line of a crash stays separate.
    await file.appendFile(`\n${lines.map(formatRow).join('')}`);
  } finally {
    await file.close();
  }
}

export const writeIndex = (dir: string, lines: Iterable<IndexLine>): Promise<void> =>
  writeFileAtomic(join(dir, INDEX_NAME), `${HEADER}\n${Array.from(lines, formatRow).join('')}`, { mode: 0o600 });
