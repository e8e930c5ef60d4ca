// The page with the newest tournaments, and the page of one: its terms, tables and rounds.
// Players who want no page are in it without their names.
import {
  TABLE_COUNTS,
  countsOf,
  describePairing,
  findWinners,
  poolTitle,
  poolsOf,
  standOf,
  termsOf,
  titleOf,
} from '../features/tournaments/mails.ts';
import { buildTable } from '../features/tournaments/table.ts';
import { type Pairing, type Tournament, lastRound } from '../features/tournaments/tournament.ts';
import { FIRST_CALENDAR } from '../kernel/calendar.ts';
import type { State } from '../kernel/state.ts';
import { gameTitle } from '../wording/board-names.ts';
import { type SpeakContext, sayPhrase } from '../wording/compose-context.ts';
import { type PageContext, boardPath, filterShownPlayers, playerPath, tournamentPath } from '../wording/on-web.ts';

/** A tournament in a line. */
export interface TournamentRow {
  readonly number: number;
  readonly title: string;
  readonly path: string;
  /** Sentences. */
  readonly terms: string;
  readonly stand: string;
}

type StateName = Tournament['state'];

export interface TournamentsPage {
  readonly groups: readonly { readonly state: StateName; readonly rows: readonly TournamentRow[] }[];
}

/** What is shown of an entrant: a name with a page, or that there is somebody. */
interface ShownEntrant {
  readonly name: string;
  readonly href: string | null;
  readonly hasLeft: boolean;
}

export interface TournamentPage extends TournamentRow {
  readonly state: StateName;
  readonly won: string;
  /** The titles of the columns of numbers. */
  readonly columns: readonly string[];
  readonly tables: readonly {
    /** '' where there is but one. */
    readonly title: string;
    readonly rows: readonly {
      readonly place: number;
      readonly entrant: ShownEntrant;
      readonly counts: readonly (string | number)[];
    }[];
  }[];
  /** Before it begins. */
  readonly entrants: readonly ShownEntrant[];
  /** The round that is shown. 0: none was paired. */
  readonly round: number;
  /** All of them, to go from one to the other. */
  readonly rounds: readonly { readonly number: number; readonly path: string }[];
  readonly games: readonly { readonly text: string; readonly href: string | null }[];
}

/** `tournaments`: the newest of each state, the newest first. */
export const buildTournamentsPage = (context: PageContext, tournaments: readonly Tournament[]): TournamentsPage => ({
  groups: (['open', 'running', 'over'] as const).flatMap(state => {
    const rows = tournaments.filter(each => each.state === state);
    const winners = filterShownPlayers(
      context.state,
      rows.flatMap(findWinners).map(userid => ({ userid })),
    );
    const names = new Set(winners.map(({ userid }) => userid));
    return rows.length === 0 ? [] : [{ state, rows: rows.map(each => describeRow(context, each, names)) }];
  }),
});

const sayHidden = (context: SpeakContext): string => sayPhrase(context, { code: 'web-hidden-player', parts: {} });

/** `names`: of players whose names are shown. */
function describeRow(context: PageContext, tournament: Tournament, names: ReadonlySet<string>): TournamentRow {
  return {
    ...{ number: tournament.number, title: titleOf(context, tournament), path: tournamentPath(tournament.number) },
    terms: `${termsOf(context, tournament)}.`,
    stand: sayWinners(context, tournament, names) || standOf(context, tournament, FIRST_CALENDAR),
  };
}

/** '' while there is no winner. */
function sayWinners(context: SpeakContext, tournament: Tournament, names: ReadonlySet<string>): string {
  const winners = findWinners(tournament).map(userid => (names.has(userid) ? userid : sayHidden(context)));
  const parts = { winners: winners.join(', ') };
  return winners.length === 0 ? '' : sayPhrase(context, { code: 'tournament-won', parts });
}

/** null: there is no such tournament, or no such round. `round` null: the last one. */
export function buildTournamentPage(context: PageContext, number: number, round: number | null): TournamentPage | null {
  const tournament = context.state.get(`tournament/${number}`);
  if (tournament === null) return null;
  const last = lastRound(tournament);
  const shown = round ?? last;
  if (shown > last || (round !== null && shown < 1)) return null;
  const names = findShownNames(context.state, tournament);
  const entrantOf = (index: number): ShownEntrant => describeEntrant(context, tournament, index, names);
  const row = describeRow(context, tournament, names);
  const { entrants, state } = tournament;
  return {
    ...{ ...row, state, round: shown },
    won: sayWinners(context, tournament, names),
    stand: standOf(context, tournament, FIRST_CALENDAR),
    columns: TABLE_COUNTS.map(code => sayPhrase(context, { code, parts: {} })),
    tables: last === 0 ? [] : buildTables(context, tournament, entrantOf),
    entrants: state === 'open' ? entrants.map((_, index) => entrantOf(index)) : [],
    rounds: Array.from({ length: last }, (_, index) => ({ number: index + 1, path: `${row.path}?round=${index + 1}` })),
    games: tournament.pairings
      .filter(pairing => pairing.round === shown)
      .map(pairing => describeGame(context, tournament, pairing, entrantOf)),
  };
}

function findShownNames(state: State, { entrants }: Tournament): ReadonlySet<string> {
  return new Set(filterShownPlayers(state, entrants).map(({ userid }) => userid));
}

function describeEntrant(
  context: SpeakContext,
  { entrants }: Tournament,
  index: number,
  names: ReadonlySet<string>,
): ShownEntrant {
  const { userid = '', hasLeft = false } = entrants[index] ?? {};
  return names.has(userid)
    ? { name: userid, href: playerPath(userid), hasLeft }
    : { name: sayHidden(context), href: null, hasLeft };
}

/** None of a knock-out: its games say it all. */
function buildTables(
  context: SpeakContext,
  tournament: Tournament,
  entrantOf: (index: number) => ShownEntrant,
): TournamentPage['tables'] {
  if (tournament.kind === 'knock-out') return [];
  const pools = poolsOf(tournament);
  return pools.map(pool => ({
    title: poolTitle(context, pool, pools.length),
    rows: buildTable(tournament, pool).map(row => ({
      ...{ place: row.place, entrant: entrantOf(row.entrant), counts: countsOf(row) },
    })),
  }));
}

/** A board is on the web where both its players are. */
function describeGame(
  context: PageContext,
  tournament: Tournament,
  pairing: Pairing,
  entrantOf: (index: number) => ShownEntrant,
): TournamentPage['games'][number] {
  const { first, second, board } = pairing;
  const isShown = second !== null && [first, second].every(each => entrantOf(each).href !== null);
  const { game } = tournament;
  const phrase = describePairing(tournament, pairing, each => entrantOf(each).name, gameTitle(context, game));
  return {
    text: sayPhrase(context, phrase),
    href: board === null || !isShown ? null : boardPath(game, board),
  };
}
