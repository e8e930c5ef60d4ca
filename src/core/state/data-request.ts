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

/** One text per question, the same for the same question. */
export const requestKey = (question: DataRequest): string => {
  switch (question.kind) {
    case 'document':
      return question.key;
    case 'list':
      return `list ${question.list}`;
    case 'proof':
      return `proof ${question.userid} ${question.secret} ${question.hash}`;
    case 'hash':
      return `hash ${question.secret}`;
  }
};

/** What is known so far: answers by questionKey. */
export type LoadedData = ReadonlyMap<string, Data>;
