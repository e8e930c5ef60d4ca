// Pairs the entrants of a round, in round robins, knock-outs and Swiss tournaments.
import blossom from 'edmonds-blossom-fixed';
import { type Pairing, type Tournament, isDecided, lastRound, opponentIn, pointsOf } from './tournament.ts';

// The best set of pairings is a maximum-weight matching in a graph of all players (Edmonds' blossom algorithm, from a library).

/** A player as a round finds them, in the order of their ratings. */
export interface SwissPlayer {
  readonly points: number;
  /** Indices of the players met so far. */
  readonly met: readonly number[];
  readonly hadBye: boolean;
  /** How many games more they moved first than second. */
  readonly balance: number;
}

/** The player who moves first, and the other. null: a bye. */
export type SwissPairing = readonly [first: number, second: number | null];

/** What each fault of a pairing costs: a single one of a kind is worse than all pairs together having all of the kinds below it. */
const COST = { repeat: 1e12, balance: 1e10, bye: 1e8, points: 1e4, preference: 100 } as const;
const MAX_WEIGHT = 2e13;

/** Pairings avoid a larger difference than this between how often a player moves first and second. */
const MAX_BALANCE = 2;

/** `lot`: below 0 where the first of two moves first, if nothing else says so. */
export function pairSwissRound(
  players: readonly SwissPlayer[],
  lot: (a: number, b: number) => number,
): readonly SwissPairing[] {
  if (players.length < 2) return players.map((_, index) => [index, null]);
  const order = players
    .map((_, index) => index)
    .toSorted((a, b) => playerAt(players, b).points - playerAt(players, a).points);
  const rank = new Map(order.map((player, place) => [player, place]));
  const nobody = players.length;
  const edges: (readonly [number, number, number])[] = [];
  for (const a of players.keys()) {
    for (const b of players.keys()) if (a < b) edges.push([a, b, MAX_WEIGHT - costOf(players, rank, a, b)]);
    if (players.length % 2 === 1) edges.push([a, nobody, MAX_WEIGHT - byeCost(players, a)]);
  }
  const mates = blossom(edges, true);
  return order.flatMap((player): readonly SwissPairing[] => {
    const mate = mates[player] ?? nobody;
    if (mate === nobody) return [[player, null]];
    return (rank.get(player) ?? 0) < (rank.get(mate) ?? 0) ? [orderByBalance(players, player, mate, lot)] : [];
  });
}

const playerAt = (players: readonly SwissPlayer[], index: number): SwissPlayer =>
  players[index] ?? { points: 0, met: [], hadBye: false, balance: 0 };

function costOf(players: readonly SwissPlayer[], rank: ReadonlyMap<number, number>, a: number, b: number): number {
  const [one, other] = [playerAt(players, a), playerAt(players, b)];
  const apart = (one.points - other.points) ** 2 * 4;
  // Among those with as many points the upper half meets the lower.
  const group = players.filter(({ points }) => points === one.points).length;
  const fold = Math.abs(Math.abs((rank.get(a) ?? 0) - (rank.get(b) ?? 0)) - Math.floor(group / 2));
  const isUneven = Math.abs(one.balance + Math.sign(one.balance)) > MAX_BALANCE && one.balance === other.balance;
  return (
    (one.met.includes(b) ? COST.repeat : 0) +
    (isUneven ? COST.balance : 0) +
    apart * COST.points +
    (one.balance !== 0 && Math.sign(one.balance) === Math.sign(other.balance) ? COST.preference : 0) +
    (apart === 0 ? Math.min(fold, COST.preference - 1) : 0)
  );
}

/** The bye goes to the player with the fewest points, and among equals to the lowest rated. */
function byeCost(players: readonly SwissPlayer[], a: number): number {
  const { points, hadBye } = playerAt(players, a);
  const fewest = Math.min(...players.map(each => each.points));
  return (hadBye ? COST.repeat : 0) + (points - fewest) * COST.bye + (players.length - a);
}

/** The player who moved first less often in the past does so now. A lot decides between equals. */
function orderByBalance(
  players: readonly SwissPlayer[],
  a: number,
  b: number,
  lot: (a: number, b: number) => number,
): SwissPairing {
  const order = playerAt(players, a).balance - playerAt(players, b).balance || lot(a, b);
  return order < 0 ? [a, b] : [b, a];
}

/**
 * The pairs of the first round by place, as seeds from 0. The best two can meet only in the last round. null: no opponent, so the other
 * has a bye.
 */
function buildBracket(players: number): readonly (readonly [number, number | null])[] {
  let seeds: readonly number[] = [0];
  while (seeds.length < players) {
    const size = seeds.length * 2;
    seeds = seeds.flatMap((seed, index) => (index % 2 === 0 ? [seed, size - 1 - seed] : [size - 1 - seed, seed]));
  }
  const places: (readonly [number, number | null])[] = [];
  for (let place = 0; place < seeds.length; place += 2) {
    const [a = 0, b = 0] = [seeds[place], seeds[place + 1]];
    const [better, other] = [Math.min(a, b), Math.max(a, b)];
    places.push([better, other < players ? other : null]);
  }
  return places;
}

