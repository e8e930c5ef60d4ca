// The mails about tournaments, and what they tell of one.
import { zoneOf } from '#core/players/account.ts';
import type { Phrase } from '#games/kit/refusal.ts';
import { formatInstant } from '#core/kernel/sentence.ts';
import {
  tournamentLimits,
  type Pairing,
  type Tournament,
  hasPools,
  lastRound,
  listClubs,
  mayEnter,
  listSeasons,
} from './tournament.ts';
import { findKnockOutBy, findKnockOutWinner, roundsOf } from './rounds.ts';
import { type TableRow, buildTable } from './table.ts';
import { DAY_MS } from '#core/kernel/time.ts';
import { gameTitle } from '#core/writing/board-names.ts';
import {
  type ComposeContext,
  type MailAdditions,
  type MessageKind,
  type SpeakContext,
  type TellContext,
  accountToken,
  sayPhrase,
} from '#core/writing/compose-context.ts';
import { must } from '#games/kit/assert.ts';
import { WIDTH, formatTable, wrapParagraph } from '#core/writing/text.ts';
import type { Refused } from '#core/kernel/refusal.ts';

/** `Nex, size 11x11, Swiss, 5 rounds, …` */
export function termsOf(context: TellContext, tournament: Tournament): string {
  const { game, setup, kind, isRated, time, poolSize, rounds, atOnce, roundDays } = tournament;
  const of = (phrase: Phrase): string => sayPhrase(context, phrase);
  const clubs = listClubs(tournament);
  // Before it begins, the number of rounds is not known.
  const played = tournament.pairings.length > 0 ? roundsOf(tournament) : rounds;
  return [
    gameTitle(context, game),
    ...Object.entries(setup).map(([name, value]) => `${name} ${value}`),
    of({ code: KIND_CODES[kind], parts: {} }),
    ...(hasPools(kind) && kind !== 'team'
      ? [of({ code: kind === 'league' ? 'tournament-divisions' : 'tournament-pools', parts: { most: poolSize } })]
      : []),
    ...(clubs.length === 0 ? [] : [of({ code: 'tournament-clubs', parts: { clubs: clubs.join(', ') } })]),
    ...(atOnce === null ? [] : [of({ code: 'tournament-at-once', parts: { most: atOnce } })]),
    ...(kind === 'swiss' && played !== null ? [of({ code: 'tournament-rounds-told', parts: { rounds: played } })] : []),
    ...(roundDays === null ? [] : [of({ code: 'tournament-round-days', parts: { days: roundDays } })]),
    of({ code: 'tournament-days', parts: { total: time.totaltime ?? 0, increment: time.increment } }),
    of(isRated ? { code: 'tournament-rated', parts: {} } : { code: 'tournament-unrated', parts: {} }),
  ].join(', ');
}

const KIND_CODES = {
  'round-robin': 'tournament-kind-round-robin',
  double: 'tournament-kind-double',
  league: 'tournament-kind-league',
  team: 'tournament-kind-team',
  swiss: 'tournament-kind-swiss',
  'knock-out': 'tournament-kind-knock-out',
} as const;

/** The state of a tournament: when it begins, which round is played, or the winner. */
export function standOf(context: TellContext, tournament: Tournament, zone: string): string {
  const { state, entries, starts, opened, entrants, pairings, roundEnds } = tournament;
  const at = formatInstant(zone, starts ?? opened + tournamentLimits.tournamentWaitDays * DAY_MS);
  const entered = entrants.length;
  const of = (phrase: Phrase): string => sayPhrase(context, phrase);
  switch (state) {
    case 'open':
      if (entries === null) return of({ code: 'tournament-waits-day', parts: { at, entered } });
      return of({ code: 'tournament-waits-full', parts: { at, entered, entries } });
    case 'running': {
      const left = pairings.filter(({ second, result }) => second !== null && result === null).length;
      const round = Math.max(1, lastRound(tournament));
      if (roundEnds === null) return of({ code: 'tournament-goes-on', parts: { round, left } });
      return of({ code: 'tournament-goes-on-until', parts: { round, left, at: formatInstant(zone, roundEnds) } });
    }
    case 'over':
      return of({ code: 'tournament-is-over', parts: {} });
    case 'cancelled':
      return of({ code: 'tournament-is-off', parts: {} });
  }
}

export const titleOf = (context: TellContext, { number, name, game }: Tournament): string =>
  name === null ? `${number} (${gameTitle(context, game)})` : `${number} (${name})`;

