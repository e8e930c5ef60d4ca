// The registry of events: by kind, what an act has done.
import type { Document, DocumentKey } from './documents.ts';

/** The key of a document and its new value. null: the document is deleted. */
export type DocumentChange = readonly [DocumentKey, Document | null];

/** By kind of event, its data. The file with the effects of events adds them here, by `declare module`. */
export interface Events {}

export type EventKind = keyof Events;

/** What an act has done. */
export type Event<Kind extends EventKind = EventKind> = {
  [Each in Kind]: { readonly kind: Each } & Events[Each];
}[Kind];
