// Evaluates cells of a connection game by the currents between each side's edges.
// This guides a search.
import { type Measurement, type ResistorNetwork, resistorNetwork } from './resistor-network.ts';
import {
  boardOf,
  type Cell,
  EMPTY_LETTER,
  NEUTRAL_LETTER,
  other,
  type StoneBoard,
  type StoneGame,
  type StonePosition,
  type StoneSide,
} from '../stone-game.ts';
import type { CellEvaluation, CellState } from './cell-evaluation.ts';
import { memoize } from '#games/kit/remember.ts';

/**
 * What resists the current: an own stone hardly; an empty cell takes half a move of two stones, one of which is of use; neutrals come two a move.
 * What that is worth: research/nex/README.md.
 */
export const RESISTANCE: Readonly<Record<CellState, number>> = { own: 0.03, empty: 1, neutral: 0.8, enemy: Infinity };

/** A side that is cut off has this much left, so that logarithms stay finite. */
const LEAST = 1e-3;

/** One pair of circuits a board: measuring again overwrites what was measured. null: its goal is not to join two edges. */
const networksOf = memoize(({ neighbours, goal }: StoneBoard): readonly [ResistorNetwork, ResistorNetwork] | null =>
  goal?.kind === 'edges'
    ? [resistorNetwork({ neighbours, ...goal.ends[0] }), resistorNetwork({ neighbours, ...goal.ends[1] })]
    : null,
);

/** How near each cell is to all others, 0 … 1 from the farthest corner to the centre. */
const centralityOf = memoize((board: StoneBoard): Float64Array => {
  const sums = board.neighbours.map((_, cell) => stepsFrom(board, cell).reduce((sum, steps) => sum + steps, 0));
  const [least, most] = [Math.min(...sums), Math.max(...sums)];
  return Float64Array.from(sums, sum => (most === least ? 0 : (most - sum) / (most - least)));
});

/** Steps from a cell to every cell. */
function stepsFrom({ neighbours }: StoneBoard, start: Cell): number[] {
  const steps = neighbours.map(() => -1);
  steps[start] = 0;
  const queue = [start];
  for (const cell of queue) {
    for (const next of neighbours[cell] ?? []) {
      if (steps[next] !== -1) continue;
      steps[next] = (steps[cell] ?? 0) + 1;
      queue.push(next);
    }
  }
  return steps;
}

/**
 * On an open board currents crowd in the obtuse corners, where a stone does least: a stone in the centre counts for so much, the less the fuller
 * the board. Found by playing: docs/decisions/009.
 */
const CENTRE = 0.27;

/** What the stones' nearness to the centre is worth to the mover, and one more there. */
function centreEvaluation(
  game: StoneGame,
  { cells, turn }: StonePosition,
  board: StoneBoard,
): { evaluation: number; each: Float64Array; weight: number } {
  const each = centralityOf(board);
  const [own, enemy] = [game.sides[turn].letter, game.sides[other(turn)].letter];
  let [evaluation, empty] = [0, 0];
  for (let cell = 0; cell < cells.length; cell++) {
    const letter = cells.charAt(cell);
    if (letter === EMPTY_LETTER) empty += 1;
    else if (letter === own) evaluation += each[cell] ?? 0;
    else if (letter === enemy) evaluation -= each[cell] ?? 0;
  }
  const weight = CENTRE * (empty / cells.length);
  return { evaluation: evaluation * weight, each, weight };
}

function resistancesFor(game: StoneGame, cells: string, side: StoneSide): Float64Array {
  const of = new Map([
    [EMPTY_LETTER, RESISTANCE.empty],
    [NEUTRAL_LETTER, RESISTANCE.neutral],
    [game.sides[side].letter, RESISTANCE.own],
  ]);
  const resistances = new Float64Array(cells.length);
  for (let cell = 0; cell < cells.length; cell++) resistances[cell] = of.get(cells.charAt(cell)) ?? RESISTANCE.enemy;
  return resistances;
}

/** ln of the factor by which the conductance changes; what seems to cut everything leaves a little. */
const factor = (current: Measurement, cell: Cell, holder: CellState): number =>
  Math.log(Math.max(0.02, 1 + current.change(cell, RESISTANCE[holder]) / (current.conductance + LEAST)));

const seenByEnemy = (state: CellState): CellState => (state === 'own' ? 'enemy' : state === 'enemy' ? 'own' : state);

/** null: nothing is known of a goal of this kind. */
export function evaluateResistance(game: StoneGame, position: StonePosition): CellEvaluation | null {
  const both = networksOf(boardOf(game, position));
  if (both === null) return null;
  const [side, enemy] = [position.turn, other(position.turn)];
  const mine = both[side](resistancesFor(game, position.cells, side));
  const theirs = both[enemy](resistancesFor(game, position.cells, enemy));
  const centre = centreEvaluation(game, position, boardOf(game, position));
  return {
    evaluation: Math.log((mine.conductance + LEAST) / (theirs.conductance + LEAST)) + centre.evaluation,
    gain: (cell, becomes) =>
      factor(mine, cell, becomes) -
      factor(theirs, cell, seenByEnemy(becomes)) +
      (becomes === 'own' ? centre.weight * (centre.each[cell] ?? 0) : 0),
    chance: () => null,
  };
}
