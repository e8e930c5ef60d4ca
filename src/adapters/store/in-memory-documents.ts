// In-memory documents with versions, derived lists and alarms, and seen-marks, for every store.
// An evicted document has only its version and its lists here. It is read from its file on demand.

import type { Alarm, Change, CommitResult, Snapshot } from '#service/ports.ts';
import { alarmOf, listNames } from '#core/features.ts';
import type { ListName } from '#core/kernel/lists.ts';
import {
  asItsKind,
  compareKeys,
  type Document,
  type DocumentKey,
  type DocumentKind,
  type Documents,
  isOfKind,
} from '#core/kernel/documents.ts';
import type { Instant } from '#core/kernel/time.ts';
import { Sorted } from './sorted.ts';

export interface Versioned {
  readonly document: Document;
  readonly version: number;
}

/** An evicted document: it is stored elsewhere and has no alarm. */
export interface Resting {
  readonly version: number;
  readonly lists: readonly ListName[];
}

/** The lists and the alarm of a document. */
interface Places {
  readonly lists: readonly ListName[];
  readonly alarm: Instant | null;
}

/** `document` null: it is evicted. */
interface Kept extends Places {
  readonly document: Document | null;
  readonly version: number;
}

/** The documents after a change. */
export interface Applied {
  readonly changed: ReadonlyMap<DocumentKey, Versioned>;
  readonly dropped: readonly DocumentKey[];
}

const byInstant = (a: Alarm, b: Alarm): number => a.at - b.at || (a.key === b.key ? 0 : a.key < b.key ? -1 : 1);

const byText = (a: string, b: string): number => (a === b ? 0 : a < b ? -1 : 1);

export class InMemoryDocuments {
  readonly #documents = new Map<DocumentKey, Kept>();
  /**
   * The highest version of all dropped documents. A document that is created again gets a higher one, so that it cannot be mistaken for the
   * dropped one.
   */
  #dropped = 0;
  /** The highest version ever given, and the lower bound of all new versions. */
  #highest = 0;
  #floor = 0;
  /** Keys whose documents exist and cannot be read. */
  readonly #damaged = new Set<DocumentKey>();
  readonly #seen = new Map<string, Instant>();
  readonly #lists = new Map<ListName, Sorted<DocumentKey>>();
  /** The userids of the accounts. */
  readonly #accounts = new Sorted<string>(byText);
  readonly #alarms = new Sorted<Alarm>(byInstant);

  /** undefined: there is none, or it is evicted. */
  get<Kind extends DocumentKind>(key: DocumentKey<Kind>): Documents[Kind] | undefined {
    const document = this.#documents.get(key)?.document ?? null;
    return document === null ? undefined : asItsKind(key, document);
  }

  /** 0: there is none. */
  version(key: DocumentKey): number {
    return this.#documents.get(key)?.version ?? 0;
  }

  isResting(key: DocumentKey): boolean {
    return this.#documents.get(key)?.document === null;
  }

