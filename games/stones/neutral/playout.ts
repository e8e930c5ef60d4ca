// Plays random games with neutral stones. One random number picks a move by its number.
// Moves are counted, not listed.
import { findConventionMove, type LastMove, findLargerIndex, countRegularMoves, findSmallerIndex } from './moves.ts';
import type { Random } from '#games/kit/random.ts';
import {
  boardOf,
  type Cell,
  listCells,
  EMPTY_LETTER,
  type End,
  type Filling,
  NEUTRAL,
  NEUTRAL_LETTER,
  otherSide,
  STONE,
  type StoneBoard,
  type StoneGame,
  type StonePosition,
  type StoneSide,
} from '../stone-game.ts';

/** The state of a playout. The lists of cells are unordered: a removed cell is replaced by the last one. */
interface PlayoutState {
  readonly board: StoneBoard;
  readonly filling: Filling;
  readonly empties: Cell[];
  readonly neutrals: Cell[];
  readonly stones: readonly [Cell[], Cell[]];
}

function createState(game: StoneGame, position: StonePosition): PlayoutState {
  const board = boardOf(game, position);
  const cellsWith = (letter: string): Cell[] => listCells(position.cells, letter);
  return {
    board,
    filling: board.fill(position.cells),
    empties: cellsWith(EMPTY_LETTER),
    neutrals: cellsWith(NEUTRAL_LETTER),
    stones: [cellsWith(game.sides[0].letter), cellsWith(game.sides[1].letter)],
  };
}

function removeAt(from: Cell[], index: number): Cell {
  const cell = from[index] ?? 0;
  const last = from.pop() ?? 0;
  if (index < from.length) from[index] = last;
  return cell;
}

/** Places an own stone. Returns true if it wins. */
function placeOwn(state: PlayoutState, side: StoneSide, cell: Cell): boolean {
  const own = state.stones[side];
  own.push(cell);
  state.filling[cell] = STONE[side];
  return own.length >= state.board.minWinStones && state.board.completes(state.filling, cell);
}

function playPlacement(state: PlayoutState, side: StoneSide, moveNumber: number): boolean {
  const { empties } = state;
  const others = empties.length - 1;
  const first = (moveNumber / others) | 0;
  const own = removeAt(empties, first);
  const neutral = removeAt(empties, moveNumber - first * others);
  state.neutrals.push(neutral);
  state.filling[neutral] = NEUTRAL;
  return placeOwn(state, side, own);
}

function playConversion(state: PlayoutState, side: StoneSide, moveNumber: number): boolean {
  const own = state.stones[side];
  const k = (moveNumber / own.length) | 0;
  const j = findLargerIndex(k);
  const given = removeAt(own, moveNumber - k * own.length);
  const second = removeAt(state.neutrals, j);
  const first = removeAt(state.neutrals, findSmallerIndex(k, j));
  state.neutrals.push(given);
  state.filling[given] = NEUTRAL;
  // Each stone is checked after the given stone is gone. The check of the second includes the first.
  const won = placeOwn(state, side, first);
  return placeOwn(state, side, second) || won;
}

/** Plays a regular move by its number: placements first, then conversions. */
function playRegular(state: PlayoutState, side: StoneSide, moveNumber: number): boolean {
  const placements = state.empties.length * (state.empties.length - 1);
  return moveNumber < placements
    ? playPlacement(state, side, moveNumber)
    : playConversion(state, side, moveNumber - placements);
}

/** Plays a move by Neto's conventions. */
function playConvention(state: PlayoutState, side: StoneSide, move: LastMove): boolean {
  const from = move.kind === 'drop' ? state.empties : state.neutrals;
  return placeOwn(state, side, removeAt(from, 0));
}

/** Plays to the end. Every move adds a stone to the mover's, so the game ends. */
export function playNeutralGame(game: StoneGame, position: StonePosition, rng: Random): { end: End; plies: number } {
  if (position.end !== null) return { end: position.end, plies: 0 };
  const state = createState(game, position);
  const { empties, neutrals, stones } = state;
  let side: StoneSide = position.turn;
  for (let plies = 0; ; plies++) {
    const moveCount = countRegularMoves(empties.length, neutrals.length, stones[side].length);
    const conventionMove = moveCount > 0 ? null : findConventionMove(position, { empties, neutrals, own: [] });
    if (moveCount === 0 && conventionMove === null) return { end: { winner: null, reason: 'no-move' }, plies };
    const won =
      conventionMove === null
        ? playRegular(state, side, rng.below(moveCount))
        : playConvention(state, side, conventionMove);
    if (won) return { end: { winner: side, reason: game.winReason }, plies: plies + 1 };
    side = otherSide(side);
  }
}
