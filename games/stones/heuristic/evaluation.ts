// Evaluates a position by the kind of its goal: lines to fill, or edges to join.
import { boardOf, STONE, type StoneBoard, type StoneGame, type StonePosition } from '../stone-game.ts';
import { type CellEvaluation, chanceOnMove } from './cell-evaluation.ts';
import { legalityOf } from '../legality.ts';
import { evaluateLines, type LineNet, lineNet } from './lines.ts';
import { memoize } from '#games/kit/remember.ts';
import { evaluateResistance } from './resistance.ts';
import { evaluateTriangle } from './triangle.ts';

const netOf = memoize(({ goal, names }: StoneBoard): LineNet =>
  lineNet(goal?.kind === 'lines' ? goal.lines : [], names.length),
);

/** null: nothing is known of a goal of this kind, or of stones that come and go by captures. */
export function evaluationOf(game: StoneGame, position: StonePosition): CellEvaluation | null {
  if (!legalityOf(game, position).isFree) return null;
  const board = boardOf(game, position);
  const stone = STONE[position.turn];
  switch (board.goal?.kind) {
    case 'edges':
      return evaluateResistance(game, position);
    case 'triangle':
      return evaluateTriangle(board.fill(position.cells), board.rows.length, stone);
    case 'lines':
      return evaluateLines(netOf(board), board.fill(position.cells), stone);
    case undefined:
      return null;
  }
}

/** The side to move's chance to win. null: no opinion. */
export function evaluate(game: StoneGame, position: StonePosition): number | null {
  const known = evaluationOf(game, position);
  return known && (known.chance() ?? chanceOnMove(known.evaluation));
}
