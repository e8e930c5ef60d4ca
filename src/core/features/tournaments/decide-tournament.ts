// Runs a tournament over time, and updates it when a board or an account ends.
import { listRunning } from '#core/board/acts/allowance.ts';
import { announceToAll } from '#core/board/acts/announce.ts';
import { openAgreedBoard } from '#core/board/acts/open.ts';
import { type Match, userids } from '#core/board/match-document.ts';
import { type MatchState, hasActed } from '#core/board/match-state.ts';
import { hasEnded, isVoid, openMatch, playerName, requireGame } from '#core/board/match.ts';
import type { Event } from '#core/kernel/documents.ts';
import { limits } from '#core/kernel/limits.ts';
import { type State, apply } from '#core/kernel/state.ts';
import { DAY_MS, type Instant } from '#core/kernel/time.ts';
import {
  type Account,
  hasLeft,
  isClosedForGood as isGoneForGood,
  openAbsenceOf,
  wantsDigest,
  isPresent,
} from '#core/players/account.ts';
import { type Notification, createActorContext, takeCharges } from '#core/players/decision.ts';
import type { Consequence, Message } from '#core/players/message.ts';
import { openedCharge } from '#core/players/quota-rules.ts';
import type { RequestContext } from '#core/writing/feature.ts';
import { FIRST_RATING } from '../ratings/glicko2.ts';
import { buildMessages, leaveSeries, removeEntrant } from './organise.ts';
import { isMember } from '../clubs/club.ts';
import { rankMembers } from './league.ts';
import { type Lot, assignPools, pairNextRound } from './rounds.ts';
import {
  type Entrant,
  type Pairing,
  type PairingResult,
  type Tournament,
  type TournamentKind,
  isConcerned,
  lastRound,
  listArbiters,
  listClubs,
  mayEnter,
  soonAfter,
  hasPools,
  isDecided,
  tournamentLimits,
} from './tournament.ts';

/**
 * The state with its tournaments updated after all changes since `before`. Only dropped players are told here. The tournament sends its
 * other mails when it is checked.
 */
export function updateTournaments(before: State, after: State, now: Instant): Consequence {
  let state = after;
  const messages: Message[] = [];
  for (const account of after.changedOfKind('account')) state = dropLeaver(before, state, account, now);
  for (const match of after.changedOfKind('match')) {
    const entered = enterResult(before, state, match, now);
    state = entered.state;
    messages.push(...entered.messages);
  }
  return { messages, state };
}

function enterResult(before: State, state: State, match: Match, now: Instant): Consequence {
  const nothing: Consequence = { messages: [], state };
  const { tournament: at, number } = match;
  if (at === undefined || !hasEnded(match) || hasEnded(before.match(match))) return nothing;
  const tournament = state.get(`tournament/${at.number}`);
  // The games of a cancelled tournament do not count for it.
  if (tournament === null || tournament.state === 'cancelled') return nothing;
  const matchState = openMatch(state, match).matchState;
  const result = resultOf(matchState);
  const missing = listAbsentees(match, matchState).filter(userid =>
    tournament.entrants.some(each => each.userid === userid && !each.hasLeft),
  );
  const pairings = tournament.pairings.map(each =>
    each.board === number ? { ...each, result: each.result ?? result } : each,
  );
  const entrants = tournament.entrants.map(each => (missing.includes(each.userid) ? { ...each, hasLeft: true } : each));
  const changed = { ...tournament, pairings, entrants, hasNews: true, hasDailyNews: true, wake: soonAfter(now) };
  const entered: Consequence = { ...nothing, state: setTournament(state, changed) };
  return missing.reduce((sofar, userid) => {
    const events = leaveSeriesAndNext(sofar.state, tournament, userid, now);
    const code = events.length > 0 ? 'tournament-dropped-always' : 'tournament-dropped';
    const told = buildMessages(tournament, [userid], { code, parts: {} });
    return { messages: [...sofar.messages, ...told], state: events.reduce(apply, sofar.state) };
  }, entered);
}

