// Boards cell by cell: stones, neighbours, symmetries, and moves as changes of cells.
import { describe, expect, it } from 'vitest';
import type { GivenOptions } from '#games/game.ts';
import { games } from '#games/registry/index.ts';
import { must } from '#games/kit/assert.ts';
import { type NewCellState, cellMapOf, FEATURES, symmetriesOf } from '#games/kit/cell-view.ts';
import { createRandom } from '#games/kit/random.ts';
import { randomGame, setupOf } from '../conformance/game.ts';

const size = (text: string): GivenOptions => [['size', text]];

/** A game, the options of a small board, and how many ways there are to turn and mirror it. */
const BOARDS: readonly (readonly [string, GivenOptions, number])[] = [
  ['nex', size('4'), 4],
  ['nex', size('3x5'), 2],
  ['hex', size('5'), 4],
  ['y', size('5'), 6],
  ['neuy', size('4'), 6],
  ['gomoku', size('6'), 8],
  ['neugomoku', size('5'), 8],
  ['gonnect', size('5'), 8],
  ['neugonnect', size('4'), 8],
  ['hexafive', [['radius', '3']], 12],
  ['hexafive', [['special', '1']], 4],
];

const gameOf = (name: string) =>
  must(
    games.find(each => each.name === name),
    name,
  );
const viewOf = (name: string) => must(gameOf(name).cellView, name);
const mapOf = (name: string, given: GivenOptions) => {
  const game = gameOf(name);
  return cellMapOf(game.picture(game.start(setupOf(game, given)), { seat: null }));
};

describe.each(BOARDS)('%s %j', (name, given, turns) => {
  const [game, view, map] = [gameOf(name), viewOf(name), mapOf(name, given)];
  const setup = setupOf(game, given);
  const positions = [3, 4].flatMap(seed => [...randomGame(game, setup, seed)]);
  const running = positions.filter(position => game.toMove(position) !== null);

  it('lies around each cell in opposite directions from both sides', () => {
    const { cells, directions, around } = map;
    for (let cell = 0; cell < cells; cell++) {
      for (let direction = 0; direction < directions; direction++) {
        const next = around[cell * directions + direction]!;
        const back = (direction + directions / 2) % directions;
        if (next >= 0) expect(around[next * directions + back]).toBe(cell);
      }
    }
  });

  it(`can be turned and mirrored in ${turns} ways, each of which keeps neighbours together`, () => {
    const symmetries = symmetriesOf(map);
    expect(symmetries).toHaveLength(turns);
    expect([...symmetries[0]!]).toEqual([...symmetries[0]!.keys()]);
    const beside = (cell: number): Set<number> =>
      new Set(map.around.slice(cell * map.directions, (cell + 1) * map.directions).filter(next => next >= 0));
    for (const symmetry of symmetries) {
      expect(new Set(symmetry).size).toBe(map.cells);
      for (let cell = 0; cell < map.cells; cell++) {
        expect(new Set([...beside(cell)].map(next => symmetry[next]))).toEqual(beside(symmetry[cell]!));
      }
    }
  });

  it('shows the stones of the picture from the side of the colour to move', () => {
    for (const position of running) {
      const colours = game.colours(setup);
      const mover = colours.findIndex(({ name }) => name === game.toMove(position));
      const letters = [colours[mover]!.letter, colours[1 - mover]!.letter];
      const { spots } = game.picture(position, { seat: null });
      const seen = view.featurePlanes(position);
      expect(
        [...seen].map(bits => [
          bits & FEATURES.own,
          bits & FEATURES.enemy,
          bits & FEATURES.last,
          bits & FEATURES.first,
        ]),
      ).toEqual(
        spots.map(({ piece, last }) => [
          ...letters.map((letter, side) => (piece?.letter === letter ? 1 << side : 0)),
          last ? FEATURES.last : 0,
          mover === 0 ? FEATURES.first : 0,
        ]),
      );
      const isNeutral = (cell: number): boolean => (seen[cell]! & FEATURES.neutral) !== 0;
      spots.forEach(({ piece, banned }, cell) => expect(isNeutral(cell)).toBe(piece?.letter === '?' || banned));
    }
  });

  it('weighs legal moves by the sum of their cells, the best first, all where there are few', () => {
    const rng = createRandom(7);
    const worths = new Map<string, number>();
    for (const becomes of view.newStates)
      for (let cell = 0; cell < map.cells; cell++) worths.set(`${cell} ${becomes}`, rng.below(1_000));
    const gain = (cell: number, becomes: NewCellState): number => must(worths.get(`${cell} ${becomes}`), becomes);
    for (const position of running) {
      const legal = [...game.moves(position)].map(move => game.format(position, move));
      const weighed = view.rankMoves(position, gain, 10_000);
      const texts = weighed.map(({ move }) => game.format(position, move));
      expect(new Set(texts).size).toBe(texts.length);
      expect(legal).toEqual(expect.arrayContaining(texts));
      expect(weighed.map(({ logit }) => logit)).toEqual(weighed.map(({ logit }) => logit).toSorted((a, b) => b - a));
      for (const { move, logit } of weighed) {
        const sum = view.cellChanges(position, move).reduce((total, [cell, becomes]) => total + gain(cell, becomes), 0);
        expect(logit).toBe(sum);
      }
      if (legal.length <= 256) expect(texts).toHaveLength(legal.length);
      expect(view.rankMoves(position, gain, 3)).toEqual(weighed.slice(0, 3));
    }
  });

  it('tells at the end whose cells are whose', () => {
    const last = must(positions.at(-1), 'a game has positions');
    const letters = game.colours(setup).map(({ letter }) => letter);
    const { spots } = game.picture(last, { seat: null });
    expect([...view.owners(last)]).toEqual(spots.map(({ piece }) => letters.indexOf(piece?.letter ?? '')));
  });
});

it('shows the edges that a colour wants to join, and those that both may want', () => {
  const edges = (name: string, given: GivenOptions): string => {
    const game = gameOf(name);
    const seen = viewOf(name).featurePlanes(game.start(setupOf(game, given)));
    return [...seen].map(bits => '.oe+'[(bits >> 4) & 3]).join('');
  };
  expect(edges('hex', size('3'))).toBe('+o+e.e+o+');
  expect(edges('y', size('4'))).toBe('++++.+++++');
  expect(edges('gonnect', size('3'))).toBe('++++.++++');
  expect(edges('y', size('3'))).toBe('++++++');
});

it('finds a legal move where all combinations of the best cells are suicidal', () => {
  const game = gameOf('neugonnect');
  // Only at the upper left are two empty cells beside each other.
  const rows = ['...?.?.?.', ...Array.from({ length: 8 }, (_, i) => (i % 2 === 0 ? '?.?.?.?.?' : '.?.?.?.?.'))];
  const read = game.decode(setupOf(game, size('9')), `${rows.join('/')} B`);
  const position = must(read.ok ? read.value : undefined, 'a position');
  const legal = [...game.moves(position)].map(move => game.format(position, move));
  const weighed = viewOf('neugonnect').rankMoves(position, cell => cell, 96);
  expect(legal.length).toBeGreaterThan(0);
  expect(weighed.length).toBeGreaterThan(0);
  expect(legal).toEqual(expect.arrayContaining(weighed.map(({ move }) => game.format(position, move))));
});
