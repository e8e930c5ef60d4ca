// Knock-outs: the places of a bracket, and who goes on to the next round.
import { type Pairing, pointsOf } from './tournament.ts';

/** Who stands at which place of the first round, by seed from 0: the best two can meet in the last round alone. null: nobody, so the other has a bye. */
export function bracket(players: number): readonly (readonly [number, number | null])[] {
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

/** What a place of a round has come to: a game to be played again, or who goes on (null: nobody). */
export type PlaceOutcome =
  { readonly kind: 'again'; readonly game: Pairing } | { readonly kind: 'through'; readonly entrant: number | null };

/** By the games at this place, all decided. Entrants are ordered by seed. */
export function outcomeAt(games: readonly Pairing[], hasLeft: (entrant: number) => boolean): PlaceOutcome {
  const last = games.at(-1);
  if (last === undefined) return { kind: 'through', entrant: null };
  const both = [last.first, ...(last.second === null ? [] : [last.second])];
  // Whoever has lost stays out, also where the winner leaves.
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
