// What the search of Nexos knows of a position agrees with the rules, in games of random moves.
import { describe, expect, it } from 'vitest';
import { must } from '#games/kit/assert.ts';
import { createRandom } from '#games/kit/random.ts';
import { boardOf, canPlace, listPlaceable, iterateLegal } from '#games/nexos/board.ts';
import { findPlacement } from '#games/nexos/pieces.ts';
import { HUES } from '#games/nexos/lattice.ts';
import { heuristic } from '#games/nexos/heuristic.ts';
import { nexos } from '#games/nexos/index.ts';
import { times } from '../sample.ts';
import { seedsFor } from '../seeds.ts';

/** The positions of a random game, from the start to its end. */
function playRandomly(players: string, seed: number) {
  const setup = nexos.setup([['players', players]]);
  const rng = createRandom(seed);
  const positions = [nexos.start(must(setup.ok ? setup.value : null, 'a setup'))];
  for (let position = positions[0]!; nexos.outcome(position) === null; positions.push(position))
    position = nexos.play(position, nexos.randomMove(position, rng));
  return positions;
}

describe.each(seedsFor(import.meta.filename, times(2, 40)))('a random game, seed %i', seed => {
  const positions = playRandomly('2', seed);

  it('tells which pieces of a hand fit', () => {
    for (const { placed } of positions.filter((_, ply) => ply % 5 === seed % 5)) {
      const board = boardOf(placed);
      for (const hue of HUES.keys()) {
        const pieces = new Set([...iterateLegal(board, hue)].map(placement => findPlacement(placement).piece));
        expect(new Set(listPlaceable(board, hue))).toEqual(pieces);
        expect(canPlace(board, hue)).toBe(pieces.size > 0);
      }
    }
  });

  it('is valued between a loss and a win, and towards its result at the end', () => {
    const values = positions.slice(0, -1).map(position => must(heuristic.evaluate(position), 'two play'));
    for (const value of values) expect(value > 0 && value < 1).toBe(true);
    const { scores } = must(nexos.outcome(positions.at(-1)!), 'the game is over');
    const lead = scores!['blue']! + scores!['red']! - scores!['yellow']! - scores!['green']!;
    const last = positions.at(-2)!;
    const ofBlue = ['blue', 'red'].includes(nexos.toMove(last) ?? '') ? values.at(-1)! : 1 - values.at(-1)!;
    if (Math.abs(lead) > 8) expect(ofBlue > 0.5).toBe(lead > 0);
  });
});

it('has no value for four players', () => {
  for (const position of playRandomly('4', 1).slice(0, -1)) expect(heuristic.evaluate(position)).toBe(null);
});
