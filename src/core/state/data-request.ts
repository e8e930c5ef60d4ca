// What a decision may want to be loaded, and what the answers look like.
import type { DocumentKey, Documents, DocumentKind, MatchRef } from './documents.ts';
import type { ListName } from './lists.ts';

/** Something a decision wants to know and only the shell can find out. */
export type DataRequest =
  | { readonly kind: 'document'; readonly key: DocumentKey }
  | { readonly kind: 'list'; readonly list: ListName }
  /** Does this secret open this hash? */
  | { readonly kind: 'proof'; readonly userid: string; readonly secret: string; readonly hash: string }
  /** The hash under which to keep this new secret. */
  | { readonly kind: 'hash'; readonly secret: string };

/** The answer for a document that is there and cannot be read. */
export const DAMAGED = Symbol('damaged');

export type Data = Documents[DocumentKind] | null | typeof DAMAGED | readonly MatchRef[] | boolean | string;

/** One text per request, the same for the same request. */
export const requestKey = (request: DataRequest): string => {
  switch (request.kind) {
    case 'document':
      return request.key;
    case 'list':
      return `list ${request.list}`;
    case 'proof':
      return `proof ${request.userid} ${request.secret} ${request.hash}`;
    case 'hash':
      return `hash ${request.secret}`;
  }
};

/** What is known so far: by requestKey. */
export type LoadedData = ReadonlyMap<string, Data>;