/** Removes the player from the series, and from its next tournament if the series has entered them there. */
function leaveSeriesAndNext(state: State, { series }: Tournament, userid: string, now: Instant): readonly Event[] {
  const left = leaveSeries(state, series, userid);
  const last = series === null ? null : (state.get(`series/${series}`)?.last ?? null);
  const next = last === null ? null : state.get(`tournament/${last}`);
  return left.length > 0 && next?.state === 'open'
    ? [...left, { kind: 'tournament-changed', tournament: removeEntrant(next, userid, now) }]
    : left;
}

/** The first of the players is who moved first: a swap changes sides, and not who they are. */
function resultOf({ outcome, holders, line }: MatchState): PairingResult {
  if (outcome === null) return 'nobody';
  if (isVoid(outcome.reason)) {
    const away = line.flatMap(entry =>
      entry.kind === 'retire' && entry.why === 'absent' ? [holders[entry.seat]] : [],
    );
    return away.length === 1 ? (away[0] === 0 ? 'second' : 'first') : 'nobody';
  }
  const rankOf = (player: number): number => outcome.ranks[holders.indexOf(player)] ?? 1;
  return rankOf(0) === rankOf(1) ? 'draw' : rankOf(0) < rankOf(1) ? 'first' : 'second';
}

/** The players who lost this board on time or by absence without any act. */
const listAbsentees = (match: Match, matchState: MatchState): readonly string[] =>
  matchState.line.flatMap(entry => {
    // After a ruling the players stay: not their absence has ended the game.
    if (entry.kind !== 'retire' || entry.why === 'resigned' || entry.why === 'voided') return [];
    const userid = playerName(match.players[matchState.holders[entry.seat] ?? -1]);
    return hasActed(match, matchState, userid) ? [] : [userid];
  });

/** Takes a player who left out of all tournaments and series. */
function dropLeaver(before: State, state: State, account: Account, now: Instant): State {
  const { userid } = account;
  if (!hasLeft(before.account(userid), account)) return state;
  const entered = state.listDocuments(`tournaments/player/${userid}`);
  return [
    ...entered.map((each): Event => ({ kind: 'tournament-changed', tournament: removeEntrant(each, userid, now) })),
    ...state.listDocuments('kind/series').flatMap(({ id }) => leaveSeries(state, id, userid)),
  ].reduce(apply, state);
}

export function decideTournament(state: State, tournament: Tournament, context: RequestContext): Consequence {
  switch (tournament.state) {
    case 'open':
      return isDue(tournament, context.now)
        ? begin(state, tournament, context)
        : { messages: [], state: setTournament(state, { ...tournament, wake: endOfWaiting(tournament) }) };
    case 'running':
      return continueTournament(state, tournament, context);
    case 'over':
    case 'cancelled':
      return { messages: [], state: setTournament(state, { ...tournament, wake: null }) };
  }
}

const setTournament = (state: State, tournament: Tournament): State =>
  apply(state, { kind: 'tournament-changed', tournament });

const endOfWaiting = ({ starts, opened }: Tournament): Instant =>
  starts ?? opened + tournamentLimits.tournamentWaitDays * DAY_MS;

const isDue = (tournament: Tournament, now: Instant): boolean =>
  now >= endOfWaiting(tournament) || (tournament.entries !== null && tournament.entrants.length >= tournament.entries);

/** The entrants, and the organiser. */
const listConcerned = ({ entrants, organiser }: Tournament): readonly string[] => [
  ...new Set([...entrants.map(({ userid }) => userid), ...(organiser === null ? [] : [organiser])]),
];

/** The number of boards that each entrant plays at the same time. */
function boardsAtOnce({ kind, poolSize, entrants, atOnce }: Tournament): number {
  if (!hasPools(kind) || kind === 'team') return 1;
  return Math.min(atOnce ?? Infinity, (Math.min(poolSize, entrants.length) - 1) * (kind === 'double' ? 2 : 1));
}

/** With this much holiday left when a season of a league begins, its member does not play it. */
const LONG_ABSENCE_MS = 14 * DAY_MS;