export const poolsOf = ({ entrants }: Tournament): readonly number[] => [...new Set(entrants.map(({ pool }) => pool))];

/** A table a pool, headed where there are several, or that of this player alone; of a knock-out the games say it all. */
function tablesOf(context: ComposeContext, tournament: Tournament, only: string | null): readonly string[] {
  if (tournament.kind === 'knock-out') return [];
  const pools = poolsOf(tournament);
  const own = tournament.entrants.find(({ userid }) => userid === only)?.pool;
  return (own === undefined || tournament.kind === 'team' ? pools : [own]).map(pool => {
    const title = poolTitle(context, tournament, pool);
    return `${title === '' ? '' : `${title}\n\n`}${tableText(context, tournament, buildTable(tournament, pool))}`;
  });
}

/** The table of the reader's division, below the title of the tournament. */
const formatOwnTable = (context: ComposeContext, tournament: Tournament, userid: string): string =>
  [
    sayPhrase(context, { code: 'web-tournament', parts: { name: titleOf(context, tournament) } }),
    ...tablesOf(context, tournament, userid),
  ].join('\n');

/** The points of all players of a team. */
const pointsOfTeam = (tournament: Tournament, team: number): number =>
  buildTable(tournament, team).reduce((sum, { points }) => sum + points, 0);

/** '' where there is but one. */
export function poolTitle(context: SpeakContext, tournament: Tournament, pool: number): string {
  const count = poolsOf(tournament).length;
  if (tournament.kind === 'team') {
    const team = listClubs(tournament)[pool] ?? '';
    return sayPhrase(context, {
      code: 'tournament-team-points',
      parts: { team, points: pointsOfTeam(tournament, pool) },
    });
  }
  const code = tournament.kind === 'league' ? 'tournament-division' : 'tournament-pool';
  return count === 1 ? '' : sayPhrase(context, { code, parts: { pool: pool + 1, count } });
}

/** The titles of the columns behind the name, and their values. Those of the crosstable have numbers. */
export const titlesOf = (context: SpeakContext, rows: readonly TableRow[]): readonly string[] => [
  ...TABLE_COUNTS.map(code => sayPhrase(context, { code, parts: {} })),
  ...(rows[0]?.met.map((_, index) => `${index + 1}`) ?? []),
];

const TABLE_COUNTS = ['table-points', 'table-won', 'table-drawn', 'table-lost', 'table-berger', 'table-open'];

export const countsOf = (row: TableRow): readonly (string | number)[] => [
  ...[row.points, row.won, row.drawn, row.lost, row.berger],
  row.running === 0 ? '' : row.running,
  ...row.met,
];

function tableText(context: ComposeContext, { entrants }: Tournament, rows: readonly TableRow[]): string {
  const counts = rows.map(countsOf);
  const columns = titlesOf(context, rows).map((title, index) => ({
    ...{ title, least: index === 0 ? 6 : index < TABLE_COUNTS.length ? 4 : 0 },
    cells: counts.map(each => each[index] ?? ''),
  }));
  const table = (most: number): string =>
    formatTable([
      { title: '#', least: 4, cells: rows.map(({ place }) => place) },
      {
        ...{ title: sayPhrase(context, { code: 'table-name', parts: {} }), least: -16 },
        cells: rows.map(({ entrant }) => nameOf(context, entrants[entrant])),
      },
      ...columns.slice(0, most),
    ]);
  const whole = table(Infinity);
  // Without room for the crosstable, the mail has none.
  return whole.indexOf('\n') > WIDTH ? table(TABLE_COUNTS.length) : whole;
}

const nameOf = (context: ComposeContext, entrant: Tournament['entrants'][number] | undefined): string =>
  entrant === undefined
    ? ''
    : entrant.hasLeft
      ? `${entrant.userid} ${sayPhrase(context, { code: 'tournament-gone', parts: {} })}`
      : entrant.userid;

const PLAYED = {
  bye: 'tournament-row-bye',
  first: 'tournament-row-first',
  second: 'tournament-row-second',
  draw: 'tournament-row-draw',
  nobody: 'tournament-row-nobody',
} as const;

const WALKOVERS = {
  first: 'tournament-row-first-walkover',
  second: 'tournament-row-second-walkover',
  draw: 'tournament-row-draw',
  nobody: 'tournament-row-nobody-walkover',
} as const;

function rowCode({ second, board, result }: Pick<Pairing, 'second' | 'board' | 'result'>): string {
  if (second === null) return PLAYED.bye;
  if (result === null) return board === null ? 'tournament-row-soon' : 'tournament-row-open';
  return (board === null ? WALKOVERS : PLAYED)[result];
}

