// Leagues: recurring tournaments whose divisions follow from the season before.
import { zoneOf } from '#core/players/account.ts';
import { findNamedGame, titleOf } from '#games/game.ts';
import { lookUp } from '#games/kit/look-up.ts';
import { ok } from '#games/kit/result.ts';
import type { Event } from '#core/kernel/documents.ts';
import { refused } from '#core/kernel/refusal.ts';
import { formatInstant } from '#core/kernel/sentence.ts';
import { type State, apply } from '#core/kernel/state.ts';
import type { Instant } from '#core/kernel/time.ts';
import { type Command, parseCredentials } from '#core/language/command.ts';
import {
  type CommandContext,
  type Decision,
  type Notification,
  allow,
  deny,
  takeCharges,
  tell,
} from '#core/players/decision.ts';
import type { Consequence } from '#core/players/message.ts';
import { hasRoom } from '#core/players/quota.ts';
import { requireGame } from '#core/board/match.ts';
import type { Phrase } from '#games/kit/refusal.ts';
import { isMember } from '../clubs/club.ts';
import { addEntrant, createTournament, entryCharge, leaveSeries, mailTournament } from './organise.ts';
import { poolsOf } from './mails.ts';
import { buildTable } from './table.ts';
import { type Series, type Tournament, soonAfter, tournamentLimits } from './tournament.ts';

// The entrants of a league's series are its members, the strongest first. A season cuts this list into divisions.

/** A quarter of the smaller of two divisions, but at least one, change places. */
const countMoves = (above: readonly string[], below: readonly string[]): number =>
  Math.max(1, Math.floor(Math.min(above.length, below.length) / 4));

/**
 * The members after a season, the strongest first: in each division those who came down, those who came up, then those who stay. If the
 * divisions become smaller, the last of those who stay go down as well. Members who did not play keep their places.
 */
export function rankSeason(season: Tournament, members: readonly string[]): readonly string[] {
  const divisions = poolsOf(season).map(pool => {
    const rows = buildTable(season, pool).map(({ entrant }) => season.entrants[entrant]);
    const inOrder = [...rows.filter(each => each?.hasLeft === false), ...rows.filter(each => each?.hasLeft === true)];
    return inOrder.flatMap(each => (each !== undefined && members.includes(each.userid) ? [each.userid] : []));
  });
  const at = (index: number): readonly string[] => divisions[index] ?? [];
  const movesAt = (index: number): number =>
    index < 0 ? 0 : Math.min(countMoves(at(index), at(index + 1)), at(index + 1).length);
  const ranked = divisions.flatMap((division, index) => {
    const [up, down] = [movesAt(index - 1), movesAt(index)];
    const above = at(index - 1);
    return [
      ...above.slice(Math.max(movesAt(index - 2), above.length - up)),
      ...at(index + 1).slice(0, down),
      ...division.slice(up, Math.max(up, division.length - down)),
    ];
  });
  return members.reduce(
    (list, userid, place) => (ranked.includes(userid) ? list : list.toSpliced(place, 0, userid)),
    ranked,
  );
}

/** Orders the members of a league when a season of it has ended. */
export function rankMembers(state: State, season: Tournament): State {
  const series = season.kind !== 'league' || season.series === null ? null : state.get(`series/${season.series}`);
  if (series === null) return state;
  return apply(state, { kind: 'series-changed', series: { ...series, entrants: rankSeason(season, series.entrants) } });
}

/** Begins the next season at `now`, or waits until `next`: for the end of the last one, or for enough members. */
export function beginSeason(
  state: State,
  series: Series,
  { now, next }: Readonly<Record<'now' | 'next', Instant>>,
): Consequence {
  const last = series.last === null ? null : state.get(`tournament/${series.last}`);
  const isPlayed = last?.state === 'open' || last?.state === 'running';
  if (isPlayed || series.entrants.length < tournamentLimits.leagueLeast) {
    const changed: Event = { kind: 'series-changed', series: { ...series, wake: next } };
    return { messages: [], state: apply(state, changed) };
  }
  const starts = soonAfter(now);
  const open = createTournament(state, { ...series.terms, starts }, { organiser: null, series: series.id, now });
  const season = series.entrants.reduce((entered, userid) => addEntrant(entered, userid, now), open);
  const events: readonly Event[] = [
    { kind: 'tournament-opened', tournament: season },
    { kind: 'series-changed', series: { ...series, last: season.number, wake: next } },
  ];
  return { messages: [], state: events.reduce(apply, state) };
}

