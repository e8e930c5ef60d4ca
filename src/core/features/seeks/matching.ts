// Matches seeks: those that agree and fill all seats become a board.
import { isRobot } from '#core/players/robots.ts';
import { lookUp } from '#games/kit/look-up.ts';
import type { AnyGame } from '#games/game.ts';
import type { Phrase } from '#games/kit/refusal.ts';
import type { ActorContext, Decided, Notification } from '#core/decision/decision.ts';
import type { Sign } from '#core/mail/token.ts';
import { limits } from '#core/kernel/limits.ts';
import { requireGame } from '#core/board/match.ts';
import { openAgreedBoard } from '#core/matches/agreed-board.ts';
import { findFreeNumber } from '#core/matches/open.ts';
import { openedCharge } from '#core/players/quota-rules.ts';
import type { Match } from '#core/board/match-document.ts';
import { type Seek, wantedOf, withBoard } from './seek.ts';
import { apply, type State } from '#core/kernel/state.ts';
import type { Event } from '#core/kernel/event.ts';
import { type Agreed, mergeTerms } from './agreement.ts';
import { isSamePerson, boardBetween, hasRoomAt, isPresent, mayMeet, openSeeks, ratingsFit } from './seekers.ts';

/** The actor, and the values that lots are drawn from. Lots cannot be predicted. */
export interface SeekContext extends ActorContext {
  readonly cause: string;
  readonly sign: Sign;
}

/** May these two be at one table, as far as is known without looking at anybody's boards? */
const mayPlay = ({ state, now }: ActorContext, a: Seek, b: Seek): boolean =>
  mayMeet(state, a.userid, b.userid) &&
  !isSamePerson(state, a.userid, b.userid) &&
  isPresent(state, b.userid, now) &&
  ratingsFit(state, a, b);

/** The seeks that fill a board with this one, the oldest first. null: none fit now. */
function companyFor(at: ActorContext, game: AnyGame, seek: Seek): readonly Seek[] | null {
  const { state, now } = at;
  if (!isPresent(state, seek.userid, now) || !hasRoomAt(state, seek.userid, game)) return null;
  const others = openSeeks(state, `seeks/game/${game.name}`).filter(
    other => wantedOf(other) > 0 && mergeTerms(game, [seek, other]) !== null && mayPlay(at, seek, other),
  );
  const step = limits.seekersTried;
  const tries = { left: limits.pairsCompared };
  for (let from = 0; from < others.length; from += step) {
    const tried = others.slice(Math.max(0, from - step), from + step);
    state.want(tried.map(({ userid }) => ({ kind: 'list', list: `running/player/${userid}` })));
    const able = tried.filter(({ userid }) => hasRoomAt(state, userid, game));
    const company = filled({ ...at, tries }, game, [seek], able);
    if (company !== null) return company;
  }
  return null;
}

/** These and the first of the others with whom all seats are taken; null: there are none, or `tries` were too few to find them. */
function filled(
  at: ActorContext & { readonly tries: { left: number } },
  game: AnyGame,
  group: readonly Seek[],
  others: readonly Seek[],
): readonly Seek[] | null {
  const what = mergeTerms(game, group);
  if (what === null || group.length > what.seats) return null;
  if (group.length === what.seats) return group;
  for (const [index, next] of others.entries()) {
    at.tries.left -= group.length;
    if (at.tries.left < 0) return null;
    const fits = group.every(
      each => mayPlay(at, each, next) && boardBetween(at.state, game.name, each.userid, next.userid) === null,
    );
    const found = fits ? filled(at, game, [...group, next], others.slice(index + 1)) : null;
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
export function boardOf(at: SeekContext, { game, what, seeks, takers, news }: Group): Decided {
  const number = findFreeNumber(at.state, game.name);
  const players = inTurn(at, game, number, [...seeks.map(({ userid }) => userid), ...takers]);
  const match: Match = {
    ...openAgreedBoard(at.state, game, { ...what, players }, at.now),
    comment: at.comment === '' || at.actor === null ? null : { by: at.actor, text: at.comment },
    seeks: seeks.map(seek => seek.number),
  };
  const people = players.filter(userid => !isRobot(at.state, userid));
  const first = people.filter(userid => userid === players[0]);
  const events: readonly Event[] = [
    { kind: 'match-opened', match },
    // So that two boards of one player are not opened at once, each within the limits.
    { kind: 'charged', charges: people.map(openedCharge), at: at.now },
    ...first.map(userid => ({ kind: 'first-move-drawn', userid, game: game.name }) as const),
    ...seeks.map(seek => changed(seek.number, withBoard(seek, number, at.now))),
  ];
  return {
    events,
    notifications: [{ kind: 'board-changed', match: { game: game.name, number }, occasion: 'new', news }],
  };
}

const changed = (number: number, seek: Seek | null): Event =>
  seek === null ? { kind: 'seek-ended', number } : { kind: 'seek-changed', seek };

/** In the order in which they move. A robot has begun as often as anybody. */
function inTurn(
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
  at: SeekContext,
  seek: Seek,
): Decided & { readonly state: State; readonly left: Seek | null } {
  const game = requireGame(at.state, seek);
  const events: Event[] = [];
  const notifications: Notification[] = [];
  let { state } = at;
  let left: Seek | null = seek;
  while (left !== null && wantedOf(left) > 0) {
    const seeks = companyFor({ ...at, state }, game, left);
    const what = seeks === null ? null : mergeTerms(game, seeks);
    if (seeks === null || what === null) break;
    const players = seeks.map(({ userid }) => userid).join(', ');
    const news = { code: 'seeks-met', parts: { players } };
    const board = boardOf({ ...at, state }, { game, what, seeks, takers: [], news });
    events.push(...board.events);
    notifications.push(...board.notifications);
    state = board.events.reduce(apply, state);
    left = state.get(`seek/${seek.number}`);
  }
  return { events, notifications, state, left };
}
