// Random playouts with neutral stones: one random number picks one of all legal moves.
// Moves are counted, not listed. Typed arrays inside, a pure function outside.
import { convention, type LastMove, largerOf, regularMoves, smallerOf } from './moves.ts';
import type { Random } from '#games/kit/random.ts';
import {
  boardOf,
  type Cell,
  cellsOf,
  EMPTY_LETTER,
  type End,
  type Filling,
  NEUTRAL,
  NEUTRAL_LETTER,
  other,
  STONE,
  type StoneBoard,
  type StoneGame,
  type StonePosition,
  type StoneSide,
} from '../stone-game.ts';

/** The stones of a game under way: unordered lists, so that taking one out is moving the last into its place. */
interface PlayoutState {
  readonly board: StoneBoard;
  readonly filling: Filling;
  readonly empties: Cell[];
  readonly neutrals: Cell[];
  readonly stones: readonly [Cell[], Cell[]];
}

function tableOf(game: StoneGame, position: StonePosition): PlayoutState {
  const board = boardOf(game, position);
  const of = (letter: string): Cell[] => cellsOf(position.cells, letter);
  return {
    board,
    filling: board.fill(position.cells),
    empties: of(EMPTY_LETTER),
    neutrals: of(NEUTRAL_LETTER),
    stones: [of(game.sides[0].letter), of(game.sides[1].letter)],
  };
}

function take(from: Cell[], index: number): Cell {
  const cell = from[index] ?? 0;
  const last = from.pop() ?? 0;
  if (index < from.length) from[index] = last;
  return cell;
}

/** Puts the mover's stone down; true when that wins. */
function claim(table: PlayoutState, side: StoneSide, cell: Cell): boolean {
  const own = table.stones[side];
  own.push(cell);
  table.filling[cell] = STONE[side];
  return own.length >= table.board.fewest && table.board.completes(table.filling, cell);
}

function placeDrawn(table: PlayoutState, side: StoneSide, drawn: number): boolean {
  const { empties } = table;
  const others = empties.length - 1;
  const first = (drawn / others) | 0;
  const own = take(empties, first);
  const neutral = take(empties, drawn - first * others);
  table.neutrals.push(neutral);
  table.filling[neutral] = NEUTRAL;
  return claim(table, side, own);
}

function convertDrawn(table: PlayoutState, side: StoneSide, drawn: number): boolean {
  const own = table.stones[side];
  const k = (drawn / own.length) | 0;
  const j = largerOf(k);
  const given = take(own, drawn - k * own.length);
  const second = take(table.neutrals, j);
  const first = take(table.neutrals, smallerOf(k, j));
  table.neutrals.push(given);
  table.filling[given] = NEUTRAL;
  // The win is asked stone by stone, the given one gone already: what the second completes, it completes with the first in place.
  const won = claim(table, side, first);
  return claim(table, side, second) || won;
}

/** Number `drawn` of all regular moves: placements first. */
function playDrawn(table: PlayoutState, side: StoneSide, drawn: number): boolean {
  const placements = table.empties.length * (table.empties.length - 1);
  return drawn < placements ? placeDrawn(table, side, drawn) : convertDrawn(table, side, drawn - placements);
}

/** The rest after the last regular move: one drop, one turn, or nothing. */
function lastDrawn(table: PlayoutState, side: StoneSide, move: LastMove): boolean {
  const from = move.kind === 'drop' ? table.empties : table.neutrals;
  return claim(table, side, take(from, 0));
}

/** Plays to the end. Every move adds a stone to the mover's, so it ends before the board is full twice. */
export function neutralPlayout(game: StoneGame, position: StonePosition, rng: Random): { end: End; plies: number } {
  if (position.end !== null) return { end: position.end, plies: 0 };
  const table = tableOf(game, position);
  const { empties, neutrals, stones } = table;
  let side: StoneSide = position.turn;
  for (let plies = 0; ; plies++) {
    const all = regularMoves(empties.length, neutrals.length, stones[side].length);
    const last = all > 0 ? null : convention(position, { empties, neutrals, own: [] });
    if (all === 0 && last === null) return { end: { winner: null, reason: 'no-move' }, plies };
    const won = last === null ? playDrawn(table, side, rng.below(all)) : lastDrawn(table, side, last);
    if (won) return { end: { winner: side, reason: game.reason }, plies: plies + 1 };
    side = other(side);
  }
}