  /** An evicted document must be loaded first: only its version is known here. */
  read(keys: readonly DocumentKey[]): Snapshot {
    const held = keys.map(key => [key, this.#documents.get(key)] as const);
    return {
      documents: new Map(held.map(([key, entry]) => [key, entry?.document ?? null])),
      versions: new Map(held.map(([key, entry]) => [key, entry?.version ?? 0])),
      damaged: keys.filter(key => this.#damaged.has(key)),
    };
  }

  list(name: ListName, from: DocumentKey | null, most: number): readonly DocumentKey[] {
    return this.#lists.get(name)?.after(from, most) ?? [];
  }

  newest(name: ListName, before: DocumentKey | null, most: number): readonly DocumentKey[] {
    return this.#lists.get(name)?.before(before, most) ?? [];
  }

  /** The lists that are not empty. */
  listNames(): readonly ListName[] {
    return [...this.#lists].flatMap(([name, list]) => (list.first === undefined ? [] : name));
  }

  accounts(after: string, most: number): readonly string[] {
    return this.#accounts.after(after, most);
  }

  dueAlarms(now: Instant, most: number): readonly Alarm[] {
    return this.#alarms.after(null, most).filter(({ at }) => at <= now);
  }

  nextAlarm(): Instant | null {
    return this.#alarms.first?.at ?? null;
  }

  /** The causes that took effect, and when. */
  seen(): Iterable<readonly [cause: string, at: Instant]> {
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
  apply(change: Pick<Change, 'cause' | 'documents' | 'at'>): Applied {
    const changed = new Map<DocumentKey, Versioned>();
    const dropped: DocumentKey[] = [];
    for (const [key, document] of change.documents) {
      if (document === null) dropped.push(key);
      else changed.set(key, { document, version: this.#versionAfter(this.#documents.get(key)?.version) });
    }
    for (const [key, entry] of changed) this.put(key, entry);
    for (const key of dropped) this.drop(key);
    this.see(change.cause, change.at);
    return { changed, dropped };
  }

  #versionAfter(version = this.#dropped): number {
    return Math.max(version, this.#floor) + 1;
  }

  /** Replaces lost documents. No version that those may have been read with is given again. */
  succeed(lost: InMemoryDocuments): void {
    this.#floor = lost.#highest;
    this.#highest = Math.max(this.#highest, this.#floor);
  }

  /** All keys, damaged ones too: their names are taken. */
  keys(): readonly DocumentKey[] {
    return [...this.#documents.keys(), ...this.#damaged];
  }

  /** Those of one kind. */
  keysOf<Kind extends DocumentKind>(kind: Kind): readonly DocumentKey<Kind>[] {
    return this.keys().filter(key => isOfKind(kind, key));
  }

  /** Marks a document that exists and cannot be read. */
  damage(key: DocumentKey): void {
    if (this.#documents.has(key)) this.drop(key);
    this.#damaged.add(key);
  }

  /** As if there were no such document. */
  mend(key: DocumentKey): void {
    this.#damaged.delete(key);
  }

  isDamaged(key: DocumentKey): boolean {
    return this.#damaged.has(key);
  }

  put(key: DocumentKey, { document, version }: Versioned): void {
    this.#keep(key, { document, version, lists: listNames(key, document), alarm: alarmOf(key, document) });
  }

  /** Adds a document that is stored elsewhere. */
  rest(key: DocumentKey, { version, lists }: Resting): void {
    this.#keep(key, { document: null, version, lists, alarm: null });
  }

  /** Evicts a document that is stored elsewhere in this version, unless it has changed since or has an alarm. */
  sleep(key: DocumentKey, version: number): void {
    const entry = this.#documents.get(key);
    if (entry?.version === version && entry.alarm === null) this.#documents.set(key, { ...entry, document: null });
  }

  #keep(key: DocumentKey, entry: Kept): void {
    this.#damaged.delete(key);
    this.#highest = Math.max(this.#highest, entry.version);
    const before = this.#documents.get(key);
    this.#documents.set(key, entry);
    this.#index(key, before, entry);
  }

  see(cause: string, at: Instant): void {
    this.#seen.set(cause, at);
  }

  forget(before: Instant): void {
    for (const [cause, at] of this.#seen) if (at < before) this.#seen.delete(cause);
  }

  drop(key: DocumentKey): void {
    const before = this.#documents.get(key);
    this.#dropped = Math.max(this.#dropped, before?.version ?? 0);
    this.#documents.delete(key);
    this.#index(key, before, undefined);
  }

  /** Updates only the lists that differ: most changes of a board leave it in its lists. */
  #index(key: DocumentKey, was: Kept | undefined, is: Kept | undefined): void {
    const [before, after] = [was ?? NOWHERE, is ?? NOWHERE];
    for (const name of before.lists) if (!after.lists.includes(name)) this.#lists.get(name)?.remove(key);
    for (const name of after.lists) if (!before.lists.includes(name)) this.#listNamed(name).add(key);
    this.#setAlarm(key, before.alarm, after.alarm);
    if (isOfKind('account', key) && (was === undefined) !== (is === undefined)) this.#indexAccount(key, is);
  }

  #setAlarm(key: DocumentKey, before: Instant | null, after: Instant | null): void {
    if (before === after) return;
    if (before !== null) this.#alarms.remove({ key, at: before });
    if (after !== null) this.#alarms.add({ key, at: after });
  }

  #indexAccount(key: DocumentKey, is: Kept | undefined): void {
    const userid = key.slice('account/'.length);
    if (is === undefined) this.#accounts.remove(userid);
    else this.#accounts.add(userid);
  }

  #listNamed(name: ListName): Sorted<DocumentKey> {
    const list = this.#lists.get(name) ?? new Sorted(compareKeys);
    this.#lists.set(name, list);
    return list;
  }
}

const NOWHERE: Places = { lists: [], alarm: null };
