// Finished boards stay on disk and are cached when they are read (LRU).
import { join } from 'node:path';
import { alarmOf, listNames } from '#core/features.ts';
import { asKind, type Document, type DocumentKey } from '#core/kernel/documents.ts';
import type { Finding } from '#service/ports.ts';
import type { InMemoryDocuments, Versioned } from '../in-memory-documents.ts';
import { type Damaged, type Found, placeOf, readDocument } from './files.ts';
import { appendToIndex, INDEX_NAME, type Indexed, readIndex, writeIndex } from './finished-index.ts';
import { fill } from './mending.ts';
import { isSameStamp, type Stamp, stampOf } from './stamp.ts';

/** Finished boards in the cache at most. */
const MOST_AWAKE = 1_000;

/** The index is rewritten when more of its lines than this are stale. */
const MOST_SPARE = 10_000;

/** A finished board without an alarm. It can be evicted. */
const isAtRest = (key: DocumentKey, document: Document): boolean =>
  asKind('match', key, document)?.state === 'over' && alarmOf(key, document) === null;

/** The index entry of a document. null: it cannot be evicted. */
const indexed = (key: DocumentKey, { document, version }: Versioned, stamp: Stamp): Indexed | null =>
  isAtRest(key, document) ? { key, version, lists: listNames(key, document), stamp } : null;

/** Loads every document. Finished boards in the index are not read. Then the index is brought up to date. */
export async function fillResting(shelf: InMemoryDocuments, dir: string): Promise<readonly Damaged[]> {
  const index = await readIndex(dir);
  const kept: Indexed[] = [];
  const fresh: Indexed[] = [];
  const damaged = await fill(shelf, dir, {
    known: (key, file) => {
      const line = index.lines.get(key);
      if (line === undefined || !isSameStamp(line.stamp, stampOf(file))) return null;
      kept.push(line);
      return line;
    },
    resting: (key, entry, stamp) => {
      const line = indexed(key, entry, stamp);
      if (line !== null) fresh.push(line);
      return line;
    },
  });
  const isWorn = index.lines.size + index.spare - kept.length > MOST_SPARE;
  const isMadeAnew = isWorn || !index.isThere;
  // A full disk must not prevent the start. Boards missing in the index are read again next time.
  await (isMadeAnew ? writeIndex(dir, [...kept, ...fresh]) : appendToIndex(dir, fresh)).catch(() => undefined);
  return damaged;
}

/** Finds index lines that contradict their files. Changes that are only in the journal need not be in the index. */
export async function indexFindings(dir: string, shelf: InMemoryDocuments): Promise<readonly Finding[]> {
  const { lines } = await readIndex(dir);
  const wrong = [...lines.values()].filter(({ key, version, lists, stamp }) => {
    const document = shelf.get(key);
    if (document === undefined || !isSameStamp(stamp, stampOf(join(dir, placeOf(key))))) return false;
    const isOther = version === shelf.version(key) && lists.join('\n') !== listNames(key, document).join('\n');
    return isOther || version > shelf.version(key);
  });
  if (wrong.length === 0) return [];
  const what = `it tells ${wrong.length} boards otherwise than their files, ${wrong[0]?.key ?? ''} among them. Stop the service and remove it: the next start makes it anew.`;
  return [{ level: 'warn', where: INDEX_NAME, what }];
}

export class RestingBoards {
  readonly #dir: string;
  readonly #shelf: InMemoryDocuments;
  /** The version of each cached board that is also in its file. The most recently used is last. */
  readonly #awake = new Map<DocumentKey, number>();

  constructor(dir: string, shelf: InMemoryDocuments) {
    this.#dir = dir;
    this.#shelf = shelf;
  }

  /** Reads these boards from their files, for `wake`. */
  read(keys: readonly DocumentKey[]): Promise<readonly Found[]> {
    return Promise.all(keys.map(key => readDocument(this.#dir, key, this.#fileOf(key))));
  }

  /**
   * Adds the boards that were read to the cache, unless they have changed in memory meanwhile. A file that is not as the service left it is
   * marked as damaged, and returned.
   */
  wake(found: readonly Found[]): readonly Damaged[] {
    this.#sleep();
    const damaged: Damaged[] = [];
    for (const each of found.filter(({ key }) => this.#shelf.isResting(key))) {
      const version = this.#shelf.version(each.key);
      if ('entry' in each && each.entry.version === version) {
        this.#shelf.put(each.key, each.entry);
        this.#awake.set(each.key, version);
        continue;
      }
      this.#shelf.damage(each.key);
      const why = 'why' in each ? each.why : 'somebody else has written it while the service was running';
      damaged.push({ key: each.key, kind: 'match', where: placeOf(each.key), why });
    }
    return damaged;
  }

  /** Marks these boards as recently used. */
  touch(keys: readonly DocumentKey[]): void {
    for (const key of keys) {
      const version = this.#awake.get(key);
      if (version === undefined) continue;
      this.#awake.delete(key);
      this.#awake.set(key, version);
    }
  }

  /** Called when these documents have been written to their files. null: dropped. */
  async written(entries: ReadonlyMap<DocumentKey, Versioned | null>): Promise<void> {
    const lines = [...entries].flatMap(([key, entry]) => {
      const stamp = entry === null ? undefined : stampOf(this.#fileOf(key));
      return entry === null || stamp === undefined ? [] : (indexed(key, entry, stamp) ?? []);
    });
    await appendToIndex(this.#dir, lines);
    for (const { key, version } of lines) if (this.#shelf.version(key) === version) this.#awake.set(key, version);
    this.#sleep();
  }

  /** Removes the lines of changed and dropped boards from the index. */
  async tidy(): Promise<void> {
    const { lines } = await readIndex(this.#dir);
    await writeIndex(
      this.#dir,
      [...lines.values()].filter(({ key, version }) => this.#shelf.version(key) === version),
    );
  }

  #sleep(): void {
    for (const [key, version] of this.#awake) {
      if (this.#awake.size <= MOST_AWAKE) return;
      this.#awake.delete(key);
      this.#shelf.sleep(key, version);
    }
  }

  #fileOf(key: DocumentKey): string {
    return join(this.#dir, placeOf(key));
  }
}
