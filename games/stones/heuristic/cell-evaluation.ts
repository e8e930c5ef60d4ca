// The evaluation of a position and its cells, and the probability of a win that it implies.
import type { Cell } from '../stone-game.ts';

/** The content of a cell, from the view of one side. */
export type CellState = 'own' | 'empty' | 'neutral' | 'enemy';

/** The evaluation of a position for the side to move. */
export interface CellEvaluation {
  /** The logarithm of the ratio of the sides' prospects. */
  readonly evaluation: number;
  /** About how much the evaluation increases when a cell changes to this state. */
  readonly gain: (cell: Cell, becomes: CellState) => number;
  /** The mover's probability to win, if threats decide it. null: the evaluation decides it. */
  readonly decidedProbability: () => number | null;
}

/** The slope of the win probability, fitted to games and exact values of Nex (research/nex/README.md). */
export const SLOPE = 1.6;
/** The value of being on move, in units of the evaluation. */
export const TEMPO = 0.5;

const logistic = (x: number): number => 1 / (1 + Math.exp(-x));

/** The win probability of the side to move. */
export const estimateWinOnMove = (evaluation: number): number => logistic(SLOPE * (evaluation + TEMPO));

/** The win probability of the side that has just moved, by the evaluation after its move. */
export const estimateWinAfterMove = (evaluation: number): number => logistic(SLOPE * (evaluation - TEMPO));
