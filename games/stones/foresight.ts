// Finds moves that win at once, and moves that lose at once, in a plain stone game.
import type { Game } from '../game.ts';
import {
  boardOf,
  type Cell,
  listCells,
  EMPTY,
  EMPTY_LETTER,
  type End,
  type Filling,
  otherSide,
  type PlaceMove,
  STONE,
  type StoneBoard,
  type StoneGame,
  type StonePosition,
  type StoneSide,
} from './stone-game.ts';
import { createLegality } from './legality.ts';

/** The members of a game that look one move ahead. */
export type Foresight<Position, Move> = Pick<Game<Position, Move>, 'winningMove' | 'losesAtOnce'>;

/** A general test whether a move loses at once: plays it, and looks for a winning answer. */
export const createAnswerTest =
  <Position extends { readonly turn: StoneSide; readonly end: End | null }, Move>(
    play: (position: Position, move: Move) => Position,
    winningMove: (position: Position) => Move | null,
  ) =>
  (position: Position) =>
  (move: Move): boolean => {
    const after = play(position, move);
    return after.end === null ? winningMove(after) !== null : after.end.winner === otherSide(position.turn);
  };

/** Whether a stone on this cell completes a win. Restores the filling. */
export function isWinningCell(board: StoneBoard, filling: Filling, cell: Cell, stone: number): boolean {
  const before = filling[cell] ?? EMPTY;
  filling[cell] = stone;
  const completed = board.completes(filling, cell);
  filling[cell] = before;
  return completed;
}

/** With more empty cells that have an empty neighbour a side always has a move, since superko forbids fewer moves. */
const MAX_OPEN_CELLS = 12;

/** Whether the board is so full that the enemy may have no move next, in a game where that loses. */
export function mayHaveNoMove(game: StoneGame, { cells }: StonePosition, { neighbours }: StoneBoard): boolean {
  if (game.noMoveResult !== 'loss') return false;
  const isEmpty = (cell: Cell): boolean => cells.charAt(cell) === EMPTY_LETTER;
  let openCount = 0;
  for (const [cell, around] of neighbours.entries()) if (isEmpty(cell) && around.some(isEmpty)) openCount += 1;
  return openCount <= MAX_OPEN_CELLS;
}

export function createPlaceForesight(
  game: StoneGame,
  play: (position: StonePosition, move: PlaceMove) => StonePosition,
): Foresight<StonePosition, PlaceMove> {
  /** Lists the empty cells where a stone of this side completes a win, legal or not. */
  const listWinningCells = (position: StonePosition, side: StoneSide): Cell[] => {
    const board = boardOf(game, position);
    const filling = board.fill(position.cells);
    return listCells(position.cells, EMPTY_LETTER).filter(cell => isWinningCell(board, filling, cell, STONE[side]));
  };

  const winningMove = (position: StonePosition): PlaceMove | null => {
    if (position.end !== null) return null;
    const { isFree, findCaptures } = createLegality(game, position);
    const isLegal = (cell: Cell): boolean => findCaptures([cell]).ok;
    const cell = listWinningCells(position, position.turn).find(each => isFree || isLegal(each));
    if (cell !== undefined) return { cell };
    if (!mayHaveNoMove(game, position, boardOf(game, position))) return null;
    const moves = listCells(position.cells, EMPTY_LETTER).filter(isLegal).map(each => ({ cell: each })); // prettier-ignore
    return moves.find(move => play(position, move).end?.winner === position.turn) ?? null;
  };

  const answerTest = createAnswerTest(play, winningMove);
  return {
    winningMove,
    losesAtOnce: position => {
      // Where stones are captured, a move may change which stones complete a win.
      if (!createLegality(game, position).isFree) return answerTest(position);
      const threats = listWinningCells(position, otherSide(position.turn));
      return ({ cell }) => threats.some(threat => threat !== cell);
    },
  };
}
