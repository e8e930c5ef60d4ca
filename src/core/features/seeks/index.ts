// The feature `seeks`: its alarms, and what the service does about seeks by itself.
import { refuseRobotBoards } from '#core/board/acts/allowance.ts';
import { announceToAll } from '#core/board/acts/announce.ts';
import { type Match, userids } from '#core/board/match-document.ts';
import { hasEnded, openMatch, playerName, requireGame } from '#core/board/match.ts';
import type { Robot } from '#core/kernel/document-definition.ts';
import type { Event } from '#core/kernel/documents.ts';
import { refused } from '#core/kernel/refusal.ts';
import { type State, apply } from '#core/kernel/state.ts';
import { DAY_MS, type Instant, dayOf } from '#core/kernel/time.ts';
import { type Account, hasLeft, isPresent } from '#core/players/account.ts';
import { type CommandContext, type Decision, allow, createActorContext, deny } from '#core/players/decision.ts';
import type { Consequence, Message } from '#core/players/message.ts';
import { sayPhrase } from '#core/writing/compose-context.ts';
import type { Feature, RequestContext } from '#core/writing/feature.ts';
import {
  type PageDefinition,
  filterOpenPlayers,
  findFirstGame,
  findPlayerOnWeb,
  playerPath,
} from '#core/writing/on-web.ts';
import { seek, seekList, take } from './commands.ts';
import { formatSeekRow } from './mails.ts';
import {
  type SeekContext,
  findBoardBetween,
  hasRoomAt,
  isAvailable,
  isInRange,
  matchSeek,
  mergeTerms,
  openSeekBoard,
  openSeeks,
  ratingOf,
  rowsOf,
} from './matching.ts';
import { SEEK, type Seek, computeCheckTime, endOf, gamesWantedOf, seekEffects, seekLimits } from './seek.ts';

/** The robot nearest in rating that the seek would take; null: there is none, or a robot is no company for it. */
function findNearestRobot(state: State, seek: Seek): Robot | null {
  if (seek.code !== null || mergeTerms(requireGame(state, seek), [seek])?.seats !== 2) return null;
  const own = ratingOf(state, seek.userid, seek.game);
  const [nearest] = state.robots
    .filter(({ rating }) => isInRange(seek.rating, rating))
    .toSorted((a, b) => Math.abs(a.rating - own) - Math.abs(b.rating - own));
  return nearest ?? null;
}

/** The robot to offer now. null: none. */
export function chooseRobotToOffer(state: State, seek: Seek, now: Instant): Robot | null {
  const isDue = !seek.isRobotOffered && now >= seek.since + DAY_MS && gamesWantedOf(seek) > 0;
  return isDue && isAvailable(state, seek.userid, now) ? findNearestRobot(state, seek) : null;
}

/** The seeker has said yes. */
export function playRobot(context: CommandContext, number: number): Decision {
  const { state } = context;
  const seek = state.get(`seek/${number}`);
  const robot = seek === null ? null : findNearestRobot(state, seek);
  const what = seek === null ? null : mergeTerms(requireGame(state, seek), [seek]);
  if (seek === null || robot === null || what === null || gamesWantedOf(seek) <= 0)
    return deny(refused('seek-over', { number }));
  const game = requireGame(state, seek);
  const board = findBoardBetween(state, game.name, seek.userid, robot.userid);
  if (board !== null) return deny(refused('take-pair', { owner: robot.userid, game: game.title, board }));
  if (!hasRoomAt(state, seek.userid, game)) return deny(refused('take-limit', { game: game.title, name: game.name }));
  const why = refuseRobotBoards(state, [{ kind: 'account', userid: robot.userid }], seek.userid);
  if (why !== null) return deny(why);
  const news = { code: 'seek-robot', parts: { robot: robot.userid, number, owner: seek.userid } };
  // As in a challenge: against a robot nothing is at stake unless somebody says so.
  const terms = { ...what, isRated: seek.isRated ?? false };
  const { events, notifications } = openSeekBoard(context, {
    game,
    what: terms,
    seeks: [seek],
    takers: [robot.userid],
    news,
  });
  return allow(events, notifications);
}

export function decideSeek(state: State, seek: Seek, { now, cause, trust }: RequestContext): Consequence {
  const context: SeekContext = { ...createActorContext(state, now), cause, sign: trust.sign };
  const { notifications, state: after, left } = matchSeek(context, seek);
  const messages = announceToAll({ ...context, state: after }, notifications);
  if (left === null) return { messages, state: after };
  const to = { kind: 'account', userid: left.userid } as const;
  if (now >= (endOf(left) ?? Infinity)) {
    const why = { code: 'seek-expired', parts: { days: seekLimits.seekDays } };
    const buildSeekEnd: Message = { kind: 'seek-ended', to, seeks: [left], why };
    return { messages: [...messages, buildSeekEnd], state: apply(after, { kind: 'seek-ended', number: left.number }) };
  }
  const robot = chooseRobotToOffer(after, left, now);
  const offer: readonly Message[] =
    robot === null ? [] : [{ kind: 'robot-offer', to, seek: left, robot: robot.userid, rating: robot.rating }];
  const isRobotOffered = left.isRobotOffered || robot !== null;
  const next: Seek = { ...left, isRobotOffered, wake: computeCheckTime(left, now) };
  return { messages: [...messages, ...offer], state: apply(after, { kind: 'seek-changed', seek: next }) };
}

