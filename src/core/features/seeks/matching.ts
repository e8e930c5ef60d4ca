// Matches seeks: merges terms, finds players for each other, and opens their boards.
// Not matched: two players if one has blocked the other, and players on holiday, absent, or with too many boards.
import { lookUp } from '#games/kit/look-up.ts';
import type { AnyGame, Setup } from '#games/game.ts';
import { type TimeControl, completeTimeControl } from '#core/kernel/time-control.ts';
import {
  seekLimits,
  type RatingRange,
  type Seek,
  type SeekRow,
  type SeekTerms,
  gamesWantedOf,
  isShownTo,
  withBoard,
} from './seek.ts';
import { hasBlocked } from '#core/players/blocked.ts';
import { type Account, isPresent } from '#core/players/account.ts';
import { isFull, listRunning } from '#core/board/acts/allowance.ts';
import { playerName, requireGame } from '#core/board/match.ts';
import { limits } from '#core/kernel/limits.ts';
import { FIRST_RATING } from '../ratings/glicko2.ts';
import { mailboxIdOf, openedCharge } from '#core/players/quota-rules.ts';
import type { Instant } from '#core/kernel/time.ts';
import { type State, apply } from '#core/kernel/state.ts';
import { findRobot, isRobot } from '#core/players/robots.ts';
import type { Phrase } from '#games/kit/refusal.ts';
import { type ActorContext, type Decided, type Notification, takeCharges } from '#core/players/decision.ts';
import type { Sign } from '#core/mail/token.ts';
import { findFreeNumber, openAgreedBoard } from '#core/board/acts/open.ts';
import type { Match } from '#core/board/match-document.ts';
import type { Event } from '#core/kernel/documents.ts';

/** The merged terms of several seeks. */
export interface Agreed {
  readonly setup: Setup;
  readonly time: TimeControl;
  readonly isRated: boolean;
  /** The number of players. */
  readonly seats: number;
}

/** Merges terms: an option that several seeks name must have the same value. null: they contradict, or the game has no such setup. */
export function mergeTerms(game: AnyGame, terms: readonly SeekTerms[]): Agreed | null {
  const named = mergeValues(terms.map(({ setup }) => setup));
  const times = mergeValues(terms.map(({ time }) => time ?? {}));
  if (named === null || times === null) return null;
  const time = completeTimeControl(times);
  const rated = terms.flatMap(({ isRated }) => isRated ?? []);
  const isOne = rated.every(each => each === rated[0]) && terms.every(({ code }) => code === terms[0]?.code);
  const setup = game.setup(Object.entries(named));
  if (!isOne || !setup.ok || !time.ok) return null;
  const seats = game.seats(setup.value).length;
  return { setup: setup.value, time: time.value, isRated: rated[0] ?? true, seats };
}

/** Merges values by name. null: a name has two values. */
function mergeValues<Value>(all: readonly Readonly<Record<string, Value>>[]): Record<string, Value> | null {
  const values: Record<string, Value> = {};
  for (const [name, value] of all.flatMap(each => Object.entries(each))) {
    if ((lookUp(values, name) ?? value) !== value) return null;
    values[name] = value;
  }
  return values;
}

/** Is this rating, rounded as mails show it, in the range? */
export const isInRange = (range: RatingRange | null, rating: number): boolean =>
  range === null || (range.least <= Math.round(rating) && Math.round(rating) <= range.most);

/** Do two seeks have equal terms? */
export const isSameTerms = (a: SeekTerms, b: SeekTerms): boolean => wordsOf(a) === wordsOf(b);

const wordsOf = ({ game, setup, time, isRated, rating, code }: SeekTerms): string =>
  JSON.stringify([
    ...[game, Object.entries(setup).toSorted(([a], [b]) => (a < b ? -1 : 1))],
    ...[time === null ? null : Object.entries(time).toSorted(([a], [b]) => (a < b ? -1 : 1))],
    ...[isRated, rating?.least ?? null, rating?.most ?? null, code],
  ]);

/** The open seeks for a game or of a player, oldest first. */
export const openSeeks = (state: State, list: `seeks/${'game' | 'player'}/${string}`): readonly Seek[] =>
  state.listDocuments(list).toSorted((a, b) => a.number - b.number);

/** The rating of a player or robot. A player without one has the first rating. */
export function ratingOf(state: State, userid: string, game: string): number {
  const robot = findRobot(state.robots, userid);
  return robot?.rating ?? state.get(`rating/${game}/${userid}`)?.value ?? FIRST_RATING.value;
}

