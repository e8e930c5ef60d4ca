// In-memory documents with versions, derived lists and alarms, and seen marks, for every store.
// Of an evicted document memory holds only the version and the lists. The document is read from its file on demand.
import { alarmOf, listNames } from '#core/features.ts';
import {
  type Document,
  type DocumentKey,
  type DocumentKind,
  type Documents,
  type ListName,
  asItsKind,
  compareKeys,
  isOfKind,
} from '#core/kernel/documents.ts';
import type { Instant } from '#core/kernel/time.ts';
import type { Alarm, Change, CommitResult, Snapshot, Store } from '#service/ports.ts';

/** An array kept in order by binary search, for lists and alarms. */
class Sorted<Item> {
  readonly #items: Item[] = [];
  readonly #compare: (a: Item, b: Item) => number;

  /** `compare` must return 0 only for the same item. */
  constructor(compare: (a: Item, b: Item) => number) {
    this.#compare = compare;
  }

  get first(): Item | undefined {
    return this.#items[0];
  }

  add(item: Item): void {
    const last = this.#items.at(-1);
    // A starting store adds the items in order.
    if (last === undefined || this.#compare(last, item) < 0) {
      this.#items.push(item);
      return;
    }
    const at = this.#indexOf(item);
    if (!this.#isAt(at, item)) this.#items.splice(at, 0, item);
  }

  remove(item: Item): void {
    const at = this.#indexOf(item);
    if (this.#isAt(at, item)) this.#items.splice(at, 1);
  }

  /** At most `limit` items after `item`. null: from the beginning. */
  after(item: Item | null, limit: number): readonly Item[] {
    if (item === null) return this.#items.slice(0, limit);
    const at = this.#indexOf(item);
    const from = this.#isAt(at, item) ? at + 1 : at;
    return this.#items.slice(from, from + limit);
  }

  /** At most `limit` items before `item`, in descending order. null: from the end. */
  before(item: Item | null, limit: number): readonly Item[] {
    const end = item === null ? this.#items.length : this.#indexOf(item);
    return this.#items.slice(Math.max(0, end - limit), end).reverse();
  }

  #isAt(index: number, item: Item): boolean {
    const found = this.#items[index];
    return found !== undefined && this.#compare(found, item) === 0;
  }

  /** The index of the item, or where it would be inserted. */
  #indexOf(item: Item): number {
    let [low, high] = [0, this.#items.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#compare(this.#items[middle] as Item, item) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

export interface Versioned {
  readonly document: Document;
  readonly version: number;
}

/** What memory keeps of an evicted document, which is stored in a file and has no alarm. */
export interface EvictedDocument {
  readonly version: number;
  readonly lists: readonly ListName[];
}

/** The lists and the alarm of a document. */
interface DerivedData {
  readonly lists: readonly ListName[];
  readonly alarm: Instant | null;
}

/** `document` null: it is evicted. */
interface MemoryEntry extends DerivedData {
  readonly document: Document | null;
  readonly version: number;
}

/** The documents that a change has written or dropped. */
export interface AppliedChange {
  readonly changed: ReadonlyMap<DocumentKey, Versioned>;
  readonly dropped: readonly DocumentKey[];
}

export class InMemoryDocuments {
  readonly #documents = new Map<DocumentKey, MemoryEntry>();
  /**
   * The highest version of all dropped documents. A document that is created again gets a higher one, so that it cannot be mistaken for the
   * dropped one.
   */
  #highestDroppedVersion = 0;
  /** The highest version ever given. New versions are above `#lowerBound`. */
  #highestVersion = 0;
  #lowerBound = 0;
  /** The number of changes that reads have seen, those of the documents that this takes the place of included. */
  #changes = 0;
  /** Keys whose documents exist and cannot be read. */
  readonly #damaged = new Set<DocumentKey>();
  readonly #seen = new Map<string, Instant>();
  readonly #lists = new Map<ListName, Sorted<DocumentKey>>();
  /** The userids of the accounts. */
  readonly #accounts = new Sorted<string>((a, b) => (a === b ? 0 : a < b ? -1 : 1));
  readonly #alarms = new Sorted<Alarm>((a, b) => a.at - b.at || (a.key === b.key ? 0 : a.key < b.key ? -1 : 1));

  /** undefined: the document does not exist, or is evicted. */
  get<Kind extends DocumentKind>(key: DocumentKey<Kind>): Documents[Kind] | undefined {
    const document = this.#documents.get(key)?.document ?? null;
    return document === null ? undefined : asItsKind(key, document);
  }

  /** 0: the document does not exist. */
  version(key: DocumentKey): number {
    return this.#documents.get(key)?.version ?? 0;
  }

  isEvicted(key: DocumentKey): boolean {
    return this.#documents.get(key)?.document === null;
  }

  /** The snapshot of these documents. Evicted documents must be loaded first. */
  read(keys: readonly DocumentKey[]): Snapshot {
    const entries = keys.map(key => [key, this.#documents.get(key)] as const);
    return {
      documents: new Map(entries.map(([key, entry]) => [key, entry?.document ?? null])),
      versions: new Map(entries.map(([key, entry]) => [key, entry?.version ?? 0])),
      damaged: keys.filter(key => this.#damaged.has(key)),
    };
  }

  list(name: ListName, after: DocumentKey | null, limit: number): readonly DocumentKey[] {
    return this.#lists.get(name)?.after(after, limit) ?? [];
  }

  newest(name: ListName, before: DocumentKey | null, limit: number): readonly DocumentKey[] {
    return this.#lists.get(name)?.before(before, limit) ?? [];
  }

  /** The lists that are not empty. */
  listNames(): readonly ListName[] {
    return [...this.#lists].flatMap(([name, list]) => (list.first === undefined ? [] : name));
  }

  accounts(after: string, limit: number): readonly string[] {
    return this.#accounts.after(after, limit);
  }

  dueAlarms(now: Instant, limit: number): readonly Alarm[] {
    return this.#alarms.after(null, limit).filter(({ at }) => at <= now);
  }

  nextAlarm(): Instant | null {
    return this.#alarms.first?.at ?? null;
  }

  /** The causes that took effect, and when. */
  seenMarks(): Iterable<readonly [cause: string, at: Instant]> {
    return this.#seen;
  }

  seenAt(cause: string): Instant | null {
    return this.#seen.get(cause) ?? null;
  }

  isSeen(cause: string): boolean {
    return this.#seen.has(cause);
  }

  check(change: Change): CommitResult {
    if (this.#seen.has(change.cause)) return 'already-seen';
    for (const [key, version] of change.expect) {
      if (this.version(key) !== version) return 'conflict';
    }
    // A document the decision did not read must be new. Otherwise the decision would overwrite data it does not know.
    const isOverwriting = (key: DocumentKey): boolean =>
      this.#damaged.has(key) || (!change.expect.has(key) && this.#documents.has(key));
    return [...change.documents.keys()].some(isOverwriting) ? 'conflict' : 'committed';
  }

  /** Applies a checked change, and returns the new versions for the journal. */
  apply(change: Pick<Change, 'cause' | 'documents' | 'at'>): AppliedChange {
    const changed = new Map<DocumentKey, Versioned>();
    const dropped: DocumentKey[] = [];
    for (const [key, document] of change.documents) {
      if (document === null) dropped.push(key);
      else changed.set(key, { document, version: this.#versionAfter(this.#documents.get(key)?.version) });
    }
    for (const [key, entry] of changed) this.put(key, entry);
    for (const key of dropped) this.drop(key);
    this.markSeen(change.cause, change.at);
    this.#changes += 1;
    return { changed, dropped };
  }

  #versionAfter(version = this.#highestDroppedVersion): number {
    return Math.max(version, this.#lowerBound) + 1;
  }

  /** Takes the place of documents that were lost. No version that readers may have seen of them is given again. */
  supersede(lost: InMemoryDocuments): void {
    this.#lowerBound = lost.#highestVersion;
    this.#highestVersion = Math.max(this.#highestVersion, this.#lowerBound);
    this.#changes = lost.#changes + 1;
  }

  /** Differs after every change of the documents and the lists. */
  changes(): number {
    return this.#changes;
  }

  /** All keys, also those of damaged documents, whose names are in use. */
  keys(): readonly DocumentKey[] {
    return [...this.#documents.keys(), ...this.#damaged];
  }

  /** All keys of one kind, also those of damaged documents. */
  keysOf<Kind extends DocumentKind>(kind: Kind): readonly DocumentKey<Kind>[] {
    return this.keys().filter(key => isOfKind(kind, key));
  }

  /** Marks a document that exists and cannot be read. */
  markDamaged(key: DocumentKey): void {
    if (this.#documents.has(key)) this.drop(key);
    this.#damaged.add(key);
    this.#changes += 1;
  }

  /** Removes the mark, so that the document counts as missing. */
  clearDamage(key: DocumentKey): void {
    this.#damaged.delete(key);
  }

  isDamaged(key: DocumentKey): boolean {
    return this.#damaged.has(key);
  }

  put(key: DocumentKey, { document, version }: Versioned): void {
    this.#setEntry(key, { document, version, lists: listNames(key, document), alarm: alarmOf(key, document) });
  }

  /** Adds a document that stays in its file. */
  putEvicted(key: DocumentKey, { version, lists }: EvictedDocument): void {
    this.#setEntry(key, { document: null, version, lists, alarm: null });
  }

  /** Evicts a document whose file holds this version, unless it has changed since or has an alarm. */
  evict(key: DocumentKey, version: number): void {
    const entry = this.#documents.get(key);
    if (entry?.version === version && entry.alarm === null) this.#documents.set(key, { ...entry, document: null });
  }

  #setEntry(key: DocumentKey, entry: MemoryEntry): void {
    this.#damaged.delete(key);
    this.#highestVersion = Math.max(this.#highestVersion, entry.version);
    const before = this.#documents.get(key);
    this.#documents.set(key, entry);
    this.#index(key, before, entry);
  }

  markSeen(cause: string, at: Instant): void {
    this.#seen.set(cause, at);
  }

  forget(before: Instant): void {
    for (const [cause, at] of this.#seen) if (at < before) this.#seen.delete(cause);
  }

  drop(key: DocumentKey): void {
    const before = this.#documents.get(key);
    this.#highestDroppedVersion = Math.max(this.#highestDroppedVersion, before?.version ?? 0);
    this.#documents.delete(key);
    this.#index(key, before, undefined);
  }

  /** Updates only the lists that differ: most changes of a board leave it in its lists. */
  #index(key: DocumentKey, previous: MemoryEntry | undefined, current: MemoryEntry | undefined): void {
    const [before, after] = [previous ?? NO_DERIVED_DATA, current ?? NO_DERIVED_DATA];
    for (const name of before.lists) if (!after.lists.includes(name)) this.#lists.get(name)?.remove(key);
    for (const name of after.lists) if (!before.lists.includes(name)) this.#getOrCreateList(name).add(key);
    this.#setAlarm(key, before.alarm, after.alarm);
    if (isOfKind('account', key) && (previous === undefined) !== (current === undefined))
      this.#indexAccount(key, current);
  }

  #setAlarm(key: DocumentKey, before: Instant | null, after: Instant | null): void {
    if (before === after) return;
    if (before !== null) this.#alarms.remove({ key, at: before });
    if (after !== null) this.#alarms.add({ key, at: after });
  }

  #indexAccount(key: DocumentKey, current: MemoryEntry | undefined): void {
    const userid = key.slice('account/'.length);
    if (current === undefined) this.#accounts.remove(userid);
    else this.#accounts.add(userid);
  }

  #getOrCreateList(name: ListName): Sorted<DocumentKey> {
    const list = this.#lists.get(name) ?? new Sorted(compareKeys);
    this.#lists.set(name, list);
    return list;
  }
}

/** The change with what its `seal` adds. Call it for one change at a time. */
export async function completeChange(change: Change, read: Store['read']): Promise<Change> {
  if (change.seal === undefined) return change;
  const { expect, documents, outgoing } = await change.seal(read);
  return {
    ...change,
    expect: new Map([...change.expect, ...expect]),
    documents: new Map([...change.documents, ...documents]),
    outgoing,
  };
}

/** The calls of a store that memory answers. `ready` resolves to the documents when they may be read. */
export const createReadCalls = (
  ready: () => Promise<InMemoryDocuments>,
): Pick<Store, 'list' | 'newest' | 'accounts' | 'version' | 'dueAlarms' | 'nextAlarm' | 'isSeen'> => ({
  list: async (...asked) => (await ready()).list(...asked),
  newest: async (...asked) => (await ready()).newest(...asked),
  accounts: async (...asked) => (await ready()).accounts(...asked),
  version: async () => String((await ready()).changes()),
  dueAlarms: async (...asked) => (await ready()).dueAlarms(...asked),
  nextAlarm: async () => (await ready()).nextAlarm(),
  isSeen: async cause => (await ready()).isSeen(cause),
});

const NO_DERIVED_DATA: DerivedData = { lists: [], alarm: null };
