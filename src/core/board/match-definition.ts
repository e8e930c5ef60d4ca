// The definitions of boards, and the lists of their followers.
import type { Phrase } from '#games/kit/refusal.ts';
import { type DocumentDefinition, type ErasedPlayer, eraseUserid, isMentioned } from '../kernel/document-definition.ts';
import { type DocumentKey, type ListName, isSameBoard, matchKey } from '../kernel/documents.ts';
import type { Catalogue, State } from '../kernel/state.ts';
import type { Subscription } from '../players/account.ts';
import { robots } from '../players/robots.ts';
import { type Match, type Player, type Subscriber, userids, matchSchema, subscribersSchema } from './match-document.ts';
import { playerName, requireGame } from './match.ts';
import { findFault } from './summary.ts';

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
  state.requireDocuments(listSubscriberKeys(match));
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
  state.requireAccounts([...boardFollowers, ...listFollowers].map(({ userid }) => userid));
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
  if (to.kind === 'board')
    return { code: 'board-named', parts: { game: requireGame(state, to.match).title, number: to.match.number } };
  const isOfAllPlayers = to.of === EVERYBODY;
  if (to.game === null) {
    return isOfAllPlayers ? { code: 'boards-everybody', parts: {} } : { code: 'boards-of', parts: { userid: to.of } };
  }
  const { title: game } = requireGame(state, { game: to.game });
  return isOfAllPlayers
    ? { code: 'boards-game', parts: { game } }
    : { code: 'boards-of-game', parts: { game, userid: to.of } };
}

/** The command that ends a subscription. */
export function writeUnsubscribeLine(to: Subscription): string {
  if (to.kind === 'board') return `${to.match.game} unsubscribe ${to.match.number}`;
  return `${to.game === null ? '' : `${to.game} `}unsubscribe ${to.of}`;
}

// The definitions of boards, and of the lists of their followers.

export const MATCH: DocumentDefinition<'match'> = {
  schema: matchSchema,
  folder: 'matches',
  ifDamaged: 'Put a copy from a backup in its place, or move the file away: the board is gone then',
  ownKey: matchKey,
  findFault,
  alarm: ({ wake = null }) => wake,
  listsReadWhole: ['running/player/'],
  lists: listsOfMatch,
  prefetch: match => [...userids(match).map(each => `account/${each}` as const), ...listSubscriberKeys(match)],
  publicView: createPublicView,
  erase: eraseFromMatch,
};

export const SUBSCRIBERS: DocumentDefinition<'subscribers'> = {
  schema: subscribersSchema,
  folder: 'subscribers',
  ifDamaged: 'It is made anew: whoever followed these boards must say so again',
  isRenewed: true,
  isListedWhole: true,
  erase: (subscribers, { userid: erasedUserid }) => {
    const list = subscribers.list.filter(each => each.userid !== erasedUserid);
    return list.length === subscribers.list.length ? subscribers : list.length === 0 ? null : { list };
  },
};

/** The player whose boards a list holds. null: it is no list of a player's boards. */
export const findPlayerOfList = (list: ListName): string | null =>
  /^(?:running|over)\/player\/(.*)$/s.exec(list)?.[1] ?? null;

const ROBOTS: ReadonlySet<string> = new Set(robots.map(({ userid: robot }) => robot));

function listsOfMatch(match: Match): readonly ListName[] {
  if (match.state === 'removed') return [];
  const state = match.state === 'over' ? 'over' : 'running';
  const names = userids(match);
  const isAmongPeople = state === 'over' && names.length > 1 && !names.some(name => ROBOTS.has(name));
  return [
    `${state}/game/${match.game}`,
    ...names.map((userid): ListName => `${state}/player/${userid}`),
    ...(match.isRobotsTurn === true ? (['robots/turn'] as const) : []),
    ...(isAmongPeople ? names.map((userid): ListName => `over/people/${userid}`) : []),
  ];
}