/** The pairings, the newest round first: of a knock-out all games, else those of the reader, or of the last round. */
export function gamesOf(context: ComposeContext, tournament: Tournament, userid: string | null): readonly string[] {
  const { pairings, entrants, game, kind } = tournament;
  const isCup = kind === 'knock-out' || kind === 'team';
  const own = entrants.findIndex(each => each.userid === userid);
  const last = Math.max(0, ...pairings.map(({ round }) => round));
  const shown = pairings.filter(
    ({ first, second, round }) => isCup || (own === -1 ? round === last : first === own || second === own),
  );
  const name = (index: number): string => entrants[index]?.userid ?? '';
  const title = gameTitle(context, game);
  return shown
    .toSorted((a, b) => b.round - a.round)
    .slice(0, tournamentLimits.tournamentGamesShown)
    .map(pairing => sayPhrase(context, describePairing(tournament, pairing, name, title)));
}

/** Who meets whom, on which board, and how it ended. `name`: of an index of the entrants. */
export function describePairing(
  { kind }: Pick<Tournament, 'kind'>,
  { first, second, board, result, round }: Pairing,
  name: (entrant: number) => string,
  game: string,
): Phrase {
  const isThrough = kind === 'knock-out' && second === null;
  return {
    code: isThrough ? 'tournament-row-through' : rowCode({ second, board, result }),
    parts: { round, first: name(first), second: name(second ?? -1), game, board: board ?? 0 },
  };
}

/** The winner. null: it is not over, or no player has won alone. */
function winnersOf(context: ComposeContext, tournament: Tournament): string | null {
  const names = findWinners(tournament);
  return names.length === 0
    ? null
    : sayPhrase(context, { code: 'tournament-won', parts: { winners: names.join(', ') } });
}

/** The userids of the winners, one of each pool, or the club that has won. None while it is not over. */
export function findWinners(tournament: Tournament): readonly string[] {
  const { entrants, kind, state } = tournament;
  if (state !== 'over') return [];
  if (kind === 'team') {
    const [home, guests] = [pointsOfTeam(tournament, 0), pointsOfTeam(tournament, 1)];
    return home === guests
      ? []
      : listClubs(tournament)
          .slice(home > guests ? 0 : 1)
          .slice(0, 1);
  }
  const pools = poolsOf(tournament);
  const winners =
    kind === 'knock-out'
      ? [findKnockOutWinner(tournament) ?? -1]
      : pools.flatMap(pool =>
          buildTable(tournament, pool)
            .filter(({ place }) => place === 1)
            .map(({ entrant }) => entrant),
        );
  return winners.flatMap(index => entrants[index]?.userid ?? []);
}

interface OneTournament {
  readonly number: number;
  /** The player whose games are shown. null: none. */
  readonly userid: string | null;
  readonly news: Phrase | null;
}

const tournament: MessageKind<OneTournament> = {
  write: (context, { to, number, userid, news }) => {
    const found = must(context.state.get(`tournament/${number}`), `there is a tournament ${number}`);
    const account = userid === null ? null : context.state.account(userid);
    const own = found.entrants.some(each => each.userid === userid && !each.hasLeft);
    const view = {
      news: news === null ? '' : wrapParagraph(sayPhrase(context, news)),
      terms: wrapParagraph(termsOf(context, found)),
      stand: wrapParagraph(standOf(context, found, zoneOf(account))),
      won: wrapParagraph(winnersOf(context, found) ?? ''),
      // A reader who asked to see it sees all of it.
      ...bodyOf(context, found, { userid, isAsked: news === null }),
      ...{ number, isIn: own, isOpen: found.state === 'open', isRunning: found.state === 'running' },
      isSeries: found.series !== null,
      isOwn: found.state === 'open' && found.organiser !== null && found.organiser === userid,
    };
    // A reader who asked gets an answer. Mails that come unasked can be ended.
    const isTable = to.kind === 'account' && news?.code === 'tournament-news';
    return {
      subject: { code: 'subject-tournament', parts: { name: titleOf(context, found) } },
      token: to.kind === 'account' ? { kind: 'digest', userid: to.userid } : accountToken(context, userid, to),
      text: context.templates.render('tournament.txt', view),
      ...(isTable ? { unsubscribe: { list: { kind: 'tables' as const }, line: 'set tables=none' } } : {}),
    };
  },
};