/** The place of a new member: by rating, but after the first season not in the first division, whose places are won. */
function findPlace(state: State, { entrants, terms, last }: Series, userid: string): number {
  const valueOf = (each: string): number => state.get(`rating/${terms.game}/${each}`)?.value ?? 0;
  state.requireDocuments([...entrants, userid].map(each => `rating/${terms.game}/${each}` as const));
  const own = valueOf(userid);
  const from = last === null ? 0 : terms.poolSize;
  const place = entrants.findIndex((each, index) => index >= from && valueOf(each) < own);
  return place === -1 ? entrants.length : place;
}

const listLeagues = (state: State): readonly Series[] =>
  state.listDocuments('kind/series').filter(({ terms, wake }) => terms.kind === 'league' && wake !== null);

/** By its name, or as the first of a game. */
function findLeague(state: State, typed: string): Series | null {
  const leagues = listLeagues(state);
  const game = findNamedGame(state.games, typed)?.game.name;
  return (
    leagues.find(({ id }) => id.toLowerCase() === typed) ?? leagues.find(({ terms }) => terms.game === game) ?? null
  );
}

/** What a league plays, its members, and its season. */
function describeLeague(context: CommandContext, { id, terms, entrants, last, wake }: Series): Notification {
  const { state, actor, now } = context;
  const zone = zoneOf(state.account(actor ?? ''));
  const season: Phrase =
    last === null
      ? { code: 'league-first', parts: { least: tournamentLimits.leagueLeast } }
      : { code: 'league-season', parts: { number: last } };
  const isIn = entrants.includes(actor ?? '');
  const options = Object.entries(terms.setup).map(([name, value]) => `${name} ${value}`);
  const game = [titleOf(requireGame(state, terms), terms.setup), ...options].join(', ');
  const parts = { id, game, members: entrants.length, season };
  const done = { code: isIn ? 'league-in' : 'league-out', parts: { ...parts, next: formatInstant(zone, wake ?? now) } };
  return { kind: 'done', done };
}

function joinLeague(context: CommandContext, series: Series): Decision {
  const { state, now } = context;
  const userid = context.actor ?? '';
  if (series.entrants.includes(userid)) return allow([], [describeLeague(context, series)]);
  const { club } = series.terms;
  if (club !== null && !isMember(state, club, userid)) return deny(refused('club-not-in', { name: club, userid }));
  const charge = entryCharge(userid);
  if (!hasRoom(state, [charge], now))
    return deny(refused('tournament-entries', { most: tournamentLimits.tournamentEntriesPerDay }));
  const most = tournamentLimits.leagueMembers;
  if (series.entrants.length >= most) return deny(refused('league-full', { name: series.id, most }));
  const entrants = series.entrants.toSpliced(findPlace(state, series, userid), 0, userid);
  const joined = { ...series, entrants };
  return allow(
    [{ kind: 'series-changed', series: joined }, takeCharges([charge], now)],
    [describeLeague(context, joined)],
  );
}

/** The games of a season that is played go on. */
function leaveLeague(context: CommandContext, { id }: Series): Decision {
  const left = leaveSeries(context.state, id, context.actor ?? '');
  if (left.length === 0) return deny(refused('league-not-in', { name: id }));
  return allow(left, [tell('league-left', { id })]);
}

const ACTS: Readonly<Record<string, (context: CommandContext, series: Series) => Decision>> = {
  join: joinLeague,
  leave: leaveLeague,
  show: (context, series) =>
    series.last === null
      ? allow([], [describeLeague(context, series)])
      : allow([], [describeLeague(context, series), mailTournament(context, series.last, null)]),
};

/** `league`: lists, joins and leaves leagues. */
export const league: Command = {
  name: 'league',
  listedAfter: 'tournament',
  aliases: ['leagues'],
  usage: 'league [userid password] [list | show name | join name | leave name]',
  example: 'league list',
  permission: 'account',
  parse: commandLine => {
    const { credentials, rest } = parseCredentials(commandLine, 0);
    const [verb = 'list', name = '', ...more] = rest.map(word => word.toLowerCase());
    if (verb === 'list' && name === '') return ok({ credentials, run: tellLeagues });
    const act = lookUp(ACTS, verb);
    if (act === undefined || name === '' || more.length > 0) return null;
    return ok({
      credentials,
      run: context => {
        const series = findLeague(context.state, name);
        return series === null ? deny(refused('league-unknown', { name })) : act(context, series);
      },
    });
  },
};

function tellLeagues(context: CommandContext): Decision {
  const rows = listLeagues(context.state).map(each => describeLeague(context, each));
  return allow([], rows.length > 0 ? rows : [tell('league-none')]);
}
