// Strips private fields from documents, before pages are made of them.
// What only its owner may see does not even reach the code that makes pages.
import type { Account, Document, DocumentKey, Documents, Match } from '../state/documents.ts';

type PublicKind = 'account' | 'match' | 'rating' | 'stops';

/** The public part of each kind of document. Other kinds have none. */
const VIEWS: { readonly [Kind in PublicKind]: (document: Documents[Kind]) => Documents[Kind] } = {
  account: publicAccount,
  match: publicMatch,
  rating: rating => rating,
  stops: stops => stops,
};

const isPublic = (kind: string): kind is PublicKind => Object.hasOwn(VIEWS, kind);

/** The document without its private parts; null: no page is made from such a one. */
export function publicView(key: DocumentKey, document: Document): Document | null {
  const kind = key.slice(0, key.indexOf('/'));
  const view = isPublic(kind) ? (VIEWS[kind] as (whole: typeof document) => typeof document) : null;
  return view === null ? null : view(document);
}

/** The calendar stays: deadlines are reckoned with it. */
function publicAccount({ userid, settings, opened, closed, calendar, rests, absences }: Account): Account {
  return {
    ...{ userid, settings, opened, closed },
    ...(calendar === undefined ? {} : { calendar }),
    ...(rests === undefined ? {} : { rests }),
    ...(absences === undefined ? {} : { absences }),
    ...{ addresses: [], wanted: null, passwordHash: null, locked: false, passwordFrom: [], restorable: null },
  };
}

/** Without players' words, unplayed moves and addresses. */
function publicMatch(match: Match): Match {
  const {
    unheard: _unheard,
    prepared: _prepared,
    submitted: _submitted,
    notes: _notes,
    subscribers: _subscribers,
    ...shown
  } = match;
  return {
    ...shown,
    comment: null,
    threads: match.players.map(() => null),
    players: match.players.map(player => (player.kind === 'invited' ? { ...player, address: '' } : player)),
  };
}