/** Has this player finished a rated game of this kind? */
export const hasRating = (state: State, userid: string, game: string): boolean =>
  (state.get(`rating/${game}/${userid}`)?.at ?? 0) > 0;

/** What mails show of seeks. */
export const rowsOf = (state: State, seeks: readonly Seek[]): readonly SeekRow[] =>
  seeks.map(seek => ({
    seek,
    rating: hasRating(state, seek.userid, seek.game) ? Math.round(ratingOf(state, seek.userid, seek.game)) : null,
  }));

/** The account of a player with an address. null: there is none. */
function findReachable(state: State, userid: string): Account | null {
  const account = state.isAccountDamaged(userid) ? null : state.account(userid);
  return account === null || account.closed || account.addresses.length === 0 ? null : account;
}

/** Is this player there to begin a game? */
export function isAvailable(state: State, userid: string, now: Instant): boolean {
  if (isRobot(state, userid)) return true;
  const account = findReachable(state, userid);
  return account !== null && isPresent(account, now);
}

const mailboxesOf = (state: State, userid: string): readonly string[] =>
  (findReachable(state, userid)?.addresses ?? []).map(mailboxIdOf);

/** Are both one person, as far as is known? */
export function isSamePerson(state: State, a: string, b: string): boolean {
  const mailboxes = mailboxesOf(state, a);
  return a === b || mailboxesOf(state, b).some(mailbox => mailboxes.includes(mailbox));
}

/** May these two see each other's seeks at all? */
export const mayMeet = (state: State, a: string, b: string): boolean =>
  findReachable(state, b) !== null && !hasBlocked(state, a, b) && !hasBlocked(state, b, a);

/** The running board of a game that two players have from a seek. null: there is none. */
export const findBoardBetween = (state: State, game: string, a: string, b: string): number | null =>
  listRunning(state, a).find(
    board => board.game === game && board.seeks !== undefined && board.players.some(each => playerName(each) === b),
  )?.number ?? null;

/** Has this player room for another board of the game? */
export const hasRoomAt = (state: State, userid: string, game: AnyGame): boolean =>
  isRobot(state, userid) ||
  (!isFull(state, game, userid) &&
    listRunning(state, userid).filter(match => match.state === 'active').length < limits.boardsPerPlayer);

/** Does each seek accept the other player's rating? */
export const hasMatchingRatings = (
  state: State,
  a: SeekTerms & { userid: string },
  b: SeekTerms & { userid: string },
): boolean =>
  isInRange(a.rating, ratingOf(state, b.userid, a.game)) && isInRange(b.rating, ratingOf(state, a.userid, a.game));

/** The seeks of a game that this player could take, as far as is known without looking at anybody's boards. */
export function listSeeksFor(state: State, userid: string, game: AnyGame, now: Instant): readonly Seek[] {
  return openSeeks(state, `seeks/game/${game.name}`).filter(
    seek =>
      isShownTo(state, seek.code, userid) &&
      gamesWantedOf(seek) > 0 &&
      mergeTerms(game, [seek]) !== null &&
      mayMeet(state, userid, seek.userid) &&
      !isSamePerson(state, userid, seek.userid) &&
      isAvailable(state, seek.userid, now) &&
      isInRange(seek.rating, ratingOf(state, userid, game.name)),
  );
}

/** The actor, and the values that lots are drawn from. Lots cannot be predicted. */
export interface SeekContext extends ActorContext {
  readonly cause: string;
  readonly sign: Sign;
}

/** May these two be at one table, as far as is known without looking at anybody's boards? */
const mayPlay = ({ state, now }: ActorContext, a: Seek, b: Seek): boolean =>
  mayMeet(state, a.userid, b.userid) &&
  !isSamePerson(state, a.userid, b.userid) &&
  isAvailable(state, b.userid, now) &&
  hasMatchingRatings(state, a, b);

/** The seeks that fill a board with this one, the oldest first. null: none fit now. */
function findGroup(context: ActorContext, game: AnyGame, seek: Seek): readonly Seek[] | null {
  const { state, now } = context;
  if (!isAvailable(state, seek.userid, now) || !hasRoomAt(state, seek.userid, game)) return null;
  const others = openSeeks(state, `seeks/game/${game.name}`).filter(
    other => gamesWantedOf(other) > 0 && mergeTerms(game, [seek, other]) !== null && mayPlay(context, seek, other),
  );
  const step = seekLimits.seekersTried;
  const tries = { left: seekLimits.pairsCompared };
  for (let from = 0; from < others.length; from += step) {
    const tried = others.slice(Math.max(0, from - step), from + step);
    state.requireLoaded(tried.map(({ userid }) => ({ kind: 'list', list: `running/player/${userid}` })));
    const able = tried.filter(({ userid }) => hasRoomAt(state, userid, game));
    const company = completeGroup({ ...context, tries }, game, [seek], able);
    if (company !== null) return company;
  }
  return null;
}

