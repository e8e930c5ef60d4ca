// Evaluates a connection game by the electric currents between each side's edges.
import { type Measurement, type ResistorNetwork, createResistorNetwork } from './resistor-network.ts';
import {
  boardOf,
  type Cell,
  EMPTY_LETTER,
  NEUTRAL_LETTER,
  otherSide,
  type StoneBoard,
  type StoneGame,
  type StonePosition,
  type StoneSide,
} from '../stone-game.ts';
import type { CellEvaluation, CellState } from './cell-evaluation.ts';
import { memoize } from '#games/kit/remember.ts';

/**
 * The electric resistance of a cell. An empty cell takes half a move, and a move turns two neutrals. The values were fitted, see
 * research/nex/README.md.
 */
export const RESISTANCE: Readonly<Record<CellState, number>> = { own: 0.03, empty: 1, neutral: 0.8, enemy: Infinity };

/** A small conductance added to both sides, so that logarithms stay finite. */
const MIN_CONDUCTANCE = 1e-3;

/** The two networks of a board. A measurement overwrites the previous one. null: the goal is not to join two edges. */
const networksOf = memoize(({ neighbours, goal }: StoneBoard): readonly [ResistorNetwork, ResistorNetwork] | null =>
  goal?.kind === 'edges'
    ? [createResistorNetwork({ neighbours, ...goal.ends[0] }), createResistorNetwork({ neighbours, ...goal.ends[1] })]
    : null,
);

/** The centrality of each cell, from 0 in the farthest corner to 1 in the centre. */
const centralityOf = memoize((board: StoneBoard): Float64Array => {
  const sums = board.neighbours.map((_, cell) => measureSteps(board, cell).reduce((sum, steps) => sum + steps, 0));
  const [min, max] = [Math.min(...sums), Math.max(...sums)];
  return Float64Array.from(sums, sum => (max === min ? 0 : (max - sum) / (max - min)));
});

/** The distances from a cell to every cell, in steps. */
function measureSteps({ neighbours }: StoneBoard, start: Cell): number[] {
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
 * The bonus of a stone in the centre of an empty board, less on a fuller board. It corrects the currents, which are too strong in the
 * obtuse corners. The value was found by playing, see docs/decisions/009.
 */
const CENTRE_BONUS = 0.27;

/** The centre bonus of the stones on the board, and of one more stone by cell. */
function evaluateCentre(
  game: StoneGame,
  { cells, turn }: StonePosition,
  board: StoneBoard,
): { evaluation: number; bonusByCell: Float64Array; weight: number } {
  const bonusByCell = centralityOf(board);
  const [own, enemy] = [game.sides[turn].letter, game.sides[otherSide(turn)].letter];
  let [evaluation, empty] = [0, 0];
  for (let cell = 0; cell < cells.length; cell++) {
    const letter = cells.charAt(cell);
    if (letter === EMPTY_LETTER) empty += 1;
    else if (letter === own) evaluation += bonusByCell[cell] ?? 0;
    else if (letter === enemy) evaluation -= bonusByCell[cell] ?? 0;
  }
  const weight = CENTRE_BONUS * (empty / cells.length);
  return { evaluation: evaluation * weight, bonusByCell, weight };
}

function listResistances(game: StoneGame, cells: string, side: StoneSide): Float64Array {
  const resistanceByLetter = new Map([
    [EMPTY_LETTER, RESISTANCE.empty],
    [NEUTRAL_LETTER, RESISTANCE.neutral],
    [game.sides[side].letter, RESISTANCE.own],
  ]);
  const resistances = new Float64Array(cells.length);
  for (let cell = 0; cell < cells.length; cell++)
    resistances[cell] = resistanceByLetter.get(cells.charAt(cell)) ?? RESISTANCE.enemy;
  return resistances;
}

/** The logarithm of the factor by which the conductance changes. The factor is at least 0.02. */
const logFactor = (current: Measurement, cell: Cell, state: CellState): number =>
  Math.log(Math.max(0.02, 1 + current.change(cell, RESISTANCE[state]) / (current.conductance + MIN_CONDUCTANCE)));

/** Evaluates a position. null: the goal is not to join two edges. */
export function evaluateResistance(game: StoneGame, position: StonePosition): CellEvaluation | null {
  const networks = networksOf(boardOf(game, position));
  if (networks === null) return null;
  const [side, enemy] = [position.turn, otherSide(position.turn)];
  const ownNetwork = networks[side](listResistances(game, position.cells, side));
  const enemyNetwork = networks[enemy](listResistances(game, position.cells, enemy));
  const centre = evaluateCentre(game, position, boardOf(game, position));
  return {
    evaluation:
      Math.log((ownNetwork.conductance + MIN_CONDUCTANCE) / (enemyNetwork.conductance + MIN_CONDUCTANCE)) +
      centre.evaluation,
    gain: (cell, becomes) =>
      logFactor(ownNetwork, cell, becomes) -
      logFactor(enemyNetwork, cell, becomes === 'own' ? 'enemy' : becomes === 'enemy' ? 'own' : becomes) +
      (becomes === 'own' ? centre.weight * (centre.bonusByCell[cell] ?? 0) : 0),
    decidedProbability: () => null,
  };
}
