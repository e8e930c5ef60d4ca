// A whole store as a stream of entries, the same for every kind of store.
// A copy pipes the dump of one store into the load of another.
import { createHash, randomBytes } from 'node:crypto';
import * as z from 'zod';
import type { Document, DocumentKey, DocumentKind, Documents } from '#core/kernel/documents.ts';
import type { Instant } from '#core/kernel/time.ts';
import type { CauseKey, Finding, Outgoing, ReadPort, Store } from '#service/ports.ts';

/** An entry of a store. Every store yields the kinds in this order. Mails are in the order of the queue, other kinds sorted by key (`sortByText`). */
export type StoreEntry =
  | { readonly kind: 'fact'; readonly key: 'signing-key'; readonly value: string }
  /** Fields that are newer than the document have their defaults. The version is left out, since each store counts its own. */
  | { readonly kind: 'document'; readonly key: DocumentKey; readonly document: Document }
  /** A request that took effect. A data folder stores only the day. */
  | { readonly kind: 'cause'; readonly key: CauseKey; readonly day: string }
  | { readonly kind: 'mail'; readonly key: string; readonly mail: WaitingMail }
  /** A mail that was given up and is kept for the operator. */
  | { readonly kind: 'given-up mail'; readonly key: string; readonly why: string; readonly raw: string };

/** `raw`: the bytes as Latin-1 characters. */
interface WaitingMail extends Omit<Outgoing, 'raw'> {
  readonly raw: string;
  readonly due: Instant;
  readonly written?: Instant;
}

/** The number of entries of each kind. */
export type Counts = Readonly<Record<StoreEntry['kind'], number>>;

/** `hash`: SHA-256 of all entries between the header and this one, each as a line of JSON. */
export interface EndEntry {
  readonly kind: 'end';
  readonly counts: Counts;
  readonly hash: string;
}

export type StreamEntry = { readonly kind: 'header'; readonly format: number } | StoreEntry | EndEntry;

/** A store that can be dumped, as often as needed. */
export interface EntrySource {
  /** Rejects if data is damaged. */
  readonly entries: () => AsyncIterable<StoreEntry>;
  /** Estimates, for the display of progress. */
  readonly sizes: Counts;
  readonly close: () => Promise<void>;
}

export interface EntryTarget extends Omit<EntrySource, 'sizes'> {
  /**
   * Marks the store as an unfinished copy, so that no service starts on it. Deletes what an earlier copy from the same source has written, and
   * rejects if the store holds other data.
   */
  readonly begin: (from: string) => Promise<void>;
  readonly write: (page: readonly StoreEntry[]) => Promise<void>;
  /** Makes all data survive a power cut, and removes the mark. */
  readonly finish: () => Promise<void>;
}

/** The format number of the stream. Raise it when an older program would misread the stream. */
const FORMAT = 1;

export async function* dump({ entries }: Pick<EntrySource, 'entries'>): AsyncGenerator<StreamEntry> {
  const counts = { fact: 0, document: 0, cause: 0, mail: 0, 'given-up mail': 0 };
  const hash = createHash('sha256');
  yield { kind: 'header', format: FORMAT };
  for await (const entry of entries()) {
    counts[entry.kind] += 1;
    hash.update(`${JSON.stringify(entry)}\n`);
    yield entry;
  }
  yield { kind: 'end', counts, hash: hash.digest('hex') };
}

/** Entries that are written in one go. */
const PAGE_SIZE = 500;

/** Writes a dump into an empty store. Resolves to the end entry of the dump. A dump of the target must have the same end entry. */
export async function load(
  { write }: Pick<EntryTarget, 'write'>,
  entries: AsyncIterable<StreamEntry>,
): Promise<EndEntry> {
  let page: StoreEntry[] = [];
  for await (const entry of entries) {
    if ('format' in entry && entry.format > FORMAT) throw new Error('A newer version of nexpost wrote these entries.');
    if ('key' in entry) page.push(entry);
    if (page.length < PAGE_SIZE && entry.kind !== 'end') continue;
    await write(page);
    if (entry.kind === 'end') return entry;
    page = [];
  }
  throw new Error('The entries stop before their end.');
}

