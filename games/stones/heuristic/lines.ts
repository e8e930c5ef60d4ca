// Evaluates cells of games that are won by filling a line.
// A line without a stone of the other side counts, and counts more the fewer moves it lacks.
// Cells are numbered as the filling numbers them, which need not be that of a stone board.
import { type Cell, EMPTY, type Filling, NEUTRAL } from '../stone-game.ts';
import { type CellEvaluation, type CellState, chanceAfterMove } from './cell-evaluation.ts';

/** All lines of a board, of one length: cells that win when one side fills them. */
export interface LineNet {
  readonly length: number;
  /** `length` cells a line. */
  readonly cells: Int16Array;
  /** By cell: the numbers of the lines it is on. */
  readonly through: readonly (readonly number[])[];
}

/** `size`: how many numbers cells have. */
export function lineNet(lines: readonly (readonly Cell[])[], size: number): LineNet {
  const through = Array.from({ length: size }, (): number[] => []);
  for (const [number, line] of lines.entries()) for (const cell of line) through[cell]?.push(number);
  return { length: lines[0]?.length ?? 0, cells: Int16Array.from(lines.flat()), through };
}

/** What a line is worth by the moves it lacks: each one fewer is several times as good. */
const WORTH = [2_500, 400, 40, 6, 1] as const;
/** Added on both sides before they are compared: lines that lack much hardly matter. */
const BASE = 60;
/** The chance to win of a side that can make two threats at once. A side that must answer two has the rest. */
const FORCED = 0.95;

/** What stands on every line, seen from one side. */
interface Tallies {
  readonly net: LineNet;
  readonly filling: Filling;
  readonly own: Uint8Array;
  readonly enemy: Uint8Array;
  readonly neutral: Uint8Array;
}

function tally(net: LineNet, filling: Filling, stone: number): Tallies {
  const lines = net.cells.length / net.length;
  const [own, enemy, neutral] = [new Uint8Array(lines), new Uint8Array(lines), new Uint8Array(lines)];
  for (let line = 0, i = 0; line < lines; line++) {
    for (const end = i + net.length; i < end; i++) {
      const held = filling[net.cells[i] ?? 0];
      if (held === EMPTY) continue;
      const count = held === stone ? own : held === NEUTRAL ? neutral : enemy;
      count[line] = (count[line] ?? 0) + 1;
    }
  }
  return { net, filling, own, enemy, neutral };
}

/** How many moves a line lacks: a stone a move, or two neutrals turned. A stone of the other side closes it. */
const lacking = (length: number, own: number, neutral: number, closed: number): number =>
  closed > 0 ? Infinity : length - own - neutral + ((neutral + 1) >> 1);

const worth = (lacks: number): number => WORTH[lacks] ?? 0;

/** What all lines, or the lines through one cell, are worth to both sides, after changes of the tallies. */
interface Worths {
  own: number;
  enemy: number;
}

function addWorth(sums: Worths, length: number, [own, enemy, neutral]: readonly [number, number, number]): void {
  sums.own += worth(lacking(length, own, neutral, enemy));
  sums.enemy += worth(lacking(length, enemy, neutral, own));
}

function worthOfAll({ net, own, enemy, neutral }: Tallies): Worths {
  const sums = { own: 0, enemy: 0 };
  for (let line = 0; line < own.length; line++) {
    addWorth(sums, net.length, [own[line] ?? 0, enemy[line] ?? 0, neutral[line] ?? 0]);
  }
  return sums;
}

/** How much the worths change when the cell becomes something else. */
function changeAt(
  { net, own, enemy, neutral }: Tallies,
  cell: Cell,
  [from, to]: readonly [CellState, CellState],
): Worths {
  const change = (state: CellState): number => Number(to === state) - Number(from === state);
  const [more, others, neutrals] = [change('own'), change('enemy'), change('neutral')];
  const [before, after] = [
    { own: 0, enemy: 0 },
    { own: 0, enemy: 0 },
  ];
  for (const line of net.through[cell] ?? []) {
    const [a, b, c] = [own[line] ?? 0, enemy[line] ?? 0, neutral[line] ?? 0];
    addWorth(before, net.length, [a, b, c]);
    addWorth(after, net.length, [a + more, b + others, c + neutrals]);
  }
  return { own: after.own - before.own, enemy: after.enemy - before.enemy };
}

/** The cells of a line that one side still lacks. */
function missingOn({ net, filling }: Tallies, line: number): Cell[] {
  const cells = [...net.cells.subarray(line * net.length, (line + 1) * net.length)];
  return cells.filter(cell => filling[cell] === EMPTY || filling[cell] === NEUTRAL);
}

/** The lines open to one side that lack `moves` moves. */
function linesLacking(
  { net, neutral }: Tallies,
  [side, other]: readonly [Uint8Array, Uint8Array],
  moves: number,
): number[] {
  const found: number[] = [];
  for (let line = 0; line < side.length; line++) {
    if (lacking(net.length, side[line] ?? 0, neutral[line] ?? 0, other[line] ?? 0) === moves) found.push(line);
  }
  return found;
}

/** The cells on which one stone answers every threat of the enemy to win by its next move; null: there is no threat. */
function answersOf(tallies: Tallies): readonly Cell[] | null {
  const threats = linesLacking(tallies, [tallies.enemy, tallies.own], 1).map(line => missingOn(tallies, line));
  const [first] = threats;
  return first?.filter(cell => threats.every(threat => threat.includes(cell))) ?? null;
}

/** Is there an empty cell on which a stone makes two lines lack one move, and not the same one? */
function canFork(tallies: Tallies): boolean {
  const rests = new Map<Cell, Cell>();
  for (const line of linesLacking(tallies, [tallies.own, tallies.enemy], 2)) {
    const missing = missingOn(tallies, line);
    for (const cell of missing) {
      const rest = missing.find(each => each !== cell) ?? cell;
      if (tallies.filling[cell] === EMPTY && (rests.get(cell) ?? rest) !== rest) return true;
      rests.set(cell, rest);
    }
  }
  return false;
}

/** Evaluates for the side to move, whose stones these are and which has no move that wins at once. */
export function evaluateLines(net: LineNet, filling: Filling, stone: number): CellEvaluation {
  const tallies = tally(net, filling, stone);
  const sums = worthOfAll(tallies);
  const stateOf = (cell: Cell): CellState => {
    const held = filling[cell];
    return held === EMPTY ? 'empty' : held === NEUTRAL ? 'neutral' : held === stone ? 'own' : 'enemy';
  };
  const evaluation = Math.log((sums.own + BASE) / (sums.enemy + BASE));
  const gain = (cell: Cell, becomes: CellState): number => {
    const change = changeAt(tallies, cell, [stateOf(cell), becomes]);
    return Math.log((sums.own + change.own + BASE) / (sums.enemy + change.enemy + BASE)) - evaluation;
  };
  const chance = (): number | null => {
    const answers = answersOf(tallies);
    if (answers === null) return canFork(tallies) ? FORCED : null;
    if (answers.length === 0) return 1 - FORCED;
    return Math.max(...answers.map(cell => chanceAfterMove(evaluation + gain(cell, 'own'))));
  };
  return { evaluation, gain, chance };
}
