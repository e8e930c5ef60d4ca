// The state a decision reads: documents, lists and proofs by key. It stops if one is not loaded.
import { stopForDamage, stopForWantOf } from './loading.ts';
import type { KindIn, ListName } from './lists.ts';
import { definitionOf, findLists, type DocumentDefinitions } from './document-definition.ts';
import {
  asItsKind,
  type Changes,
  type Document,
  type DocumentKey,
  type DocumentKind,
  type Documents,
  documentsOfKind,
  getDocument,
  isOfKind,
  matchKey,
  type MatchRef,
  matchRefOf,
} from './documents.ts';
import { DAMAGED, type Data, type DataRequest, type LoadedData, requestKey } from './data-request.ts';
import type { AnyGame } from '#games/game.ts';
import type { DocumentChange, Event, EventKind } from './event.ts';
import type { Robot } from './robot.ts';

type Account = Documents['account'];
type Match = Documents['match'];

/** What the service offers: the same for every mail. */
export interface Catalogue {
  readonly games: readonly AnyGame[];
  /** Empty where the operator wants none. */
  readonly robots: readonly Robot[];
  readonly documents: DocumentDefinitions;
  readonly effects: Effects;
}

export interface State extends Catalogue {
  /** null if there is no such document, or if it is a damaged match. `isDamaged` tells the two apart. */
  readonly get: <Kind extends DocumentKind>(key: DocumentKey<Kind>) => Documents[Kind] | null;
  readonly match: (ref: MatchRef) => Match | null;
  readonly account: (userid: string) => Account | null;
  /** There is such an account, but its document cannot be read. */
  readonly isAccountDamaged: (userid: string) => boolean;
  /** The userid of the account that an address belongs to. */
  readonly owner: (address: string) => string | null;
  /** There is such a board, but its document cannot be read, or its record breaks the rules of the game. */
  readonly isDamaged: (ref: MatchRef) => boolean;
  /** As it is stored, sound or not; null where it cannot be read. It costs no replay. */
  readonly outline: (ref: MatchRef) => Match | null;
  /** The keys of a list, and those the decision itself has put there. */
  readonly listed: <List extends ListName>(list: List) => readonly DocumentKey<KindIn<List>>[];
  /** The same of a list of boards. */
  readonly boards: (list: ListName) => readonly MatchRef[];
  /** The stored documents of a list, without being bound to them: others may change them meanwhile. */
  readonly glance: <List extends ListName>(list: List) => readonly Documents[KindIn<List>][];
  /** The last `most` keys of a stored list, or the last before the key `before`, in reverse order. */
  readonly newest: <List extends ListName>(
    list: List,
    before: DocumentKey | null,
    most: number,
  ) => readonly DocumentKey<KindIn<List>>[];
  /** The next `most` stored accounts by userid. */
  readonly accountsAfter: (userid: string, most: number) => readonly string[];
  /** Stops the decision unless all of these are loaded: so that it stops once for all of them, and not once for each. */
  readonly want: (requests: readonly DataRequest[]) => void;
  readonly proved: (account: Account, secret: string) => boolean;
  readonly hashed: (secret: string) => string;
  /** This state with some documents changed. */
  readonly with: (changes: Changes) => State;
  readonly changes: Changes;
  /** The changed documents of a kind, those that were dropped left out. */
  readonly changed: <Kind extends DocumentKind>(kind: Kind) => readonly Documents[Kind][];
}

/** The keys of a stored list and those that the changes put there, without those they take away. */
function withChanges<List extends ListName>(
  { documents }: Catalogue,
  stored: readonly DocumentKey<KindIn<List>>[],
  list: List,
  changes: Changes,
): readonly DocumentKey<KindIn<List>>[] {
  const put = [...changes].flatMap(([key, document]) =>
    document !== null && findLists(documents, key, document).includes(list) ? [key] : [],
  );
  // Most changes are of other kinds than those of the list.
  if (put.length === 0 && !stored.some(key => changes.has(key))) return stored;
  const keys = new Set<DocumentKey>(stored);
  for (const key of changes.keys()) if (!put.includes(key)) keys.delete(key);
  for (const key of put) keys.add(key);
  // A list holds documents of its kind alone.
  return [...keys] as readonly DocumentKey<KindIn<List>>[];
}

type Answer = (request: DataRequest) => Data;