/** Begins a tournament with all available entrants. With fewer than two it is cancelled. */
function begin(state: State, tournament: Tournament, context: RequestContext): Consequence {
  const { now } = context;
  const { game, kind } = tournament;
  const names = tournament.entrants.map(({ userid }) => userid);
  state.requireLoaded(
    names.flatMap(userid => [
      { kind: 'document', key: `account/${userid}` } as const,
      { kind: 'document', key: `rating/${game}/${userid}` } as const,
      { kind: 'document', key: `quota/${userid}` } as const,
      { kind: 'list', list: `running/player/${userid}` } as const,
    ]),
  );
  const there = names.filter(userid => {
    // Does mail reach this player, and may they have this many more boards?
    const boards = boardsAtOnce(tournament);
    const account = state.isAccountDamaged(userid) ? null : state.account(userid);
    if (account === null || account.closed || account.addresses.length === 0 || openAbsenceOf(account) !== null)
      return false;
    if (!mayEnter(state, tournament, userid)) return false;
    if (kind === 'league' && !isPresent(account, now) && !isPresent(account, now + LONG_ABSENCE_MS)) return false;
    return listRunning(state, userid).length + boards <= limits.boardsPerPlayer;
  });
  const ratingOf = (userid: string): number => state.get(`rating/${game}/${userid}`)?.value ?? FIRST_RATING.value;
  const rated = there.map(userid => ({ userid, rating: ratingOf(userid) }));
  // In a league of several seasons the last one has decided.
  const isRanked = kind === 'league' && tournament.series !== null;
  const ranked = isRanked ? rated : rated.toSorted((one, other) => other.rating - one.rating);
  const entrants = placeEntrants(state, tournament, ranked);
  if (entrants.length < 2)
    return {
      messages: buildMessages(tournament, listConcerned(tournament), { code: 'tournament-too-few', parts: {} }),
      state: setTournament(state, { ...tournament, state: 'cancelled', wake: null }),
    };
  const started: Tournament = {
    ...{ ...tournament, entrants, starts: now, state: 'running' },
    ...{ daily: now + spanOfTables(kind), roundEnds: endOfRound(tournament, now), wake: soonAfter(now) },
  };
  const pairings = pairNextRound(started, lotOf(started, context));
  const first = Array.isArray(pairings) ? pairings : [];
  const playing = entrants.map(({ userid }) => userid);
  const missing = names.filter(userid => !playing.includes(userid));
  const whyLeftOut = isRanked ? 'league-left-out' : tournament.club !== null ? 'club-left-out' : 'tournament-left-out';
  return {
    messages: [
      ...buildMessages(tournament, playing, { code: 'tournament-begins', parts: {} }),
      ...buildMessages(tournament, missing, { code: whyLeftOut, parts: {} }),
    ],
    state: setTournament(state, { ...started, pairings: first }),
  };
}

/** The pool of each player, the best first. Of teams only as many play as the smaller one has. */
function placeEntrants(
  state: State,
  tournament: Tournament,
  seeded: readonly Pick<Entrant, 'userid' | 'rating'>[],
): readonly Entrant[] {
  const { kind, poolSize } = tournament;
  if (kind !== 'team') {
    const pools = assignPools(seeded.length, hasPools(kind) ? poolSize : seeded.length);
    return seeded.map((each, index) => ({ ...each, pool: pools[index] ?? 0, hasLeft: false }));
  }
  const clubs = listClubs(tournament);
  const teamOf = (userid: string): number => clubs.findIndex(club => isMember(state, club, userid));
  const teams = clubs.map((_, pool) => seeded.filter(({ userid }) => teamOf(userid) === pool));
  const boards = Math.min(...teams.map(({ length }) => length));
  return teams.flatMap((team, pool) => team.slice(0, boards).map(each => ({ ...each, pool, hasLeft: false })));
}

