// Parses the options of a tournament: its game's, time and rating, the format, and the start.
import { lookUp } from '#games/kit/look-up.ts';
import type { AnyGame, GivenOptions } from '#games/game.ts';
import { no, ok, type Result } from '#games/kit/result.ts';
import { type Day, isDay } from '#core/kernel/calendar.ts';
import { parseTimeControl, type TimeControl } from '#core/kernel/time-control.ts';
import { type Refused, refused } from '#core/kernel/refusal.ts';
import {
  tournamentLimits,
  TOURNAMENT_KINDS,
  type TournamentKind,
  type TournamentTerms,
  hasPools,
} from './tournament.ts';
import { isClubName } from '../clubs/club.ts';
import { findSingleValue, parseOnOff } from '#core/language/command.ts';

/** The day stands for its first instant where the organiser lives. */
export type TypedTerms = Omit<TournamentTerms, 'starts'> & { readonly day: Day | null };

/** The default time control, in days. It makes rounds end. */
export const TOURNAMENT_TIME: TimeControl = { nagtime: 3, forfeittime: 10, totaltime: 10, increment: 1.5, cap: 10 };

export function parseTournamentTerms(game: AnyGame, given: GivenOptions): Result<TypedTerms, Refused> {
  const timed = parseTime(given);
  if (!timed.ok) return timed;
  const { time, rest } = timed.value;
  const rated = parseOnOff(rest, 'rated', true);
  if (!rated.ok) return rated;
  const own = rest.filter(([name]) => !Object.hasOwn(FORMS, name) && !['rated', 'swap'].includes(name));
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

type Values = Pick<
  TypedTerms,
  'kind' | 'poolSize' | 'rounds' | 'roundDays' | 'atOnce' | 'club' | 'against' | 'entries' | 'day' | 'name'
>;

const KIND_NAMES: Readonly<Record<string, TournamentKind>> = {
  ...Object.fromEntries(TOURNAMENT_KINDS.map(kind => [kind, kind])),
  ...{ roundrobin: 'round-robin', 'double-round': 'double', knockout: 'knock-out' },
};

interface Form {
  readonly isFit: (text: string) => boolean;
  /** What a refusal says. */
  readonly allowed: string;
}

const numberFrom = (least: number, most: number): Form => ({
  isFit: text => /^\d{1,3}$/.test(text) && Number(text) >= least && Number(text) <= most,
  allowed: `${least}–${most}`,
});

/** The options of a tournament. */
const FORMS = {
  kind: { isFit: text => lookUp(KIND_NAMES, text.toLowerCase()) !== undefined, allowed: TOURNAMENT_KINDS.join(', ') },
  pool: numberFrom(2, tournamentLimits.tournamentPool),
  rounds: numberFrom(1, tournamentLimits.tournamentRounds),
  'at-once': numberFrom(1, tournamentLimits.tournamentPool),
  'round-days': numberFrom(1, tournamentLimits.tournamentTotalDays),
  entries: numberFrom(2, tournamentLimits.tournamentEntrants),
  start: { isFit: isDay, allowed: '2026-12-24' },
  club: { isFit: isClubName, allowed: 'chess-friends' },
  against: { isFit: isClubName, allowed: 'chess-friends' },
  name: { isFit: text => /^[a-z0-9][a-z0-9_-]{0,29}$/i.test(text), allowed: 'Spring-Cup' },
} as const satisfies Readonly<Record<string, Form>>;

/** What a kind has where no option says so. */
const USUAL: Readonly<Partial<Record<TournamentKind, Readonly<Record<'pool' | 'at-once', string>>>>> = {
  league: { pool: `${tournamentLimits.leagueDivision}`, 'at-once': `${tournamentLimits.leagueGamesAtOnce}` },
};

type Texts = Readonly<Partial<Record<keyof typeof FORMS, string>>>;

/** The options as they are typed; undefined: not given. */
function parseTexts(given: GivenOptions): Result<Texts, Refused> {
  const texts: Record<string, string> = {};
  for (const [option, { isFit, allowed }] of Object.entries<Form>(FORMS)) {
    const text = findSingleValue(given, option);
    if (text === null) continue;
    if (!isFit(text)) return no(refused('tournament-option', { option, allowed }));
    texts[option] = text;
  }
  return ok(texts);
}

const toNumber = (text: string | null): number | null => (text === null ? null : Number(text));

const NOT_GIVEN = {
  kind: 'round-robin',
  start: null,
  name: null,
  club: null,
  against: null,
  rounds: null,
  entries: null,
};

function parseValues(given: GivenOptions): Result<Values, Refused> {
  const typed = parseTexts(given);
  if (!typed.ok) return typed;
  const { start: day, name, club, against, rounds, entries, kind: word } = { ...NOT_GIVEN, ...typed.value };
  const kind = lookUp(KIND_NAMES, word.toLowerCase()) ?? 'round-robin';
  if (rounds !== null && kind !== 'swiss') return no(refused('tournament-rounds'));
  if (!isTeamComplete(kind, club, against)) return no(refused('tournament-team'));
  const usual = {
    pool: `${tournamentLimits.tournamentPool}`,
    'at-once': null,
    'round-days': null,
    ...USUAL[kind],
    ...typed.value,
  };
  return ok({
    ...{ kind, name, day, club, against, rounds: toNumber(rounds), poolSize: Number(usual.pool) },
    roundDays: toNumber(usual['round-days']),
    // It begins on its day, or with a number of entries.
    entries: toNumber(entries) ?? (day === null ? tournamentLimits.tournamentUsualEntries : null),
    atOnce: hasPools(kind) ? toNumber(usual['at-once']) : null,
  });
}

/** Two clubs play a match of teams, and no other kind. */
const isTeamComplete = (kind: TournamentKind, club: string | null, against: string | null): boolean =>
  kind === 'team' ? club !== null && against !== null && club !== against : against === null;
