// Opens, ends, takes and lists seeks for players. The oldest seek ends if a game has too many.
import { type ChargedPlayer, chargePlayer, createDayRule } from '#core/players/quota-rules.ts';
import { domainOf } from '#core/mail/canonical-address.ts';
import { seekLimits, SEEKS, type Seek, type SeekTerms, computeCheckTime, gamesWantedOf, isShownTo } from './seek.ts';
import { type State, apply } from '#core/kernel/state.ts';
import {
  findBoardBetween,
  hasRating,
  hasRoomAt,
  isAvailable,
  isInRange,
  isSamePerson,
  isSameTerms,
  listSeeksFor,
  matchSeek,
  mayMeet,
  mergeTerms,
  openSeekBoard,
  openSeeks,
  ratingOf,
  rowsOf,
} from './matching.ts';
import type { AnyGame } from '#games/game.ts';
import {
  type CommandContext,
  type Decided,
  type Decision,
  allow,
  answerSender,
  chargedPlayerOf,
  deny,
  sendMail,
  takeCharges,
  tell,
  sendToSender,
} from '#core/players/decision.ts';
import { requireGame } from '#core/board/match.ts';
import { type Charge, hasRoom } from '#core/players/quota.ts';
import { type Refused, refused } from '#core/kernel/refusal.ts';
import type { DataRequest, Event } from '#core/kernel/documents.ts';

/** The seek that must end because a new one exceeds a limit. It can be the new one itself. null: no limit is exceeded. */
export function chooseCrowdedOut(state: State, opened: Seek): Seek | null {
  const { game, code, userid } = opened;
  const all = openSeeks(state, `seeks/game/${game}`).filter(seek => (seek.code === null) === (code === null));
  if (all.length > seekLimits.seeksPerGame) return chooseLoser(state, all, opened);
  if (hasRating(state, userid, game)) return null;
  const newcomers = all.filter(seek => !hasRating(state, seek.userid, game));
  return newcomers.length > seekLimits.seeksOfNewcomers ? chooseLoser(state, newcomers, opened) : null;
}

/** The oldest of the player with most of them, in the domain with most of them: accounts of one domain are easily made. */
function chooseLoser(state: State, seeks: readonly Seek[], opened: Seek): Seek | null {
  const domain = ({ userid }: Seek): string => domainOf(state.account(userid)?.addresses[0] ?? '');
  const ofDomain = largestGroup(seeks, domain, opened);
  const ofPlayer = largestGroup(ofDomain, ({ userid }) => userid, opened);
  return ofPlayer.find(({ number }) => number === opened.number) ?? ofPlayer[0] ?? null;
}

/** The largest group of seeks with the same holder. Among equal groups, that of `preferred`, else the first. */
function largestGroup(seeks: readonly Seek[], holderOf: (seek: Seek) => string, preferred: Seek): readonly Seek[] {
  const groups = new Map<string, readonly Seek[]>();
  const isPreferred = ({ number }: Seek): number => Number(number === preferred.number);
  for (const seek of seeks.toSorted((a, b) => isPreferred(b) - isPreferred(a))) {
    const holder = holderOf(seek);
    groups.set(holder, [...(groups.get(holder) ?? []), seek]);
  }
  return [...groups.values()].reduce((most, group) => (group.length > most.length ? group : most), []);
}

/** The request of a player who opens a seek. */
export interface SeekRequest {
  readonly terms: SeekTerms;
  readonly games: number;
  /** Does the seek stay open, for `games` games at a time? */
  readonly isStanding: boolean;
}

