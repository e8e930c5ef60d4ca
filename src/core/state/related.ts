// What a decision will want to know next: loaded together with what it wants now, so that it stops seldom. Never more than a hint: what is missing here is asked for later.
import { canonicalAddress } from '../accounts/canonical-address.ts';
import { detailsOf } from '../mail/gates.ts';
import type { Incoming } from '../mail/incoming.ts';
import { type OwnAddress, parseToken } from '../identity/token.ts';
import { boardTyped } from '../language/subject.ts';
import { bareSubject } from '../language/words.ts';
import { limits } from '../limits.ts';
import { quotaIdsOf, SHARED_QUOTA } from '../quota/rules.ts';
import { userids } from '../matches/match.ts';
import type { Catalogue } from './catalogue.ts';
import { DAMAGED, type Data, type DataRequest } from './data-request.ts';
import {
  type Account,
  type AddressOwner,
  type Alert,
  type Counter,
  type DocumentKey,
  type DocumentKind,
  FIRST_BOARD,
  type Match,
  matchKey,
  type MatchRef,
  type ParkedMail,
} from './documents.ts';

const documents = (keys: readonly DocumentKey[]): readonly DataRequest[] =>
  keys.map((key): DataRequest => ({ kind: 'document', key }));

/** The boards a mail's tokens and its Subject name, by its header alone. */
export function boardsNamed(mail: Incoming, games: Catalogue['games'], own: OwnAddress): readonly MatchRef[] {
  const named = boardTyped(bareSubject(mail.subject), games);
  const byToken = detailsOf(mail, own).flatMap((detail): MatchRef[] => {
    const token = parseToken(detail);
    return token?.kind === 'board' || token?.kind === 'seat' ? [token.match] : [];
  });
  return [...byToken, ...(named === null ? [] : [named])];
}

/** What every decision about this mail looks at: its sender, the boards and accounts its tokens and its Subject name. */
export function neededFor(mail: Incoming, { games }: Catalogue, own: OwnAddress): readonly DataRequest[] {
  const from = mail.from[0]?.address ?? '';
  return documents([
    `address/${from}`,
    `quota/${canonicalAddress(from)}`,
    `quota/${SHARED_QUOTA}`,
    ...boardsNamed(mail, games, own).map(matchKey),
    ...detailsOf(mail, own).flatMap(detail => tokenDocuments(detail)),
  ]);
}

function tokenDocuments(detail: string): readonly DocumentKey[] {
  const stub = parseToken(detail);
  switch (stub?.kind) {
    case 'address':
      return [`account/${stub.userid}`];
    case 'parked':
    case 'alert':
      return [`${stub.kind}/${stub.id}`];
    case 'board':
    case 'seat':
    case 'account':
    case undefined:
      return [];
  }
}

/** What follows from a question and its answer. */
export function related(question: DataRequest, answer: Data): readonly DataRequest[] {
  // Of a player's running boards all are looked at; of a game's, and of those that are over, the few that are shown.
  if (question.kind === 'list' && question.list.startsWith('running/player/'))
    return documents((answer as readonly MatchRef[]).map(matchKey));
  if (question.kind !== 'document' || answer === DAMAGED) return [];
  if (question.key.startsWith('counter/')) return documents(nextBoards(question.key, answer as Counter | null));
  return answer === null ? [] : documents(relatedTo(question.key, answer));
}

function relatedTo(key: DocumentKey, document: Data): readonly DocumentKey[] {
  switch (key.slice(0, key.indexOf('/')) as DocumentKind) {
    case 'match':
      return userids(document as Match).map((userid): DocumentKey => `account/${userid}`);
    case 'address': {
      const { userid } = document as AddressOwner;
      return userid === null ? [] : [`account/${userid}`];
    }
    case 'account':
      return quotaIdsOf(document as Account).map((id): DocumentKey => `quota/${id}`);
    case 'parked':
      return [`account/${(document as ParkedMail).account}`];
    case 'alert': {
      const { account, told } = document as Alert;
      return [`account/${account}`, ...told.map((address): DocumentKey => `address/${address}`)];
    }
    case 'counter':
    case 'quota':
    case 'optout':
    case 'stops':
      return [];
  }
}

/** A board for every line of the mail, should each open one. */
const nextBoards = (key: DocumentKey, counter: Counter | null): readonly DocumentKey[] =>
  Array.from({ length: limits.commandsPerMail }, (_, line) =>
    matchKey({ game: key.slice('counter/'.length), number: (counter?.next ?? FIRST_BOARD) + line }),
  );