/** Tells a reader that is out of a running knock-out. */
function describeKnockOut(found: Tournament, userid: string | null): Phrase | null {
  const entrant = found.entrants.findIndex(each => each.userid === userid && !each.hasLeft);
  const by = found.state === 'running' ? findKnockOutBy(found, entrant) : null;
  if (by === null) return null;
  const winner = found.entrants[by.winner]?.userid ?? '';
  return { code: by.hasWon ? 'tournament-out' : 'tournament-out-seed', parts: { winner } };
}

/** The entrants, and once it has begun, the tables and games. */
function bodyOf(
  context: ComposeContext,
  found: Tournament,
  { userid, isAsked }: { readonly userid: string | null; readonly isAsked: boolean },
): {
  readonly names: string;
  readonly tables: readonly string[];
  readonly games: readonly string[];
  readonly out: string;
} {
  const isBegun = found.state === 'running' || found.state === 'over';
  const out = describeKnockOut(found, userid);
  return {
    out: out === null ? '' : wrapParagraph(sayPhrase(context, out)),
    names: found.state === 'open' ? wrapParagraph(found.entrants.map(each => each.userid).join(', ')) : '',
    tables: isBegun ? tablesOf(context, found, isAsked ? null : userid) : [],
    games: gamesOf(context, found, userid).map(wrapParagraph),
  };
}

interface TournamentList {
  /** null: all games. */
  readonly game: string | null;
  readonly tournaments: readonly Tournament[];
  readonly userid: string | null;
  /** Why the reader may not open one; null: they may. */
  readonly whyNot: Refused | null;
}

const tournaments: MessageKind<TournamentList> = {
  write: (context, { to, game, tournaments: all, userid, whyNot }) => {
    const rows = (state: Tournament['state']): readonly string[] =>
      all.filter(each => each.state === state).map(each => wrapParagraph(rowOf(context, each, userid)));
    const [open = null] = all.filter(each => each.state === 'open');
    const title = game === null ? '' : gameTitle(context, game);
    return {
      subject: { code: 'subject-tournaments', parts: {} },
      token: accountToken(context, userid, to),
      text: context.templates.render('tournaments.txt', {
        ...{ open: rows('open'), running: rows('running'), over: rows('over') },
        ...{
          first:
            all.find(
              each =>
                each.state === 'open' &&
                mayEnter(context.state, each, userid) &&
                each.entrants.every(entrant => entrant.userid !== userid),
            )?.number ?? null,
          shown: (open ?? all[0])?.number ?? null,
        },
        ...{ canOpen: whyNot === null, later: laterOf(context, whyNot) },
        ...{ title, name: game ?? context.state.games[0]?.name },
      }),
    };
  },
};

/** When the reader may open one; '' where nothing is missing but time. */
const laterOf = (context: ComposeContext, whyNot: Refused | null): string =>
  whyNot?.code === 'tournament-games'
    ? wrapParagraph(sayPhrase(context, { code: 'tournaments-later', parts: whyNot.parts }))
    : '';

/** `3 (Spring-Cup): Nex, size 11x11, Swiss … It begins at …` */
function rowOf(context: ComposeContext, tournament: Tournament, userid: string | null): string {
  const account = userid === null ? null : context.state.account(userid);
  const stand = winnersOf(context, tournament) ?? standOf(context, tournament, zoneOf(account));
  return `${titleOf(context, tournament)}: ${termsOf(context, tournament)}. ${stand}`;
}

/** What a new player reads of the recurring tournament that begins next. */
function tellNextEvent(context: ComposeContext): readonly string[] {
  const [next] = context.state
    .listHighest(['tournaments/state/open'], tournamentLimits.tournamentsListed)
    .filter(({ series, starts }) => series !== null && starts !== null)
    .toSorted((a, b) => (a.starts ?? 0) - (b.starts ?? 0));
  if (next === undefined) return [];
  const parts = { at: formatInstant('UTC', next.starts ?? 0), name: titleOf(context, next), number: next.number };
  return [
    wrapParagraph(
      sayPhrase(context, { code: 'tournament-next', parts: { ...parts, options: termsOf(context, next) } }),
    ),
  ];
}

export const additions: MailAdditions = {
  welcome: tellNextEvent,
  digest: (context, { to }) => {
    const tables = context.state.account(to.userid)?.settings.tables ?? 'none';
    const seasons = tables === 'none' ? [] : listSeasons(context.state, to.userid);
    return seasons.map(season => formatOwnTable(context, season, to.userid));
  },
};

export const messages = { tournament, tournaments };
