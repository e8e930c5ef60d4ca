// The state a decision reads: documents, lists and proofs by key. It stops if one is not loaded.
import { stopForDamage, stopForMissing } from './loading.ts';
import {
  type Changes,
  DAMAGED,
  type Data,
  type DataRequest,
  type Document,
  type DocumentChange,
  type DocumentKey,
  type DocumentKind,
  type Documents,
  type Event,
  type EventKind,
  type KindIn,
  type ListName,
  type LoadedData,
  type MatchRef,
  asItsKind,
  documentsOfKind,
  getDocument,
  isOfKind,
  matchKey,
  matchRefOf,
  requestDocument,
  requestKey,
} from './documents.ts';
import { type DocumentDefinitions, type Robot, definitionOf, findLists } from './document-definition.ts';
import type { AnyGame } from '#games/game.ts';

type Account = Documents['account'];
type Match = Documents['match'];

/** The words that begin a command. */
export interface CommandName {
  readonly name: string;
  readonly aliases?: readonly string[];
}

/** What the service offers. It is the same for every request. */
export interface Catalogue {
  readonly games: readonly AnyGame[];
  /** Empty where the operator wants none. */
  readonly robots: readonly Robot[];
  readonly documents: DocumentDefinitions;
  readonly effects: Effects;
  /** No command's name may be a userid. */
  readonly commands: readonly CommandName[];
}

/** A decision makes many states. They share their methods, and what was loaded. */
export class State implements Catalogue {
  readonly games: readonly AnyGame[];
  readonly robots: readonly Robot[];
  readonly documents: DocumentDefinitions;
  readonly effects: Effects;
  readonly commands: readonly CommandName[];
  readonly changes: Changes;
  readonly #loaded: LoadedData;
  readonly #onRead: (key: DocumentKey) => void;

  constructor(catalogue: Catalogue, loaded: LoadedData, onRead: (key: DocumentKey) => void, changes: Changes) {
    const { games, robots, documents, effects, commands } = catalogue;
    this.games = games;
    this.robots = robots;
    this.documents = documents;
    this.effects = effects;
    this.commands = commands;
    this.changes = changes;
    this.#loaded = loaded;
    this.#onRead = onRead;
  }

  /** null if there is no such document, or if it is a damaged match. `isDamaged` tells the two apart. */
  get<Kind extends DocumentKind>(key: DocumentKey<Kind>): Documents[Kind] | null {
    const found = this.#read(key);
    return found === null || found === DAMAGED || !this.#isSound(key, found) ? null : found;
  }

  match(ref: MatchRef): Match | null {
    return this.get(matchKey(ref));
  }

  account(userid: string): Account | null {
    return this.documents.account.builtIn?.(this.robots, userid) ?? this.get(`account/${userid}`);
  }

  /** Does the account exist, but its document cannot be read? */
  isAccountDamaged(userid: string): boolean {
    this.#onRead(`account/${userid}`);
    return this.#find({ kind: 'document', key: `account/${userid}` }) === DAMAGED;
  }

  /** The userid of the account that an address belongs to. */
  owner(address: string): string | null {
    return this.get(`address/${address}`)?.userid ?? null;
  }