/** The state with its seeks updated after all changes since `before`, and the messages about them. */
export function updateSeeks(before: State, after: State, now: Instant): Consequence {
  let state = after;
  const messages: Message[] = [];
  for (const account of after.changedOfKind('account'))
    state = endSeeksOfLeaver(state, before, account).reduce(apply, state);
  for (const match of after.changedOfKind('match')) {
    state = freePlaces(state, before, match, now).reduce(apply, state);
    for (const userid of listForfeiters(before, state, match)) {
      const standing = openSeeks(state, `seeks/player/${userid}`).filter(({ boards }) => boards !== null);
      state = standing.map(ended).reduce(apply, state);
      const why = { code: 'seek-forfeited', parts: {} };
      if (standing.length > 0)
        messages.push({ kind: 'seek-ended', to: { kind: 'account', userid }, seeks: standing, why });
    }
  }
  return { messages, state };
}

const ended = ({ number }: Seek): Event => ({ kind: 'seek-ended', number });

/** A board that is over gives its place in standing offers free; they are looked at at once. */
function freePlaces(state: State, before: State, match: Match, now: Instant): readonly Event[] {
  if (match.seeks === undefined || !hasEnded(match) || hasEnded(before.match(match))) return [];
  const seeks = userids(match).flatMap(userid => openSeeks(state, `seeks/player/${userid}`));
  return seeks.flatMap((seek): Event[] => {
    if (seek.game !== match.game || seek.boards?.includes(match.number) !== true) return [];
    const boards = seek.boards.filter(number => number !== match.number);
    return [{ kind: 'seek-changed', seek: { ...seek, boards, since: now, wake: now } }];
  });
}

function endSeeksOfLeaver(state: State, before: State, account: Account): readonly Event[] {
  const { userid } = account;
  return hasLeft(before.account(userid), account) ? openSeeks(state, `seeks/player/${userid}`).map(ended) : [];
}

/** Whose time has just ended at this board. */
function listForfeiters(before: State, state: State, match: Match): readonly string[] {
  const known = before.match(match)?.record.length ?? match.record.length;
  const lost = match.record.slice(known).filter(entry => entry.kind === 'retire' && entry.why === 'out-of-time');
  if (lost.length === 0) return [];
  const { holders } = openMatch(state, match).matchState;
  return lost.map(entry => playerName(match.players['seat' in entry ? (holders[entry.seat] ?? -1) : -1]));
}

/** Where a visitor finds a game: the newest seeks that strangers may see, whose players are there and have a page. */
export const seeksPage: PageDefinition = {
  path: '/seeks',
  listsPlayers: true,
  build: context => {
    const { state, now } = context;
    const offers = findNewestSeeks(state)
      .filter(seek => isOffered(state, seek, now))
      .slice(0, seekLimits.seeksListed);
    const [game] = state.games;
    return {
      template: 'seeks',
      frame: { title: sayPhrase(context, { code: 'web-nav-play', parts: {} }), part: 'play', path: '/seeks' },
      view: {
        page: {
          // A game that anybody may seek.
          game: game?.name ?? '',
          // As in the mails of `seek list`.
          offers: rowsOf(state, offers).map(row => ({
            ...{ number: row.seek.number, text: formatSeekRow(context, row), userid: row.seek.userid },
            ...{ href: playerPath(row.seek.userid), day: dayOf(row.seek.opened) },
          })),
        },
        firstGame: game === undefined ? null : findFirstGame(state, game),
      },
    };
  },
};

/** Seeks with a code are not among what pages are made from. */
function findNewestSeeks(state: State): readonly Seek[] {
  const lists = state.games.map(({ name }) => `seeks/game/${name}` as const);
  const seeks = state.listHighest(lists, seekLimits.seeksLookedAt).toSorted((a, b) => b.number - a.number);
  state.requireDocuments(seeks.map(({ game, userid }) => `rating/${game}/${userid}` as const));
  return filterOpenPlayers(state, seeks);
}

function isOffered(state: State, seek: Seek, now: Instant): boolean {
  const game = state.games.find(({ name }) => name === seek.game);
  const account = findPlayerOnWeb(state, seek.userid);
  const isOpen = seek.code === null && gamesWantedOf(seek) > 0;
  return (
    isOpen && game !== undefined && mergeTerms(game, [seek]) !== null && account !== null && isPresent(account, now)
  );
}

export const seeks = {
  refusals: {
    'seek-game': ['game'],
    'seek-option': ['game'],
    'seek-rating': ['value'],
    'seek-code': [],
    'seek-games': ['most', 'game'],
    'seeks-full': ['most'],
    'seeks-crowded': [],
    'seeks-today': ['most'],
    'seek-not-yours': ['number'],
    'seek-over': ['number'],
    'take-no-code': ['number', 'code'],
    'take-own': ['number'],
    'take-rating': ['number', 'own', 'least', 'most', 'game'],
    'take-pair': ['owner', 'game', 'board'],
    'take-limit': ['game', 'name'],
    'take-later': ['number', 'owner'],
  } as const,
  pages: [seeksPage],
  documents: { seek: SEEK },
  effects: seekEffects,
  commands: [seek, seekList, take],
  alarms: { seek: ({ state, document, context }) => decideSeek(state, document, context) },
  acceptors: { offer: playRobot },
  reaction: (before, after, { now }) => updateSeeks(before, after, now),
} satisfies Feature;