/** The key of the first entry in which two dumps differ. */
export async function findFirstDifference(
  dumped: AsyncIterable<StreamEntry>,
  other: AsyncIterable<StreamEntry>,
): Promise<string> {
  const otherEntries = other[Symbol.asyncIterator]();
  for await (const entry of dumped) {
    const { value } = (await otherEntries.next()) as { readonly value: StreamEntry };
    if (JSON.stringify(entry) === JSON.stringify(value)) continue;
    return 'key' in entry ? entry.key : 'key' in value ? value.key : entry.kind;
  }
  return 'none';
}

/** Sorts as a database does: by the bytes of a text, escaped as in JSON (postgres/texts.ts). */
export function sortByText<Item>(items: readonly Item[], textOf: (item: Item) => string = String): readonly Item[] {
  const bytesOf = (item: Item): string => Buffer.from(JSON.stringify(textOf(item)).slice(1, -1)).toString('latin1');
  const keyed = items.map(item => ({ item, bytes: bytesOf(item) }));
  return keyed.sort((a, b) => (a.bytes < b.bytes ? -1 : Number(a.bytes > b.bytes))).map(({ item }) => item);
}

/** The instant of a cause of which only the day is known: noon. */
export const noonOf = (day: string): Instant => Date.parse(`${day}T12:00:00Z`);

export const createDamageError = (what: string): Error =>
  new Error(
    `What is damaged cannot be copied: ${what} Mend it first; \`nexpost check\` names everything that is wrong.`,
  );

/** A copy removes its mark at the end. So a copy that is run again after a lost answer meets this error, and its text says so. */
export const createInUseError = (what: string): Error =>
  new Error(
    `${what} A copy that was made there is whole; \`nexpost check\` looks at it. For a new one choose another place.`,
  );

// The mark of a copy that is not verified yet. Until it is gone, no service uses the store.

/** `place`: the store, at the beginning of a sentence. `from`: the source of the copy. */
const describeCopy = (place: string, from: string): string =>
  `${place} holds a copy of ${from} that has not come to its end: run \`nexpost store copy\` again, as before.`;

/** Rejects with one sentence if there is a mark. */
export function refuseCopy(place: string, from: string | null): void {
  if (from !== null) throw new Error(describeCopy(place, from));
}

export const listCopyFindings = (where: string, from: string | null): readonly Finding[] =>
  from === null
    ? []
    : [{ level: 'error', where, what: `${describeCopy('this store', from)} No service starts before.` }];

/** Rejects with one sentence if there is the mark of another copy. Returns whether there is one of this copy. */
export function isBegun(place: string, marked: string | null, from: string): boolean {
  if (marked === null || marked === from) return marked !== null;
  throw new Error(`${place} holds an unfinished copy of ${marked}: end that one, or choose another place.`);
}

const KEY_BYTES = 32;

/** The digits of the signing key, which every store keeps. With another one every token ever mailed is void. */
export const keyDigits = z
  .string()
  .trim()
  .regex(/^[\da-f]{64}$/i);

export const createKeyDigits = (): string => randomBytes(KEY_BYTES).toString('hex');

export const KEY_DAMAGE = `is damaged: it should hold ${KEY_BYTES * 2} hexadecimal digits. Restore it from a backup.`;

export const KEY_LOSS =
  'it is missing. Put it back from a backup; with the new one that a start makes, no reply to a mail sent before is recognised, and players must ask for fresh boards with show.';

/** A store for the operator's tools, over a data folder or a database. It can be used beside a running service. */
export interface ReadOnlyStore extends ReadPort, Pick<Store, 'isSeen'> {
  /** When this cause took effect. A data folder may give noon of the day. null: it never took effect. */
  readonly seenAt: (cause: CauseKey) => Promise<Instant | null>;
  /** Faults of the stored documents and of the other stored data. */
  readonly findings: () => Promise<readonly Finding[]>;
  /** All documents of a kind, except damaged ones. */
  readonly all: <Kind extends DocumentKind>(kind: Kind) => AsyncIterable<Documents[Kind]>;
}