/** Opens a seek, or replaces the player's seek with the same terms. */
export function openSeek(context: CommandContext, { terms, games, isStanding }: SeekRequest): Decision {
  const userid = context.actor ?? '';
  context.state.requireLoaded(listNeededData(userid, terms.game));
  const own = openSeeks(context.state, `seeks/player/${userid}`);
  const before = own.find(seek => isSameTerms(seek, terms) && (seek.boards !== null) === isStanding) ?? null;
  const why = findOpenRefusal(context, terms, before === null ? own.length : own.length - 1);
  if (why !== null) return deny(why);
  const seek = createSeek(context, { terms, games, isStanding }, before);
  const events: readonly Event[] = [
    before === null ? { kind: 'seek-opened', seek } : { kind: 'seek-changed', seek },
    takeCharges(seekCharges(chargedPlayerOf(context)), context.now),
  ];
  const { left, ...met } = matchSeek({ ...context, state: events.reduce(apply, context.state) }, seek);
  const matching: Decided = { events: [...events, ...met.events], notifications: met.notifications };
  if (left === null) return { ok: true, value: matching };
  // A seek that still wants somebody. Where it is new and there are too many, one of them ends.
  const isNew = before === null;
  const crowded = isNew ? chooseCrowdedOut(matching.events.reduce(apply, context.state), left) : null;
  if (crowded?.number === left.number) return deny(refused('seeks-crowded'));
  const place = crowded === null ? { events: [], notifications: [] } : endCrowdedSeek(crowded);
  return allow(
    [...matching.events, ...place.events],
    [...matching.notifications, sendToSender(context, { kind: 'seek-open', seek: left }), ...place.notifications],
  );
}

/** The open seeks, the player's boards and rating, and the numbers of the next seek and the next board. */
const listNeededData = (userid: string, game: string): readonly DataRequest[] => [
  { kind: 'list', list: `seeks/player/${userid}` },
  { kind: 'list', list: `seeks/game/${game}` },
  { kind: 'list', list: `running/player/${userid}` },
  { kind: 'document', key: `rating/${game}/${userid}` },
  { kind: 'document', key: `counter/${SEEKS}` },
  { kind: 'document', key: `counter/${game}` },
];

/** In the place of the one before: null where there is none. */
function createSeek(context: CommandContext, { terms, games, isStanding }: SeekRequest, before: Seek | null): Seek {
  const boards = isStanding ? (before?.boards ?? []) : null;
  const fresh = {
    ...terms,
    userid: context.actor ?? '',
    games,
    boards,
    isRobotOffered: false,
    opened: context.now,
    since: context.now,
  };
  return {
    ...fresh,
    number: before?.number ?? findFreeNumberOfSeek(context.state),
    wake: computeCheckTime(fresh, context.now),
  };
}

/** Its player is told that a seek ended so that others find a place. */
function endCrowdedSeek(seek: Seek): Decided {
  const to = { kind: 'account', userid: seek.userid } as const;
  const why = { code: 'seek-crowded', parts: {} };
  return {
    events: [{ kind: 'seek-ended', number: seek.number }],
    notifications: [sendMail({ kind: 'seek-ended', to, seeks: [seek], why })],
  };
}

/** Charged when a player opens or takes a seek. */
export const seekCharges = (player: ChargedPlayer): readonly Charge[] =>
  chargePlayer(player, createDayRule('seek', seekLimits.seeksPerDay));

/** Why a player with `count` seeks cannot open another one. null: they can. */
function findOpenRefusal(context: CommandContext, { code }: SeekTerms, count: number): Refused | null {
  if (code?.startsWith('@') === true && !isShownTo(context.state, code, context.actor ?? ''))
    return refused('club-not-in', { name: code.slice(1), userid: context.actor ?? '' });
  if (count >= seekLimits.seeksPerPlayer) return refused('seeks-full', { most: seekLimits.seeksPerPlayer });
  return hasRoom(context.state, seekCharges(chargedPlayerOf(context)), context.now)
    ? null
    : refused('seeks-today', { most: seekLimits.seeksPerDay });
}

/** The counter's number, or the next that no seek has. */
function findFreeNumberOfSeek(state: State): number {
  let number = state.get(`counter/${SEEKS}`)?.next ?? 1;
  while (state.get(`seek/${number}`) !== null) number += 1;
  return number;
}

/** The player's seeks of a game or with a number. Both null: all of them. */
export interface SeekSelection {
  readonly game: string | null;
  readonly number: number | null;
}

