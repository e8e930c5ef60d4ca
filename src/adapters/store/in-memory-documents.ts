// Documents with their versions, the lists and alarms derived from them, and the seen-marks, in memory: what every store of ours keeps.
import type { Alarm, Change, CommitResult, Snapshot } from '#service/ports.ts';
import { alarmOf } from '#core/state/alarms.ts';
import { type ListName, listsOf } from '#core/state/lists.ts';
import type { DocumentKey, DocumentKind, Documents, Instant, Match, MatchRef } from '#core/state/documents.ts';
import { Sorted } from './sorted.ts';

type Document = Documents[DocumentKind];

export interface Versioned {
  readonly document: Document;
  readonly version: number;
}

/** What a change made of the documents. */
export interface Applied {
  readonly changed: ReadonlyMap<DocumentKey, Versioned>;
  readonly dropped: readonly DocumentKey[];
}

/** Boards of a list: by game, then by number. */
const byBoard = (a: MatchRef, b: MatchRef): number =>
  a.game === b.game ? a.number - b.number : a.game < b.game ? -1 : 1;

const byInstant = (a: Alarm, b: Alarm): number => a.at - b.at || (a.key === b.key ? 0 : a.key < b.key ? -1 : 1);

const refOf = ({ game, number }: Match): MatchRef => ({ game, number });

export class Shelf {
  readonly #documents = new Map<DocumentKey, Versioned>();
  /** The highest version of all that were dropped: whoever read one of them cannot take what is made anew for it. */
  #dropped = 0;
  /** The highest version ever given, and the one above which all new ones are. */
  #highest = 0;
  #floor = 0;
  /** Keys whose documents are there and cannot be read. */
  readonly #damaged = new Set<DocumentKey>();
  readonly #seen = new Map<string, Instant>();
  readonly #lists = new Map<ListName, Sorted<MatchRef>>();
  readonly #alarms = new Sorted<Alarm>(byInstant);

  get(key: DocumentKey): Versioned | undefined {
    return this.#documents.get(key);
  }

  read(keys: readonly DocumentKey[]): Snapshot {
    const held = keys.map(key => [key, this.#documents.get(key)] as const);
    return {
      documents: new Map(held.map(([key, entry]) => [key, entry?.document ?? null])),
      versions: new Map(held.map(([key, entry]) => [key, entry?.version ?? 0])),
      damaged: keys.filter(key => this.#damaged.has(key)),
    };
  }

  list(name: ListName, from: MatchRef | null, most: number): readonly MatchRef[] {
    return this.#lists.get(name)?.after(from, most) ?? [];
  }

  dueAlarms(now: Instant, most: number): readonly Alarm[] {
    return this.#alarms.after(null, most).filter(({ at }) => at <= now);
  }

  nextAlarm(): Instant | null {
    return this.#alarms.first?.at ?? null;
  }

  isSeen(cause: string): boolean {
    return this.#seen.has(cause);
  }

  check(change: Change): CommitResult {
    if (this.#seen.has(change.cause)) return 'already-seen';
    for (const [key, version] of change.expect) {
      if ((this.#documents.get(key)?.version ?? 0) !== version) return 'conflict';
    }
    // What was not looked at is new, or the decision would be overwriting what it does not know.
    const isOverwriting = (key: DocumentKey): boolean =>
      this.#damaged.has(key) || (!change.expect.has(key) && this.#documents.has(key));
    return [...change.documents.keys()].some(isOverwriting) ? 'conflict' : 'committed';
  }

  /** Carries out a checked change; the new versions, for who writes them down. */
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

  /** Takes the place of documents that were lost: no version that those may have been read with is given again. */
  succeed(lost: Shelf): void {
    this.#floor = lost.#highest;
    this.#highest = Math.max(this.#highest, this.#floor);
  }

  /** The keys there are, damaged ones too: their names are taken. */
  keys(): readonly DocumentKey[] {
    return [...this.#documents.keys(), ...this.#damaged];
  }

  damage(key: DocumentKey): void {
    this.#damaged.add(key);
  }

  /** As if there were no such document. */
  mend(key: DocumentKey): void {
    this.#damaged.delete(key);
  }

  isDamaged(key: DocumentKey): boolean {
    return this.#damaged.has(key);
  }

  put(key: DocumentKey, entry: Versioned): void {
    this.#damaged.delete(key);
    this.#highest = Math.max(this.#highest, entry.version);
    const before = this.#documents.get(key)?.document;
    this.#documents.set(key, entry);
    this.#index(key, before, entry.document);
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
    this.#index(key, before?.document, undefined);
  }

  #index(key: DocumentKey, before: Document | undefined, after: Document | undefined): void {
    if (before !== undefined) this.#leave(key, before);
    if (after !== undefined) this.#join(key, after);
  }

  #leave(key: DocumentKey, document: Document): void {
    for (const name of listsOf(key, document)) this.#lists.get(name)?.remove(refOf(document as Match));
    const at = alarmOf(key, document);
    if (at !== null) this.#alarms.remove({ key, at });
  }

  #join(key: DocumentKey, document: Document): void {
    for (const name of listsOf(key, document)) {
      const list = this.#lists.get(name) ?? new Sorted(byBoard);
      this.#lists.set(name, list);
      list.add(refOf(document as Match));
    }
    const at = alarmOf(key, document);
    if (at !== null) this.#alarms.add({ key, at });
  }
}
