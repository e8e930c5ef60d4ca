// What the lines of the journal say of the documents, carried out on a shelf: by the store at its start, and by whoever only looks.
import type { DocumentKey } from '../../../core/world.ts';
import type { Shelf, Versioned } from '../shelf.ts';
import type { JournalLine } from './schema.ts';
import { checkedDocument } from './schema.ts';

export type ChangeLine = Extract<JournalLine, { readonly kind: 'change' }>;

/** The documents that were newer than the shelf's. One that is not what it should be is damaged: it must not go over a sound file. */
export function replayChange(shelf: Shelf, { cause, at, documents }: ChangeLine): ReadonlyMap<DocumentKey, Versioned> {
  const newer = new Map<DocumentKey, Versioned>();
  for (const [text, { version, document }] of documents) {
    const key = text as DocumentKey;
    if ((shelf.get(key)?.version ?? 0) >= version) continue;
    const checked = checkedDocument(key, document);
    if (checked === null) shelf.damage(key);
    else newer.set(key, { version, document: checked });
  }
  for (const [key, entry] of newer) shelf.put(key, entry);
  shelf.see(cause, at);
  return newer;
}

export function dropAll(shelf: Shelf, { keys }: Extract<JournalLine, { readonly kind: 'dropped' }>): void {
  for (const key of keys) shelf.drop(key as DocumentKey);
}
