// The plain game of a stone game: the colours take turns, a turn is one stone on an empty cell.
import type { Game } from '../game.ts';
import type { Random } from './random.ts';
import type { Refusal } from './refusal.ts';
import type { Result } from './result.ts';
import type { Cell, Side, StoneGame, StonePosition } from './stones.ts';
import { assert, must } from './assert.ts';
import { readOptions } from './options.ts';
import { echo, refusal } from './refusal.ts';
import { no, ok } from './result.ts';
import { decodeStones, encodeStones, findCells, nameOf, sizeOption, tidied } from './stone-text.ts';
import { outcomeOf, retired, seatsOf, settled } from './stone-turns.ts';
import {
  boardOf,
  cellsOf,
  colourToMove,
  EMPTY_LETTER,
  holderOf,
  opening,
  other,
  stonePicture,
  STONE,
  withCells,
} from './stones.ts';

export interface PlaceMove {
  readonly cell: Cell;
}

const legal = (position: StonePosition): Cell[] => (position.end === null ? cellsOf(position.cells, EMPTY_LETTER) : []);

function parse(game: StoneGame, position: StonePosition, text: string): Result<PlaceMove, Refusal> {
  if (position.end !== null) return no(refusal('over', {}));
  const board = boardOf(game, position);
  const match = new RegExp(`^([a-z])?(${game.cellShape.source})$`).exec(tidied(text));
  const named = match?.[1] === undefined ? null : game.sides.find(side => side.letter.toLowerCase() === match[1]);
  if (match === null || named === undefined) {
    const example = nameOf(board, must(legal(position)[0], 'a game goes on while a cell is empty'));
    return no(refusal('move-unreadable', { text: echo(text), example }));
  }
  const mover = game.sides[position.turn];
  if (named !== null && named !== mover) return no(refusal('move-other-colour', { text, colour: mover.name }));
  const found = findCells(board, [must(match[2], 'the pattern names a cell')]);
  if (!found.ok) return found;
  const cell = must(found.value[0], 'one name, one cell');
  const holder = position.cells.charAt(cell);
  return holder === EMPTY_LETTER
    ? ok({ cell })
    : no(refusal('cell-occupied', { cell: nameOf(board, cell), by: holderOf(game, holder) }));
}

function play(game: StoneGame, position: StonePosition, { cell }: PlaceMove): StonePosition {
  assert(
    position.end === null && position.cells.charAt(cell) === EMPTY_LETTER,
    'a stone goes on an empty cell of a running game',
  );
  const cells = withCells(position.cells, [[cell, game.sides[position.turn].letter]]);
  return settled(
    game,
    { ...position, cells, last: [cell] },
    { placed: [cell], goesOn: next => legal(next).length > 0 },
  );
}

/** A random order of the empty cells is a random game; stones are placed until one completes a win. */
function playout(
  game: StoneGame,
  position: StonePosition,
  chance: Random,
): { end: StonePosition['end']; plies: number } {
  if (position.end !== null) return { end: position.end, plies: 0 };
  const board = boardOf(game, position);
  const filling = board.fill(position.cells);
  const empties = legal(position);
  let side: Side = position.turn;
  for (let left = empties.length; left > 0; left--) {
    const drawn = chance.below(left);
    const cell = must(empties[drawn], 'drawn among the empty cells');
    empties[drawn] = must(empties[left - 1], 'the last of them takes its place');
    filling[cell] = STONE[side];
    if (board.completes(filling, cell)) {
      return { end: { winner: side, reason: game.reason }, plies: empties.length - left + 1 };
    }
    side = other(side);
  }
  return { end: { winner: null, reason: 'no-move' }, plies: empties.length };
}

function examples(position: StonePosition): PlaceMove[] {
  const cells = legal(position);
  const cell = cells[Math.floor(cells.length / 2)];
  return cell === undefined ? [] : [{ cell }];
}

/** A stone game as players know it: `swapAfter` as in Game. */
export function placing(game: StoneGame, swapAfter: number | null): Game<StonePosition, PlaceMove> {
  const options = [sizeOption(game)];
  const goesOn = (position: StonePosition): boolean => legal(position).length > 0;
  const shape = new RegExp(
    `^[${game.sides.map(side => side.letter.toLowerCase()).join('')}]?${game.cellShape.source}$`,
  );
  return {
    name: game.name,
    title: game.title,
    aliases: [],
    options,
    setup: given => readOptions(options, given),
    colours: () => game.sides,
    seats: () => seatsOf(game),
    swapAfter,
    start: setup => opening(game, setup),
    toMove: position => colourToMove(game, position),
    moves: position => legal(position).map(cell => ({ cell })),
    countMoves: position => legal(position).length,
    parse: (position, text) => parse(game, position, text),
    formality: () => null,
    looksLikeMove: text => shape.test(tidied(text)),
    format: (position, move) => nameOf(boardOf(game, position), move.cell),
    describe: (position, move) => ({
      code: 'one-stone',
      parts: { colour: game.sides[position.turn].name, cell: nameOf(boardOf(game, position), move.cell) },
    }),
    examples,
    play: (position, move) => play(game, position, move),
    retire: retired,
    outcome: position => outcomeOf(position.end),
    picture: (position, view) => stonePicture(game, position, { ...view, neutrals: false }),
    encode: position => encodeStones(game, position),
    decode: (setup, text) => {
      const read = decodeStones(game, setup, { text, neutrals: false });
      return read.ok ? ok(settled(game, read.value, { placed: null, goesOn })) : read;
    },
    playout: (position, chance) => {
      const { end, plies } = playout(game, position, chance);
      return { outcome: must(outcomeOf(end), 'a playout ends'), plies };
    },
  };
}
