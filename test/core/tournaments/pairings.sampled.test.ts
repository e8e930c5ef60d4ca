// Pairings: everybody meets whom they should, the first move is shared out, and a Swiss round is the best there is by trying all.
import { describe, expect, it } from 'vitest';
import { type Random, createRandom } from '#games/kit/random.ts';
import { USUAL_TIME } from '#core/kernel/time-control.ts';
import {
  type SwissPlayer,
  assignPools,
  findKnockOutBy,
  findKnockOutWinner,
  pairNextRound,
  pairRoundRobin,
  pairSwissRound,
  poolSizes,
} from '#core/features/tournaments/rounds.ts';
import { buildTable } from '#core/features/tournaments/table.ts';
import type { Pairing, PairingResult, Tournament, TournamentKind } from '#core/features/tournaments/tournament.ts';
import { times } from '#test/sample.ts';
import { seedsFor } from '#test/seeds.ts';

const SEEDS = seedsFor(import.meta.filename, times(8, 400));

/** How often a player moved first more than second. */
const balance = (games: readonly (readonly [number, number | null])[], player: number): number =>
  games.reduce((sum, [a, b]) => sum + (b === null ? 0 : a === player ? 1 : b === player ? -1 : 0), 0);

describe('round robins', () => {
  it.each(Array.from({ length: 14 }, (_, n) => n + 2))('of %i: all meet once, nobody begins much oftener', players => {
    const games = pairRoundRobin(players);
    expect(new Set(games.map(pair => [...pair].sort((a, b) => a - b).join())).size).toBe((players * (players - 1)) / 2);
    for (let player = 0; player < players; player++) expect(Math.abs(balance(games, player))).toBeLessThanOrEqual(1);
  });

  it('have pools as equal as can be', () => {
    expect(poolSizes(11, 5)).toEqual([4, 4, 3]);
    expect(poolSizes(6, 5)).toEqual([3, 3]);
    expect(poolSizes(5, 5)).toEqual([5]);
    expect(poolSizes(16, 5)).toEqual([4, 4, 4, 4]);
  });
});

function tournament(kind: TournamentKind, players: number, rounds: number | null = null): Tournament {
  const pools = assignPools(players, kind === 'swiss' || kind === 'knock-out' ? players : 5);
  return {
    ...{ game: 'hex', setup: { size: '5x5' }, kind, time: USUAL_TIME, isRated: true, name: null, poolSize: 5, rounds },
    ...{
      atOnce: null,
      roundDays: null,
      club: null,
      against: null,
      entries: null,
      starts: 0,
      number: 1,
      organiser: null,
      series: null,
      state: 'running',
      opened: 0,
    },
    ...{ pairings: [], hasNews: false, hasDailyNews: false, roundEnds: null, daily: 0, wake: null },
    entrants: pools.map((pool, n) => ({ userid: `p${n}`, rating: 2000 - n, pool, hasLeft: false })),
  };
}

const RESULTS: readonly PairingResult[] = ['first', 'second', 'first', 'second', 'draw', 'nobody'];

/** Plays it to the end by chance; some leave on the way. */
function played(start: Tournament, rng: Random, leaving: boolean): Tournament {
  let now = start;
  for (let rounds = 0; rounds < 100; rounds++) {
    const next = pairNextRound(now, () => rng.below(2) * 2 - 1);
    if (next === 'over') return now;
    expect(next).not.toBeNull();
    expect(next!.length).toBeGreaterThan(0);
    const results = next!.map((each): Pairing =>
      each.second === null ? each : { ...each, result: RESULTS[rng.below(6)]! },
    );
    const entrants = leaving
      ? now.entrants.map(each => ({ ...each, hasLeft: each.hasLeft || rng.below(12) === 0 }))
      : now.entrants;
    now = { ...now, pairings: [...now.pairings, ...results], entrants };
  }
  return expect.fail('it never ends');
}

/** The pair of a game; of a bye the entrant alone. */
const pairOf = ({ first, second }: Pairing): string =>
  [first, second]
    .filter(entrant => entrant !== null)
    .sort((a, b) => a - b)
    .join();

/**
 * Games and byes that repeat one of an earlier round although there were enough players for a round without (Dirac: each of n, with the bye
 * for one where n is odd, has n / 2 others left).
 */
