// Which moves of Hexafive are worth a look: stones that make five, stop a five, or stand on lines where one may yet come about.
import type { Heuristic, RatedMove } from '../game.ts';
import { AXES, boardOf, enemyOf, type Grid, type HexafiveBoard, type Slot, slotOf } from './board.ts';
import { isInFive, type Move, moves, type Position } from './rules.ts';
import { EMPTY, STONE } from '../stones/stone-game.ts';

const FIVE = 5;
/** What a stretch of five cells without a stone of the other side is worth, by the stones already on it. */
const WORTH = [0, 1, 6, 40, 400];
/** Stopping the enemy's line against making one's own, which comes a move earlier. */
const STOPPING = 0.7;
/** So much worth is as good as half a win. */
const HALF = 80;

/** What one more stone of this kind on the slot is worth: every stretch of five that it may complete. */
function worthAt({ steps }: HexafiveBoard, grid: Grid, slot: Slot, stone: number): number {
  let sum = 0;
  for (let axis = 0; axis < AXES; axis++) sum += worthAlong(grid, slot, steps[axis] ?? 0, stone);
  return sum;
}

const fits = (grid: Grid, slot: Slot, stone: number): boolean => grid[slot] === EMPTY || grid[slot] === stone;

function worthAlong(grid: Grid, slot: Slot, step: number, stone: number): number {
  let [before, after] = [0, 0];
  while (before < FIVE - 1 && fits(grid, slot - (before + 1) * step, stone)) before++;
  while (after < FIVE - 1 && fits(grid, slot + (after + 1) * step, stone)) after++;
  let sum = 0;
  for (let from = -before; from + FIVE - 1 <= after; from++) {
    let stones = 0;
    for (let i = from; i < from + FIVE; i++) if (i !== 0 && grid[slot + i * step] === stone) stones++;
    sum += WORTH[stones] ?? 0;
  }
  return sum;
}

function makesFive(board: HexafiveBoard, grid: Grid, slot: Slot, stone: number): boolean {
  grid[slot] = stone;
  const made = isInFive(grid, slot, board.steps);
  grid[slot] = EMPTY;
  return made;
}

function topMoves(position: Position, most: number): readonly RatedMove<Move>[] {
  const legal = [...moves(position)];
  const board = boardOf(position.setup);
  const grid = board.fill(position.cells);
  const own = STONE[position.turn];
  const enemy = enemyOf(own);
  const five = legal.find(({ cell }) => makesFive(board, grid, slotOf(board, cell), own));
  if (five !== undefined) return [{ move: five, prior: 1 }];
  return legal
    .map(move => {
      const slot = slotOf(board, move.cell);
      const here = worthAt(board, grid, slot, own) + STOPPING * worthAt(board, grid, slot, enemy);
      const there = move.taken === null ? 0 : STOPPING * worthAt(board, grid, slotOf(board, move.taken), enemy);
      return { move, prior: (0.9 * (here + there)) / (here + there + HALF) };
    })
    .sort((a, b) => b.prior - a.prior)
    .slice(0, most);
}

export const heuristic: Heuristic<Position, Move> = { topMoves, evaluate: () => null };
