// Solves boards of Nex, with times and nodes. With `soundness [rounds]` compares with a plain search.
import type { AnyGame, Opaque, PositionValue } from '#games/game.ts';
import { assert, must } from '#games/kit/assert.ts';
import { findGame } from '#games/registry/index.ts';
import { compareCarriers, compareValues, emptyTally } from '#test/games/nex-soundness.ts';

const nex: AnyGame = must(findGame('nex'), 'nex is on the shelf');
const BYTES = 256_000_000;
const never = (): boolean => false;

const ENDGAMES = ['neto', 'nexc'] as const;
/** A board, with all its openings or its value alone, and the seconds it may take. */
const TARGETS = [
  ['3x3', true, 1],
  ['4x4', false, 3],
  ['4x5', false, 60],
  ['4x4', true, 60],
  ['5x4', true, 900],
] as const;

function start(size: string, endgame: string): Opaque {
  const setup = nex.setup([
    ['size', size],
    ['endgame', endgame],
  ]);
  assert(setup.ok, 'the sizes here are sizes of Nex');
  return nex.start(setup.value);
}

type Measured = Readonly<Record<string, PositionValue | number>>;

function measure(size: string, endgame: string, isEach: boolean): Measured {
  const solving = must(nex.solver, 'Nex has a solver').open(BYTES);
  const position = start(size, endgame);
  if (!isEach) {
    const { value, nodes } = solving.solve(position, never);
    return { value, nodes };
  }
  const counts = { win: 0, draw: 0, loss: 0, unknown: 0, nodes: 0 };
  for (const move of nex.moves(position)) {
    const { value, nodes } = solving.solve(nex.play(position, move), never);
    counts[value] += 1;
    counts.nodes += nodes;
  }
  // White moves next: White's loss is a win for the opening.
  return { win: counts.loss, draw: counts.draw, loss: counts.win, nodes: counts.nodes };
}

function solveBoards(): void {
  const results: unknown[] = [];
  for (const [size, isEach, target] of TARGETS) {
    for (const endgame of ENDGAMES) {
      const began = performance.now();
      const found = measure(size, endgame, isEach);
      const seconds = Number(((performance.now() - began) / 1000).toFixed(2));
      const result = { bench: 'solver', size, endgame, what: isEach ? 'openings' : 'value', ...found, seconds, target };
      results.push(result);
      console.error(JSON.stringify(result));
    }
  }
  console.log(JSON.stringify({ node: process.version, results }));
}

/** Compares random positions with a plain search, and pairs of positions that have the same value by a proof. */
function checkSoundness(rounds: number): void {
  const tally = emptyTally();
  const seed = 19770717;
  const began = performance.now();
  compareValues(seed, rounds, tally);
  compareCarriers(seed + 1, rounds, tally);
  const seconds = Math.round((performance.now() - began) / 1000);
  console.log(JSON.stringify({ bench: 'soundness', seed, rounds, ...tally, seconds }));
  assert(tally.wrong.length === 0, 'the solver agrees with trying everything');
}

const [what, rounds = '7500'] = process.argv.slice(2);
if (what === 'soundness') checkSoundness(Number(rounds));
else solveBoards();
