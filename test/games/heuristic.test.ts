// What the heuristics of games say: legal moves, the best first, chances between 0 and 1; and the resistor network behind them.
import { describe, expect, it } from 'vitest';
import type { GivenOptions } from '#games/game.ts';
import { games } from '#games/registry/index.ts';
import { createResistorNetwork } from '#games/stones/heuristic/resistance.ts';
import { createRandom } from '#games/kit/random.ts';
import { frozen, randomGame, setupOf } from '../conformance/game.ts';

const TRIALS: readonly (readonly [string, GivenOptions])[] = [
  ['nex', [['size', '4']]],
  [
    'nex',
    [
      ['size', '3x5'],
      ['endgame', 'nexc'],
    ],
  ],
  ['hex', [['size', '4']]],
  ['neugomoku', [['size', '6']]],
  ['gomoku', [['size', '7']]],
  ['y', [['size', '5']]],
  ['neuy', [['size', '4']]],
  ['gonnect', [['size', '5']]],
  ['neugonnect', [['size', '4']]],
  ['hexafive', []],
  ['nexos', []],
  ['nexos', [['players', '4']]],
];

describe.each(TRIALS.map(([name, given]) => [`${name} ${JSON.stringify(given)}`, name, given] as const))(
  '%s',
  (_, name, given) => {
    const game = games.find(each => each.name === name)!;
    const setup = setupOf(game, given);
    const heuristic = game.heuristic;

    it('rates legal moves, each once, the best first, and in its own order', () => {
      for (const seed of [11, 12, 13, 14]) {
        for (const position of randomGame(game, setup, seed)) {
          const rated = heuristic!.topMoves(frozen(position), 24);
          if (game.toMove(position) === null) {
            expect(rated).toEqual([]);
            continue;
          }
          const legal = new Set([...game.moves(position)].map(move => game.format(position, move)));
          const texts = rated.map(({ move }) => game.format(position, move));
          expect(rated.length).toBeLessThanOrEqual(24);
          expect(new Set(texts).size).toBe(texts.length);
          for (const text of texts)
            expect(legal.has(text), `${text} at ${game.encode(position)}, seed ${seed}`).toBe(true);
          const priors = rated.map(({ prior }) => prior);
          expect(priors).toEqual([...priors].sort((a, b) => b - a));
          for (const prior of priors) expect(prior >= 0 && prior <= 1).toBe(true);
          const evaluation = heuristic!.evaluate(position);
          if (evaluation !== null) expect(evaluation >= 0 && evaluation <= 1).toBe(true);
        }
      }
    });
  },
);

describe('Nexos', () => {
  const game = games.find(({ name }) => name === 'nexos')!;

  it('begins with pieces of four segments, and keeps the small ones for later', () => {
    for (const position of [...randomGame(game, setupOf(game, []), 7)].slice(0, 30)) {
      const sizes = game
        .heuristic!.topMoves(position, 50)
        .map(({ move }) => game.format(position, move).split(',').length);
      expect(new Set(sizes)).toEqual(new Set([4]));
    }
  });

  it('expects more of a game in which it has placed more', () => {
    const setup = setupOf(game, []);
    // Blue and Red of the first, Yellow and Green of the second player: the second passes by laying single segments.
    const position = ['e21-e19-g19-g15', 'u21-u19', 'u5-u7-s7-s11', 'e5-e7'].reduce((before, text) => {
      const move = game.parse(before, text);
      if (!move.ok) throw new Error(move.reason.code);
      return game.play(before, move.value);
    }, game.start(setup));
    expect(game.heuristic!.evaluate(position)).toBeGreaterThan(0.6);
    // The right to move is worth half a move, and so less than what was placed.
    const start = game.heuristic!.evaluate(game.start(setup))!;
    expect(start).toBeGreaterThan(0.5);
    expect(start).toBeLessThan(game.heuristic!.evaluate(position)!);
  });
});

describe('a resistor network', () => {
  /** Cells in a row, each the neighbour of the next; current from the first to the last. */
  const row = (cells: number): ReturnType<typeof createResistorNetwork> =>
    createResistorNetwork({
      neighbours: Array.from({ length: cells }, (_, i) => [i - 1, i + 1].filter(next => next >= 0 && next < cells)),
      from: [0],
      to: [cells - 1],
    });

  it('adds resistances in a row', () => {
    // Edge, three cells of 1, 2, 3, edge: each link has both its cells, so every cell counts twice.
    expect(1 / row(3)(Float64Array.from([1, 2, 3])).conductance).toBeCloseTo(12, 6);
  });

  it('adds conductances side by side', () => {
    const beside = createResistorNetwork({ neighbours: [[], []], from: [0, 1], to: [0, 1] });
    expect(beside(Float64Array.from([1, 2])).conductance).toBeCloseTo(1 / 2 + 1 / 4, 6);
  });

  it('is cut by a cell that does not conduct', () => {
    expect(row(3)(Float64Array.from([1, Infinity, 1])).conductance).toBeLessThan(1e-6);
  });

  it('tells a change about, on the right side and never by more than it is, for losses and gains alike', () => {
    const rng = createRandom(21);
    const columns = 5;
    const neighbours = Array.from({ length: 25 }, (_, cell) =>
      [
        cell - columns,
        cell + columns,
        cell % columns > 0 ? cell - 1 : -1,
        cell % columns < columns - 1 ? cell + 1 : -1,
      ].filter(next => next >= 0 && next < 25),
    );
    const top = [0, 1, 2, 3, 4];
    const measure = createResistorNetwork({ neighbours, from: top, to: top.map(cell => cell + 20) });
    for (let i = 0; i < 200; i++) {
      const values = Float64Array.from({ length: 25 }, () => [0.05, 1, 1, 1, Infinity][rng.below(5)]!);
      const cell = rng.below(25);
      const becomes = [0.05, 1, Infinity][rng.below(3)]!;
      const before = measure(values);
      const [whole, told] = [before.conductance, before.change(cell, becomes)];
      const changed = Float64Array.from(values);
      changed[cell] = becomes;
      const really = measure(changed).conductance - whole;
      // The others' voltages stay as they were: what would flow then is an upper bound of what flows (Dirichlet's principle).
      expect(told).toBeGreaterThanOrEqual(really - 1e-6);
      if (becomes > (values[cell] ?? 0)) expect(told).toBeLessThanOrEqual(1e-6);
    }
  });
});
