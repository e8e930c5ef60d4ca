// The plain game of a stone game: the colours take turns, a turn is one stone on an empty cell.
import type { Game } from '../game.ts';
import type { Random } from '../kit/random.ts';
import { sampleMove, samplePlayout, type Sampling } from './rejection-sampling.ts';
import { echo, type Refusal } from '../kit/refusal.ts';
import { no, ok, type Result } from '../kit/result.ts';
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
} from './stone-game.ts';
import { type CellChange, describeCaptures, legalityOf, refusalOf } from './legality.ts';
import { assert, must } from '../kit/assert.ts';
import { placeHeuristic } from './heuristic/placement.ts';
import { commonMembers } from './common-members.ts';
import { refusal, STONE_REFUSALS } from './refusals.ts';
import { tidyMoveText } from '../kit/move-text.ts';
import { findCells, nameOf, sizeOption } from './notation.ts';
import { withChanges, outcomeOf } from './turns.ts';

const changesOf = (game: StoneGame, position: StonePosition, { cell }: PlaceMove): readonly CellChange[] => [
  [cell, game.sides[position.turn].letter],
];

/** As if nobody had won yet. */
function legalFrom(game: StoneGame, position: StonePosition): Cell[] {
  const legality = legalityOf(game, position);
  const empties = cellsOf(position.cells, EMPTY_LETTER);
  return legality.isFree ? empties : empties.filter(cell => legality.captured(changesOf(game, position, { cell })).ok);
}

const legal = (game: StoneGame, position: StonePosition): Cell[] =>
  position.end === null ? legalFrom(game, position) : [];

/** Has the side to move any legal move? Asked of positions that nobody has won. */
function goesOn(game: StoneGame, position: StonePosition): boolean {
  const legality = legalityOf(game, position);
  for (let cell = 0; cell < position.cells.length; cell++) {
    if (position.cells.charAt(cell) !== EMPTY_LETTER) continue;
    if (legality.isFree || legality.captured(changesOf(game, position, { cell })).ok) return true;
  }
  return false;
}

function parse(game: StoneGame, position: StonePosition, text: string): Result<PlaceMove, Refusal> {
  if (position.end !== null) return no(refusal('over', {}));
  const board = boardOf(game, position);
  const match = new RegExp(`^([a-z])?(${game.cellShape.source})$`).exec(tidyMoveText(text));
  const named = match?.[1] === undefined ? null : game.sides.find(side => side.letter.toLowerCase() === match[1]);
  if (match === null || named === undefined) {
    const example = nameOf(board, must(legal(game, position)[0], 'a game goes on while there is a move'));
    return no(refusal('move-unreadable', { text: echo(text), example }));
  }
  const mover = game.sides[position.turn];
  if (named !== null && named !== mover) return no(refusal('move-other-colour', { text, colour: mover.name }));
  const found = findCells(board, [must(match[2], 'the pattern names a cell')]);
  if (!found.ok) return found;
  const cell = must(found.value[0], 'one name, one cell');
  const holder = position.cells.charAt(cell);
  if (holder !== EMPTY_LETTER) {
    return no(refusal('cell-occupied', { cell: nameOf(board, cell), by: stoneName(game, holder) }));
  }
  const reason = refusalOf(game, position, changesOf(game, position, { cell }));
  return reason === null ? ok({ cell }) : no(reason);
}

function play(game: StoneGame, position: StonePosition, move: PlaceMove): StonePosition {
  assert(
    position.end === null && position.cells.charAt(move.cell) === EMPTY_LETTER,
    'a stone goes on an empty cell of a running game',
  );
  return withChanges(game, position, changesOf(game, position, move), {
    placed: [move.cell],
    goesOn: next => goesOn(game, next),
  });
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

/** How random games go where stones are captured. */
const samplingOf = (game: StoneGame): Sampling<PlaceMove> => ({
  candidates: position => {
    const empties = cellsOf(position.cells, EMPTY_LETTER);
    return { count: empties.length, at: index => ({ cell: must(empties[index], 'drawn among the empty cells') }) };
  },
  isLegal: (position, move) => legalityOf(game, position).captured(changesOf(game, position, move)).ok,
  moves: position => legal(game, position).map(cell => ({ cell })),
  play: (position, move) => play(game, position, move),
});

function examples(game: StoneGame, position: StonePosition): PlaceMove[] {
  const cells = legal(game, position);
  const cell = cells[Math.floor(cells.length / 2)];
  return cell === undefined ? [] : [{ cell }];
}

/** A stone game as players know it: `swapAfter` as in Game. */
export function placing(game: StoneGame, swapAfter: number | null): Game<StonePosition, PlaceMove> {
  const shape = new RegExp(
    `^[${game.sides.map(side => side.letter.toLowerCase()).join('')}]?${game.cellShape.source}$`,
  );
  return {
    ...commonMembers(game, {
      options: [sizeOption(game)],
      refusals: STONE_REFUSALS,
      swapAfter,
      neutrals: false,
      goesOn: position => goesOn(game, position),
    }),
    moves: position => legal(game, position).map(cell => ({ cell })),
    countMoves: position => legal(game, position).length,
    parse: (position, text) => parse(game, position, text),
    looksLikeMove: text => shape.test(tidyMoveText(text)),
    format: (position, move) => nameOf(boardOf(game, position), move.cell),
    describe: (position, move) => {
      const colour = game.sides[position.turn].name;
      const stone = { code: 'one-stone', parts: { colour, cell: nameOf(boardOf(game, position), move.cell) } };
      return describeCaptures(game, position, changesOf(game, position, move), stone);
    },
    examples: position => examples(game, position),
    play: (position, move) => play(game, position, move),
    randomMove: (position, rng) => sampleMove(samplingOf(game), position, rng),
    heuristic: placeHeuristic(game),
    playout: (position, rng) => {
      const { end, plies } = legalityOf(game, position).isFree
        ? playout(game, position, rng)
        : samplePlayout(samplingOf(game), position, rng);
      return { outcome: must(outcomeOf(end), 'a playout ends'), plies };
    },
    solver: null,
  };
}
