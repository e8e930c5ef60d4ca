// The evaluation of a position cell by cell, for any goal, and the chance to win it implies.
import type { Cell } from '../stone-game.ts';

/** What a cell may hold, seen from one side. */
export type CellState = 'own' | 'empty' | 'neutral' | 'enemy';

/** What is known of a position, seen from the side to move. */
export interface CellEvaluation {
  /** ln of how much better the mover stands than the opponent. */
  readonly evaluation: number;
  /** About how much the evaluation grows when a cell becomes something else. */
  readonly gain: (cell: Cell, becomes: CellState) => number;
  /** The mover's chance to win, where threats decide more than the evaluation tells; null: they do not. */
  readonly chance: () => number | null;
}

/** Beside what fits games and exact values of Nex, see research/nex/README.md. */
export const SLOPE = 1.6;
/** What it is worth to be on move, in units of the evaluation. */
export const TEMPO = 0.5;

const logistic = (x: number): number => 1 / (1 + Math.exp(-x));

/** The side to move's chance to win with this evaluation. */
export const chanceOnMove = (evaluation: number): number => logistic(SLOPE * (evaluation + TEMPO));

/** The chance to win of the side that has just moved, with the evaluation after its move. */
export const chanceAfterMove = (evaluation: number): number => logistic(SLOPE * (evaluation - TEMPO));
