// What the lines of the journal say of the documents, carried out on a shelf: by the store at its start, and by whoever only looks.
import type { DocumentKey } from '#core/state/documents.ts';
import type { Applied, Shelf } from '../in-memory-documents.ts';
import type { JournalLine } from './schema.ts';

export type ChangeLine = Extract<JournalLine, { readonly kind: 'change' }>;

/** The documents that were newer than the shelf's, and those that went. */
export function replayChange(shelf: Shelf, { cause, at, documents, dropped = [] }: ChangeLine): Applied {
  const newer = new Map(documents.filter(([key, { version }]) => (shelf.get(key)?.version ?? 0) < version));
  for (const [key, entry] of newer) shelf.put(key, entry);
  const keys = dropped as DocumentKey[];
  for (const key of keys) shelf.drop(key);
  shelf.see(cause, at);
  return { changed: newer, dropped: keys };
}

export function dropAll(shelf: Shelf, { keys }: Extract<JournalLine, { readonly kind: 'dropped' }>): void {
  for (const key of keys) shelf.drop(key as DocumentKey);
}