/** A lot cannot be predicted, and is the same each time the same request is decided. */
const lotOf = ({ number, entrants }: Tournament, { cause, trust }: RequestContext): Lot => {
  const lots = entrants.map(({ userid }) => trust.sign(`lot|${cause}|tournament ${number}|${userid}`));
  return (a, b) => ((lots[a] ?? '') < (lots[b] ?? '') ? -1 : 1);
};

function continueTournament(state: State, tournament: Tournament, context: RequestContext): Consequence {
  const { now } = context;
  const opening = openNextBoards(state, tournament, now);
  if (opening !== null) return opening;
  const next = pairNextRound(tournament, lotOf(tournament, context));
  if (next === 'over') return endTournament(state, tournament);
  if (next !== null) {
    // A game that is played again has no more time.
    const roundEnds = next[0]?.round === lastRound(tournament) ? tournament.roundEnds : endOfRound(tournament, now);
    const paired = { pairings: [...tournament.pairings, ...next], roundEnds };
    const news = { hasNews: true, hasDailyNews: true, wake: soonAfter(now) };
    return { messages: [], state: setTournament(state, { ...tournament, ...paired, ...news }) };
  }
  if (tournament.roundEnds !== null && now >= tournament.roundEnds) return tellArbiters(state, tournament, now);
  return sendTables(state, tournament, now);
}

/** When a round that begins now is to end. */
const endOfRound = ({ roundDays }: Tournament, now: Instant): Instant | null =>
  roundDays === null ? null : now + roundDays * DAY_MS;

/** The arbiters decide what becomes of games that are played beyond the end of their round. Nothing happens by itself. */
function tellArbiters(state: State, tournament: Tournament, now: Instant): Consequence {
  const { number, pairings } = tournament;
  const messages = listArbiters(state, tournament).flatMap(userid => {
    const left = pairings.filter(each => each.result === null && !isConcerned(tournament, each, userid));
    const boards = left.flatMap(({ board }) => board ?? []);
    const parts = { number, board: boards[0] ?? 0, boards: boards.join(', '), round: lastRound(tournament) };
    return boards.length === 0 ? [] : buildMessages(tournament, [userid], { code: 'tournament-round-late', parts });
  });
  return { messages, state: setTournament(state, { ...tournament, roundEnds: null, wake: soonAfter(now) }) };
}

/** The games that can be opened now. Each entrant plays a limited number at the same time. */
function findNextGames({ pairings, atOnce }: Tournament): readonly Pairing[] {
  const played = new Map<number, number>();
  const listSides = ({ first, second }: Pairing): readonly number[] => [first, second ?? -1];
  const addGame = (pairing: Pairing): void => {
    for (const side of listSides(pairing)) played.set(side, (played.get(side) ?? 0) + 1);
  };
  for (const pairing of pairings) if (pairing.board !== null && pairing.result === null) addGame(pairing);
  const next: Pairing[] = [];
  for (const pairing of pairings) {
    if (pairing.board !== null || isDecided(pairing)) continue;
    if (listSides(pairing).some(side => (played.get(side) ?? 0) >= (atOnce ?? Infinity))) continue;
    addGame(pairing);
    next.push(pairing);
  }
  return next.slice(0, tournamentLimits.tournamentBoardsAtOnce);
}

/** The next few boards that are to be played; null: none can be opened now. A mail of a game waits for no more than these. */
function openNextBoards(state: State, tournament: Tournament, now: Instant): Consequence | null {
  const { pairings, entrants, game } = tournament;
  const next = findNextGames(tournament);
  if (next.length === 0) return null;
  const names = next.flatMap(({ first, second }) => [first, second ?? -1]).map(index => entrants[index]?.userid ?? '');
  const keys = names.flatMap(userid => [`account/${userid}`, `quota/${userid}`] as const);
  state.requireDocuments([`counter/${game}`, ...keys]);
  let after = state;
  const notifications: Notification[] = [];
  const done = new Map<Pairing, Pairing>();
  for (const pairing of next) {
    const walkover = findWalkover(after, tournament, pairing);
    const match = walkover === null ? boardOf(after, tournament, pairing, now) : null;
    done.set(pairing, walkover ?? { ...pairing, board: match?.number ?? null });
    if (match === null) continue;
    after = eventsOf(match, now).reduce(apply, after);
    const news = { code: 'tournament-game-opened', parts: { number: tournament.number, round: pairing.round } };
    notifications.push({ kind: 'board-changed', match: { game, number: match.number }, occasion: 'new', news });
  }
  const opened = { ...tournament, pairings: pairings.map(each => done.get(each) ?? each), wake: soonAfter(now) };
  const all = setTournament(after, opened);
  const context = createActorContext(all, now);
  return { messages: announceToAll(context, notifications), state: all };
}

