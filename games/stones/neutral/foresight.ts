// Finds moves that win at once, and moves that lose at once, in a neutral-stone game.
import {
  boardOf,
  type Cell,
  type Filling,
  findMaterial,
  type Material,
  NEUTRAL,
  otherSide,
  STONE,
  type StoneBoard,
  type StoneGame,
  type StonePosition,
  type StoneSide,
} from '../stone-game.ts';
import { createMoveTest, findConventionMove, listMoves, type NeutralMove, play, countRegularMoves } from './moves.ts';
import { type Foresight, createAnswerTest, mayHaveNoMove, isWinningCell } from '../foresight.ts';
import { createLegality } from '../legality.ts';
import { memoize } from '#games/kit/remember.ts';

/** A board with its stones, and the side for which wins are searched. */
interface WinSearch {
  readonly board: StoneBoard;
  readonly filling: Filling;
  readonly side: StoneSide;
}

const completes = ({ board, filling, side }: WinSearch, cell: Cell): boolean =>
  isWinningCell(board, filling, cell, STONE[side]);

/** Calls a function while these cells hold stones of the side. Restores the filling. */
function callWithStones<Answer>({ filling, side }: WinSearch, cells: readonly Cell[], call: () => Answer): Answer {
  const before = cells.map(cell => filling[cell] ?? 0);
  for (const cell of cells) filling[cell] = STONE[side];
  const result = call();
  cells.forEach((cell, i) => (filling[cell] = before[i] ?? 0));
  return result;
}

/** Whether the side wins if these two cells become its own, and it gives this stone. */
function winsByConversion(search: WinSearch, pair: readonly [Cell, Cell], givenStone: Cell): boolean {
  const { board, filling, side } = search;
  return callWithStones(search, pair, () => {
    filling[givenStone] = NEUTRAL;
    const won = board.hasWon(filling, side);
    filling[givenStone] = STONE[side];
    return won;
  });
}

/** Whether all these cells together win for the side. If they do not, no two of them do. */
const canWin = (search: WinSearch, cells: readonly Cell[]): boolean =>
  callWithStones(search, cells, () => search.board.hasWon(search.filling, search.side));

/** The candidates that win together with this cell, if some stone can be given. */
const findPartners = (search: WinSearch, cell: Cell, candidates: readonly Cell[]): Cell[] =>
  callWithStones(search, [cell], () => {
    const isEnough = search.board.completes(search.filling, cell);
    return candidates.filter(each => isEnough || completes(search, each));
  });

/** The pairs of neutrals that win as own stones, if some stone can be given. */
function* iterateWinningPairs(search: WinSearch, neutrals: readonly Cell[]): Generator<readonly [Cell, Cell]> {
  if (neutrals.length < 2 || !canWin(search, neutrals)) return;
  for (const [i, cell] of neutrals.entries()) {
    for (const partner of findPartners(search, cell, neutrals.slice(i + 1))) yield [cell, partner];
  }
}

/** The moves that complete a win, legal or not. */
function* iterateWinningMoves(search: WinSearch, { empties, neutrals, own }: Material): Generator<NeutralMove> {
  for (const cell of empties) {
    if (empties.length < 2 || !completes(search, cell)) continue;
    for (const neutral of empties) if (neutral !== cell) yield { kind: 'place', own: cell, neutral };
  }
  if (own.length === 0) return;
  for (const [first, second] of iterateWinningPairs(search, neutrals)) {
    for (const given of own)
      if (winsByConversion(search, [first, second], given)) yield { kind: 'convert', first, second, given };
  }
}

/** With more moves that fit the board, a side always has a legal one. */
const MAX_CROWDED_MOVES = 600;

function findFirst<Item>(items: Iterable<Item>, matches: (item: Item) => boolean): Item | null {
  for (const item of items) if (matches(item)) return item;
  return null;
}

function findWinningMove(game: StoneGame, position: StonePosition): NeutralMove | null {
  if (position.end !== null) return null;
  const material = findMaterial(game, position);
  const wins = (move: NeutralMove): boolean => play(game, position, move).end?.winner === position.turn;
  const conventionMove = findConventionMove(position, material);
  if (conventionMove !== null) return wins(conventionMove) ? conventionMove : null;
  const board = boardOf(game, position);
  const search = { board, filling: board.fill(position.cells), side: position.turn };
  const completingMove = findFirst(iterateWinningMoves(search, material), createMoveTest(game, position));
  if (completingMove !== null) return completingMove;
  const isCrowded =
    mayHaveNoMove(game, position, board) &&
    countRegularMoves(material.empties.length, material.neutrals.length, material.own.length) <= MAX_CROWDED_MOVES;
  return isCrowded ? findFirst(listMoves(game, position), wins) : null;
}

