// Knock-outs: the bracket of the first round, and the outcome of each place in a round.
import { type Pairing, pointsOf } from './tournament.ts';

/**
 * The pairs of the first round by place, as seeds from 0. The best two can meet only in the last round. null: no opponent, so the other
 * has a bye.
 */
export function buildBracket(players: number): readonly (readonly [number, number | null])[] {
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
export type PlaceOutcome =
  | { readonly kind: 'again'; readonly game: Pairing }
  | { readonly kind: 'through'; readonly entrant: number | null };

/** By the games at this place, all decided. Entrants are ordered by seed. */
export function outcomeAt(games: readonly Pairing[], hasLeft: (entrant: number) => boolean): PlaceOutcome {
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
export function placesOf(pairings: readonly Pairing[], round: number): readonly (readonly Pairing[])[] {
  const own = pairings.filter(each => each.round === round);
  const count = Math.max(-1, ...own.map(({ place }) => place)) + 1;
  return Array.from({ length: count }, (_, place) => own.filter(each => each.place === place));
}
