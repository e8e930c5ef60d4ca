// Evaluates cells of games that are won by filling a line.
// A line without a stone of the other side counts. Lines that need fewer moves count more.
// The cells have the numbers of the filling, which may differ from those of a stone board.
import { type Cell, EMPTY, type Filling, NEUTRAL } from '../stone-game.ts';
import { type CellEvaluation, type CellState, estimateWinAfterMove } from './cell-evaluation.ts';

/** All lines of a board. A side that fills a line wins. All have one length. */
export interface LineNet {
  readonly length: number;
  /** The cells of all lines, `length` for each. */
  readonly cells: Int16Array;
  /** By cell: the lines through it, by number. */
  readonly linesByCell: readonly (readonly number[])[];
}

/** Creates a net. `size`: the number of cells. */
export function createLineNet(lines: readonly (readonly Cell[])[], size: number): LineNet {
  const linesByCell = Array.from({ length: size }, (): number[] => []);
  for (const [number, line] of lines.entries()) for (const cell of line) linesByCell[cell]?.push(number);
  return { length: lines[0]?.length ?? 0, cells: Int16Array.from(lines.flat()), linesByCell };
}

/** The worth of a line by the number of moves it still needs. */
const WORTH_BY_MOVES = [2_500, 400, 40, 6, 1] as const;
/** Added to the worth of both sides before the ratio, so that lines that need many moves hardly matter. */
const BASE_WORTH = 60;
/** The win probability of a side that can make two threats at once. */
const FORK_PROBABILITY = 0.95;

/** The numbers of stones on each line, from the view of one side. */
export interface LineCounts {
  readonly net: LineNet;
  readonly filling: Filling;
  readonly own: Uint8Array;
  readonly enemy: Uint8Array;
  readonly neutral: Uint8Array;
}

/** The number of moves that a line needs: one for each stone, or for two neutrals. Infinity: the other side has a stone on it. */
const movesNeeded = (length: number, own: number, neutral: number, closed: number): number =>
  closed > 0 ? Infinity : length - own - neutral + ((neutral + 1) >> 1);

const worthOf = (needed: number): number => WORTH_BY_MOVES[needed] ?? 0;

/** The worth of lines to both sides. */
interface Worths {
  own: number;
  enemy: number;
}

function addWorth(sums: Worths, length: number, [own, enemy, neutral]: readonly [number, number, number]): void {
  sums.own += worthOf(movesNeeded(length, own, neutral, enemy));
  sums.enemy += worthOf(movesNeeded(length, enemy, neutral, own));
}

function sumWorths({ net, own, enemy, neutral }: LineCounts): Worths {
  const sums = { own: 0, enemy: 0 };
  for (let line = 0; line < own.length; line++) {
    addWorth(sums, net.length, [own[line] ?? 0, enemy[line] ?? 0, neutral[line] ?? 0]);
  }
  return sums;
}

/** The change of the worths when a cell changes its state. */
function worthChange(
  { net, own, enemy, neutral }: LineCounts,
  cell: Cell,
  [from, to]: readonly [CellState, CellState],
): Worths {
  const change = (state: CellState): number => Number(to === state) - Number(from === state);
  const [ownChange, enemyChange, neutralChange] = [change('own'), change('enemy'), change('neutral')];
  const [before, after] = [
    { own: 0, enemy: 0 },
    { own: 0, enemy: 0 },
  ];
  for (const line of net.linesByCell[cell] ?? []) {
    const [a, b, c] = [own[line] ?? 0, enemy[line] ?? 0, neutral[line] ?? 0];
    addWorth(before, net.length, [a, b, c]);
    addWorth(after, net.length, [a + ownChange, b + enemyChange, c + neutralChange]);
  }
  return { own: after.own - before.own, enemy: after.enemy - before.enemy };
}

/** The cells of a line that are still empty or neutral. */
function listMissing({ net, filling }: LineCounts, line: number): Cell[] {
  const cells = [...net.cells.subarray(line * net.length, (line + 1) * net.length)];
  return cells.filter(cell => filling[cell] === EMPTY || filling[cell] === NEUTRAL);
}

/** The lines of one side that need this number of moves. */
function linesNeeding(
  { net, neutral }: LineCounts,
  [side, other]: readonly [Uint8Array, Uint8Array],
  moves: number,
): number[] {
  const found: number[] = [];
  for (let line = 0; line < side.length; line++) {
    if (movesNeeded(net.length, side[line] ?? 0, neutral[line] ?? 0, other[line] ?? 0) === moves) found.push(line);
  }
  return found;
}

/** Whether a stone on some empty cell makes two different threats. */
function canFork(counts: LineCounts): boolean {
  const otherCells = new Map<Cell, Cell>();
  for (const line of linesNeeding(counts, [counts.own, counts.enemy], 2)) {
    const missing = listMissing(counts, line);
    for (const cell of missing) {
      const otherCell = missing.find(each => each !== cell) ?? cell;
      if (counts.filling[cell] === EMPTY && (otherCells.get(cell) ?? otherCell) !== otherCell) return true;
      otherCells.set(cell, otherCell);
    }
  }
  return false;
}

/** Evaluates a position for the side to move, of these stones. It must have no move that wins at once. */
export function evaluateLines(net: LineNet, filling: Filling, stone: number): CellEvaluation {
  const lines = net.cells.length / net.length;
  const [own, enemy, neutral] = [new Uint8Array(lines), new Uint8Array(lines), new Uint8Array(lines)];
  for (let line = 0, i = 0; line < lines; line++) {
    for (const end = i + net.length; i < end; i++) {
      const content = filling[net.cells[i] ?? 0];
      if (content === EMPTY) continue;
      const count = content === stone ? own : content === NEUTRAL ? neutral : enemy;
      count[line] = (count[line] ?? 0) + 1;
    }
  }
  const counts = { net, filling, own, enemy, neutral };
  const sums = sumWorths(counts);
  const stateOf = (cell: Cell): CellState => {
    const content = filling[cell];
    return content === EMPTY ? 'empty' : content === NEUTRAL ? 'neutral' : content === stone ? 'own' : 'enemy';
  };
  const evaluation = Math.log((sums.own + BASE_WORTH) / (sums.enemy + BASE_WORTH));
  const gain = (cell: Cell, becomes: CellState): number => {
    const change = worthChange(counts, cell, [stateOf(cell), becomes]);
    return Math.log((sums.own + change.own + BASE_WORTH) / (sums.enemy + change.enemy + BASE_WORTH)) - evaluation;
  };
  const decidedProbability = (): number | null => {
    // The cells where a stone stops all threats to win by the next move. null: there is no threat.
    const threats = linesNeeding(counts, [counts.enemy, counts.own], 1).map(line => listMissing(counts, line));
    const [first] = threats;
    const answers = first?.filter(cell => threats.every(threat => threat.includes(cell))) ?? null;
    if (answers === null) return canFork(counts) ? FORK_PROBABILITY : null;
    if (answers.length === 0) return 1 - FORK_PROBABILITY;
    return Math.max(...answers.map(cell => estimateWinAfterMove(evaluation + gain(cell, 'own'))));
  };
  return { evaluation, gain, decidedProbability };
}
