// What a mail's header tells before it is decided: prefetch hints, and the keys of its order.
// It is loaded with what the decision needs now, so that the decision stops less often. Anything missing here is loaded on demand.
import { canonicaliseAddress } from './mail/canonical-address.ts';
import { detailsOf } from './mail/gates.ts';
import type { Incoming } from './mail/incoming.ts';
import { type OwnAddress, parseToken } from './mail/token.ts';
import { findTypedBoard } from './board/board-in-subject.ts';
import { stripReplyPrefixes } from './kernel/words.ts';
import { limits } from './kernel/limits.ts';
import { SHARED_QUOTA } from './players/quota-rules.ts';
import type { Catalogue } from './kernel/state.ts';
import {
  type Counter,
  DAMAGED,
  type Data,
  type DataRequest,
  type Document,
  type DocumentKey,
  type DocumentKind,
  FIRST_BOARD,
  type MatchRef,
  asItsKind,
  isOfKind,
  matchKey,
} from './kernel/documents.ts';
import { DOCUMENTS } from './features.ts';
import { findPrefetchKeys } from './kernel/document-definition.ts';

const requestDocuments = (keys: readonly DocumentKey[]): readonly DataRequest[] =>
  keys.map((key): DataRequest => ({ kind: 'document', key }));

/** The boards a mail's tokens and its Subject name, by its header alone. */
export function findNamedBoards(mail: Incoming, games: Catalogue['games'], own: OwnAddress): readonly MatchRef[] {
  const namedBoard = findTypedBoard(stripReplyPrefixes(mail.subject), games);
  const byToken = detailsOf(mail, own).flatMap((detail): MatchRef[] => {
    const token = parseToken(detail);
    return token?.kind === 'board' || token?.kind === 'seat' ? [token.match] : [];
  });
  return [...byToken, ...(namedBoard === null ? [] : [namedBoard])];
}

/**
 * The order keys of a mail: its sender's mailbox, and the boards its tokens or its Subject name. Requests that share a key are decided in the
 * order of arrival, others concurrently. For what only the body of a mail names, the versions of documents detect conflicts.
 */
export const orderKeys = (mail: Incoming, { games }: Pick<Catalogue, 'games'>, own: OwnAddress): readonly string[] => [
  ...mail.from.map(({ address }) => `from ${canonicaliseAddress(address)}`),
  ...findNamedBoards(mail, games, own).map(matchKey),
];

/** What every decision about this mail looks at: its sender, the boards and accounts its tokens and its Subject name. */
export function predictForMail(
  mail: Incoming,
  { games }: Pick<Catalogue, 'games'>,
  own: OwnAddress,
): readonly DataRequest[] {
  const from = mail.from[0]?.address ?? '';
  return requestDocuments([
    `address/${from}`,
    `quota/${canonicaliseAddress(from)}`,
    `quota/${SHARED_QUOTA}`,
    ...findNamedBoards(mail, games, own).map(matchKey),
    ...detailsOf(mail, own).flatMap(detail => listTokenDocuments(detail)),
  ]);
}

function listTokenDocuments(detail: string): readonly DocumentKey[] {
  const token = parseToken(detail);
  if (token?.kind === 'address') return [`account/${token.userid}`];
  return token?.kind === 'parked' || token?.kind === 'alert' ? [`${token.kind}/${token.id}`] : [];
}

/** The beginnings of lists whose documents a decision reads. It reads only the few boards it shows from the other lists. */
const READ_WHOLE = Object.values(DOCUMENTS).flatMap(({ listsReadWhole = [] }) => listsReadWhole);

/** What follows from a question and its answer. */
export function predictNext(request: DataRequest, data: Data): readonly DataRequest[] {
  if (request.kind === 'list' && READ_WHOLE.some(prefix => request.list.startsWith(prefix)))
    return requestDocuments((data as readonly DocumentKey[]).slice(-limits.boardsSearched));
  if (request.kind !== 'document' || data === DAMAGED) return [];
  const { key } = request;
  const document = data as Document | null;
  if (isOfKind('counter', key))
    return requestDocuments([nextKeyOf(key, document === null ? null : asItsKind(key, document))]);
  return document === null ? [] : requestDocuments(findPrefetchKeys(DOCUMENTS, key, document));
}

/** Pages count no mails and tell no subscribers. */
export const predictForPage: typeof predictNext = (request, data) =>
  predictNext(request, data).filter(
    request => request.kind !== 'document' || !/^(?:quota|subscribers)\//.test(request.key),
  );

/** The document that gets the number of a counter next: a board of a game, or a document of the kind of this name. */
function nextKeyOf(key: DocumentKey, counter: Counter | null): DocumentKey {
  const name = key.slice('counter/'.length);
  if (Object.hasOwn(DOCUMENTS, name)) return `${name as DocumentKind}/${counter?.next ?? 1}`;
  return matchKey({ game: name, number: counter?.next ?? FIRST_BOARD });
}
