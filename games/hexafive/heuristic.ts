// Rates the moves and positions of Hexafive by the lines still possible, and finds forced wins.
import type { Heuristic, RatedMove } from '../game.ts';
import { memoize } from '../kit/remember.ts';
import { createAnswerTest } from '../stones/foresight.ts';
import { type CellEvaluation, estimateWinAfterMove, estimateWinOnMove } from '../stones/heuristic/cell-evaluation.ts';
import {
  type FourLimit,
  type FourSearch,
  createFourSearch,
  iterateLines,
  listEmpty,
  place,
  remove,
  spendNode,
} from '../stones/heuristic/fours.ts';
import { type LineNet, createLineNet, evaluateLines } from '../stones/heuristic/lines.ts';
import { EMPTY, EMPTY_LETTER, STONE, type StoneSide, listCells, otherSide } from '../stones/stone-game.ts';
import { AXES, type HexafiveBoard, NO_SLOT, type Slot, boardOf, enemyStone, slotOf } from './board.ts';
import {
  type Move,
  type Position,
  WIN_LENGTH,
  isCaptureOptional,
  isInFive,
  listTakeableSlots,
  moves,
  play,
} from './rules.ts';

/** Finds moves that win at once, and moves that lose at once, in Hexafive. */
export function findWinningMove(position: Position): Move | null {
  const board = boardOf(position.setup);
  const grid = board.fill(position.cells);
  for (const move of moves(position)) {
    const slot = slotOf(board, move.cell);
    grid[slot] = STONE[position.turn];
    const isFive = isInFive(grid, slot, board.steps);
    grid[slot] = EMPTY;
    if (isFive) return move;
  }
  return null;
}

export const losesAtOnce = createAnswerTest(play, findWinningMove);

function listLines({ slots, steps, fill }: HexafiveBoard): Slot[][] {
  const empty = fill('');
  return steps
    .slice(0, AXES)
    .flatMap(step =>
      [...slots]
        .map(slot => Array.from({ length: WIN_LENGTH }, (_, i) => slot + i * step))
        .filter(line => line.every(slot => empty[slot] === EMPTY)),
    );
}

/** The lines of five of a board, by slots. */
const lineNetOf = memoize((board: HexafiveBoard): LineNet => createLineNet(listLines(board), board.cells.length));

function evaluateCells({ setup, cells, turn }: Position): CellEvaluation {
  const board = boardOf(setup);
  return evaluateLines(lineNetOf(board), board.fill(cells), STONE[turn]);
}

function listTopMoves(position: Position, most: number): readonly RatedMove<Move>[] {
  const board = boardOf(position.setup);
  const { evaluation, gain } = evaluateCells(position);
  return [...moves(position)]
    .map(move => {
      const placed = gain(slotOf(board, move.cell), 'own');
      const taken = move.taken === null ? 0 : gain(slotOf(board, move.taken), 'empty');
      return { move, prior: estimateWinAfterMove(evaluation + placed + taken) };
    })
    .sort((a, b) => b.prior - a.prior)
    .slice(0, most);
}

export const heuristic: Heuristic<Position, Move> = {
  topMoves: listTopMoves,
  evaluate: position => {
    const known = evaluateCells(position);
    return known.decidedProbability() ?? estimateWinOnMove(known.evaluation);
  },
  search: 'tree',
};

/** The most threats in a row. */
const MAX_DEPTH = 8;
/** A position can come back for the third time after this many captures in a row. */
const MAX_EXCHANGES = 8;
/** With fewer empty cells, or stones in hand of a side, the game may end before the threats do: one may be forbidden. */
const MIN_EMPTY = 2 * MAX_DEPTH + 2;
const MIN_STOCK = MAX_DEPTH + 1;

/** A position that the search changes and restores. */
interface ThreatSearch extends FourSearch {
  readonly board: HexafiveBoard;
  readonly isLenient: boolean;
  /** The slot that is forbidden to the side to move, or NO_SLOT. */
  ban: Slot;
  /** The captures since the last move without one. */
  exchanges: number;
}

/** A move, as slots. `taken`: NO_SLOT for none. */
interface Step {
  readonly slot: Slot;
  readonly taken: Slot;
}

/** The legal moves on this empty slot. */
function listSteps({ board, filling, isLenient, ban }: ThreatSearch, slot: Slot, stone: number): readonly Step[] {
  if (slot === ban) return [];
  const steps = listTakeableSlots(board, filling, slot, stone).map(taken => ({ slot, taken }));
  return steps.length === 0 || isLenient ? [{ slot, taken: NO_SLOT }, ...steps] : steps;
}