function repeats({ pairings }: Tournament): readonly Pairing[] {
  return pairings.filter(pairing => {
    const { round } = pairing;
    const present = pairings.filter(each => each.round === round).flatMap(({ first, second }) => [first, second]);
    const before = pairings.filter(each => each.round < round).map(pairOf);
    return present.length >= 2 * round && before.includes(pairOf(pairing));
  });
}

describe.each(SEEDS)('by chance (seed %i)', seed => {
  const rng = createRandom(seed);

  it('a Swiss repeats nothing while enough players are left, and shares the first move out', () => {
    const players = 5 + rng.below(28);
    const leaving = rng.below(3) === 0;
    const over = played(tournament('swiss', players), rng, leaving);
    expect(repeats(over), `${players} players, seed ${seed}`).toEqual([]);
    const games = over.pairings.map(({ first, second }) => [first, second] as const);
    for (let player = 0; player < players; player++)
      expect(Math.abs(balance(games, player)), `seed ${seed}`).toBeLessThanOrEqual(2);
    if (!leaving) expect(Math.max(...over.pairings.map(({ round }) => round))).toBe(Math.ceil(Math.log2(players)));
  });

  it('a knock-out has one winner, who lost no game they did not leave', () => {
    const over = played(tournament('knock-out', 2 + rng.below(40)), rng, false);
    const winner = findKnockOutWinner(over);
    expect(winner).not.toBeNull();
    const lost = over.pairings.filter(
      ({ first, second, result }) =>
        (first === winner && result === 'second') || (second === winner && result === 'first'),
    );
    expect(lost).toEqual([]);
    // Whoever is out plays no more.
    const rounds = Math.max(...over.pairings.map(({ round }) => round));
    for (let round = 2; round <= rounds; round++) {
      const before = over.pairings
        .filter(each => each.round === round - 1)
        .flatMap(({ first, second }) => [first, second]);
      for (const { first, second } of over.pairings.filter(each => each.round === round))
        for (const player of [first, ...(second === null ? [] : [second])]) expect(before).toContain(player);
    }
    const places = over.pairings.filter(each => each.round === rounds).map(({ place }) => place);
    expect(new Set(places)).toEqual(new Set([0]));
  });

  it('a knock-out ends however many leave', () => {
    expect(() => played(tournament('knock-out', 2 + rng.below(20)), rng, true)).not.toThrow();
  });

  it('the points of a table are those of the games', () => {
    const over = played(tournament('double', 3 + rng.below(9)), rng, false);
    const rows = [...new Set(over.entrants.map(({ pool }) => pool))].flatMap(pool => buildTable(over, pool));
    const total = over.pairings.reduce((sum, { result }) => sum + (result === 'nobody' ? 0 : 1), 0);
    expect(rows.reduce((sum, { points }) => sum + points, 0)).toBe(total);
    for (const row of rows) expect(row.won + row.drawn / 2).toBe(row.points);
  });

  it('a round of a Swiss has as few faults as there can be', () => {
    const players = Array.from({ length: 4 + rng.below(4) }, (_, self): SwissPlayer => ({
      points: rng.below(4) / 2,
      met: Array.from({ length: 8 }, (_each, other) => other).filter(other => other !== self && rng.below(2) === 0),
      hadBye: rng.below(3) === 0,
      balance: rng.below(5) - 2,
    })).map((player, self, all) => ({
      ...player,
      met: all.flatMap((other, index) => (other.met.includes(self) || player.met.includes(index) ? [index] : [])),
    }));
    const round = pairSwissRound(players, () => -1);
    const faults = (pairs: readonly (readonly [number, number | null])[]): number =>
      pairs.filter(([a, b]) => (b === null ? players[a]!.hadBye : players[a]!.met.includes(b))).length;
    expect(new Set(round.flat().filter(each => each !== null)).size).toBe(players.length);
    expect(faults(round), `seed ${seed}`).toBe(
      fewest(
        players.map((_, index) => index),
        faults,
      ),
    );
  });
});

/** Over all pairings there are. */
function fewest(
  free: readonly number[],
  faults: (pairs: readonly (readonly [number, number | null])[]) => number,
  pairs: readonly (readonly [number, number | null])[] = [],
): number {
  const [first, ...others] = free;
  if (first === undefined) return faults(pairs);
  const isOdd = free.length % 2 === 1;
  const mates: (number | null)[] = [...others, ...(isOdd ? [null] : [])];
  return Math.min(
    ...mates.map(mate =>
      fewest(
        others.filter(each => each !== mate),
        faults,
        [...pairs, [first, mate]],
      ),
    ),
  );
}

