// Requests for data that a decision needs, and the types of the answers.
import type { Document, DocumentKey } from './documents.ts';
import type { ListName } from './lists.ts';

/** Something a decision wants to know and only the shell can find out. */
export type DataRequest =
  | { readonly kind: 'document'; readonly key: DocumentKey }
  | { readonly kind: 'list'; readonly list: ListName }
  /** The last `most` keys of a list, or the last before the key `before`, in reverse order. For tables, not for decisions. */
  | { readonly kind: 'newest'; readonly list: ListName; readonly before: DocumentKey | null; readonly most: number }
  /** All documents of a list as they are, whatever is written meanwhile: for tables, not for decisions. */
  | { readonly kind: 'glance'; readonly list: ListName }
  /** The first `most` userids of accounts that come after this text, in order. */
  | { readonly kind: 'accounts'; readonly after: string; readonly most: number }
  /** Does this secret open this hash? */
  | { readonly kind: 'proof'; readonly userid: string; readonly secret: string; readonly hash: string }
  /** The hash under which to keep this new secret. */
  | { readonly kind: 'hash'; readonly secret: string };

/** The answer for a document that is there and cannot be read. */
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

/** One text per request, the same for the same request. */
export const requestKey = (request: DataRequest): string => {
  switch (request.kind) {
    case 'document':
      return request.key;
    case 'list':
      return `list ${request.list}`;
    case 'glance':
      return `glance ${request.list}`;
    case 'newest':
      return `newest ${request.most} ${request.list} ${request.before ?? ''}`;
    case 'accounts':
      return `accounts ${request.most} ${request.after}`;
    case 'proof':
      return `proof ${request.userid} ${request.secret} ${request.hash}`;
    case 'hash':
      return `hash ${request.secret}`;
  }
};

/** What is known so far: by requestKey. */
export type LoadedData = ReadonlyMap<string, Data>;
