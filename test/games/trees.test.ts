// Whole trees of small boards, counted move by move: the numbers come from exhaustive searches by other programs.
import { expect, it } from 'vitest';
import type { AnyGame, Opaque } from '#games/game.ts';
import { findGame } from '#games/registry/index.ts';
import { setupOf } from '../conformance/game.ts';

function nodes(game: AnyGame, position: Opaque): number {
  let sum = 1;
  for (const move of game.moves(position)) sum += nodes(game, game.play(position, move));
  return sum;
}

/** Nodes `depth` plies below; the count of the last ply comes from the formula. */
function leaves(game: AnyGame, position: Opaque, depth: number): number {
  if (depth === 1) return game.countMoves(position);
  let sum = 0;
  for (const move of game.moves(position)) sum += leaves(game, game.play(position, move), depth - 1);
  return sum;
}

const nex = findGame('nex')!;
const start = (size: string, endgame: string): Opaque =>
  nex.start(setupOf(nex, [['size', size], ['endgame', endgame]])); // prettier-ignore

it.each([
  ['2x2', 'nexc', 61],
  ['2x2', 'neto', 73],
  ['2x3', 'nexc', 7231],
  ['2x3', 'neto', 7807],
  ['3x2', 'nexc', 8191],
  ['3x2', 'neto', 10879],
])('nex %s %s has %i nodes', (size, endgame, expected) => {
  expect(nodes(nex, start(size, endgame))).toBe(expected);
});

it('branches by ply on 2x2: 1, 12, 24, 24', () => {
  const tree = [1, 2, 3].map(depth => leaves(nex, start('2x2', 'nexc'), depth));
  expect(tree).toEqual([12, 24, 24]);
});

it('counts the largest boards without listing', () => {
  expect(nex.countMoves(start('13', 'neto'))).toBe(28_392);
  expect(nex.countMoves(start('19', 'neto'))).toBe(129_960);
});

it('takes the first of many moves at once', () => {
  const position = start('19', 'neto');
  // A thousand times: listing all of them each time would make 130 million, and never end.
  for (let i = 0; i < 1000; i++) {
    const [first] = nex.moves(position);
    expect(nex.format(position, first!)).toBe('a1,a2');
  }
});

it('lists moves in a stable order', () => {
  const texts = (game: AnyGame, position: Opaque): string =>
    [...game.moves(position)].map(move => game.format(position, move)).join(' ');
  const decoded = (text: string): Opaque => {
    const read = nex.decode(setupOf(nex, []), text);
    if (!read.ok) throw new Error(read.reason.code);
    return read.value;
  };
  expect(texts(nex, decoded('?.?/BWB/.?. W'))).toMatchInlineSnapshot(
    `"a2,c1 a2,c3 c1,a2 c1,c3 c3,a2 c3,c1 a1,a3,b2 a1,c2,b2 a3,c2,b2"`,
  );
  expect(texts(nex, decoded('BB/?W W'))).toMatchInlineSnapshot(`"b1"`);
  const hex = findGame('hex')!;
  expect(texts(hex, hex.start(setupOf(hex, [['size', '2x3']])))).toMatchInlineSnapshot(`"a1 a2 a3 b1 b2 b3"`);
});
