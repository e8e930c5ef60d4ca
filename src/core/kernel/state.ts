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
  requestKey,
} from './documents.ts';
import { type DocumentDefinitions, type Robot, definitionOf, findLists } from './document-definition.ts';
import type { AnyGame } from '#games/game.ts';

type Account = Documents['account'];
type Match = Documents['match'];

/** What the service offers. It is the same for every request. */
/** The words that begin a command. */
export interface CommandName {
  readonly name: string;
  readonly aliases?: readonly string[];
}

export interface Catalogue {
  readonly games: readonly AnyGame[];
  /** Empty where the operator wants none. */
  readonly robots: readonly Robot[];
  readonly documents: DocumentDefinitions;
  readonly effects: Effects;
  /** No command's name may be a userid. */
  readonly commands: readonly CommandName[];
}

export interface State extends Catalogue {
  /** null if there is no such document, or if it is a damaged match. `isDamaged` tells the two apart. */
  readonly get: <Kind extends DocumentKind>(key: DocumentKey<Kind>) => Documents[Kind] | null;
  readonly match: (ref: MatchRef) => Match | null;
  readonly account: (userid: string) => Account | null;
  /** Does the account exist, but its document cannot be read? */
  readonly isAccountDamaged: (userid: string) => boolean;
  /** The userid of the account that an address belongs to. */
  readonly owner: (address: string) => string | null;
  /** Does the board exist, but its document cannot be read or its record breaks the rules of the game? */
  readonly isDamaged: (ref: MatchRef) => boolean;
  /** The match as it is stored, without a check of its record by replay. null: it cannot be read. */
  readonly outline: (ref: MatchRef) => Match | null;
  /** The keys of a list, including the changes of this decision. */
  readonly listKeys: <List extends ListName>(list: List) => readonly DocumentKey<KindIn<List>>[];
  /** The boards of a list of matches. */
  readonly boards: (list: ListName) => readonly MatchRef[];
  /** The stored documents of a list. The commit does not check whether they changed meanwhile. */
  readonly glance: <List extends ListName>(list: List) => readonly Documents[KindIn<List>][];
  /** The last `limit` keys of a stored list, or the last before the key `before`, in reverse order. */
  readonly newest: <List extends ListName>(
    list: List,
    before: DocumentKey | null,
    limit: number,
  ) => readonly DocumentKey<KindIn<List>>[];
  /** The next `limit` userids of stored accounts after this one. */
  readonly accountsAfter: (userid: string, limit: number) => readonly string[];
  /** Stops the decision unless all of these are loaded, so that they are loaded at once and not one after the other. */
  readonly requireLoaded: (requests: readonly DataRequest[]) => void;
  readonly isSecretOf: (account: Account, secret: string) => boolean;
  readonly hashOf: (secret: string) => string;
  /** This state with some documents changed. */
  readonly with: (changes: Changes) => State;
  readonly changes: Changes;
  /** The changed documents of a kind, those that were dropped left out. */
  readonly changedOfKind: <Kind extends DocumentKind>(kind: Kind) => readonly Documents[Kind][];
}

/** Adds to a stored list the keys that the changes put there, and removes those that they take away. */
function applyChangesToList<List extends ListName>(
  { documents }: Catalogue,
  stored: readonly DocumentKey<KindIn<List>>[],
  list: List,
  changes: Changes,
): readonly DocumentKey<KindIn<List>>[] {
  const addedKeys = [...changes].flatMap(([key, document]) =>
    document !== null && findLists(documents, key, document).includes(list) ? [key] : [],
  );
  // Most changes are of other kinds than those of the list.
  if (addedKeys.length === 0 && !stored.some(key => changes.has(key))) return stored;
  const keys = new Set<DocumentKey>(stored);
  for (const key of changes.keys()) if (!addedKeys.includes(key)) keys.delete(key);
  for (const key of addedKeys) keys.add(key);
  // A list holds documents of its kind alone.
  return [...keys] as readonly DocumentKey<KindIn<List>>[];
}

type ReadLoaded = (request: DataRequest) => Data;

function loadDocument<Kind extends DocumentKind>(
  readLoaded: ReadLoaded,
  key: DocumentKey<Kind>,
): Documents[Kind] | typeof DAMAGED | null {
  const found = readLoaded({ kind: 'document', key }) as Document | typeof DAMAGED | null;
  return found === null || found === DAMAGED ? found : asItsKind(key, found);
}