it('the bye goes to who has the fewest points, whoever must then be paired with more', () => {
  const player = (points: number, met: readonly number[], hadBye = false): SwissPlayer => ({
    points,
    met,
    hadBye,
    balance: 0,
  });
  const players = [player(1, [3]), player(1, [4]), player(1, [], true), player(0, [0]), player(0, [1])];
  expect(pairSwissRound(players, () => -1).find(([, second]) => second === null)![0]).toBe(4);
});

describe('tables', () => {
  it('part those with as many points by Sonneborn-Berger, then by their own games', () => {
    const start = tournament('round-robin', 4);
    const game = (first: number, second: number, result: PairingResult): Pairing => ({ round: 1, place: 0, first, second, board: 1, result }); // prettier-ignore
    // 0 beats 1 and 2, 1 beats 2 and 3, 2 beats 3, 3 beats 0.
    const pairings = [game(0, 1, 'first'), game(2, 0, 'second'), game(3, 0, 'first'), game(1, 2, 'first'), game(3, 1, 'second'), game(2, 3, 'first')]; // prettier-ignore
    const rows = buildTable({ ...start, pairings }, 0);
    expect(rows.map(({ entrant, place, points, berger }) => [entrant, place, points, berger])).toEqual([
      [0, 1, 2, 3],
      [1, 2, 2, 2],
      [3, 3, 1, 2],
      [2, 4, 1, 1],
    ]);
    const even = [game(0, 1, 'draw'), game(2, 3, 'draw')];
    expect(buildTable({ ...start, pairings: even }, 0).map(({ place }) => place)).toEqual([1, 1, 1, 1]);
  });
});

describe('a knock-out whose winner leaves', () => {
  const won = (round: number, place: number, first: number, second: number): Pairing => ({
    ...{ round, place, first, second, board: 101 + place, result: 'first' },
  });
  const leaving = (start: Tournament, gone: number): Tournament => ({
    ...start,
    entrants: start.entrants.map((each, index) => (index === gone ? { ...each, hasLeft: true } : each)),
  });

  it('goes on without them, and without whom they have beaten', () => {
    const semifinals = { ...tournament('knock-out', 4), pairings: [won(1, 0, 0, 3), won(1, 1, 1, 2)] };
    const next = pairNextRound(leaving(semifinals, 0), () => 1);
    expect(next).toMatchObject([{ round: 2, place: 0, first: 1, second: null }]);
  });

  it('once the last game is won has been won by them', () => {
    const pairings = [won(1, 0, 0, 3), won(1, 1, 1, 2), won(2, 0, 0, 1)];
    expect(findKnockOutWinner(leaving({ ...tournament('knock-out', 4), pairings }, 0))).toBe(0);
  });

  it('as all others do has no winner', () => {
    const pairings = [won(1, 0, 0, 3), won(1, 1, 1, 2)];
    const empty = [0, 1, 2, 3].reduce(leaving, { ...tournament('knock-out', 4), pairings });
    expect([pairNextRound(empty, () => 1), findKnockOutWinner(empty)]).toEqual(['over', null]);
  });
});

describe('a player of a knock-out', () => {
  const game = (first: number, second: number | null, result: PairingResult | null, round = 1): Pairing => ({
    ...{ round, place: 0, first, second, board: 101, result },
  });
  const outOf = (pairings: readonly Pairing[], entrant: number): ReturnType<typeof findKnockOutBy> =>
    findKnockOutBy({ ...tournament('knock-out', 4), pairings }, entrant);

  it('is out after a lost game, and after two draws against a better seed', () => {
    expect(outOf([game(0, 3, 'first')], 3)).toEqual({ winner: 0, hasWon: true });
    expect(outOf([game(0, 3, 'draw'), game(3, 0, 'draw')], 3)).toEqual({ winner: 0, hasWon: false });
  });

  it('is still in while a game is to come, after a win and without an opponent', () => {
    expect(outOf([game(0, 3, null)], 3)).toBeNull();
    expect(outOf([game(0, 3, 'draw')], 3)).toBeNull();
    expect(outOf([game(0, 3, 'first')], 0)).toBeNull();
    expect(outOf([game(0, null, null)], 0)).toBeNull();
    expect(outOf([game(0, 3, 'first'), game(0, 1, null, 2)], 0)).toBeNull();
    expect(findKnockOutBy({ ...tournament('swiss', 4), pairings: [game(0, 3, 'first')] }, 3)).toBeNull();
  });
});
