// Requests for data that a decision needs, and the types of the answers.
import type { Document, DocumentKey } from './documents.ts';
import type { ListName } from './lists.ts';

/** Data that a decision needs and only the service can load. */
export type DataRequest =
  | { readonly kind: 'document'; readonly key: DocumentKey }
  | { readonly kind: 'list'; readonly list: ListName }
  /** The last `limit` keys of a list, or the last before the key `before`, in reverse order. For tables, not for decisions. */
  | { readonly kind: 'newest'; readonly list: ListName; readonly before: DocumentKey | null; readonly limit: number }
  /** All documents of a list. The commit does not check whether they changed meanwhile. For tables, not for decisions. */
  | { readonly kind: 'glance'; readonly list: ListName }
  /** The first `limit` userids of accounts after this text, in alphabetical order. */
  | { readonly kind: 'accounts'; readonly after: string; readonly limit: number }
  /** Does this secret match this hash? */
  | { readonly kind: 'proof'; readonly userid: string; readonly secret: string; readonly hash: string }
  /** A hash of a new secret. */
  | { readonly kind: 'hash'; readonly secret: string };

/** The value of a document that exists and cannot be read. */
export const DAMAGED = Symbol('damaged');

export type Data =
  | Document
  | null
  | typeof DAMAGED
  | readonly Document[]
  | readonly DocumentKey[]
  | readonly string[]
  | boolean
  | string;

/** Makes a unique text of a request, to be a key in a map. */
export const requestKey = (request: DataRequest): string => {
  switch (request.kind) {
    case 'document':
      return request.key;
    case 'list':
      return `list ${request.list}`;
    case 'glance':
      return `glance ${request.list}`;
    case 'newest':
      return `newest ${request.limit} ${request.list} ${request.before ?? ''}`;
    case 'accounts':
      return `accounts ${request.limit} ${request.after}`;
    case 'proof':
      return `proof ${request.userid} ${request.secret} ${request.hash}`;
    case 'hash':
      return `hash ${request.secret}`;
  }
};

/** The data loaded so far, by `requestKey`. */
export type LoadedData = ReadonlyMap<string, Data>;
