// The page with the newest tournaments, and the page of one: its terms, tables and rounds.
// Players who want no page are in it without their names.
import {
  countsOf,
  describePairing,
  findWinners,
  poolTitle,
  poolsOf,
  standOf,
  termsOf,
  titleOf,
  titlesOf,
} from './mails.ts';
import { formats } from './files.ts';
import { findNewestTournaments } from './organise.ts';
import { buildTable } from './table.ts';
import { type Pairing, type Tournament, lastRound, listClubs } from './tournament.ts';
import { gameTitle } from '#core/writing/board-names.ts';
import { type SpeakContext, sayPhrase } from '#core/writing/compose-context.ts';
import {
  type PageContext,
  type PageDefinition,
  boardPath,
  parseNumber,
  sharePage,
  filterShownPlayers,
  clubPath,
  playerPath,
  tournamentPath,
} from '#core/writing/on-web.ts';

/** What is shown of an entrant: a name with a page, or that there is somebody. */
interface ShownEntrant {
  readonly name: string;
  readonly href: string | null;
  readonly hasLeft: boolean;
}

/** `tournaments`: the newest of each state, the newest first. */
export const tournamentsPage = sharePage<readonly Tournament[]>({
  path: '/tournaments',
  listsPlayers: true,
  shared: { keyOf: () => '', find: findNewestTournaments },
  build: (context, _, tournaments) => ({
    template: 'tournaments',
    frame: {
      ...{ title: sayPhrase(context, { code: 'web-nav-tournaments', parts: {} }), part: 'tournaments' },
      path: '/tournaments',
    },
    view: {
      page: {
        groups: (['open', 'running', 'over'] as const).flatMap(state => {
          const rows = tournaments.filter(each => each.state === state);
          const winners = rows.flatMap(findWinners).map(userid => ({ userid }));
          const names = new Set(filterShownPlayers(context.state, winners).map(({ userid }) => userid));
          return rows.length === 0 ? [] : [{ state, rows: rows.map(each => describeRow(context, each, names)) }];
        }),
      },
      usualGame: context.state.games[0]?.name ?? '',
    },
  }),
});

const sayHidden = (context: SpeakContext): string => sayPhrase(context, { code: 'web-hidden-player', parts: {} });

/** A tournament in a line. `names`: of players whose names are shown. */
function describeRow(context: PageContext, tournament: Tournament, names: ReadonlySet<string>) {
  return {
    ...{ number: tournament.number, title: titleOf(context, tournament), path: tournamentPath(tournament.number) },
    terms: `${termsOf(context, tournament)}.`,
    stand: sayWinners(context, tournament, names) || standOf(context, tournament, 'UTC'),
  };
}

/** '' while there is no winner. */
function sayWinners(context: SpeakContext, tournament: Tournament, names: ReadonlySet<string>): string {
  const winners = findWinners(tournament).map(userid => (names.has(userid) ? userid : sayHidden(context)));
  const parts = { winners: winners.join(', ') };
  return winners.length === 0 ? '' : sayPhrase(context, { code: 'tournament-won', parts });
}

/** The page of a tournament, with the last round, or that of `?round=2`. */
export const tournamentPage: PageDefinition = {
  path: '/tournaments/:number{[1-9]\\d{0,8}}',
  files: formats,
  listsPlayers: true,
  build: (context, { param, query }) => {
    const round = parseNumber(query('round'), null);
    const tournament = context.state.get(`tournament/${Number(param('number'))}`);
    if (tournament === null || round === undefined) return null;
    const last = lastRound(tournament);
    const shown = round ?? last;
    if (shown > last || (round !== null && shown < 1)) return null;
    const names = new Set(filterShownPlayers(context.state, tournament.entrants).map(({ userid }) => userid));
    const row = describeRow(context, tournament, names);
    const page = { ...row, ...describeTournament(context, tournament, names, shown) };
    const title = sayPhrase(context, { code: 'web-tournament', parts: { name: row.title } });
    return {
      template: 'tournament',
      frame: {
        ...{ title, part: 'tournaments' },
        description: `${row.terms} ${page.won === '' ? page.stand : page.won}`,
      },
      view: { page, heading: title },
    };
  },
};

/** `round`: the one that is shown. 0: none was paired. */
function describeTournament(context: PageContext, tournament: Tournament, names: ReadonlySet<string>, round: number) {
  const entrantOf = (index: number): ShownEntrant => describeEntrant(context, tournament, index, names);
  const { entrants, state, number } = tournament;
  const last = lastRound(tournament);
  return {
    ...{ state, round },
    clubs: listClubs(tournament).map(name => ({ name, href: clubPath(name) })),
    won: sayWinners(context, tournament, names),
    stand: standOf(context, tournament, 'UTC'),
    tables: last === 0 ? [] : buildTables(context, tournament, entrantOf),
    entrants: state === 'open' ? entrants.map((_, index) => entrantOf(index)) : [],
    rounds: Array.from({ length: last }, (_, index) => ({
      ...{ number: index + 1, path: `${tournamentPath(number)}?round=${index + 1}` },
    })),
    games: tournament.pairings
      .filter(pairing => pairing.round === round)
      .map(pairing => describeGame(context, tournament, pairing, entrantOf)),
  };
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
function buildTables(context: SpeakContext, tournament: Tournament, entrantOf: (index: number) => ShownEntrant) {
  if (tournament.kind === 'knock-out') return [];
  const pools = poolsOf(tournament);
  return pools.map(pool => {
    const rows = buildTable(tournament, pool);
    const crossed = rows.slice(0, rows[0]?.met.length);
    return {
      title: poolTitle(context, tournament, pool),
      columns: titlesOf(context, rows).map((title, index, { length }) => {
        const row = crossed[index - length + crossed.length];
        return { title, name: row && entrantOf(row.entrant).name };
      }),
      rows: rows.map(row => ({ place: row.place, entrant: entrantOf(row.entrant), counts: countsOf(row) })),
    };
  });
}

/** A board is on the web where both its players are. */
function describeGame(
  context: PageContext,
  tournament: Tournament,
  pairing: Pairing,
  entrantOf: (index: number) => ShownEntrant,
) {
  const { first, second, board } = pairing;
  const isShown = second !== null && [first, second].every(each => entrantOf(each).href !== null);
  const { game } = tournament;
  const phrase = describePairing(tournament, pairing, each => entrantOf(each).name, gameTitle(context, game));
  return { text: sayPhrase(context, phrase), href: board === null || !isShown ? null : boardPath(game, board) };
}
