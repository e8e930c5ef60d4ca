// Finished boards: their index, and a cache of those that were read. Their files stay on disk.
import { appendFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { alarmOf, listNames } from '#core/features.ts';
import { type DocumentKey, type ListName, asKind } from '#core/kernel/documents.ts';
import { writeAtomically } from '#adapters/value-file.ts';
import { parseJson } from '#games/kit/look-up.ts';
import type { Finding } from '#service/ports.ts';
import type { EvictedDocument, InMemoryDocuments, Versioned } from '../in-memory-documents.ts';
import {
  type DamagedDocument,
  type FoundDocument,
  type Stamp,
  documentPathOf,
  ignoreMissing,
  isSameStamp,
  readDocument,
  stampOf,
} from './files.ts';
import { fillMemory } from './integrity-check.ts';

// An entry of the index is valid while the size and the times of its file are unchanged.

export const INDEX_NAME = 'finished.jsonl';

/** Raise the format whenever core/kernel/lists.ts changes for finished boards. Older indexes are then ignored. */
const HEADER = JSON.stringify({ format: 1 });

/** The index line of a document. */
interface IndexLine extends EvictedDocument {
  readonly key: DocumentKey;
  readonly stamp: Stamp;
}

interface FinishedIndex {
  /** The last line of each document. Empty if there is no index, or one of another format. */
  readonly lines: ReadonlyMap<DocumentKey, IndexLine>;
  /** The number of stale lines, which later lines have replaced. */
  readonly staleCount: number;
  /** Is there an index of this format, to which lines can be added? */
  readonly hasIndex: boolean;
}

async function readIndex(dir: string): Promise<FinishedIndex> {
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
    const values = row === '' ? undefined : parseJson(row);
    // A line may have been cut short.
    if (!Array.isArray(values) || !Array.isArray(values[2]) || !Array.isArray(values[3])) continue;
    const [key, version, names, stamp] = values as [DocumentKey, number, ListName[], Stamp];
    count += 1;
    lines.set(key, { key, version, stamp, lists: names.map(shareName) });
  }
  return { lines, staleCount: count - lines.size, hasIndex: true };
}

const formatRow = ({ key, version, lists, stamp }: IndexLine): string =>
  `${JSON.stringify([key, version, lists, stamp])}\n`;

/** Does not sync. If lines are lost in a power cut, the documents are read again. */
async function appendToIndex(dir: string, lines: readonly IndexLine[]): Promise<void> {
  if (lines.length === 0) return;
  // A line end first, so that an unfinished line of a crash stays separate.
  await appendFile(join(dir, INDEX_NAME), `\n${lines.map(formatRow).join('')}`, { mode: 0o600 });
}

const writeIndex = (dir: string, lines: Iterable<IndexLine>): Promise<void> =>
  writeAtomically(join(dir, INDEX_NAME), `${HEADER}\n${Array.from(lines, formatRow).join('')}`);

/** The size of the cache in boards. */
const MAX_CACHED = 1_000;

/** The index is rewritten when more of its lines than this are stale. */
const MAX_STALE_LINES = 10_000;

/** The index line of a document. null: the document cannot be evicted, since it is no finished board or has an alarm. */
const toIndexLine = (key: DocumentKey, { document, version }: Versioned, stamp: Stamp): IndexLine | null =>
  asKind('match', key, document)?.state === 'over' && alarmOf(key, document) === null
    ? { key, version, lists: listNames(key, document), stamp }
    : null;

/** Loads every document, except finished boards with a valid index line, and brings the index up to date. */
export async function fillMemoryFromIndex(memory: InMemoryDocuments, dir: string): Promise<readonly DamagedDocument[]> {
  const index = await readIndex(dir);
  const validLines: IndexLine[] = [];
  const newLines: IndexLine[] = [];
  const damaged = await fillMemory(memory, dir, {
    findIndexed: (key, file) => {
      const line = index.lines.get(key);
      if (line === undefined || !isSameStamp(line.stamp, stampOf(file))) return null;
      validLines.push(line);
      return line;
    },
    toEvicted: (key, entry, stamp) => {
      const line = toIndexLine(key, entry, stamp);
      if (line !== null) newLines.push(line);
      return line;
    },
  });
  const hasManyStaleLines = index.lines.size + index.staleCount - validLines.length > MAX_STALE_LINES;
  const isRewritten = hasManyStaleLines || !index.hasIndex;
  // A full disk must not prevent the start. Boards missing in the index are read again next time.
  await (isRewritten ? writeIndex(dir, [...validLines, ...newLines]) : appendToIndex(dir, newLines)).catch(
    () => undefined,
  );
  return damaged;
}

