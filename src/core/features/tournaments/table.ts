// The table of a tournament: points, then tie-breaks.
import { createLruCache, createWeakCache } from '#games/kit/remember.ts';
import { opponentIn, type Pairing, pointsOf, type Tournament, tournamentLimits } from './tournament.ts';

export interface TableRow {
  /** An index of the entrants. */
  readonly entrant: number;
  /** From 1. Entrants with equal tie-breaks share a place. */
  readonly place: number;
  readonly points: number;
  readonly won: number;
  readonly drawn: number;
  readonly lost: number;
  /** Games that are not finished. */
  readonly running: number;
  /** Sonneborn-Berger: the points of everybody beaten, and half of those drawn with. */
  readonly berger: number;
  /** The crosstable: the results against each row of the table. Empty: the table is too long for it. */
  readonly met: readonly string[];
}

type Scored = Omit<TableRow, 'place' | 'met'> & { readonly games: readonly Pairing[] };

/** By pool. A tournament is never changed, only replaced, so this memory is not observable: one mail after the other shows the same table. */
const tableCache = createWeakCache<ReturnType<typeof createLruCache<readonly TableRow[]>>>();

/** The table of one pool. */
export const buildTable = (tournament: Tournament, pool: number): readonly TableRow[] =>
  tableCache(tournament, () => createLruCache(Infinity))(`${pool}`, () => rowsOf(tournament, pool));

function rowsOf({ kind, entrants, pairings }: Tournament, pool: number): readonly TableRow[] {
  const games = new Map<number, Pairing[]>(
    entrants.flatMap((each, entrant) => (each.pool === pool ? [[entrant, []] as const] : [])),
  );
  for (const pairing of pairings) {
    games.get(pairing.first)?.push(pairing);
    games.get(pairing.second ?? -1)?.push(pairing);
  }
  const points = new Map(
    [...games].map(([entrant, own]) => [entrant, sum(own.map(each => pointsOf(each, entrant) ?? 0))]),
  );
  const rows = [...games].map(([entrant, own]) => scoreEntrant(entrant, own, points));
  const sorted = rows.toSorted(
    (a, b) =>
      b.points - a.points || b.berger - a.berger || scoreDirectEncounter(b, a, rows) - scoreDirectEncounter(a, b, rows),
  );
  let place = 1;
  return sorted.map((row, index) => {
    const above = sorted[index - 1];
    if (above === undefined || !isLevel(above, row, rows)) place = index + 1;
    const met =
      kind === 'team' || sorted.length > tournamentLimits.tournamentPool
        ? []
        : sorted.map(other => formatResults(row, other));
    return { ...row, place, met };
  });
}

/** `1`, `½` or `0`, and `·` while the game is played: one sign a game. */
const formatResults = (row: Scored, other: Scored): string =>
  row === other
    ? '×'
    : gamesBetween(row, [other])
        .map(each => '0½1'[2 * (pointsOf(each, row.entrant) ?? NaN)] ?? '·')
        .join('');

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);

function scoreEntrant(entrant: number, games: readonly Pairing[], points: ReadonlyMap<number, number>): Scored {
  const played = games.filter(({ second }) => second !== null);
  const count = (of: number): number => played.filter(each => pointsOf(each, entrant) === of).length;
  const berger = sum(
    played.map(each => (pointsOf(each, entrant) ?? 0) * (points.get(opponentIn(each, entrant) ?? -1) ?? 0)),
  );
  return {
    ...{ entrant, games, berger, points: points.get(entrant) ?? 0 },
    ...{ won: count(1), drawn: count(0.5), lost: count(0) },
    running: played.filter(({ result }) => result === null).length,
  };
}

const isTied = (a: Scored, b: Scored): boolean => a.points === b.points && a.berger === b.berger;

/** Direct encounter: the points of one in games with all who have as many points and as good opponents, where these have all met. */
function scoreDirectEncounter(row: Scored, other: Scored, rows: readonly Scored[]): number {
  if (!isTied(row, other)) return 0;
  const tied = rows.filter(each => isTied(each, row));
  const haveMet = tied.every(one => tied.every(each => each === one || gamesBetween(one, [each]).length > 0));
  return haveMet ? sum(gamesBetween(row, tied).map(each => pointsOf(each, row.entrant) ?? 0)) : 0;
}

const gamesBetween = ({ games, entrant }: Scored, others: readonly Scored[]): readonly Pairing[] =>
  games.filter(each => others.some(other => other.entrant === opponentIn(each, entrant)));

const isLevel = (a: Scored, b: Scored, rows: readonly Scored[]): boolean =>
  isTied(a, b) && scoreDirectEncounter(a, b, rows) === scoreDirectEncounter(b, a, rows);
