// Pairs the next round of a tournament, or tells that there is none.
import { buildBracket, outcomeAt, placesOf } from './knock-out.ts';
import { pairRoundRobin, poolSizes } from './round-robin.ts';
import { pairSwissRound } from './swiss.ts';
import { isDecided, lastRound, opponentIn, type Pairing, pointsOf, type Tournament } from './tournament.ts';

/** Below 0: the first of two entrants moves first, if nothing else decides it. */
export type Lot = (a: number, b: number) => number;

/** null: nothing is paired now, since games are played; `over`: nothing ever will be. */
export function pairNextRound(tournament: Tournament, lot: Lot): readonly Pairing[] | 'over' | null {
  const { kind, pairings } = tournament;
  if (!pairings.every(isDecided)) return null;
  switch (kind) {
    case 'round-robin':
    case 'double':
      return pairings.length > 0 ? 'over' : pairRoundRobins(tournament);
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

/** As many rounds as halve this number of players down to one. */
const usualRounds = (players: number): number => Math.max(1, Math.ceil(Math.log2(players)));

/** The rounds of a Swiss tournament that has begun. No player can meet more others than there are. */
export const roundsOf = ({ rounds, entrants }: Pick<Tournament, 'rounds' | 'entrants'>): number =>
  Math.min(rounds ?? usualRounds(entrants.length), entrants.length - 1 + (entrants.length % 2));

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
