// Parses the options of a tournament: its game's, time and rating, the format, and the start.
import { lookUp } from '#games/kit/look-up.ts';
import type { AnyGame, GivenOptions } from '#games/game.ts';
import { no, ok, type Result } from '#games/kit/result.ts';
import { type Day, isDay } from '#core/kernel/calendar.ts';
import { parseTimeControl, type TimeControl } from '#core/kernel/time-control.ts';
import { type Refused, refused } from '#core/kernel/refusal.ts';
import { tournamentLimits, TOURNAMENT_KINDS, type TournamentKind, type TournamentTerms } from './tournament.ts';
import { findSingleValue, parseOnOff } from '#core/language/command.ts';

/** The day stands for its first instant where the organiser lives. */
export type TypedTerms = Omit<TournamentTerms, 'starts'> & { readonly day: Day | null };

/** The default time control, in days. It makes rounds end. */
export const TOURNAMENT_TIME: TimeControl = { nagtime: 3, forfeittime: 10, totaltime: 10, increment: 1.5, cap: 10 };

const OWN: ReadonlySet<string> = new Set(['kind', 'pool', 'rounds', 'entries', 'start', 'name', 'rated', 'swap']);

export function parseTournamentTerms(game: AnyGame, given: GivenOptions): Result<TypedTerms, Refused> {
  const timed = parseTime(given);
  if (!timed.ok) return timed;
  const { time, rest } = timed.value;
  const rated = parseOnOff(rest, 'rated', true);
  if (!rated.ok) return rated;
  const own = rest.filter(([name]) => !OWN.has(name));
  const setup = game.setup(own);
  if (!setup.ok) return setup;
  if (game.seats(setup.value).length !== 2) return no(refused('tournament-two', { game: game.name }));
  const typed = parseValues(rest);
  if (!typed.ok) return typed;
  return ok({ ...typed.value, game: game.name, setup: setup.value, time, isRated: rated.value });
}

/** Where no time for all moves is named there is one all the same. */
function parseTime(given: GivenOptions): Result<{ readonly time: TimeControl; readonly rest: GivenOptions }, Refused> {
  const isTotal = given.some(([name]) => name === 'totaltime');
  const read = parseTimeControl(isTotal ? given : [...given, ['totaltime', String(TOURNAMENT_TIME.totaltime)]]);
  if (!read.ok) return read;
  const { named, rest } = read.value;
  const { totaltime, cap } = read.value.time;
  const all = { ...TOURNAMENT_TIME, forfeittime: totaltime ?? TOURNAMENT_TIME.forfeittime, ...named, totaltime, cap };
  if ([totaltime, all.forfeittime, cap].some(days => (days ?? 0) > tournamentLimits.tournamentTotalDays))
    return no(refused('tournament-time', { most: tournamentLimits.tournamentTotalDays }));
  return ok({ time: (all.nagtime ?? 0) < all.forfeittime ? all : { ...all, nagtime: null }, rest });
}

type Values = Pick<TypedTerms, 'kind' | 'poolSize' | 'rounds' | 'entries' | 'day' | 'name'>;

const KIND_NAMES: Readonly<Record<string, TournamentKind>> = {
  ...Object.fromEntries(TOURNAMENT_KINDS.map(kind => [kind, kind])),
  ...{ roundrobin: 'round-robin', 'double-round': 'double', knockout: 'knock-out' },
};

function parseValues(given: GivenOptions): Result<Values, Refused> {
  const kind = lookUp(KIND_NAMES, findSingleValue(given, 'kind')?.toLowerCase() ?? 'round-robin');
  if (kind === undefined) return no(refuseOption('kind', TOURNAMENT_KINDS.join(', ')));
  const pool = parseNumber(given, 'pool', { least: 2, most: tournamentLimits.tournamentPool });
  if (!pool.ok) return pool;
  const rounds = parseNumber(given, 'rounds', { least: 1, most: tournamentLimits.tournamentRounds });
  if (!rounds.ok) return rounds;
  if (rounds.value !== null && kind !== 'swiss') return no(refused('tournament-rounds'));
  const when = parseBeginning(given);
  if (!when.ok) return when;
  const name = findSingleValue(given, 'name');
  if (name !== null && !/^[a-z0-9][a-z0-9_-]{0,29}$/i.test(name)) return no(refuseOption('name', 'Spring-Cup'));
  return ok({
    ...when.value,
    kind,
    name,
    poolSize: pool.value ?? tournamentLimits.tournamentPool,
    rounds: rounds.value,
  });
}

function parseNumber(
  given: GivenOptions,
  name: string,
  { least, most }: { readonly least: number; readonly most: number },
): Result<number | null, Refused> {
  const text = findSingleValue(given, name);
  if (text === null) return ok(null);
  const isRead = /^\d{1,3}$/.test(text) && Number(text) >= least && Number(text) <= most;
  return isRead ? ok(Number(text)) : no(refuseOption(name, `${least}–${most}`));
}

/** The start: a number of entries, or a day. */
function parseBeginning(given: GivenOptions): Result<Pick<Values, 'entries' | 'day'>, Refused> {
  const entries = parseNumber(given, 'entries', { least: 2, most: tournamentLimits.tournamentEntrants });
  if (!entries.ok) return entries;
  const day = findSingleValue(given, 'start');
  if (day !== null && !isDay(day)) return no(refuseOption('start', '2026-12-24'));
  return ok({ day, entries: entries.value ?? (day === null ? tournamentLimits.tournamentUsualEntries : null) });
}

const refuseOption = (option: string, allowed: string): Refused => refused('tournament-option', { option, allowed });
