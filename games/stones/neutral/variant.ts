// Makes the neutral-stone variant of a stone game (João Pedro Neto's mutator), and its playouts.
// A turn places an own and a neutral stone, or converts two neutrals, for which an own stone becomes neutral. Playouts count moves, and do
// not list them.
import type { AnyGame, Game, OptionSpec } from '#games/game.ts';
import type { Random } from '#games/kit/random.ts';
import type { Phrase } from '#games/kit/refusal.ts';
import { createCommonMembers } from '../common-members.ts';
import type { RandomGame } from '../rejection-sampling.ts';
import { createLegality } from '../legality.ts';
import { createSizeOption, nameOf } from '../notation.ts';
import {
  type Cell,
  type CellLists,
  type Filling,
  NEUTRAL,
  STONE,
  type StoneBoard,
  type StoneGame,
  type StonePosition,
  type StoneSide,
  boardOf,
  findMaterial,
  listByContent,
  otherSide,
} from '../stone-game.ts';
import { createNeutralForesight, isLostByThreats } from './foresight.ts';
import {
  NEUTRAL_REFUSALS,
  type NeutralMove,
  buildMove,
  cellsOf,
  countMoves,
  countRegularMoves,
  createMoveTest,
  createNextCells,
  findConventionMove,
  findLargerIndex,
  findSmallerIndex,
  hasMove,
  listCandidates,
  listMoves,
  play,
} from './moves.ts';
import { interpret, parseShape } from './notation.ts';
import { createSolver } from '../prove/solver.ts';
import { createNeutralHeuristic, createNeutralView } from './weighing.ts';

/** The state of a playout. The lists of cells are unordered: a removed cell is replaced by the last one. */
interface PlayoutState extends CellLists {
  readonly board: StoneBoard;
  readonly filling: Filling;
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

/** Plays to the end. Every move adds a stone to the mover's, so the game ends. */
function playNeutralGame(game: StoneGame, position: StonePosition, rng: Random): RandomGame {
  const board = boardOf(game, position);
  const state = { board, filling: board.fill(position.cells), ...listByContent(game, position.cells) };
  const { empties, neutrals, stones } = state;
  let side: StoneSide = position.turn;
  for (let plies = 0; ; plies++) {
    const moveCount = countRegularMoves(empties.length, neutrals.length, stones[side].length);
    const conventionMove = moveCount > 0 ? null : findConventionMove(position, { empties, neutrals, own: [] });
    if (moveCount === 0 && conventionMove === null) return { end: { winner: null, reason: 'no-move' }, plies };
    const won =
      conventionMove === null
        ? playRegular(state, side, rng.below(moveCount))
        : placeOwn(state, side, removeAt(conventionMove.kind === 'drop' ? empties : neutrals, 0));
    if (won) return { end: { winner: side, reason: game.winReason }, plies: plies + 1 };
    side = otherSide(side);
  }
}

const ENDGAME: OptionSpec = {
  kind: 'choice',
  name: 'endgame',
  choices: ['neto', 'nexc'],
  default: 'neto',
  help: { code: 'option-endgame', parts: {} },
};

/** The members by which a variant differs from its stone game. */
type Variant = Pick<StoneGame, 'name' | 'title' | 'size'> & Pick<AnyGame, 'swapAfter'>;

function describeMove(game: StoneGame, position: StonePosition, move: NeutralMove): Phrase {
  const colour = game.sides[position.turn].name;
  const [first = '', second = '', given = ''] = cellsOf(move).map(cell => nameOf(boardOf(game, position), cell));
  switch (move.kind) {
    case 'place':
      return { code: 'stone-and-neutral', parts: { colour, own: first, neutral: second } };
    case 'convert':
      return { code: 'two-for-one', parts: { colour, first, second, given } };
    case 'drop':
      return { code: 'one-stone', parts: { colour, cell: first } };
    case 'turn':
      return { code: 'neutral-turned', parts: { colour, cell: first } };
  }
}

/** A kind of move of which these tries find none legal has no example. */
const MAX_TRIES = 10_000;

/** Finds a legal move of each kind by trying. Placements come from the middle of the lists, so that they look like moves in a game. */
function listExamples(game: StoneGame, position: StonePosition): readonly NeutralMove[] {
  if (position.end !== null) return [];
  const { isFree } = createLegality(game, position);
  const { empties, ...others } = findMaterial(game, position);
  const { count, cellsAt } = listCandidates({ empties, ...others });
  const placements = empties.length * (empties.length - 1);
  const middle = empties.length >> 1;
  const isLegal = createMoveTest(game, position);
  const findLegal = (from: number, length: number, start: number): readonly NeutralMove[] => {
    for (let i = 0; i < Math.min(length, MAX_TRIES); i++) {
      const move = buildMove(game, position, cellsAt(from + ((i + start) % length)));
      if (isLegal(move)) return [move];
    }
    return [];
  };
  const conversions = count - placements;
  const found = [
    ...findLegal(0, placements, isFree ? middle * (empties.length - 1) + (middle >> 1) : placements >> 1),
    ...findLegal(placements, conversions, isFree ? 0 : conversions >> 1),
  ];
  const [first] = listMoves(game, position);
  return found.length > 0 || first === undefined ? found : [first];
}

export function createNeutralVariant(stones: StoneGame, variant: Variant): Game<StonePosition, NeutralMove> {
  const { swapAfter, ...own } = variant;
  const game: StoneGame = { ...stones, ...own };
  const moves = (position: StonePosition): Iterable<NeutralMove> => listMoves(game, position);
  const foresight = createNeutralForesight(game);
  // If a player without a move loses, the conventions for the last cells are not needed.
  const options = game.noMoveResult === 'loss' ? [createSizeOption(game)] : [createSizeOption(game), ENDGAME];
  return {
    ...createCommonMembers<NeutralMove>(game, {
      options,
      refusals: NEUTRAL_REFUSALS,
      swapAfter,
      hasNeutrals: true,
      moves,
      hasMove: position => hasMove(game, position),
      candidates: listCandidates,
      cellsOf,
      parseShape: text => parseShape(game, text),
      interpret: (position, cells, written) =>
        interpret({ game, position, board: boardOf(game, position) }, cells, written),
      nextCells: position => createNextCells(game, position),
      buildMove: (position, cells) => buildMove(game, position, cells),
      createMoveTest: position => createMoveTest(game, position),
      describe: (position, move) => describeMove(game, position, move),
      play: (position, move) => play(game, position, move),
      unrestrictedPlayout: (position, rng) => playNeutralGame(game, position, rng),
    }),
    countMoves: position => countMoves(game, position),
    examples: position => listExamples(game, position),
    ...foresight,
    solver: createSolver({
      ...{ stones: game, isNeutral: true, moves, winningMove: foresight.winningMove },
      buildMove: (position, cells) => buildMove(game, position, cells),
      hasRegularMove: position => {
        const { empties, neutrals, own } = findMaterial(game, position);
        return countRegularMoves(empties.length, neutrals.length, own.length) > 0;
      },
      findLastCell: (setup, material) => findConventionMove({ setup }, material)?.cell ?? null,
      isLost: position => game.noMoveResult === 'draw' && isLostByThreats(game, position),
    }),
    heuristic: createNeutralHeuristic(game),
    forcedWin: null,
    forcedLosses: null,
    cellView: createNeutralView(game),
  };
}