  /** Does the board exist, but its document cannot be read or its record breaks the rules of the game? */
  isDamaged(ref: MatchRef): boolean {
    const found = this.#read(matchKey(ref));
    return found !== null && (found === DAMAGED || !this.#isSound(matchKey(ref), found));
  }

  /** The match as it is stored, without a check of its record by replay. null: it cannot be read. */
  outline(ref: MatchRef): Match | null {
    const found = this.#read(matchKey(ref));
    return found === DAMAGED ? null : found;
  }

  /** The keys of a list, including the changes of this decision. */
  listKeys<List extends ListName>(list: List): readonly DocumentKey<KindIn<List>>[] {
    const stored = this.#find({ kind: 'list', list }) as readonly DocumentKey<KindIn<List>>[];
    const addedKeys = [...this.changes].flatMap(([key, document]) =>
      document !== null && findLists(this.documents, key, document).includes(list) ? [key] : [],
    );
    // Most changes are of other kinds than those of the list.
    if (addedKeys.length === 0 && !stored.some(key => this.changes.has(key))) return stored;
    const keys = new Set<DocumentKey>(stored);
    for (const key of this.changes.keys()) if (!addedKeys.includes(key)) keys.delete(key);
    for (const key of addedKeys) keys.add(key);
    // A list holds documents of its kind alone.
    return [...keys] as readonly DocumentKey<KindIn<List>>[];
  }

  /** The boards of a list of matches. */
  boards(list: ListName): readonly MatchRef[] {
    return this.listKeys(list).map(matchRefOf);
  }

  /** The stored documents of a list. The commit does not check whether they changed meanwhile. */
  glance<List extends ListName>(list: List): readonly Documents[KindIn<List>][] {
    return this.#find({ kind: 'glance', list }) as readonly Documents[KindIn<List>][];
  }

  /** The last `limit` keys of a stored list, or the last before the key `before`, in reverse order. */
  newest<List extends ListName>(
    list: List,
    before: DocumentKey | null,
    limit: number,
  ): readonly DocumentKey<KindIn<List>>[] {
    return this.#find({ kind: 'newest', list, before, limit }) as readonly DocumentKey<KindIn<List>>[];
  }

  /** The next `limit` userids of stored accounts after this one. */
  accountsAfter(after: string, limit: number): readonly string[] {
    return this.#find({ kind: 'accounts', after, limit }) as readonly string[];
  }

  /** The documents with the highest numbers in these lists of numbered documents, `most` of each. */
  listHighest<List extends ListName>(lists: readonly List[], most: number): readonly Documents[KindIn<List>][] {
    this.requireLoaded(lists.map(list => ({ kind: 'list', list })));
    const numberOf = (key: DocumentKey): number => Number(key.slice(key.indexOf('/') + 1));
    const keys = lists.flatMap(list =>
      this.listKeys(list)
        .toSorted((a, b) => numberOf(b) - numberOf(a))
        .slice(0, most),
    );
    return this.getAll(keys);
  }

  /** The documents with these keys, without those that do not exist. They are loaded together. */
  getAll<Kind extends DocumentKind>(keys: readonly DocumentKey<Kind>[]): readonly Documents[Kind][] {
    this.requireDocuments(keys);
    return keys.map(key => this.get(key)).filter(document => document !== null);
  }

  /** The documents of a list. */
  listDocuments<List extends ListName>(list: List): readonly Documents[KindIn<List>][] {
    return this.getAll(this.listKeys(list));
  }

  matches(refs: readonly MatchRef[]): readonly Match[] {
    return this.getAll(refs.map(matchKey));
  }

  /** Stops the decision unless all of these are loaded, so that they are loaded at once and not one after the other. */
  requireLoaded(requests: readonly DataRequest[]): void {
    const missing = requests.filter(request => !this.#loaded.has(requestKey(request)));
    if (missing.length > 0) stopForMissing(missing);
  }

  /** The same for documents alone. */
  requireDocuments(keys: readonly DocumentKey[]): void {
    this.requireLoaded(keys.map(requestDocument));
  }

  requireAccounts(userids: readonly string[]): void {
    this.requireDocuments(userids.map(userid => `account/${userid}` as const));
  }

  isSecretOf({ userid, passwordHash: hash }: Account, secret: string): boolean {
    return hash !== null && this.#find({ kind: 'proof', userid, secret, hash }) === true;
  }

  hashOf(secret: string): string {
    return this.#find({ kind: 'hash', secret }) as string;
  }

  /** This state with some documents changed. */
  with(changes: Changes): State {
    return new State(this, this.#loaded, this.#onRead, new Map([...this.changes, ...changes]));
  }

  /** The changed documents of a kind, those that were dropped left out. */
  changedOfKind<Kind extends DocumentKind>(kind: Kind): readonly Documents[Kind][] {
    return documentsOfKind(kind, this.changes).flatMap(([, document]) => document ?? []);
  }

  /** Reads a document. A damaged match is returned as damaged, any other damaged document stops the decision. */
  #read<Kind extends DocumentKind>(key: DocumentKey<Kind>): Documents[Kind] | typeof DAMAGED | null {
    this.#onRead(key);
    const changed = getDocument(this.changes, key);
    if (changed !== undefined) return changed;
    const found = this.#find({ kind: 'document', key }) as Document | typeof DAMAGED | null;
    if (found === DAMAGED && !isOfKind('match', key)) stopForDamage(key);
    return found === null || found === DAMAGED ? found : asItsKind(key, found);
  }

  #find(request: DataRequest): Data {
    const found = this.#loaded.get(requestKey(request));
    return found === undefined ? stopForMissing([request]) : found;
  }

  #isSound<Kind extends DocumentKind>(key: DocumentKey<Kind>, document: Documents[Kind]): boolean {
    return (definitionOf(this.documents, key).findFault?.(this.games, document) ?? null) === null;
  }
}

/** Makes a state over the loaded data. `onRead` is called for every document that is read. */
export const createState = (catalogue: Catalogue, loaded: LoadedData, onRead: (key: DocumentKey) => void): State =>
  new State(catalogue, loaded, onRead, new Map());

/** The effects of events, by their kinds. */
export type Effects<Kind extends EventKind = EventKind> = {
  readonly [Each in Kind]: (state: State, event: Event<Each>) => readonly DocumentChange[];
};

/** The state after an event. */
export const apply = (state: State, event: Event): State => {
  const effect = state.effects[event.kind] as (state: State, event: Event) => readonly DocumentChange[];
  return state.with(new Map(effect(state, event)));
};
