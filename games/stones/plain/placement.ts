// Makes the plain variant of a stone game: each turn is one stone on an empty cell.
import { type Game, matchEveryMove } from '#games/game.ts';
import type { Random } from '#games/kit/random.ts';
import type { Refusal } from '#games/kit/refusal.ts';
import { type Result, no, ok } from '#games/kit/result.ts';
import {
  type Cell,
  EMPTY_LETTER,
  type PlaceMove,
  STONE,
  type StoneGame,
  type StonePosition,
  type StoneSide,
  boardOf,
  listCells,
  otherSide,
  stoneName,
} from '../stone-game.ts';
import { applyMove, createLegality, fitsBoard } from '../legality.ts';
import { assert, must } from '#games/kit/assert.ts';
import { createPlaceForesight } from '../foresight.ts';
import { createPlaceView } from '../cell-view.ts';
import { createHeuristic } from '../heuristic/evaluation.ts';
import { createSolver } from '../prove/solver.ts';
import { createCommonMembers } from '../common-members.ts';
import type { RandomGame } from '../rejection-sampling.ts';
import { STONE_REFUSALS, type ShapedMove, createSizeOption, nameOf, parseProgramMove, refusal } from '../notation.ts';
import { parseCells, tidyMoveText } from '#games/kit/move-text.ts';

function createMoveTest(game: StoneGame, position: StonePosition): (move: PlaceMove) => boolean {
  const { isFree, findCaptures } = createLegality(game, position);
  return isFree ? matchEveryMove : ({ cell }) => findCaptures([cell]).ok;
}

function listLegal(game: StoneGame, position: StonePosition): Cell[] {
  if (position.end !== null) return [];
  const isLegal = createMoveTest(game, position);
  return listCells(position.cells, EMPTY_LETTER).filter(cell => isLegal({ cell }));
}

/** Whether the side to move has a legal move. The game must not be won. */
function hasMove(game: StoneGame, position: StonePosition): boolean {
  const isLegal = createMoveTest(game, position);
  if (isLegal === matchEveryMove) return position.cells.includes(EMPTY_LETTER);
  return listCells(position.cells, EMPTY_LETTER).some(cell => isLegal({ cell }));
}

/** Parses a cell, or nexC's notation: the colour's letter, then a cell. */
function parseShape(game: StoneGame, text: string): ShapedMove | null {
  const tidy = tidyMoveText(text);
  const cells = parseCells(tidy);
  const shape = cells === null ? parseProgramMove(game, tidy) : { names: cells.names, letter: null };
  return shape?.names.length === 1 ? shape : null;
}

function interpret(game: StoneGame, position: StonePosition, cells: readonly Cell[]): Result<PlaceMove, Refusal> {
  const cell = must(cells[0], 'one name, one cell');
  const letter = position.cells.charAt(cell);
  if (letter === EMPTY_LETTER) return ok({ cell });
  return no(refusal('cell-occupied', { cell: nameOf(boardOf(game, position), cell), by: stoneName(game, letter) }));
}

function play(game: StoneGame, position: StonePosition, move: PlaceMove): StonePosition {
  assert(fitsBoard(game, position, [move.cell]), 'a stone goes on an empty cell of a running game');
  return applyMove(game, position, [move.cell], next => hasMove(game, next));
}

/** Places stones on the empty cells in random order until one completes a win. */
function playRandomGame(game: StoneGame, position: StonePosition, rng: Random): RandomGame {
  const board = boardOf(game, position);
  const filling = board.fill(position.cells);
  const empties = listCells(position.cells, EMPTY_LETTER);
  let side: StoneSide = position.turn;
  for (let emptyCount = empties.length; emptyCount > 0; emptyCount--) {
    const index = rng.below(emptyCount);
    const cell = must(empties[index], 'drawn among the empty cells');
    empties[index] = must(empties[emptyCount - 1], 'the last of them takes its place');
    filling[cell] = STONE[side];
    if (board.completes(filling, cell)) {
      return { end: { winner: side, reason: game.winReason }, plies: empties.length - emptyCount + 1 };
    }
    side = otherSide(side);
  }
  return { end: { winner: null, reason: game.fullReason }, plies: empties.length };
}

const buildMove = (_: StonePosition, cells: readonly Cell[]): PlaceMove => ({
  cell: must(cells[0], 'a turn is a stone'),
});

/** Creates the plain variant. `swapAfter` is that of Game. */
export function createPlainGame(game: StoneGame, swapAfter: number | null): Game<StonePosition, PlaceMove> {
  const moves = (position: StonePosition): readonly PlaceMove[] => listLegal(game, position).map(cell => ({ cell }));
  const foresight = createPlaceForesight(game, (position, move) => play(game, position, move));
  return {
    ...createCommonMembers<PlaceMove>(game, {
      options: [createSizeOption(game)],
      refusals: STONE_REFUSALS,
      swapAfter,
      hasNeutrals: false,
      moves,
      hasMove: position => hasMove(game, position),
      candidates: ({ empties }) => ({
        count: empties.length,
        cellsAt: index => [must(empties[index], 'drawn among the empty cells')],
      }),
      cellsOf: ({ cell }) => [cell],
      parseShape: text => parseShape(game, text),
      interpret: (position, cells) => interpret(game, position, cells),
      nextCells: position => named => (named.length === 0 ? listCells(position.cells, EMPTY_LETTER) : []),
      buildMove,
      createMoveTest: position => createMoveTest(game, position),
      describe: (position, { cell }) => {
        const colour = game.sides[position.turn].name;
        return { code: 'one-stone', parts: { colour, cell: nameOf(boardOf(game, position), cell) } };
      },
      play: (position, move) => play(game, position, move),
      unrestrictedPlayout: (position, rng) => playRandomGame(game, position, rng),
    }),
    countMoves: position => listLegal(game, position).length,
    examples: position => {
      const cells = listLegal(game, position);
      const cell = cells[Math.floor(cells.length / 2)];
      return cell === undefined ? [] : [{ cell }];
    },
    ...foresight,
    solver: createSolver({
      ...{ stones: game, isNeutral: false, moves, winningMove: foresight.winningMove, buildMove },
      hasRegularMove: ({ cells }) => cells.includes(EMPTY_LETTER),
      findLastCell: () => null,
      isLost: position => game.noMoveResult === 'draw' && moves(position).every(foresight.losesAtOnce(position)),
    }),
    forcedWin: null,
    forcedLosses: null,
    heuristic: createHeuristic(game, ({ cells }, gain) =>
      listCells(cells, EMPTY_LETTER).map(cell => ({ move: { cell }, logit: gain(cell, 'own') })),
    ),
    cellView: createPlaceView(game),
  };
}
