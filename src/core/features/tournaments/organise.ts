// Opens, enters, leaves, begins and cancels tournaments for players.
import { zoneOf } from '#core/players/account.ts';
import { chargeAccount, createDayRule } from '#core/players/quota-rules.ts';
import { isVoid, requireGame } from '#core/board/match.ts';
import { summaryOf } from '#core/board/summary.ts';
import { type Refused, refused } from '#core/kernel/refusal.ts';
import { type Event, matchKey } from '#core/kernel/documents.ts';
import { type State, apply } from '#core/kernel/state.ts';
import type { AnyGame } from '#games/game.ts';
import type { Phrase } from '#games/kit/refusal.ts';
import type { Message } from '#core/players/message.ts';
import {
  type ActorContext,
  type CommandContext,
  type Decision,
  type Denied,
  type Notification,
  allow,
  answerSender,
  deny,
  sendMail,
  takeCharges,
  sendToSender,
} from '#core/players/decision.ts';
import {
  tournamentLimits,
  TOURNAMENTS,
  type Tournament,
  type TournamentTerms,
  isDecided,
  listClubs,
  mayEnter,
  soonAfter,
} from './tournament.ts';
import { type Result, no, ok } from '#games/kit/result.ts';
import { startOfDay } from '#core/kernel/calendar.ts';
import { isOrganiser } from '../clubs/club.ts';
import type { TypedTerms } from './tournament-options.ts';
import { resignBoard } from '#core/board/acts/resign.ts';
import { type Charge, hasRoom } from '#core/players/quota.ts';
import { DAY_MS, type Instant } from '#core/kernel/time.ts';

/** Why this player may not open one now; null: they may. */
export function findOpeningRefusal(state: State, userid: string, clubs: readonly string[] = []): Refused | null {
  const [own] = state.listKeys(`tournaments/organiser/${userid}`);
  if (own !== undefined) return refused('tournament-own', { number: own.slice('tournament/'.length) });
  const unknown = clubs.find(club => state.get(`club/${club}`) === null);
  if (unknown !== undefined) return refused('club-unknown', { name: unknown });
  if (clubs.length > 0 && !clubs.some(club => isOrganiser(state, club, userid)))
    return refused('club-not-organiser', { name: clubs.join(', ') });
  if (clubs.length > 0 || state.account(userid)?.isOrganiser === true) return null;
  // Looks at the newest alone, since each must be loaded to see whether it is void.
  const boards = state.boards(`over/people/${userid}`).slice(0, tournamentLimits.tournamentGamesLookedAt);
  state.requireDocuments(boards.map(matchKey));
  const finished = boards.filter(ref => {
    const match = state.match(ref);
    return match !== null && !isVoid(summaryOf(requireGame(state, match), match).outcome?.reason);
  }).length;
  const least = tournamentLimits.tournamentGames;
  return finished < least ? refused('tournament-games', { least, finished }) : null;
}

/** Mails the present state of the tournament to the sender. */
export const mailTournament = (context: CommandContext, number: number, news: Phrase | null): Notification =>
  sendToSender(context, { kind: 'tournament', number, userid: context.actor, news });

/** The mails to these players about the tournament. */
export const buildMessages = ({ number }: Tournament, userids: readonly string[], news: Phrase): readonly Message[] =>
  userids.map(userid => ({ ...{ kind: 'tournament', to: { kind: 'account', userid }, number, userid, news } }));

export function showTournament(context: CommandContext, number: number): Decision {
  return context.state.get(`tournament/${number}`) === null
    ? deny(refused('tournament-unknown', { number }))
    : allow([], [mailTournament(context, number, null)]);
}

const STATES = ['open', 'running', 'over'] as const;

/** Those that can be entered, those that are played, and the last ones that are over: the newest of each. */
export function findNewestTournaments(state: State): readonly Tournament[] {
  const lists = STATES.map(each => `tournaments/state/${each}` as const);
  return state.listHighest(lists, tournamentLimits.tournamentsListed);
}

export function listTournaments(context: CommandContext, game: AnyGame | null): Decision {
  const { state } = context;
  const tournaments = findNewestTournaments(state).filter(each => game === null || each.game === game.name);
  const whyNot = findOpeningRefusal(state, context.actor ?? '');
  const userid = context.actor;
  return answerSender(context, { kind: 'tournaments', game: game?.name ?? null, tournaments, userid, whyNot });
}

export function openTournament(context: CommandContext, terms: TypedTerms): Decision {
  const userid = context.actor ?? '';
  const why = findOpeningRefusal(context.state, userid, listClubs(terms));
  if (why !== null) return deny(why);
  const opened = openByTerms(context, terms, userid);
  if (!opened.ok) return opened;
  const number = context.state.get(`counter/${TOURNAMENTS}`)?.next ?? 1;
  const news = { code: 'tournament-opened', parts: { number } };
  return allow(opened.value.events, [mailTournament(context, number, news)]);
}