/** The outcome of a place in a round: a game to be played again, or the entrant who goes on (null: none). */
type PlaceOutcome =
  | { readonly kind: 'again'; readonly game: Pairing }
  | { readonly kind: 'through'; readonly entrant: number | null };

/** By the games at this place, all decided. Entrants are ordered by seed. */
function outcomeAt(games: readonly Pairing[], hasLeft: (entrant: number) => boolean): PlaceOutcome {
  const last = games.at(-1);
  if (last === undefined) return { kind: 'through', entrant: null };
  const both = [last.first, ...(last.second === null ? [] : [last.second])];
  // A loser stays out, even if the winner leaves.
  const winner = both.find(entrant => pointsOf(last, entrant) === 1);
  if (winner !== undefined) return { kind: 'through', entrant: winner };
  const staying = both.filter(entrant => !hasLeft(entrant));
  if (staying.length < 2) return { kind: 'through', entrant: staying[0] ?? null };
  // Drawn once: once more, the other way round. Drawn again: the better seed goes on.
  return games.length === 1 && last.result === 'draw'
    ? { kind: 'again', game: last }
    : { kind: 'through', entrant: Math.min(...staying) };
}

/** The games of a round by place, in order. */
function placesOf(pairings: readonly Pairing[], round: number): readonly (readonly Pairing[])[] {
  const own = pairings.filter(each => each.round === round);
  const count = Math.max(-1, ...own.map(({ place }) => place)) + 1;
  return Array.from({ length: count }, (_, place) => own.filter(each => each.place === place));
}

/** How many go into each pool: as few pools as there can be, of sizes as equal as can be. */
export function poolSizes(players: number, most: number): readonly number[] {
  const pools = Math.ceil(players / most);
  return Array.from({ length: pools }, (_, pool) => Math.floor((players + pools - 1 - pool) / pools));
}

/**
 * All pairs of players by the Berger tables, the one who moves first in front. Each player moves first at most once more than second.
 * Numbers from 0.
 */
export function pairRoundRobin(players: number): readonly (readonly [first: number, second: number])[] {
  const games: (readonly [number, number])[] = [];
  const isEven = players % 2 === 0;
  for (let a = 0; a < players; a++)
    for (let b = a + 1; b < players; b++) {
      // If the number is even, the last player is an exception to the rule: they move first against the second half of the others.
      const isFirst = isEven && b === players - 1 ? a < players / 2 : (a + b) % 2 === 1;
      games.push(isFirst ? [a, b] : [b, a]);
    }
  return games;
}

/** Below 0: the first of two entrants moves first, if nothing else decides it. */
export type Lot = (a: number, b: number) => number;

/** null: nothing is paired now, since games are played; `over`: nothing ever will be. */
export function pairNextRound(tournament: Tournament, lot: Lot): readonly Pairing[] | 'over' | null {
  const { kind, pairings } = tournament;
  if (!pairings.every(isDecided)) return null;
  switch (kind) {
    case 'round-robin':
    case 'double':
    case 'league':
      return pairings.length > 0 ? 'over' : pairRoundRobins(tournament);
    case 'team':
      return pairings.length > 0 ? 'over' : pairTeams(tournament);
    case 'swiss':
      return pairNextSwiss(tournament, lot);
    case 'knock-out':
      return pairNextKnockOut(tournament, lot);
  }
}

const createPairing = (round: number, place: number, first: number, second: number | null): Pairing => ({
  ...{ round, place, first, second, board: null, result: null },
});

/** The pool of each entrant, by their order. */
export const assignPools = (entrants: number, poolSize: number): readonly number[] =>
  poolSizes(entrants, poolSize).flatMap((size, pool) => Array.from({ length: size }, () => pool));

/** All games of all pools at once. */
function pairRoundRobins({ kind, entrants }: Tournament): readonly Pairing[] {
  const pools = new Set(entrants.map(({ pool }) => pool));
  const once = [...pools].flatMap(pool => {
    const members = entrants.flatMap((each, index) => (each.pool === pool ? [index] : []));
    return pairRoundRobin(members.length).map(([a, b]) => createPairing(1, pool, members[a] ?? -1, members[b] ?? -1));
  });
  const again = once.map(({ place, first, second }) => createPairing(1, place, second ?? -1, first));
  return kind === 'double' ? [...once, ...again] : once;
}

/** The best of one team meets the best of the other, and so on. The teams take turns to move first. */
function pairTeams({ entrants }: Tournament): readonly Pairing[] {
  const [home = [], guests = []] = [0, 1].map(team =>
    entrants.flatMap(({ pool }, index) => (pool === team ? [index] : [])),
  );
  return home.slice(0, guests.length).map((one, board) => {
    const other = guests[board] ?? -1;
    return board % 2 === 0 ? createPairing(1, board, one, other) : createPairing(1, board, other, one);
  });
}

