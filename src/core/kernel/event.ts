// The registry of events: their data, and how each changes the documents.
import type { Document, DocumentKey } from './documents.ts';
import type { State } from './state.ts';

/** A document and what it becomes; null: it is dropped. */
export type DocumentChange = readonly [DocumentKey, Document | null];

/** By kind of event, its data. The file with the effects of events adds them here, by `declare module`. */
export interface Events {}

export type EventKind = keyof Events;

/** What an act has done. */
export type Event<Kind extends EventKind = EventKind> = {
  [Each in Kind]: { readonly kind: Each } & Events[Each];
}[Kind];

/** What each of these kinds of events does to the documents. */
export type Effects<Kind extends EventKind = EventKind> = {
  readonly [Each in Kind]: (state: State, event: Event<Each>) => readonly DocumentChange[];
};

/** The state after an event. */
export const apply = (state: State, event: Event): State => {
  const effect = state.effects[event.kind] as (state: State, event: Event) => readonly DocumentChange[];
  return state.with(new Map(effect(state, event)));
};
