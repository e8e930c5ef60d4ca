// The solver of the games of hexagons against trying everything, on positions at random, and known values of small boards.
import { expect, it } from 'vitest';
import type { AnyGame, GivenOptions, Opaque, PositionValue } from '#games/game.ts';
import { createRandom } from '#games/kit/random.ts';
import { findGame } from '#games/registry/index.ts';
import { isLong, times } from '#test/sample.ts';
import { seedsFor } from '#test/seeds.ts';
import { setupOf } from '../conformance/game.ts';

const never = (): boolean => false;
const NEGATED = { win: 'loss', draw: 'draw', loss: 'win' } as const;

type Worth = keyof typeof NEGATED;

/** What a position is worth to the side to move, by trying everything. */
function createWorth(game: AnyGame, letters: string): (position: Opaque) => Worth {
  const known = new Map<string, Worth>();
  const worthOf = (position: Opaque): Worth => {
    const text = game.encode(position);
    const before = known.get(text);
    if (before !== undefined) return before;
    const outcome = game.outcome(position);
    let worth: Worth = 'loss';
    if (outcome !== null) {
      const seat = letters.indexOf(text.at(-1)!);
      worth = outcome.ranks.every(rank => rank === 1) ? 'draw' : outcome.ranks[seat] === 1 ? 'win' : 'loss';
    } else
      for (const move of game.moves(position)) {
        const after = NEGATED[worthOf(game.play(position, move))];
        if (after === 'win' || worth === 'loss') worth = after;
        if (after === 'win') break;
      }
    known.set(text, worth);
    return worth;
  };
  return worthOf;
}

/** Games, the lengths of the rows of boards, the letters of their cells, and the most cells that stay empty. */
const TRIALS: readonly (readonly [string, GivenOptions, readonly number[], string, number])[] = [
  ['hex', [['size', '3']], [3, 3, 3], 'BW', 9],
  ['hex', [['size', '3x4']], [4, 4, 4], 'BW', 9],
  ['hex', [['size', '4x2']], [2, 2, 2, 2], 'BW', 8],
  ['y', [['size', '4']], [1, 2, 3, 4], 'BW', 9],
  ['neuy', [['size', '3'], ['endgame', 'neto']], [1, 2, 3], 'BW?', 6],
  ['neuy', [['size', '3'], ['endgame', 'nexc']], [1, 2, 3], 'BW?', 6],
  ['neuy', [['size', '4'], ['endgame', 'neto']], [1, 2, 3, 4], 'BW?', 5],
  ['neuy', [['size', '4'], ['endgame', 'nexc']], [1, 2, 3, 4], 'BW?', 5],
]; // prettier-ignore

it.each(TRIALS.flatMap(trial => seedsFor(import.meta.filename).map(seed => [...trial, seed] as const)))(
  '%s %j is worth what trying everything says (%j %s %i, seed %i)',
  (...[name, given, rows, letters, most, seed]) => {
    const game = findGame(name)!;
    const { below } = createRandom(seed);
    const worth = createWorth(game, 'BW');
    const solving = game.solver!.open(4_000_000);
    const cells = rows.reduce((sum, row) => sum + row, 0);
    for (let round = 0; round < times(40, 400, seed); round++) {
      const empties = new Set(Array.from({ length: most }, () => below(cells)));
      let cell = 0;
      const drawRow = (length: number): string =>
        Array.from({ length }, () => (empties.has(cell++) ? '.' : letters.charAt(below(letters.length)))).join('');
      const text = `${rows.map(drawRow).join('/')} ${'BW'.charAt(below(2))}`;
      const read = game.decode(setupOf(game, given), text);
      if (!read.ok) throw new Error(`${text}: ${read.reason.code}`);
      const { value, move } = solving.solve(read.value, never);
      expect([text, value]).toEqual([text, worth(read.value)]);
      if (game.toMove(read.value) === null) continue;
      expect([text, NEGATED[worth(game.play(read.value, move!))]]).toEqual([text, value]);
    }
  },
);