export function endSeeks(context: CommandContext, { game, number }: SeekSelection): Decision {
  const own = openSeeks(context.state, `seeks/player/${context.actor ?? ''}`);
  const ended = own.filter(
    seek => (game === null || seek.game === game) && (number === null || seek.number === number),
  );
  if (number !== null && ended.length === 0) return deny(refused('seek-not-yours', { number }));
  const numbers = ended.map(seek => seek.number).join(', ');
  return allow(
    ended.map(seek => ({ kind: 'seek-ended', number: seek.number })),
    [ended.length === 0 ? tell('seeks-none') : tell('seeks-ended', { numbers })],
  );
}

/** Those of a game, or of all, that the sender could take, and the sender's own. `gone`: the one they were late for. */
export function listSeeks(context: CommandContext, only: AnyGame | null, gone: number | null = null): Decision {
  const userid = context.actor ?? '';
  const games = only === null ? context.state.games : [only];
  context.state.requireLoaded(games.map(({ name }) => ({ kind: 'list', list: `seeks/game/${name}` })));
  const fitting = games.flatMap(game => listSeeksFor(context.state, userid, game, context.now));
  const own = openSeeks(context.state, `seeks/player/${userid}`).filter(
    ({ game }) => only === null || game === only.name,
  );
  return answerSender(context, {
    ...{ kind: 'seeks', gone, game: only?.name ?? null },
    rows: rowsOf(context.state, fitting.slice(0, seekLimits.seeksListed)),
    more: Math.max(0, fitting.length - seekLimits.seeksListed),
    own: rowsOf(context.state, own),
  });
}

/** `word`: the code of the seek; null: none was written. */
export function takeSeek(context: CommandContext, number: number, word: string | null): Decision {
  const { state } = context;
  const userid = context.actor ?? '';
  const seek = state.get(`seek/${number}`);
  if (seek === null) return listSeeks(context, null, number);
  if (isSamePerson(state, userid, seek.userid)) return deny(refused('take-own', { number }));
  // For a seek that the sender may not see, the answer is the same as for one that does not exist.
  const code = word ?? (isShownTo(state, seek.code, userid) ? seek.code : null);
  if (![null, code].includes(seek.code) || !mayMeet(state, userid, seek.userid))
    return listSeeks(context, null, number);
  const game = requireGame(state, seek);
  const why = findTakeRefusal(context, game, seek, code);
  const what = mergeTerms(game, [seek]);
  if (why !== null) return deny(why);
  if (what === null || gamesWantedOf(seek) <= 0) return listSeeks(context, game, number);
  if (what.seats > 2) return openSeek(context, { terms: { ...seek, rating: null }, games: 1, isStanding: false });
  const news = { code: 'seek-taken', parts: { player: userid, number, owner: seek.userid } };
  const { events, notifications } = openSeekBoard(context, { game, what, seeks: [seek], takers: [userid], news });
  const charged = takeCharges(seekCharges(chargedPlayerOf(context)), context.now);
  return allow([...events, charged], notifications);
}

/** Why the sender cannot take this seek now, though it is there; null: they can. */
function findTakeRefusal(context: CommandContext, game: AnyGame, seek: Seek, code: string | null): Refused | null {
  const { state, now } = context;
  const userid = context.actor ?? '';
  const { number, rating } = seek;
  if (code !== seek.code) return refused('take-no-code', { number, code: code ?? '' });
  const own = Math.round(ratingOf(state, userid, game.name));
  if (rating !== null && !isInRange(rating, ratingOf(state, userid, game.name)))
    return refused('take-rating', { number, own, least: rating.least, most: rating.most, game: game.title });
  state.requireLoaded([userid, seek.userid].map(each => ({ kind: 'list', list: `running/player/${each}` })));
  const board = findBoardBetween(state, game.name, userid, seek.userid);
  if (board !== null) return refused('take-pair', { owner: seek.userid, game: game.title, board });
  if (!hasRoomAt(state, userid, game)) return refused('take-limit', { game: game.title, name: game.name });
  if (!isAvailable(state, seek.userid, now) || !hasRoomAt(state, seek.userid, game))
    return refused('take-later', { number, owner: seek.userid });
  return hasRoom(state, seekCharges(chargedPlayerOf(context)), now)
    ? null
    : refused('seeks-today', { most: seekLimits.seeksPerDay });
}
