// The plain game of a stone game: the colours take turns, a turn is one stone on an empty cell.
import type { Game } from '#games/game.ts';
import type { Random } from '#games/kit/random.ts';
import type { Refusal } from '#games/kit/refusal.ts';
import { no, ok, type Result } from '#games/kit/result.ts';
import {
  boardOf,
  type Cell,
  cellsOf,
  EMPTY_LETTER,
  other,
  type PlaceMove,
  STONE,
  type StoneGame,
  stoneName,
  type StonePosition,
  type StoneSide,
} from '../stone-game.ts';
import { type CellChange, legalityOf } from '../legality.ts';
import { assert, must } from '#games/kit/assert.ts';
import { placeForesight } from '../foresight.ts';
import { placeView } from '../cell-view.ts';
import { placeHeuristic } from '../heuristic/placement.ts';
import { commonMembers } from '../common-members.ts';
import { refusal, STONE_REFUSALS } from '../refusals.ts';
import { cellsIn, tidyMoveText } from '#games/kit/move-text.ts';
import { nameOf, readProgramForm, type ShapedMove, sizeOption } from '../notation.ts';
import { applyChanges } from '../turns.ts';

const changesOf = (game: StoneGame, position: StonePosition, { cell }: PlaceMove): readonly CellChange[] => [
  [cell, game.sides[position.turn].letter],
];

/** The cells a stone may go on, supposing the game is not won yet. */
function legalFrom(game: StoneGame, position: StonePosition): Cell[] {
  const legality = legalityOf(game, position);
  const empties = cellsOf(position.cells, EMPTY_LETTER);
  return legality.isFree ? empties : empties.filter(cell => legality.captured(changesOf(game, position, { cell })).ok);
}

const legal = (game: StoneGame, position: StonePosition): Cell[] =>
  position.end === null ? legalFrom(game, position) : [];

/** Has the side to move any legal move? Called only for positions that are not won. */
function goesOn(game: StoneGame, position: StonePosition): boolean {
  const legality = legalityOf(game, position);
  if (legality.isFree) return position.cells.includes(EMPTY_LETTER);
  const empties = cellsOf(position.cells, EMPTY_LETTER);
  return empties.some(cell => legality.captured(changesOf(game, position, { cell })).ok);
}

/** A cell, and in nexC's form the letter of the colour before it. */
function shapeOf(game: StoneGame, text: string): ShapedMove | null {
  const tidy = tidyMoveText(text);
  const cells = cellsIn(tidy);
  const shape = cells === null ? readProgramForm(game, tidy) : { names: cells.names, letter: null };
  return shape?.names.length === 1 ? shape : null;
}

function judge(game: StoneGame, position: StonePosition, cells: readonly Cell[]): Result<PlaceMove, Refusal> {
  const cell = must(cells[0], 'one name, one cell');
  const holder = position.cells.charAt(cell);
  if (holder === EMPTY_LETTER) return ok({ cell });
  return no(refusal('cell-occupied', { cell: nameOf(boardOf(game, position), cell), by: stoneName(game, holder) }));
}

function play(game: StoneGame, position: StonePosition, move: PlaceMove): StonePosition {
  assert(
    position.end === null && position.cells.charAt(move.cell) === EMPTY_LETTER,
    'a stone goes on an empty cell of a running game',
  );
  return applyChanges(game, position, changesOf(game, position, move), next => goesOn(game, next));
}

/** A random order of the empty cells is a random game; stones are placed until one completes a win. */
function playout(game: StoneGame, position: StonePosition, rng: Random): { end: StonePosition['end']; plies: number } {
  if (position.end !== null) return { end: position.end, plies: 0 };
  const board = boardOf(game, position);
  const filling = board.fill(position.cells);
  const empties = cellsOf(position.cells, EMPTY_LETTER);
  let side: StoneSide = position.turn;
  for (let left = empties.length; left > 0; left--) {
    const drawn = rng.below(left);
    const cell = must(empties[drawn], 'drawn among the empty cells');
    empties[drawn] = must(empties[left - 1], 'the last of them takes its place');
    filling[cell] = STONE[side];
    if (board.completes(filling, cell)) {
      return { end: { winner: side, reason: game.reason }, plies: empties.length - left + 1 };
    }
    side = other(side);
  }
  return { end: { winner: null, reason: game.full }, plies: empties.length };
}

function examples(game: StoneGame, position: StonePosition): PlaceMove[] {
  const cells = legal(game, position);
  const cell = cells[Math.floor(cells.length / 2)];
  return cell === undefined ? [] : [{ cell }];
}

/** A stone game as players know it: `swapAfter` as in Game. */
export const placing = (game: StoneGame, swapAfter: number | null): Game<StonePosition, PlaceMove> => ({
  ...commonMembers<PlaceMove>(game, {
    options: [sizeOption(game)],
    refusals: STONE_REFUSALS,
    swapAfter,
    neutrals: false,
    moves: position => legal(game, position).map(cell => ({ cell })),
    goesOn: position => goesOn(game, position),
    candidates: position => {
      const empties = cellsOf(position.cells, EMPTY_LETTER);
      return { count: empties.length, at: index => ({ cell: must(empties[index], 'drawn among the empty cells') }) };
    },
    changesOf: (position, move) => changesOf(game, position, move),
    shapeOf: text => shapeOf(game, text),
    judge: (position, cells) => judge(game, position, cells),
    nextCells: ({ cells }, named) => (named.length === 0 ? cellsOf(cells, EMPTY_LETTER) : []),
    phrase: (position, { cell }) => {
      const colour = game.sides[position.turn].name;
      return { code: 'one-stone', parts: { colour, cell: nameOf(boardOf(game, position), cell) } };
    },
    play: (position, move) => play(game, position, move),
    freePlayout: (position, rng) => playout(game, position, rng),
  }),
  countMoves: position => legal(game, position).length,
  examples: position => examples(game, position),
  ...placeForesight(game, (position, move) => play(game, position, move)),
  heuristic: placeHeuristic(game),
  cellView: placeView(game),
});
