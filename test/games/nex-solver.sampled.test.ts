// The solver of Nex: known values, agreement with trying everything, and what it says where it cannot know.
import { describe, expect, it } from 'vitest';
import type { Opaque, PositionValue } from '#games/game.ts';
import { games, findGame } from '#games/registry/index.ts';
import { isLong, times } from '#test/sample.ts';
import { setupOf } from '../conformance/game.ts';
import { exhaustive, textOf } from './nex-exhaustive.ts';
import { compareCarriers, compareValues, emptyTally } from './nex-soundness.ts';
import { seedsFor } from '#test/seeds.ts';

const SEEDS = seedsFor(import.meta.filename);

const nex = findGame('nex')!;
const never = (): boolean => false;

function positionAt(text: string, endgame = 'neto'): Opaque {
  const read = nex.decode(setupOf(nex, [['endgame', endgame]]), text);
  if (!read.ok) throw new Error(read.reason.code);
  return read.value;
}

const emptyText = (rows: number, columns: number, turn: string): string =>
  `${Array.from({ length: rows }, () => '.'.repeat(columns)).join('/')} ${turn}`;

const valueOf = (position: Opaque): PositionValue => nex.solver!.open(1_000_000).solve(position, never).value;

it('is there for all stone games', () => {
  expect(games.flatMap(game => (game.solver === null ? [game.name] : []))).toEqual(['hexafive', 'nexos']);
});

// From exhaustive searches by another program: the value for Black, and how many openings win, draw and lose.
describe.each([
  ['2x2', 'nexc', 'win', [2, 10, 0]],
  ['2x2', 'neto', 'win', [2, 0, 10]],
  ['2x3', 'nexc', 'win', [30, 0, 0]],
  ['2x3', 'neto', 'win', [30, 0, 0]],
  ['3x2', 'nexc', 'loss', [0, 0, 30]],
  ['3x2', 'neto', 'loss', [0, 0, 30]],
  ['3x3', 'nexc', 'win', [42, 30, 0]],
  ['3x3', 'neto', 'win', [44, 0, 28]],
] as const)('%s %s', (size, endgame, value, openings) => {
  const [rows = 0, columns = 0] = size.split('x').map(Number);

  it('has its known value, and every opening', () => {
    const start = positionAt(emptyText(rows, columns, 'B'), endgame);
    const solving = nex.solver!.open(4_000_000);
    expect(solving.solve(start, never).value).toBe(value);
    const values = [...nex.moves(start)].map(move => solving.solve(nex.play(start, move), never).value);
    const count = (wanted: PositionValue): number => values.filter(each => each === wanted).length;
    expect([count('loss'), count('draw'), count('win')]).toEqual(openings);
  });

  it('has the value of the turned board for White', () => {
    // Mirrored along its long diagonal, a board that is White's to begin is one that is Black's.
    const white = positionAt(emptyText(columns, rows, 'W'), endgame);
    expect(valueOf(white)).toBe(value);
  });
});

it.each(SEEDS)(
  'agrees with trying everything, on positions at random, and its moves keep the value (seed %i)',
  seed => {
    const tally = emptyTally();
    compareValues(seed, times(30, 150, seed), tally);
    expect(tally.wrong).toEqual([]);
    if (isLong) expect(Math.min(...Object.values(tally.worths))).toBeGreaterThan(100);
  },
);

it.each(SEEDS)('proves with its carriers what it claims (seed %i)', seed => {
  const tally = emptyTally();
  compareCarriers(seed, times(12, 60, seed), tally);
  expect(tally.wrong).toEqual([]);
  if (isLong) expect(tally.pairs).toBeGreaterThan(500);
});

describe('positions that are set up', () => {
  it.each([
    ['a finished one', 'BB/?W W', 'nexc', 'draw'],
    ['one that White has won', '.W/W? B', 'neto', 'loss'],
    ['one that Black has won, Black to move', 'B./B? B', 'neto', 'win'],
    ['neutrals alone: nobody can move', '???/???/??? B', 'neto', 'draw'],
  ] as const)('%s has its outcome', (_, text, endgame, value) => {
    const position = positionAt(text, endgame);
    expect(nex.solver!.open(1_000_000).solve(position, never)).toEqual({ value, move: null, nodes: 0 });
  });

  it.each([
    ['no stone to give but room for one', '?./.? W'],
    ['neutrals, and room that ends the game', '??/.. B'],
    ['a lone empty cell and a lone neutral', 'BW/.? W'],
    ['a lone empty cell', 'BW/.W B'],
  ])('%s', (_, text) => {
    const position = positionAt(text);
    const [cells = '', turn] = text.split(' ');
    const stand = { columns: cells.indexOf('/'), cells: cells.replaceAll('/', ''), turn: turn as 'B' | 'W' };
    expect(textOf(stand)).toBe(text);
    const { value, move } = nex.solver!.open(1_000_000).solve(position, never);
    expect(value).toBe(exhaustive('neto')(stand));
    expect(move).not.toBeNull();
  });
});

describe('boards too large to be searched', () => {
  // The position with which the inventor shows what Nex is: three neutrals each of which alone joins White's edges.
  const TRIPLE =
    '.........WW/.......?WB./.....BBW.?./....?WW.B../?BBWW.BB.../BWW?W?W..../BWBW?.?..../BBBW?B.B.../W?BW?WB..../?WW......../?..........';

  it('sees that every move loses: a threefold threat on 11x11', () => {
    const position = positionAt(`${TRIPLE} B`);
    expect(nex.countMoves(position)).toBe(6234);
    expect(valueOf(position)).toBe('loss');
    // Plainly: after each of the moves White has one that wins. A few hundred of them are tried.
    const some = [...nex.moves(position)].filter((_, i) => i % times(100, 25) === 0);
    for (const move of some) {
      const { value, move: answer } = nex.solver!.open(1_000_000).solve(nex.play(position, move), never);
      expect(value).toBe('win');
      expect(nex.outcome(nex.play(nex.play(position, move), answer!))).toMatchObject({ ranks: [2, 1] });
    }
    expect(valueOf(positionAt(`${TRIPLE} W`))).toBe('win');
  });

  it('knows nothing of an empty one, and says so at once', () => {
    expect(nex.solver!.open(1_000_000).solve(positionAt(emptyText(11, 11, 'B')), never)).toEqual({
      value: 'unknown',
      move: null,
      nodes: 0,
    });
  });

  it('sees a win by the next move on the largest board', () => {
    const column = Array.from({ length: 19 }, (_, row) => (row === 9 ? '.' : 'B') + '.'.repeat(18));
    const position = positionAt(`${column.join('/')} B`);
    const { value, move } = nex.solver!.open(1_000_000).solve(position, never);
    expect(value).toBe('win');
    expect(nex.outcome(nex.play(position, move!))).toMatchObject({ ranks: [1, 2] });
  });
});

it('stops when told, and goes on where it left off', () => {
  const solving = nex.solver!.open(16_000_000);
  const start = positionAt(emptyText(4, 3, 'B'), 'nexc');
  let asked = 0;
  // Every second question is answered with yes.
  const answers = Array.from({ length: 200 }, () => solving.solve(start, () => (asked += 1) % 2 === 0).value);
  expect(answers[0]).toBe('unknown');
  expect(answers.at(-1)).toBe('loss');
});
