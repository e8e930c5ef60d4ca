// The names of the lists over the documents.
// A list is derived from the documents it holds, and is not stored as a second truth.
import type { DocumentKind } from './documents.ts';

/** By kind of document, the names of the lists that can hold it. Each kind adds its own. */
export interface ListsByKind {}

export type ListName = ListsByKind[keyof ListsByKind];

/** The kind of the documents that a list of this name holds. */
export type KindIn<List extends ListName> = {
  readonly [Kind in keyof ListsByKind & DocumentKind]: List extends ListsByKind[Kind] ? Kind : never;
}[keyof ListsByKind & DocumentKind];
