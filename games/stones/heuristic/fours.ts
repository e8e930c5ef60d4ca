// Finds wins by a row of fours. Each move threatens to complete a line, and has one answer.
// The last one makes two threats.
import type { Game } from '#games/game.ts';
import { must } from '#games/kit/assert.ts';
import {
  boardOf,
  type Cell,
  EMPTY,
  type Filling,
  otherSide,
  type PlaceMove,
  STONE,
  type StoneGame,
  type StonePosition,
} from '../stone-game.ts';
import { lineNetOf } from './evaluation.ts';
import type { LineNet } from './lines.ts';

/** The stones on each line, of the attacker and of the other side, changed as the search places and removes stones. */
interface FourSearch {
  readonly net: LineNet;
  readonly filling: Filling;
  readonly own: Uint8Array;
  readonly enemy: Uint8Array;
  readonly attacker: number;
  readonly defender: number;
  /** Keys of positions without a win by fours, see `keyOf`. */
  readonly failed: Set<number>;
  /** A key of the attacker's stones placed so far. The defender's follow from them. */
  key: number;
  nodesLeft: number;
}

/** Counts a stone on the lines through its cell (change 1), or no longer (change -1). */
function count(search: FourSearch, cell: Cell, stone: number, change: 1 | -1): void {
  const counts = stone === search.attacker ? search.own : search.enemy;
  for (const line of search.net.linesByCell[cell] ?? []) counts[line] = (counts[line] ?? 0) + change;
}

function place(search: FourSearch, cell: Cell, stone: number): void {
  search.filling[cell] = stone;
  count(search, cell, stone, 1);
}

function remove(search: FourSearch, cell: Cell, stone: number): void {
  search.filling[cell] = EMPTY;
  count(search, cell, stone, -1);
}

/** The empty cell of a line that lacks one stone. */
function emptyCellOf({ net, filling }: FourSearch, line: number): Cell {
  const cells = net.cells.subarray(line * net.length, (line + 1) * net.length);
  return must(
    cells.find(cell => filling[cell] === EMPTY),
    'the line lacks a stone',
  );
}

/** No threat, or more than one cell to answer. */
const NONE = -1;
const SEVERAL = -2;

/** The cell that completes a line through this stone of its colour. */
function threatOf(search: FourSearch, cell: Cell, stone: number): Cell {
  const { net } = search;
  const [counts, others] = stone === search.attacker ? [search.own, search.enemy] : [search.enemy, search.own];
  let found = NONE;
  for (const line of net.linesByCell[cell] ?? []) {
    if (counts[line] !== net.length - 1 || others[line] !== 0) continue;
    const missing = emptyCellOf(search, line);
    if (found !== NONE && found !== missing) return SEVERAL;
    found = missing;
  }
  return found;
}

/** A number of 32 bits for each cell. Sums of a few cells hardly ever agree. */
const keyOf = (cell: Cell): number => Math.imul(cell + 1, 0x9e37_79b1) ^ Math.imul(cell + 7, 0x85eb_ca6b);

/** Whether a four on `cell`, which is answered on one cell, wins in the end. */
function winsWith(search: FourSearch, cell: Cell): boolean {
  place(search, cell, search.attacker);
  const answer = threatOf(search, cell, search.attacker);
  let wins = answer === SEVERAL;
  if (answer >= 0) {
    place(search, answer, search.defender);
    search.key += keyOf(cell);
    const threat = threatOf(search, answer, search.defender);
    const completes = (search.net.linesByCell[answer] ?? []).some(line => search.enemy[line] === search.net.length);
    wins = !completes && threat !== SEVERAL && findFour(search, threat) !== null;
    search.key -= keyOf(cell);
    remove(search, answer, search.defender);
  }
  remove(search, cell, search.attacker);
  return wins;
}

/** The empty cells of lines that lack two stones: each makes a four. `forced`: the only cell that the attacker may play on, or NONE. */
function* iterateFours({ net, own, enemy, filling }: FourSearch, forced: Cell): Generator<Cell> {
  for (let line = 0; line < own.length; line++) {
    if (own[line] !== net.length - 2 || enemy[line] !== 0) continue;
    for (let i = line * net.length; i < (line + 1) * net.length; i++) {
      const cell = net.cells[i] ?? 0;
      if (filling[cell] === EMPTY && (forced === NONE || cell === forced)) yield cell;
    }
  }
}

/** The first move of a win by fours. */
function findFour(search: FourSearch, forced: Cell): Cell | null {
  if (search.nodesLeft <= 0 || search.failed.has(search.key)) return null;
  search.nodesLeft -= 1;
  for (const cell of iterateFours(search, forced)) if (winsWith(search, cell)) return cell;
  search.failed.add(search.key);
  return null;
}

/**
 * A move of `attacker`, to move, that begins a win by fours. Neither side may have a line that lacks one stone, except one
 * of the defender's that the attacker must answer. null: none is found within `nodes` positions.
 */
function findWinByFours(
  net: LineNet,
  filling: Filling,
  [attacker, defender]: readonly [number, number],
  nodes: number,
): Cell | null {
  const lines = net.cells.length / net.length;
  const search: FourSearch = {
    ...{ net, filling, attacker, defender, own: new Uint8Array(lines), enemy: new Uint8Array(lines) },
    ...{ failed: new Set<number>(), key: 0, nodesLeft: nodes },
  };
  filling.forEach((content, cell) => {
    if (content === attacker || content === defender) count(search, cell, content, 1);
  });
  let forced: Cell = NONE;
  for (let line = 0; line < lines; line++) {
    if (search.enemy[line] !== net.length - 1 || search.own[line] !== 0) continue;
    const missing = emptyCellOf(search, line);
    if (forced !== NONE && forced !== missing) return null;
    forced = missing;
  }
  return findFour(search, forced);
}

/** The member of a plain game. Without lines there are no fours. */
export const createForcedWin =
  (game: StoneGame): Game<StonePosition, PlaceMove>['forcedWin'] =>
  (position, nodes) => {
    const board = boardOf(game, position);
    if (board.goal?.kind !== 'lines' || position.end !== null) return null;
    const stones = [STONE[position.turn], STONE[otherSide(position.turn)]] as const;
    const cell = findWinByFours(lineNetOf(board), board.fill(position.cells), stones, nodes);
    return cell === null ? null : { cell };
  };
