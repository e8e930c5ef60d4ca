// Finds the followers of a board: of the board itself, a player, its game, or all boards.
import type { Phrase } from '#games/kit/refusal.ts';
import { requireGame } from './match.ts';
import { type DataRequest, type DocumentKey, type MatchRef, isSameBoard } from '../kernel/documents.ts';
import { type Match, type Subscriber, userids } from './match-document.ts';
import type { Subscription } from '../players/account.ts';
import type { Catalogue, State } from '../kernel/state.ts';

/** Stands for the boards of all players. It cannot be a userid. */
export const EVERYBODY = 'all';

/** A follower of a board, and the subscription that makes them one. */
export interface Spectator {
  readonly userid: string;
  readonly by: Subscription;
}

/** The keys of the documents that list the followers of these players, and of all players. */
export const listSubscriberKeys = (match: Pick<Match, 'players'>): readonly DocumentKey[] =>
  [EVERYBODY, ...userids(match)].map((of): DocumentKey => `subscribers/${of}`);

/** All followers who get a mail about the board now, each once, without its players. */
export function findSpectators(state: State, match: Match): readonly Spectator[] {
  state.requireLoaded(listSubscriberKeys(match).map((key): DataRequest => ({ kind: 'document', key })));
  const { game, number } = match;
  const boardFollowers = (match.subscribers ?? []).map(each => ({
    ...each,
    by: { kind: 'board', match: { game, number } } as const,
  }));
  const listFollowers = [...userids(match), EVERYBODY].flatMap(of =>
    (state.get(`subscribers/${of}`)?.list ?? [])
      .filter(each => each.game === null || each.game === game)
      .map(each => ({ ...each, by: { kind: 'standing', of, game: each.game } as const })),
  );
  state.requireLoaded(
    [...boardFollowers, ...listFollowers].map(({ userid }): DataRequest => ({
      kind: 'document',
      key: `account/${userid}`,
    })),
  );
  const spectators = new Map<string, Spectator>();
  for (const { userid, wants, by } of [...boardFollowers, ...listFollowers]) {
    const isWanted = wants === 'positions' || match.state === 'over';
    if (isWanted && !spectators.has(userid) && isReachable(state, match, userid))
      spectators.set(userid, { userid, by });
  }
  return [...spectators.values()];
}

/** Players get their own mails, and closed accounts get none. */
const isReachable = (state: State, match: Match, userid: string): boolean =>
  !userids(match).includes(userid) && (state.account(userid)?.addresses.length ?? 0) > 0;

export const isSameSubscription = (a: Subscription, b: Subscription): boolean =>
  a.kind === 'board'
    ? b.kind === 'board' && isSameBoard(a.match, b.match)
    : b.kind === 'standing' && a.of === b.of && a.game === b.game;

/** The listed followers of a subscription. */
export const listSubscribers = (state: State, to: Subscription): readonly Subscriber[] =>
  to.kind === 'board'
    ? (state.match(to.match)?.subscribers ?? [])
    : (state.get(`subscribers/${to.of}`)?.list ?? []).filter(({ game }) => game === to.game);

/** `Nex board 101`, `all boards of bob`, `all Nex boards`. */
export function subscriptionPhrase(state: Pick<Catalogue, 'games'>, to: Subscription): Phrase {
  if (to.kind === 'board') return boardPhrase(state, to.match);
  const isOfAllPlayers = to.of === EVERYBODY;
  if (to.game === null) {
    return isOfAllPlayers ? { code: 'boards-everybody', parts: {} } : { code: 'boards-of', parts: { userid: to.of } };
  }
  const { title: game } = requireGame(state, { game: to.game });
  return isOfAllPlayers
    ? { code: 'boards-game', parts: { game } }
    : { code: 'boards-of-game', parts: { game, userid: to.of } };
}

const boardPhrase = (state: Pick<Catalogue, 'games'>, ref: MatchRef): Phrase => ({
  code: 'board-named',
  parts: { game: requireGame(state, ref).title, number: ref.number },
});

/** The command that ends a subscription. */
export function writeUnsubscribeLine(to: Subscription): string {
  if (to.kind === 'board') return `${to.match.game} unsubscribe ${to.match.number}`;
  return `${to.game === null ? '' : `${to.game} `}unsubscribe ${to.of}`;
}
