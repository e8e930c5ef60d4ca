// Wins and losses by the next stone in a plain stone game.
// A stone wins at once, or hands a win to the enemy.
import type { Game } from '../game.ts';
import {
  boardOf,
  type Cell,
  cellsOf,
  EMPTY,
  EMPTY_LETTER,
  type End,
  type Filling,
  other,
  type PlaceMove,
  STONE,
  type StoneBoard,
  type StoneGame,
  type StonePosition,
  type StoneSide,
} from './stone-game.ts';
import { legalityOf } from './legality.ts';

/** What a game says of the next move. */
export type Foresight<Position, Move> = Pick<Game<Position, Move>, 'winningMove' | 'losesAtOnce'>;

/** By the rules alone, where the sides take turns: plays the move, and looks for the answer that wins. */
export const losesByAnswer =
  <Position extends { readonly turn: StoneSide; readonly end: End | null }, Move>(
    play: (position: Position, move: Move) => Position,
    winningMove: (position: Position) => Move | null,
  ) =>
  (position: Position) =>
  (move: Move): boolean => {
    const after = play(position, move);
    return after.end === null ? winningMove(after) !== null : after.end.winner === other(position.turn);
  };

/** Would a stone of this kind, put on this cell, complete a win? The filling is as before afterwards. */
export function wouldComplete(board: StoneBoard, filling: Filling, cell: Cell, stone: number): boolean {
  const before = filling[cell] ?? EMPTY;
  filling[cell] = stone;
  const completed = board.completes(filling, cell);
  filling[cell] = before;
  return completed;
}

/** Empty cells with an empty neighbour, above which a side always has a move: superko forbids fewer of them than this. */
const OPEN = 12;

/** Is the board so full that a move may leave the enemy none, where that loses? */
export function mayEndStuck(game: StoneGame, { cells }: StonePosition, { neighbours }: StoneBoard): boolean {
  if (game.stuck !== 'loss') return false;
  const isEmpty = (cell: Cell): boolean => cells.charAt(cell) === EMPTY_LETTER;
  let open = 0;
  for (const [cell, around] of neighbours.entries()) if (isEmpty(cell) && around.some(isEmpty)) open += 1;
  return open <= OPEN;
}

export function placeForesight(
  game: StoneGame,
  play: (position: StonePosition, move: PlaceMove) => StonePosition,
): Foresight<StonePosition, PlaceMove> {
  /** The empty cells on which a stone of this side completes a win, legal or not. */
  const completing = (position: StonePosition, side: StoneSide): Cell[] => {
    const board = boardOf(game, position);
    const filling = board.fill(position.cells);
    return cellsOf(position.cells, EMPTY_LETTER).filter(cell => wouldComplete(board, filling, cell, STONE[side]));
  };

  const winningMove = (position: StonePosition): PlaceMove | null => {
    if (position.end !== null) return null;
    const { isFree, captured } = legalityOf(game, position);
    const isLegal = (cell: Cell): boolean => captured([[cell, game.sides[position.turn].letter]]).ok;
    const cell = completing(position, position.turn).find(each => isFree || isLegal(each));
    if (cell !== undefined) return { cell };
    if (!mayEndStuck(game, position, boardOf(game, position))) return null;
    const moves = cellsOf(position.cells, EMPTY_LETTER).filter(isLegal).map(each => ({ cell: each })); // prettier-ignore
    return moves.find(move => play(position, move).end?.winner === position.turn) ?? null;
  };

  const byAnswer = losesByAnswer(play, winningMove);
  return {
    winningMove,
    losesAtOnce: position => {
      // Stones come and go, and what completes a win now may not do so after a move.
      if (!legalityOf(game, position).isFree) return byAnswer(position);
      const threats = completing(position, other(position.turn));
      return ({ cell }) => threats.some(threat => threat !== cell);
    },
  };
}
