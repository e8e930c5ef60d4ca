// Swiss pairings: equal points meet, no pair meets twice, and first moves are balanced.
// The best set of pairings is a maximum-weight matching in a graph of all players (Edmonds' blossom algorithm, from a library).
import blossom from 'edmonds-blossom-fixed';

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