/** Opens a tournament of a player, or of the operator (null). Its day begins where the player is, or in UTC. */
export function openByTerms(
  { state, now }: ActorContext,
  { day, ...terms }: TypedTerms,
  organiser: string | null,
): Decision {
  const starts = day === null ? null : startOfDay(zoneOf(state.account(organiser ?? '')), day);
  if (starts !== null && (starts <= now || starts > now + tournamentLimits.tournamentAheadDays * DAY_MS))
    return deny(refused('tournament-start', { most: tournamentLimits.tournamentAheadDays }));
  const tournament = createTournament(state, { ...terms, starts }, { organiser, series: null, now });
  return allow([{ kind: 'tournament-opened', tournament }], []);
}

/** A new tournament with the next number and no entrants. */
export function createTournament(
  state: State,
  terms: TournamentTerms,
  { organiser, series, now }: Pick<Tournament, 'organiser' | 'series'> & { readonly now: Instant },
): Tournament {
  const wake = terms.starts ?? now + tournamentLimits.tournamentWaitDays * DAY_MS;
  return {
    ...{ ...terms, number: state.get(`counter/${TOURNAMENTS}`)?.next ?? 1, organiser, series },
    ...{
      state: 'open',
      opened: now,
      entrants: [],
      pairings: [],
      hasNews: false,
      hasDailyNews: false,
      roundEnds: null,
      daily: now,
      wake,
    },
  };
}

/** Why nothing of this kind can be done about it. */
function refuseState(number: number, state: Exclude<Tournament['state'], 'open'>): Refused {
  switch (state) {
    case 'running':
      return refused('tournament-running', { number });
    case 'over':
      return refused('tournament-over', { number });
    case 'cancelled':
      return refused('tournament-cancelled', { number });
  }
}

/** The tournament of this number; what no longer waits for entries is refused where it must. */
function requireTournament(context: CommandContext, number: number, mustBeOpen: boolean): Result<Tournament, Denied> {
  const tournament = context.state.get(`tournament/${number}`);
  if (tournament === null) return no({ refused: refused('tournament-unknown', { number }), match: null });
  return mustBeOpen && tournament.state !== 'open'
    ? no({ refused: refuseState(number, tournament.state), match: null })
    : ok(tournament);
}

/** Charged when a player enters a tournament. */
export const entryCharge = (userid: string): Charge =>
  chargeAccount(userid, createDayRule('tournament', tournamentLimits.tournamentEntriesPerDay));

export function enterTournament(context: CommandContext, number: number, isAlways: boolean): Decision {
  const opening = requireTournament(context, number, true);
  if (!opening.ok) return opening;
  const tournament = opening.value;
  const userid = context.actor ?? '';
  const { series, entrants } = tournament;
  if (isAlways && series === null) return deny(refused('tournament-once', { number }));
  const always = isAlways && series !== null ? enterSeries(context.state, series, userid) : [];
  if (entrants.some(each => each.userid === userid)) {
    const news = isAlways ? { code: 'tournament-always', parts: {} } : { code: 'tournament-in', parts: {} };
    return allow(always, [mailTournament(context, number, news)]);
  }
  const charge = entryCharge(userid);
  const why = findEntryRefusal(context, tournament, charge);
  if (why !== null) return deny(why);
  const news = isAlways ? { code: 'tournament-entered-always', parts: {} } : { code: 'tournament-entered', parts: {} };
  return allow(
    [
      { kind: 'tournament-changed', tournament: addEntrant(tournament, userid, context.now) },
      takeCharges([charge], context.now),
      ...always,
    ],
    [mailTournament(context, number, news)],
  );
}

function findEntryRefusal(context: CommandContext, tournament: Tournament, charge: Charge): Refused | null {
  const { number, entries, entrants } = tournament;
  if (!mayEnter(context.state, tournament, context.actor))
    return refused('tournament-club', { number, clubs: listClubs(tournament).join(', ') });
  const most = entries ?? tournamentLimits.tournamentEntrants;
  if (entrants.length >= most) return refused('tournament-full', { number, most });
  return hasRoom(context.state, [charge], context.now)
    ? null
    : refused('tournament-entries', { most: tournamentLimits.tournamentEntriesPerDay });
}

/** Adds an entrant. If the tournament is full now, it begins. */
export function addEntrant(tournament: Tournament, userid: string, now: Instant): Tournament {
  const entrants = [...tournament.entrants, { userid, rating: 0, pool: 0, hasLeft: false }];
  const isFull = tournament.entries !== null && entrants.length >= tournament.entries;
  return { ...tournament, entrants, ...(isFull ? { wake: soonAfter(now) } : {}) };
}

/** Empty if the player is entered already, or the series is gone. */
function enterSeries(state: State, id: string, userid: string): readonly Event[] {
  const series = state.get(`series/${id}`);
  if (series === null || series.entrants.includes(userid)) return [];
  return [{ kind: 'series-changed', series: { ...series, entrants: [...series.entrants, userid] } }];
}

