// The registry of stored documents, of the lists over them, and of the events that change them.

/** The name of a board: its game and its number. */
export interface MatchRef {
  readonly game: string;
  readonly number: number;
}

/** The number of the first board of every game. Three digits look like a board and not like a move. */
export const FIRST_BOARD = 101;

/** The number the next board of a game, the next seek, or the next tournament gets. */
export interface Counter {
  readonly next: number;
}

/** The type of each kind of document. The file that defines a kind adds it here, by `declare module`. */
export interface Documents {
  /** The id is a game, or the kind of document that is numbered. */
  readonly counter: Counter;
}

export type DocumentKind = keyof Documents;

/** `account/alice`, `address/alice@example.test`, `match/nex/101`, `counter/nex`, `parked/3f…`, `quota/alice@example.test`. */
export type DocumentKey<Kind extends DocumentKind = DocumentKind> = `${Kind}/${string}`;

/** Any document. */
export type Document = Documents[DocumentKind];

/** The kind of a key's document. */
export const kindOf = (key: DocumentKey): DocumentKind => key.slice(0, key.indexOf('/')) as DocumentKind;

export const isOfKind = <Kind extends DocumentKind>(kind: Kind, key: DocumentKey): key is DocumentKey<Kind> =>
  key.startsWith(`${kind}/`);

/** Documents by key. null: there is no document with this key, or it is to be deleted. */
export type DocumentMap = ReadonlyMap<DocumentKey, Document | null>;

/** Narrows a document to the kind of its key. */
export const asItsKind = <Kind extends DocumentKind>(_key: DocumentKey<Kind>, document: Document): Documents[Kind] =>
  document as Documents[Kind];

/** The document with a key. null: there is none. undefined: the map does not contain the key. */
export function getDocument<Kind extends DocumentKind>(
  documents: DocumentMap,
  key: DocumentKey<Kind>,
): Documents[Kind] | null | undefined {
  const document = documents.get(key);
  return document === undefined || document === null ? document : asItsKind(key, document);
}

/** Narrows a document to a kind. null: its key has another kind. */
export const asKind = <Kind extends DocumentKind>(
  kind: Kind,
  key: DocumentKey,
  document: Document,
): Documents[Kind] | null => (isOfKind(kind, key) ? asItsKind(key, document) : null);

/** All documents of one kind, in the order of the map. */
export const documentsOfKind = <Kind extends DocumentKind>(
  kind: Kind,
  documents: DocumentMap,
): readonly (readonly [DocumentKey<Kind>, Documents[Kind] | null])[] =>
  [...documents].flatMap(([key, document]) =>
    isOfKind(kind, key) ? [[key, document === null ? null : asItsKind(key, document)] as const] : [],
  );

/** The name alone of a board. */
export const refOf = ({ game, number }: MatchRef): MatchRef => ({ game, number });

export const isSameBoard = (a: MatchRef, b: MatchRef): boolean => a.game === b.game && a.number === b.number;

export const matchKey = (ref: MatchRef): DocumentKey<'match'> => `match/${ref.game}/${ref.number}`;

/** The board of the key `match/nex/101`. */
export function matchRefOf(key: DocumentKey): MatchRef {
  const [, game = '', number = ''] = key.split('/');
  return { game, number: Number(number) };
}

/** Orders boards by game and number, other keys by the alphabet. It splits no text, because stores sort a hundred thousand keys. */
export function compareKeys(a: DocumentKey, b: DocumentKey): number {
  if (a === b) return 0;
  const byText = a < b ? -1 : 1;
  if (!isOfKind('match', a) || !isOfKind('match', b) || a.length === b.length) return byText;
  const game = a.slice(0, a.lastIndexOf('/') + 1);
  // Numbers have no leading zeros: the longer one is the greater.
  return b.startsWith(game) && b.lastIndexOf('/') === game.length - 1 ? a.length - b.length : byText;
}

/** Documents to be written. null: the document is deleted. */
export type Changes = DocumentMap;

// A list is derived from the documents it holds, and is not stored as a second truth.

/** By kind of document, the names of the lists that can hold some of its documents. Each kind adds its own. */
export interface ListsByKind {}

/** `kind/seek` holds all seeks. */
export type ListName = ListsByKind[keyof ListsByKind] | `kind/${DocumentKind}`;

/** The kind of the documents that a list of this name holds. */
export type KindIn<List extends ListName> = List extends `kind/${infer Kind extends DocumentKind}`
  ? Kind
  : {
      readonly [Kind in keyof ListsByKind & DocumentKind]: List extends ListsByKind[Kind] ? Kind : never;
    }[keyof ListsByKind & DocumentKind];

/** The key of a document and its new value. null: the document is deleted. */
export type DocumentChange = readonly [DocumentKey, Document | null];

/** By kind of event, its data. The file with the effects of events adds them here, by `declare module`. */
export interface Events {}

export type EventKind = keyof Events;

/** What an act has done. */
export type Event<Kind extends EventKind = EventKind> = {
  [Each in Kind]: { readonly kind: Each } & Events[Each];
}[Kind];

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

export const requestDocument = (key: DocumentKey): DataRequest => ({ kind: 'document', key });

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