/** The events for a new board. The charge makes concurrent openings for one player conflict. */
const eventsOf = (match: Match, at: Instant): readonly Event[] => [
  { kind: 'match-opened', match },
  takeCharges(userids(match).map(openedCharge), at),
];

/** An entrant who left loses the game without a board. null: both are still in. */
function findWalkover(state: State, { entrants }: Tournament, pairing: Pairing): Pairing | null {
  const isGone = (index: number | null): boolean => {
    const entrant = entrants[index ?? -1];
    const account = state.account(entrant?.userid ?? '');
    return entrant === undefined || entrant.hasLeft || account === null || isGoneForGood(account);
  };
  const [first, second] = [isGone(pairing.first), isGone(pairing.second)];
  if (!first && !second) return null;
  return { ...pairing, result: first && second ? 'nobody' : first ? 'second' : 'first' };
}

function boardOf(state: State, tournament: Tournament, { first, second, round }: Pairing, now: Instant): Match {
  const players = [first, second ?? -1].map(index => tournament.entrants[index]?.userid ?? '');
  const board = openAgreedBoard(state, requireGame(state, tournament), { ...tournament, players }, now);
  return { ...board, tournament: { number: tournament.number, round } };
}

function endTournament(state: State, tournament: Tournament): Consequence {
  const ended: Tournament = { ...tournament, state: 'over', hasNews: false, hasDailyNews: false, wake: null };
  const names = listConcerned(tournament);
  state.requireAccounts(names);
  return {
    messages: buildMessages(tournament, names, { code: 'tournament-ended', parts: {} }),
    state: rankMembers(setTournament(state, ended), ended),
  };
}

/** A season of a league is long: its tables come once a week. */
const spanOfTables = (kind: TournamentKind): number => (kind === 'league' ? 7 : 1) * DAY_MS;

/** Sends the tables to entrants who want each of them, and once a day to those who want them daily. */
function sendTables(state: State, tournament: Tournament, now: Instant): Consequence {
  const { entrants, hasNews, hasDailyNews, daily, kind } = tournament;
  const isDaily = hasDailyNews && now >= daily;
  const wanted = [...(hasNews ? ['each'] : []), ...(isDaily ? ['daily'] : [])];
  const staying = entrants.filter(({ hasLeft }) => !hasLeft).map(({ userid }) => userid);
  if (wanted.length > 0) state.requireAccounts(staying);
  const isWanted = (userid: string): boolean => {
    const settings = state.isAccountDamaged(userid) ? undefined : state.account(userid)?.settings;
    // The digest has the tables of leagues.
    const isInDigest = kind === 'league' && settings?.tables === 'daily' && wantsDigest(settings);
    return settings !== undefined && wanted.includes(settings.tables) && !isInDigest;
  };
  const readers = wanted.length === 0 ? [] : staying.filter(isWanted);
  const left = hasDailyNews && !isDaily;
  const wake = Math.min(left ? Math.max(daily, now) : Infinity, tournament.roundEnds ?? Infinity);
  const next: Tournament = {
    ...{ ...tournament, hasNews: false, hasDailyNews: left },
    ...{ daily: isDaily ? now + spanOfTables(kind) : daily, wake: wake === Infinity ? null : wake },
  };
  return {
    messages: buildMessages(tournament, readers, { code: 'tournament-news', parts: { round: lastRound(tournament) } }),
    state: setTournament(state, next),
  };
}