/** Finds index lines that contradict their files. Changes that are only in the journal need not be in the index. */
export async function inspectIndex(dir: string, memory: InMemoryDocuments): Promise<readonly Finding[]> {
  const { lines } = await readIndex(dir);
  const wrongLines = [...lines.values()].filter(({ key, version, lists, stamp }) => {
    const document = memory.get(key);
    if (document === undefined || !isSameStamp(stamp, stampOf(join(dir, documentPathOf(key))))) return false;
    const isDifferent = version === memory.version(key) && lists.join('\n') !== listNames(key, document).join('\n');
    return isDifferent || version > memory.version(key);
  });
  if (wrongLines.length === 0) return [];
  const what = `it tells ${wrongLines.length} boards otherwise than their files, ${wrongLines[0]?.key ?? ''} among them. Stop the service and remove it: the next start makes it anew.`;
  return [{ level: 'warn', where: INDEX_NAME, what }];
}

export class FinishedBoardCache {
  readonly #dir: string;
  readonly #memory: InMemoryDocuments;
  /** The version of each cached board that is also in its file. The most recently used is last. */
  readonly #cachedVersions = new Map<DocumentKey, number>();

  constructor(dir: string, memory: InMemoryDocuments) {
    this.#dir = dir;
    this.#memory = memory;
  }

  /** Reads these boards from their files. Call `add` with the result. */
  read(keys: readonly DocumentKey[]): Promise<readonly FoundDocument[]> {
    return Promise.all(keys.map(key => readDocument(this.#dir, key, this.#fileOf(key))));
  }

  /**
   * Adds the boards that were read to the cache, unless they have changed in memory meanwhile. A file that is not as the service left it is
   * marked as damaged, and returned.
   */
  add(found: readonly FoundDocument[]): readonly DamagedDocument[] {
    this.#evict();
    const damaged: DamagedDocument[] = [];
    for (const each of found.filter(({ key }) => this.#memory.isEvicted(key))) {
      const version = this.#memory.version(each.key);
      if ('entry' in each && each.entry.version === version) {
        this.#memory.put(each.key, each.entry);
        this.#cachedVersions.set(each.key, version);
        continue;
      }
      this.#memory.markDamaged(each.key);
      const why = 'why' in each ? each.why : 'somebody else has written it while the service was running';
      damaged.push({ key: each.key, kind: 'match', where: documentPathOf(each.key), why });
    }
    return damaged;
  }

  /** Marks these boards as recently used. */
  touch(keys: readonly DocumentKey[]): void {
    for (const key of keys) {
      const version = this.#cachedVersions.get(key);
      if (version === undefined) continue;
      this.#cachedVersions.delete(key);
      this.#cachedVersions.set(key, version);
    }
  }

  /** Called when these documents have been written to their files. null: the document was dropped. */
  async noteWritten(entries: ReadonlyMap<DocumentKey, Versioned | null>): Promise<void> {
    const lines = [...entries].flatMap(([key, entry]) => {
      const stamp = entry === null ? undefined : stampOf(this.#fileOf(key));
      return entry === null || stamp === undefined ? [] : (toIndexLine(key, entry, stamp) ?? []);
    });
    await appendToIndex(this.#dir, lines);
    for (const { key, version } of lines)
      if (this.#memory.version(key) === version) this.#cachedVersions.set(key, version);
    this.#evict();
  }

  /** Removes the lines of changed and dropped boards from the index. */
  async rewriteIndex(): Promise<void> {
    const { lines } = await readIndex(this.#dir);
    await writeIndex(
      this.#dir,
      [...lines.values()].filter(({ key, version }) => this.#memory.version(key) === version),
    );
  }

  #evict(): void {
    for (const [key, version] of this.#cachedVersions) {
      if (this.#cachedVersions.size <= MAX_CACHED) return;
      this.#cachedVersions.delete(key);
      this.#memory.evict(key, version);
    }
  }

  #fileOf(key: DocumentKey): string {
    return join(this.#dir, documentPathOf(key));
  }
}