/** The rounds of a Swiss tournament that has begun. No player can meet more others than there are. */
export const roundsOf = ({ rounds, entrants }: Pick<Tournament, 'rounds' | 'entrants'>): number =>
  Math.min(rounds ?? Math.max(1, Math.ceil(Math.log2(entrants.length))), entrants.length - 1 + (entrants.length % 2));

/** How many games more an entrant moved first than second. */
const balanceOf = (pairings: readonly Pairing[], entrant: number): number =>
  pairings.reduce(
    (balance, { first, second }) =>
      second === null ? balance : balance + (first === entrant ? 1 : second === entrant ? -1 : 0),
    0,
  );

function pairNextSwiss(tournament: Tournament, lot: Lot): readonly Pairing[] | 'over' {
  const { entrants, pairings } = tournament;
  const round = lastRound({ pairings }) + 1;
  const present = entrants.flatMap(({ hasLeft }, index) => (hasLeft ? [] : [index]));
  if (round > roundsOf(tournament) || present.length < 2) return 'over';
  const placeOf = new Map(present.map((entrant, index) => [entrant, index]));
  const players = present.map(entrant => ({
    points: pairings.reduce((sum, each) => sum + (pointsOf(each, entrant) ?? 0), 0),
    met: pairings.flatMap(each => placeOf.get(opponentIn(each, entrant) ?? -1) ?? []),
    hadBye: pairings.some(({ first, second }) => first === entrant && second === null),
    balance: balanceOf(pairings, entrant),
  }));
  return pairSwissRound(players, (a, b) => lot(present[a] ?? -1, present[b] ?? -1)).map(([first, second]) =>
    createPairing(round, 0, present[first] ?? -1, second === null ? null : (present[second] ?? -1)),
  );
}

function pairNextKnockOut({ entrants, pairings }: Tournament, lot: Lot): readonly Pairing[] | 'over' {
  const round = lastRound({ pairings });
  if (round === 0)
    return buildBracket(entrants.length).map(([a, b], place) => {
      const [first, second] = b !== null && lot(a, b) > 0 ? [b, a] : [a, b];
      return createPairing(1, place, first, second);
    });
  const hasLeft = (entrant: number): boolean => entrants[entrant]?.hasLeft === true;
  const outcomes = placesOf(pairings, round).map(games => outcomeAt(games, hasLeft));
  const again = outcomes.flatMap((outcome, place) =>
    outcome.kind === 'again' ? [createPairing(round, place, outcome.game.second ?? -1, outcome.game.first)] : [],
  );
  if (again.length > 0) return again;
  if (outcomes.length < 2) return 'over';
  const through = outcomes.map(outcome =>
    outcome.kind === 'through' && outcome.entrant !== null && !hasLeft(outcome.entrant) ? outcome.entrant : null,
  );
  // Where everybody has left there is nothing to be played for.
  if (through.every(entrant => entrant === null)) return 'over';
  return Array.from({ length: Math.ceil(through.length / 2) }, (_, place) => place).flatMap(place => {
    const [one = null, other = null] = [through[2 * place], through[2 * place + 1]];
    if (one === null || other === null) {
      const alone = one ?? other;
      return alone === null ? [] : [createPairing(round + 1, place, alone, null)];
    }
    const order = balanceOf(pairings, one) - balanceOf(pairings, other) || lot(one, other);
    return [order < 0 ? createPairing(round + 1, place, one, other) : createPairing(round + 1, place, other, one)];
  });
}

/** The winner of a finished knock-out, as an index of the entrants. null: no entrant is left. */
export function findKnockOutWinner({ entrants, pairings }: Tournament): number | null {
  const [final = [], ...others] = placesOf(pairings, lastRound({ pairings }));
  if (others.length > 0) return null;
  const outcome = outcomeAt(final, entrant => entrants[entrant]?.hasLeft === true);
  return outcome.kind === 'through' ? outcome.entrant : null;
}

/** Finds the entrant that goes on instead of this one in a knock-out. `hasWon`: by winning their game. null: this one is not out. */
export function findKnockOutBy(
  { kind, entrants, pairings }: Pick<Tournament, 'kind' | 'entrants' | 'pairings'>,
  entrant: number,
): { readonly winner: number; readonly hasWon: boolean } | null {
  const own = pairings.filter(({ first, second }) => first === entrant || second === entrant);
  const round = lastRound({ pairings: own });
  const games = own.filter(each => each.round === round);
  const last = games.at(-1);
  if (kind !== 'knock-out' || last === undefined || !games.every(isDecided)) return null;
  const outcome = outcomeAt(games, each => entrants[each]?.hasLeft === true);
  if (outcome.kind === 'again' || outcome.entrant === null || outcome.entrant === entrant) return null;
  return { winner: outcome.entrant, hasWon: pointsOf(last, outcome.entrant) === 1 };
}