/** Removes the player from a series. */
export function leaveSeries(state: State, id: string | null, userid: string): readonly Event[] {
  const series = id === null ? null : state.get(`series/${id}`);
  if (id === null || series?.entrants.includes(userid) !== true) return [];
  const entrants = series.entrants.filter(each => each !== userid);
  return [{ kind: 'series-changed', series: { ...series, entrants } }];
}

/** Takes a player out of a tournament: before it begins without a trace. */
export function removeEntrant(tournament: Tournament, userid: string, now: Instant): Tournament {
  const { entrants } = tournament;
  return tournament.state === 'open'
    ? { ...tournament, entrants: entrants.filter(each => each.userid !== userid) }
    : {
        ...{ ...tournament, wake: soonAfter(now) },
        entrants: entrants.map(each => (each.userid === userid ? { ...each, hasLeft: true } : each)),
      };
}

/** Before it begins nothing has happened; then the games that are played are given up, and there will be no others. */
export function withdraw(context: CommandContext, number: number): Decision {
  const there = requireTournament(context, number, false);
  if (!there.ok) return there;
  const tournament = there.value;
  const userid = context.actor ?? '';
  const index = tournament.entrants.findIndex(each => each.userid === userid && !each.hasLeft);
  const series = leaveSeries(context.state, tournament.series, userid);
  if (index === -1)
    return series.length > 0
      ? allow(series, [mailTournament(context, number, { code: 'tournament-never', parts: {} })])
      : deny(refused('tournament-not-in', { number }));
  if (tournament.state === 'over' || tournament.state === 'cancelled')
    return deny(refuseState(number, tournament.state));
  const changed = removeEntrant(tournament, userid, context.now);
  const code = series.length > 0 ? 'tournament-left-always' : 'tournament-left';
  const left: Event = { kind: 'tournament-changed', tournament: changed };
  const given = resignGames({ ...context, state: apply(context.state, left) }, tournament, index);
  return allow(
    [left, ...series, ...given.events],
    [...given.notifications, mailTournament(context, number, { code, parts: {} })],
  );
}

/** The games of an entrant that are played. */
function resignGames(
  context: CommandContext,
  { game, pairings }: Tournament,
  entrant: number,
): { readonly events: readonly Event[]; readonly notifications: readonly Notification[] } {
  const boards = pairings.flatMap(each =>
    !isDecided(each) && each.board !== null && (each.first === entrant || each.second === entrant) ? [each.board] : [],
  );
  let { state } = context;
  const [events, notifications]: [Event[], Notification[]] = [[], []];
  for (const number of boards) {
    const resigned = resignBoard({ ...context, state }, { game, number });
    if (!resigned.ok) continue;
    events.push(...resigned.value.events);
    notifications.push(...resigned.value.notifications);
    state = resigned.value.events.reduce(apply, state);
  }
  return { events, notifications };
}

/** The one that the sender has opened, and that still waits. */
function requireOwnTournament(context: CommandContext, number: number): Result<Tournament, Denied> {
  const opening = requireTournament(context, number, true);
  if (!opening.ok || opening.value.organiser === context.actor) return opening;
  return no({ refused: refused('tournament-not-yours', { number }), match: null });
}

export function startTournament(context: CommandContext, number: number): Decision {
  const own = requireOwnTournament(context, number);
  if (!own.ok) return own;
  const { entrants } = own.value;
  if (entrants.length < 2) return deny(refused('tournament-few', { number, entered: entrants.length }));
  const tournament = { ...own.value, starts: context.now, wake: soonAfter(context.now) };
  return allow(
    [{ kind: 'tournament-changed', tournament }],
    [mailTournament(context, number, { code: 'tournament-starts', parts: {} })],
  );
}

export function cancelTournament(context: CommandContext, number: number): Decision {
  const own = requireOwnTournament(context, number);
  if (!own.ok) return own;
  const cancelled = cancelAndTell(own.value, context.actor);
  if (!cancelled.ok) return cancelled;
  const answer = mailTournament(context, number, { code: 'tournament-called-off', parts: {} });
  return allow(cancelled.value.events, [answer, ...cancelled.value.notifications]);
}

/** Cancels a tournament, perhaps one that is played. Its boards go on, but do not count for it. All concerned but `asker` are told. */
export function cancelAndTell(tournament: Tournament, asker: string | null): Decision {
  const { number, state, organiser, entrants } = tournament;
  if (state === 'over' || state === 'cancelled') return deny(refuseState(number, state));
  const staying = entrants.flatMap(({ userid, hasLeft }) => (hasLeft ? [] : [userid]));
  const concerned = new Set(organiser === null ? staying : [organiser, ...staying]);
  concerned.delete(asker ?? '');
  const news = { code: state === 'open' ? 'tournament-called-off' : 'tournament-broken-off', parts: {} };
  return allow(
    [{ kind: 'tournament-changed', tournament: { ...tournament, state: 'cancelled', wake: null } }],
    buildMessages(tournament, [...concerned], news).map(sendMail),
  );
}
