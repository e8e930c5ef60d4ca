// Finds wins by a row of fours. Each move threatens to complete a line, and has one answer.
// The last one makes two threats.
import { must } from '#games/kit/assert.ts';
import { type Cell, EMPTY, type Filling, STONE, type StoneSide, otherSide } from '../stone-game.ts';
import type { LineCounts, LineNet } from './lines.ts';

/** The stones on each line, of the attacker and of the other side, changed as the search places and removes stones. */
export interface FourSearch extends Omit<LineCounts, 'neutral'> {
  readonly attacker: number;
  readonly defender: number;
  /** Keys of positions without a win by fours. */
  readonly failed: Set<number>;
  /** A key of the stones placed so far. */
  key: number;
  nodesLeft: number;
  readonly stop: () => boolean;
  /** The cells of the last win that was found: a stone of the defender elsewhere that makes no four does not stop it. */
  readonly zone: Set<Cell>;
}

/** The most nodes of a search. `stop` is asked now and then, and ends it. */
export interface FourLimit {
  readonly nodes: number;
  readonly stop?: (() => boolean) | undefined;
}

export function createFourSearch(
  net: LineNet,
  filling: Filling,
  side: StoneSide,
  { nodes, stop = () => false }: FourLimit,
): FourSearch {
  const [attacker, defender] = [STONE[side], STONE[otherSide(side)]];
  const lines = net.cells.length / net.length;
  const search: FourSearch = {
    ...{ net, filling, attacker, defender, own: new Uint8Array(lines), enemy: new Uint8Array(lines) },
    ...{ failed: new Set<number>(), key: 0, nodesLeft: nodes, stop, zone: new Set<Cell>() },
  };
  filling.forEach((content, cell) => {
    if (content === attacker || content === defender) count(search, cell, content, 1);
  });
  return search;
}

/** Counts a stone on the lines through its cell (change 1), or no longer (change -1). */
function count(search: FourSearch, cell: Cell, stone: number, change: 1 | -1): void {
  const counts = stone === search.attacker ? search.own : search.enemy;
  for (const line of search.net.linesByCell[cell] ?? []) counts[line] = (counts[line] ?? 0) + change;
}

/** Nodes between two questions to `stop`: a few milliseconds. */
const NODES_A_QUESTION = 128;

export function spendNode(search: FourSearch): void {
  search.nodesLeft -= 1;
  if (search.nodesLeft % NODES_A_QUESTION === 0 && search.stop()) search.nodesLeft = 0;
}

/** A number of 32 bits for each stone on a cell. Sums of a few hardly ever agree. */
const keyOf = (cell: Cell, stone: number): number =>
  Math.imul(cell + 1, 0x9e37_79b1) ^ Math.imul(cell * 4 + stone + 7, 0x85eb_ca6b);

export function place(search: FourSearch, cell: Cell, stone: number): void {
  search.filling[cell] = stone;
  search.key += keyOf(cell, stone);
  count(search, cell, stone, 1);
}

export function remove(search: FourSearch, cell: Cell, stone: number): void {
  search.filling[cell] = EMPTY;
  search.key -= keyOf(cell, stone);
  count(search, cell, stone, -1);
}

const listCells = ({ net }: FourSearch, line: number): Int16Array =>
  net.cells.subarray(line * net.length, (line + 1) * net.length);

/** No threat, or more than one cell to answer. */
export const NONE = -1;
export const SEVERAL = -2;

/** The lines of a side that lack this number of stones, and have none of the other side. `through`: a cell on all of them. */
export function* iterateLines(
  { net, own, enemy, attacker }: FourSearch,
  stone: number,
  lacking: number,
  through?: Cell,
): Generator<number> {
  const [counts, others] = stone === attacker ? [own, enemy] : [enemy, own];
  const lines = through === undefined ? null : (net.linesByCell[through] ?? []);
  for (let i = 0; i < (lines ?? counts).length; i++) {
    const line = lines?.[i] ?? i;
    if (counts[line] === net.length - lacking && others[line] === 0) yield line;
  }
}

/** The empty cells of these lines, without repetition. */
export function listEmpty(search: FourSearch, lines: Iterable<number>): readonly Cell[] {
  const cells = new Set<Cell>();
  for (const line of lines)
    for (const cell of listCells(search, line)) if (search.filling[cell] === EMPTY) cells.add(cell);
  return [...cells];
}

/** The cell that completes a line of a side. `lines`: those to look at. */
function findCompletion(search: FourSearch, lines: Iterable<number>, stone: number): Cell {
  const { net } = search;
  const [counts, others] = stone === search.attacker ? [search.own, search.enemy] : [search.enemy, search.own];
  let found = NONE;
  for (const line of lines) {
    if (counts[line] !== net.length - 1 || others[line] !== 0) continue;
    // The empty cell of a line that lacks one stone.
    const missing = must(
      listCells(search, line).find(cell => search.filling[cell] === EMPTY),
      'the line lacks a stone',
    );
    if (found !== NONE && found !== missing) return SEVERAL;
    found = missing;
  }
  return found;
}

/** The cell that completes a line through this stone of its colour. */
export const threatOf = (search: FourSearch, cell: Cell, stone: number): Cell =>
  findCompletion(search, search.net.linesByCell[cell] ?? [], stone);

/** The cell that completes any line of a side. */
export const findThreat = (search: FourSearch, stone: number): Cell =>
  findCompletion(search, iterateLines(search, stone, 1), stone);

/** Adds the empty cells of lines through a cell to the zone, those that lack this number of a side's stones. */
function extendZone(search: FourSearch, cell: Cell, stone: number, lacking: number): void {
  for (const each of listEmpty(search, iterateLines(search, stone, lacking, cell))) search.zone.add(each);
}

/** Whether a four on `cell`, which is answered on one cell, wins in the end. */
function winsWith(search: FourSearch, cell: Cell): boolean {
  place(search, cell, search.attacker);
  const answer = threatOf(search, cell, search.attacker);
  let wins = answer === SEVERAL;
  if (answer >= 0) {
    place(search, answer, search.defender);
    const threat = threatOf(search, answer, search.defender);
    const completes = (search.net.linesByCell[answer] ?? []).some(line => search.enemy[line] === search.net.length);
    wins = !completes && threat !== SEVERAL && findFour(search, threat) !== null;
    // One stone more on these cells would make a four of the answer.
    if (wins) for (const lacking of [1, 2]) extendZone(search, answer, search.defender, lacking);
    remove(search, answer, search.defender);
  }
  if (wins) {
    // Adds a four to the zone, with the cells that it threatens to complete.
    search.zone.add(cell);
    extendZone(search, cell, search.attacker, 1);
  }
  remove(search, cell, search.attacker);
  return wins;
}

/** The empty cells of lines that lack two stones: each makes a four. `forced`: the only cell that the attacker may play on, or NONE. */
function* iterateFours(search: FourSearch, forced: Cell): Generator<Cell> {
  for (const line of iterateLines(search, search.attacker, 2))
    for (const cell of listCells(search, line))
      if (search.filling[cell] === EMPTY && (forced === NONE || cell === forced)) yield cell;
}

/**
 * The first move of a win by fours, for the attacker to move. Neither side may have a line that lacks one stone, except those of
 * the defender that lack the cell `forced`. null: none is found within the nodes that are left.
 */
export function findFour(search: FourSearch, forced: Cell): Cell | null {
  if (search.nodesLeft <= 0 || search.failed.has(search.key)) return null;
  spendNode(search);
  for (const cell of iterateFours(search, forced)) if (winsWith(search, cell)) return cell;
  search.failed.add(search.key);
  return null;
}