function loadedDocument<Kind extends DocumentKind>(
  answer: Answer,
  key: DocumentKey<Kind>,
): Documents[Kind] | typeof DAMAGED | null {
  const found = answer({ kind: 'document', key }) as Document | typeof DAMAGED | null;
  return found === null || found === DAMAGED ? found : asItsKind(key, found);
}

const loadedList = <List extends ListName>(answer: Answer, list: List): readonly DocumentKey<KindIn<List>>[] =>
  answer({ kind: 'list', list }) as readonly DocumentKey<KindIn<List>>[];

/** What no change of documents touches: made once, since a decision makes many states. */
const unchanging = (answer: Answer, known: LoadedData, looked: (key: DocumentKey) => void) => ({
  isAccountDamaged: (userid: string) => {
    looked(`account/${userid}`);
    return answer({ kind: 'document', key: `account/${userid}` }) === DAMAGED;
  },
  glance: <List extends ListName>(list: List) => answer({ kind: 'glance', list }) as readonly Documents[KindIn<List>][],
  newest: <List extends ListName>(list: List, before: DocumentKey | null, most: number) =>
    answer({ kind: 'newest', list, before, most }) as readonly DocumentKey<KindIn<List>>[],
  accountsAfter: (after: string, most: number) => answer({ kind: 'accounts', after, most }) as readonly string[],
  want: (requests: readonly DataRequest[]) => {
    const missing = requests.filter(request => !known.has(requestKey(request)));
    if (missing.length > 0) stopForWantOf(missing);
  },
  proved: ({ userid, passwordHash }: Account, secret: string) =>
    passwordHash !== null && answer({ kind: 'proof', userid, secret, hash: passwordHash }) === true,
  hashed: (secret: string) => answer({ kind: 'hash', secret }) as string,
});

/** A state over what is loaded; `looked` is told every document that is looked at. */
export function stateOver(catalogue: Catalogue, known: LoadedData, looked: (key: DocumentKey) => void): State {
  const { games, robots, documents, effects } = catalogue;
  const answer: Answer = request => {
    const found = known.get(requestKey(request));
    return found === undefined ? stopForWantOf([request]) : found;
  };
  const fixed = { games, robots, documents, effects, ...unchanging(answer, known, looked) };
  const over = (changes: Changes): State => {
    /** A damaged board can be told from one that is not there; without any other document nothing can be decided. */
    const held = <Kind extends DocumentKind>(key: DocumentKey<Kind>): Documents[Kind] | typeof DAMAGED | null => {
      looked(key);
      const changed = getDocument(changes, key);
      if (changed !== undefined) return changed;
      const found = loadedDocument(answer, key);
      if (found === DAMAGED && !isOfKind('match', key)) stopForDamage(key);
      return found;
    };
    const matchAt = (ref: MatchRef): Match | null => {
      const found = held(matchKey(ref));
      return found === DAMAGED ? null : found;
    };
    const isSound = <Kind extends DocumentKind>(key: DocumentKey<Kind>, document: Documents[Kind]): boolean =>
      (definitionOf(documents, key).findFault?.(games, document) ?? null) === null;
    const state: State = {
      ...fixed,
      changes,
      match: ref => state.get(matchKey(ref)),
      account: userid => documents.account.builtIn?.(robots, userid) ?? state.get(`account/${userid}`),
      owner: address => state.get(`address/${address}`)?.userid ?? null,
      get: key => {
        const found = held(key);
        if (found === null || found === DAMAGED) return null;
        return isSound(key, found) ? found : null;
      },
      outline: matchAt,
      isDamaged: ref => {
        const found = held(matchKey(ref));
        return found !== null && (found === DAMAGED || !isSound(matchKey(ref), found));
      },
      boards: list => state.listed(list).map(matchRefOf),
      listed: list => withChanges(catalogue, loadedList(answer, list), list, changes),
      changed: kind => documentsOfKind(kind, changes).flatMap(([, document]) => document ?? []),
      with: more => over(new Map([...changes, ...more])),
    };
    return state;
  };
  return over(new Map());
}

/** What each of these kinds of events does to the documents. */
export type Effects<Kind extends EventKind = EventKind> = {
  readonly [Each in Kind]: (state: State, event: Event<Each>) => readonly DocumentChange[];
};

/** The state after an event. */
export const apply = (state: State, event: Event): State => {
  const effect = state.effects[event.kind] as (state: State, event: Event) => readonly DocumentChange[];
  return state.with(new Map(effect(state, event)));
};
