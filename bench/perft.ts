// Counts the first placements of Nexos three plies deep, and compares with the known number.
import type { AnyGame, Opaque } from '#games/game.ts';
import { assert, must } from '#games/kit/assert.ts';
import { findGame } from '#games/registry/index.ts';

/** No first placement of a colour blocks one of another: 515, 515 x 515, 515 x 515 x 515. */
const KNOWN = [515, 265_225, 136_590_875];

const nexos = must(findGame('nexos'), 'nexos is on the shelf');
const setup = nexos.setup([]);
assert(setup.ok, 'a game without options has its defaults');

function countLeaves(game: AnyGame, position: Opaque, depth: number): number {
  if (depth === 1) return game.countMoves(position);
  let sum = 0;
  for (const move of game.moves(position)) sum += countLeaves(game, game.play(position, move), depth - 1);
  return sum;
}

for (const [i, known] of KNOWN.entries()) {
  const began = performance.now();
  const counted = countLeaves(nexos, nexos.start(setup.value), i + 1);
  const seconds = Number(((performance.now() - began) / 1000).toFixed(1));
  console.log(JSON.stringify({ bench: 'perft', game: 'nexos', depth: i + 1, counted, known, seconds }));
  assert(counted === known, `the count at depth ${i + 1} is the known one`);
}
