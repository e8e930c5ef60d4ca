// The type of the tables that say how each event changes the documents.
import type { Document, DocumentKey } from './documents.ts';
import type { State } from './state.ts';

/** A document and what it becomes; null: it is dropped. */
export type DocumentChange = readonly [DocumentKey, Document | null];

/** By kind of event. */
export type Effects<Event extends { readonly kind: string }> = {
  readonly [Kind in Event['kind']]: (
    state: State,
    event: Extract<Event, { readonly kind: Kind }>,
  ) => readonly DocumentChange[];
};