/** The moves of a side on these slots, then its captures on other slots. */
function* iterateSteps(search: ThreatSearch, stone: number, slots: readonly Slot[]): Generator<Step> {
  for (const slot of slots) yield* listSteps(search, slot, stone);
  for (const slot of search.board.slots)
    if (search.filling[slot] === EMPTY && !slots.includes(slot))
      yield* listSteps(search, slot, stone).filter(({ taken }) => taken !== NO_SLOT);
}

/** Plays a move, calls the function, and takes the move back. */
function tryStep<T>(search: ThreatSearch, { slot, taken }: Step, stone: number, look: () => T): T {
  const { ban, exchanges } = search;
  place(search, slot, stone);
  if (taken !== NO_SLOT) remove(search, taken, enemyStone(stone));
  search.ban = taken;
  search.exchanges = taken === NO_SLOT ? 0 : exchanges + 1;
  spendNode(search);
  const result = look();
  search.ban = ban;
  search.exchanges = exchanges;
  if (taken !== NO_SLOT) place(search, taken, enemyStone(stone));
  remove(search, slot, stone);
  return result;
}

/** The slots where the next stone of a side completes five, forbidden or not. */
const listCompletions = (search: ThreatSearch, stone: number): readonly Slot[] =>
  listEmpty(search, iterateLines(search, stone, 1));

/** Whether the side to move completes five. */
const isCompleting = (search: ThreatSearch, stone: number): boolean =>
  listCompletions(search, stone).some(slot => slot !== search.ban);

/** Whether a threat was made, and the other side, to move, loses after every answer. */
function losesEverywhere(search: ThreatSearch, depth: number): boolean {
  const { defender } = search;
  const completions = listCompletions(search, search.attacker);
  if (search.exchanges >= MAX_EXCHANGES || completions.length === 0 || isCompleting(search, defender)) return false;
  // Whether the attacker, to move, wins after an answer.
  for (const step of iterateSteps(search, defender, completions))
    if (
      !tryStep(
        search,
        step,
        defender,
        () =>
          search.exchanges < MAX_EXCHANGES &&
          (isCompleting(search, search.attacker) || findThreatWin(search, depth - 1) !== null),
      )
    )
      return false;
  return true;
}

/** The first move of a win by at most `depth` threats, for the attacker to move. It must have no move that completes five. */
function findThreatWin(search: ThreatSearch, depth: number): Step | null {
  if (depth === 0) return null;
  const { attacker } = search;
  for (const step of iterateSteps(search, attacker, listEmpty(search, iterateLines(search, attacker, 2)))) {
    if (search.nodesLeft <= 0) return null;
    if (tryStep(search, step, attacker, () => losesEverywhere(search, depth))) return step;
  }
  return null;
}

function openSearch({ setup, cells, ban, trail }: Position, attacker: StoneSide, limit: FourLimit): ThreatSearch {
  const board = boardOf(setup);
  const search = createFourSearch(lineNetOf(board), board.fill(cells), attacker, limit);
  return { ...search, board, isLenient: isCaptureOptional(setup), ban: slotOf(board, ban), exchanges: trail.length };
}

const hasRoom = ({ cells, stock }: Position): boolean =>
  listCells(cells, EMPTY_LETTER).length >= MIN_EMPTY && Math.min(...(stock ?? [MIN_STOCK])) >= MIN_STOCK;

/** As `forcedWin` of a game. */
export function findForcedWin(position: Position, nodes: number, stop?: () => boolean): Move | null {
  if (position.end !== null || !hasRoom(position)) return null;
  const search = openSearch(position, position.turn, { nodes, stop });
  for (let depth = 1; depth <= MAX_DEPTH && search.nodesLeft > 0; depth++) {
    const step = findThreatWin(search, depth);
    const cellOf = (slot: Slot): number => search.board.cells[slot] ?? 0;
    if (step !== null) return { cell: cellOf(step.slot), taken: step.taken === NO_SLOT ? null : cellOf(step.taken) };
  }
  return null;
}

/** As `forcedLosses` of a game: the moves that do not answer a threat. Without a stone in hand the other side does not complete five. */
export function findForcedLosses(position: Position): ((move: Move) => boolean) | null {
  if (position.end !== null || position.stock?.[otherSide(position.turn)] === 0) return null;
  const search = openSearch(position, otherSide(position.turn), { nodes: 0 });
  const completions = listCompletions(search, search.attacker);
  if (completions.length === 0) return null;
  return ({ cell, taken }) => taken === null && !completions.includes(slotOf(search.board, cell));
}