/** These and the first of the others with whom all seats are taken; null: there are none, or `tries` were too few to find them. */
function completeGroup(
  context: ActorContext & { readonly tries: { left: number } },
  game: AnyGame,
  group: readonly Seek[],
  others: readonly Seek[],
): readonly Seek[] | null {
  const what = mergeTerms(game, group);
  if (what === null || group.length > what.seats) return null;
  if (group.length === what.seats) return group;
  for (const [index, next] of others.entries()) {
    context.tries.left -= group.length;
    if (context.tries.left < 0) return null;
    const fits = group.every(
      each =>
        mayPlay(context, each, next) && findBoardBetween(context.state, game.name, each.userid, next.userid) === null,
    );
    const found = fits ? completeGroup(context, game, [...group, next], others.slice(index + 1)) : null;
    if (found !== null) return found;
  }
  return null;
}

/** The players of a new board, and the news that tells why it was opened. */
export interface Group {
  readonly game: AnyGame;
  readonly what: Agreed;
  readonly seeks: readonly Seek[];
  /** The players besides the owners of the seeks. */
  readonly takers: readonly string[];
  readonly news: Phrase;
}

/** The board of a company. The player who moved first less often in the past moves first. A lot decides between equals. */
export function openSeekBoard(context: SeekContext, { game, what, seeks, takers, news }: Group): Decided {
  const number = findFreeNumber(context.state, game.name);
  const players = orderPlayers(context, game, number, [...seeks.map(({ userid }) => userid), ...takers]);
  const match: Match = {
    ...openAgreedBoard(context.state, game, { ...what, players }, context.now),
    comment: context.comment === '' || context.actor === null ? null : { by: context.actor, text: context.comment },
    seeks: seeks.map(seek => seek.number),
  };
  const people = players.filter(userid => !isRobot(context.state, userid));
  const first = people.filter(userid => userid === players[0]);
  const events: readonly Event[] = [
    { kind: 'match-opened', match },
    // So that two boards of one player are not opened at once, each within the limits.
    takeCharges(people.map(openedCharge), context.now),
    ...first.map(userid => ({ kind: 'first-move-drawn', userid, game: game.name }) as const),
    ...seeks.map((before): Event => {
      const seek = withBoard(before, number, context.now);
      return seek === null ? { kind: 'seek-ended', number: before.number } : { kind: 'seek-changed', seek };
    }),
  ];
  return {
    events,
    notifications: [{ kind: 'board-changed', match: { game: game.name, number }, occasion: 'new', news }],
  };
}

/** In the order in which they move. A robot has begun as often as anybody. */
function orderPlayers(
  { state, cause, sign }: SeekContext,
  game: AnyGame,
  number: number,
  players: readonly string[],
): readonly string[] {
  const people = players.filter(userid => !isRobot(state, userid));
  const begunOf = (userid: string): number => lookUp(state.account(userid)?.begun, game.name) ?? 0;
  const fewest = Math.min(...people.map(begunOf));
  return players
    .map(userid => ({
      userid,
      begun: isRobot(state, userid) ? fewest : begunOf(userid),
      lot: sign(`lot|${cause}|${game.name} ${number}|${userid}`),
    }))
    .toSorted((a, b) => a.begun - b.begun || (a.lot < b.lot ? -1 : 1))
    .map(({ userid }) => userid);
}

/** Opens as many boards of a seek that is in the state as there is company for. */
export function matchSeek(
  context: SeekContext,
  seek: Seek,
): Decided & { readonly state: State; readonly left: Seek | null } {
  const game = requireGame(context.state, seek);
  const events: Event[] = [];
  const notifications: Notification[] = [];
  let { state } = context;
  let left: Seek | null = seek;
  while (left !== null && gamesWantedOf(left) > 0) {
    const seeks = findGroup({ ...context, state }, game, left);
    const what = seeks === null ? null : mergeTerms(game, seeks);
    if (seeks === null || what === null) break;
    const players = seeks.map(({ userid }) => userid).join(', ');
    const news = { code: 'seeks-met', parts: { players } };
    const board = openSeekBoard({ ...context, state }, { game, what, seeks, takers: [], news });
    events.push(...board.events);
    notifications.push(...board.notifications);
    state = board.events.reduce(apply, state);
    left = state.get(`seek/${seek.number}`);
  }
  return { events, notifications, state, left };
}