/** The winning moves of the enemy, if it were to move. */
interface Threats {
  /** The empty cells where a stone completes a win. */
  readonly cells: readonly Cell[];
  /** The pairs of neutrals that win by a conversion. */
  readonly pairs: readonly (readonly [Cell, Cell])[];
  /** The neutrals that win together with this cell if it becomes neutral. */
  readonly partners: (cell: Cell) => readonly Cell[];
}

function findThreats(game: StoneGame, position: StonePosition, { empties, neutrals }: Material): Threats {
  const board = boardOf(game, position);
  const side = otherSide(position.turn);
  const search: WinSearch = { board, filling: board.fill(position.cells), side };
  const enemyStones = findMaterial(game, { ...position, turn: side }).own;
  const canConvert = (pair: readonly [Cell, Cell]): boolean =>
    enemyStones.some(given => winsByConversion(search, pair, given));
  return {
    cells: empties.filter(cell => completes(search, cell)),
    pairs: [...iterateWinningPairs(search, neutrals)].filter(canConvert),
    partners: memoize(cell =>
      canWin(search, [cell, ...neutrals])
        ? findPartners(search, cell, neutrals).filter(partner => canConvert([cell, partner]))
        : [],
    ),
  };
}

const createGeneralTest = (game: StoneGame): Foresight<StonePosition, NeutralMove>['losesAtOnce'] =>
  createAnswerTest(
    (position: StonePosition, move: NeutralMove) => play(game, position, move),
    position => findWinningMove(game, position),
  );

/** A test whether a move loses at once, in a game without captures: it compares the move with the enemy's threats. */
export function createThreatTest(game: StoneGame, position: StonePosition): (move: NeutralMove) => boolean {
  const material = findMaterial(game, position);
  const generalTest = createGeneralTest(game)(position);
  const { cells, pairs, partners } = findThreats(game, position, material);
  const [empties, neutrals] = [material.empties.length, material.neutrals.length];
  const enemies = findMaterial(game, { ...position, turn: otherSide(position.turn) }).own.length;
  const losesByPlacement = (own: Cell, neutral: Cell): boolean =>
    (empties >= 4 && cells.some(cell => cell !== own && cell !== neutral)) ||
    pairs.length > 0 ||
    partners(neutral).length > 0;
  const losesByConversion = (first: Cell, second: Cell, given: Cell): boolean => {
    const isUntouched = (cell: Cell): boolean => cell !== first && cell !== second;
    const canPlace = empties >= 2 && cells.length > 0;
    return canPlace || pairs.some(([a, b]) => isUntouched(a) && isUntouched(b)) || partners(given).some(isUntouched);
  };
  // Conventions decide the last moves, so the general test is used there.
  const leavesRegular = (empty: number, turned: number): boolean => countRegularMoves(empty, turned, enemies) > 0;
  return move => {
    if (move.kind === 'place' && leavesRegular(empties - 2, neutrals + 1))
      return losesByPlacement(move.own, move.neutral);
    if (move.kind === 'convert' && leavesRegular(empties, neutrals - 1)) {
      return losesByConversion(move.first, move.second, move.given);
    }
    return generalTest(move);
  };
}

/** With fewer empty cells the conventions for the last ones may matter. */
const MIN_OPEN_CELLS = 4;

/** Whether the enemy's threats show that every move loses at once, in a game without captures. */
export function isLostByThreats(game: StoneGame, position: StonePosition): boolean {
  const material = findMaterial(game, position);
  const { empties, neutrals, own } = material;
  if (position.end !== null || empties.length < MIN_OPEN_CELLS) return false;
  const { cells, pairs, partners } = findThreats(game, position, material);
  const [pair] = pairs;
  const isHarmless = (neutral: Cell): boolean => partners(neutral).length === 0;
  // An own stone stops the win on its cell. So does a neutral one, unless it becomes a win by conversion.
  const canPlace = cells.length <= 2 && (cells.length === 2 ? cells : empties).some(isHarmless);
  if (pair === undefined) return cells.length > 0 && !canPlace;
  if (cells.length > 0) return true;
  const stopsAll = (converted: readonly Cell[]): boolean =>
    pairs.every(each => each.some(cell => converted.includes(cell))) &&
    own.some(given => partners(given).every(cell => converted.includes(cell)));
  return !pair.some(first => neutrals.some(second => second !== first && stopsAll([first, second])));
}

export const createNeutralForesight = (game: StoneGame): Foresight<StonePosition, NeutralMove> => ({
  winningMove: position => findWinningMove(game, position),
  losesAtOnce: position =>
    createLegality(game, position).isFree ? createThreatTest(game, position) : createGeneralTest(game)(position),
});