/** Removes players' words, unplayed moves and addresses. */
function createPublicView(match: Match): Match {
  const {
    unheard: _unheard,
    prepared: _prepared,
    submitted: _submitted,
    notes: _notes,
    subscribers: _subscribers,
    entered: _entered,
    thoughts,
    ...publicFields
  } = match;
  return {
    ...publicFields,
    ...(match.state === 'over' && thoughts !== undefined ? { thoughts } : {}),
    comment: null,
    threads: match.players.map(() => null),
    players: match.players.map(player => (player.kind === 'invited' ? { ...player, address: '' } : player)),
  };
}

export function erasePlayerOfMatch(player: Player, erased: ErasedPlayer): Player {
  if (player.kind === 'account') return { ...player, userid: eraseUserid(player.userid, erased) };
  // Without its address the invitation lapses.
  return erased.addresses.includes(player.address) ? { kind: 'invited', address: '' } : player;
}

/** The fields whose lists are not empty. */
const omitEmpty = <Lists extends Readonly<Record<string, readonly unknown[]>>>(lists: Lists): Partial<Lists> =>
  Object.fromEntries(Object.entries(lists).filter(([, list]) => list.length > 0)) as Partial<Lists>;

/** Replaces the userid of a player everywhere on the board. */
export function renameInMatch(match: Match, renamed: ErasedPlayer): Match {
  const { comment, unheard, notes, submitted } = match;
  const rename = (userid: string): string => eraseUserid(userid, renamed);
  return {
    ...match,
    players: match.players.map(player => erasePlayerOfMatch(player, renamed)),
    challenger: rename(match.challenger),
    comment: comment === null ? null : { ...comment, by: rename(comment.by) },
    ...(unheard === undefined
      ? {}
      : { unheard: unheard.map(words => ({ ...words, by: rename(words.by), reader: rename(words.reader) })) }),
    ...(notes === undefined
      ? {}
      : { notes: Object.fromEntries(Object.entries(notes).map(([by, note]) => [rename(by), note])) }),
    ...(submitted === undefined ? {} : { submitted: { ...submitted, by: rename(submitted.by) } }),
  };
}

/** Only hashes of a player stay in the ledger. */
const eraseEntered = ({ players, entered }: Match, userid: string): Pick<Match, 'entered'> =>
  entered !== undefined && players.some(player => playerName(player) === userid)
    ? { entered: { ...entered, opening: '' } }
    : {};

/** Erases a player. The moves stay under the pseudonym. */
function eraseFromMatch(match: Match, erased: ErasedPlayer): Match {
  if (!isMentioned(match, erased)) return match;
  const { userid } = erased;
  const {
    comment,
    unheard = [],
    subscribers = [],
    notes = {},
    prepared = [],
    submitted,
    thoughts = [],
    review: _review,
    ...keptFields
  } = match;
  const isOwnSeat = (index: number): boolean => playerName(match.players[index]) === userid;
  const thinkers = match.record.flatMap(entry => (entry.kind === 'thought' ? [entry.by] : []));
  const remainingNotes = Object.entries(notes).filter(([by]) => by !== userid);
  const remaining: Match = {
    ...keptFields,
    comment: comment?.by === userid ? null : comment,
    threads: match.threads.map((thread, index) => (isOwnSeat(index) ? null : thread)),
    ...omitEmpty({
      unheard: unheard.filter(({ by, reader }) => by !== userid && reader !== userid),
      subscribers: subscribers.filter(each => each.userid !== userid),
      prepared: prepared.filter(({ by }) => !isOwnSeat(by)),
      thoughts: thoughts.map((thought, i) => (isOwnSeat(thinkers[i] ?? -1) ? { text: '', nonce: '' } : thought)),
    }),
    ...(remainingNotes.length === 0 ? {} : { notes: Object.fromEntries(remainingNotes) }),
    ...(submitted === undefined || submitted.by === userid ? {} : { submitted }),
    ...eraseEntered(match, userid),
  };
  return renameInMatch(remaining, erased);
}
