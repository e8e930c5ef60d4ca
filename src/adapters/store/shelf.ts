// Documents with their versions, the lists over them and the seen-marks, in memory: what every store of ours keeps.
import type { Change, CommitResult, Snapshot } from '../../service/ports.ts';
import type { DocumentKey, DocumentKind, Documents, Instant, Match, MatchRef } from '../../core/world.ts';
import { endOf } from '../../core/expiry.ts';
import { userids } from '../../core/matches/match.ts';

type Document = Documents[DocumentKind];

export interface Versioned {
  readonly document: Document;
  readonly version: number;
}

export class Shelf {
  readonly #documents = new Map<DocumentKey, Versioned>();
  /** Keys whose documents are there and cannot be read. */
  readonly #damaged = new Set<DocumentKey>();
  readonly #seen = new Map<string, Instant>();
  /** `player alice`, `game nex` → keys of boards in the order they came. */
  readonly #lists = new Map<string, Set<DocumentKey>>();

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

  boards(by: 'player' | 'game', name: string): readonly MatchRef[] {
    const keys = this.#lists.get(`${by} ${name}`) ?? [];
    return [...keys].flatMap(key => {
      const match = this.#documents.get(key)?.document as Match | undefined;
      return match === undefined || match.state === 'removed' ? [] : [{ game: match.game, number: match.number }];
    });
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
  apply(change: Pick<Change, 'cause' | 'documents' | 'at'>): ReadonlyMap<DocumentKey, Versioned> {
    const changed = new Map<DocumentKey, Versioned>();
    for (const [key, document] of change.documents) {
      changed.set(key, { document, version: (this.#documents.get(key)?.version ?? 0) + 1 });
    }
    for (const [key, entry] of changed) this.put(key, entry);
    this.see(change.cause, change.at);
    return changed;
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
    this.#documents.set(key, entry);
    if (!key.startsWith('match/')) return;
    const match = entry.document as Match;
    for (const list of [`game ${match.game}`, ...userids(match).map(userid => `player ${userid}`)]) {
      const keys = this.#lists.get(list) ?? new Set<DocumentKey>();
      this.#lists.set(list, keys.add(key));
    }
  }

  see(cause: string, at: Instant): void {
    this.#seen.set(cause, at);
  }

  /** The keys of the documents that are dropped. */
  forget(before: { readonly seen: Instant; readonly documents: Instant }): readonly DocumentKey[] {
    for (const [cause, at] of this.#seen) if (at < before.seen) this.#seen.delete(cause);
    const over = [...this.#documents].filter(([key, { document }]) => {
      const end = endOf(key, document);
      return end !== null && end < before.documents;
    });
    for (const [key] of over) this.drop(key);
    return over.map(([key]) => key);
  }

  drop(key: DocumentKey): void {
    this.#documents.delete(key);
  }
}