/** What a position is worth to the side to move, by trying everything, where every earlier position counts. */
function createHistoryWorth(game: AnyGame): (position: Opaque) => 'win' | 'loss' {
  const known = new Map<string, 'win' | 'loss'>();
  const worthOf = (position: Opaque): 'win' | 'loss' => {
    const key = JSON.stringify(position);
    const before = known.get(key);
    if (before !== undefined) return before;
    const isWon = (move: Opaque): boolean => {
      const after = game.play(position, move);
      const outcome = game.outcome(after);
      if (outcome === null) return worthOf(after) === 'loss';
      return outcome.ranks['BW'.indexOf(game.encode(position).at(-1)!)] === 1;
    };
    const worth = [...game.moves(position)].some(isWon) ? 'win' : 'loss';
    known.set(key, worth);
    return worth;
  };
  return worthOf;
}

it.each(['gonnect', 'neugonnect'].flatMap(name => seedsFor(import.meta.filename).map(seed => [name, seed] as const)))(
  '%s 3x3 is worth what trying everything says, with every earlier position (seed %i)',
  (name, seed) => {
    const game = findGame(name)!;
    const rng = createRandom(seed);
    const worth = createHistoryWorth(game);
    const solving = game.solver!.open(8_000_000);
    let decided = 0;
    for (let round = 0; round < times(60, 600, seed); round++) {
      let position = game.start(setupOf(game, [['size', '3']]));
      for (let plies = name === 'gonnect' ? 5 : 3; plies > 0 && game.toMove(position) !== null; plies--)
        position = game.play(position, game.randomMove(position, rng));
      if (game.toMove(position) === null) continue;
      const { value, move } = solving.solve(position, never);
      if (value === 'unknown') continue;
      decided += 1;
      const text = game.encode(position);
      expect([text, value]).toEqual([text, worth(position)]);
      const after = game.play(position, move!);
      if (value === 'win' && game.toMove(after) !== null) expect([text, worth(after)]).toEqual([text, 'loss']);
    }
    expect(decided).toBeGreaterThan(times(60, 600, seed) / 2);
  },
);

/** How many openings win, draw and lose, by other programs. */
it.each([
  ['neuy', [['size', '2'], ['endgame', 'neto']], [6, 0, 0]],
  ['neuy', [['size', '2'], ['endgame', 'nexc']], [0, 6, 0]],
  ['neuy', [['size', '3'], ['endgame', 'neto']], [21, 0, 9]],
  ['neuy', [['size', '3'], ['endgame', 'nexc']], [21, 9, 0]],
  ['neuy', [['size', '4'], ['endgame', 'neto']], [90, 0, 0]],
  ['neuy', [['size', '4'], ['endgame', 'nexc']], [90, 0, 0]],
  ['hex', [['size', '3']], [5, 0, 4]],
  ['hex', [['size', '4']], [4, 0, 12]],
  ['y', [['size', '3']], [3, 0, 3]],
  ['gonnect', [['size', '3']], [9, 0, 0]],
  ['neugonnect', [['size', '3']], [56, 0, 16]],
  ['gomoku', [['size', '5']], [0, 25, 0]],
] as const)('%s %j has the known values of its openings', (name, given, expected) => {
  const game = findGame(name)!;
  const start = game.start(setupOf(game, given));
  const solving = game.solver!.open(64_000_000);
  const values = [...game.moves(start)].map(move => solving.solve(game.play(start, move), never).value);
  const count = (wanted: PositionValue): number => values.filter(value => value === wanted).length;
  expect([count('loss'), count('draw'), count('win')]).toEqual(expected);
}); // prettier-ignore

it('wins with every opening of gonnect 4x4 but a corner', () => {
  const game = findGame('gonnect')!;
  const start = game.start(setupOf(game, [['size', '4']]));
  const openings = [...game.moves(start)];
  expect(openings).toHaveLength(16);
  const solving = game.solver!.open(64_000_000);
  // Symmetry leaves a corner, an edge and the centre. The long run solves all sixteen: a corner costs more than the others.
  for (const [index, opening] of openings.entries())
    if (isLong || [9, 13].includes(index)) {
      const { value } = solving.solve(game.play(start, opening), never);
      expect([index, value]).toEqual([index, [0, 3, 12, 15].includes(index) ? 'win' : 'loss']);
    }
});