const loadList = <List extends ListName>(readLoaded: ReadLoaded, list: List): readonly DocumentKey<KindIn<List>>[] =>
  readLoaded({ kind: 'list', list }) as readonly DocumentKey<KindIn<List>>[];

/** Makes a state over the loaded data. `onRead` is called for every document that is read. */
export function createState(catalogue: Catalogue, loaded: LoadedData, onRead: (key: DocumentKey) => void): State {
  const { games, robots, documents, effects, commands } = catalogue;
  const readLoaded: ReadLoaded = request => {
    const found = loaded.get(requestKey(request));
    return found === undefined ? stopForMissing([request]) : found;
  };
  const createStateWith = (changes: Changes): State => {
    /** Reads a document. A damaged match is returned as damaged, any other damaged document stops the decision. */
    const readDocument = <Kind extends DocumentKind>(
      key: DocumentKey<Kind>,
    ): Documents[Kind] | typeof DAMAGED | null => {
      onRead(key);
      const changedDocument = getDocument(changes, key);
      if (changedDocument !== undefined) return changedDocument;
      const found = loadDocument(readLoaded, key);
      if (found === DAMAGED && !isOfKind('match', key)) stopForDamage(key);
      return found;
    };
    const readMatch = (ref: MatchRef): Match | null => {
      const found = readDocument(matchKey(ref));
      return found === DAMAGED ? null : found;
    };
    const isSound = <Kind extends DocumentKind>(key: DocumentKey<Kind>, document: Documents[Kind]): boolean =>
      (definitionOf(documents, key).findFault?.(games, document) ?? null) === null;
    // A decision makes many states. A literal without a spread costs a hundredth of one with it.
    const state: State = {
      games,
      robots,
      documents,
      effects,
      commands,
      changes,
      match: ref => state.get(matchKey(ref)),
      account: userid => documents.account.builtIn?.(robots, userid) ?? state.get(`account/${userid}`),
      owner: address => state.get(`address/${address}`)?.userid ?? null,
      get: key => {
        const found = readDocument(key);
        if (found === null || found === DAMAGED) return null;
        return isSound(key, found) ? found : null;
      },
      outline: readMatch,
      isDamaged: ref => {
        const found = readDocument(matchKey(ref));
        return found !== null && (found === DAMAGED || !isSound(matchKey(ref), found));
      },
      boards: list => state.listKeys(list).map(matchRefOf),
      listKeys: list => applyChangesToList(catalogue, loadList(readLoaded, list), list, changes),
      changedOfKind: kind => documentsOfKind(kind, changes).flatMap(([, document]) => document ?? []),
      with: more => createStateWith(new Map([...changes, ...more])),
      glance: <List extends ListName>(list: List) =>
        readLoaded({ kind: 'glance', list }) as readonly Documents[KindIn<List>][],
      newest: <List extends ListName>(list: List, before: DocumentKey | null, limit: number) =>
        readLoaded({ kind: 'newest', list, before, limit }) as readonly DocumentKey<KindIn<List>>[],
      accountsAfter: (after, limit) => readLoaded({ kind: 'accounts', after, limit }) as readonly string[],
      requireLoaded: requests => {
        const missing = requests.filter(request => !loaded.has(requestKey(request)));
        if (missing.length > 0) stopForMissing(missing);
      },
      isAccountDamaged: userid => {
        onRead(`account/${userid}`);
        return readLoaded({ kind: 'document', key: `account/${userid}` }) === DAMAGED;
      },
      isSecretOf: ({ userid, passwordHash }, secret) =>
        passwordHash !== null && readLoaded({ kind: 'proof', userid, secret, hash: passwordHash }) === true,
      hashOf: secret => readLoaded({ kind: 'hash', secret }) as string,
    };
    return state;
  };
  return createStateWith(new Map());
}

/** The effects of events, by their kinds. */
export type Effects<Kind extends EventKind = EventKind> = {
  readonly [Each in Kind]: (state: State, event: Event<Each>) => readonly DocumentChange[];
};

/** The state after an event. */
export const apply = (state: State, event: Event): State => {
  const effect = state.effects[event.kind] as (state: State, event: Event) => readonly DocumentChange[];
  return state.with(new Map(effect(state, event)));
};
