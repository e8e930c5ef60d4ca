// Proof-number search over whole positions of a stone game on a small board, and its table.
// Of a game in which positions may recur it proves only what needs no rule of repetition: see docs/decisions/008.
import { listSymmetries } from '../boards/connection.ts';
import { contentAfter, hasWinningStone } from '../legality.ts';
import { INFINITY, type SolvedGame } from './state.ts';
import {
  type Cell,
  EMPTY,
  type Filling,
  NEUTRAL,
  STONE,
  type StoneBoard,
  type StonePosition,
  type StoneSide,
  otherSide,
} from '../stone-game.ts';

// The table: a hash table of numbers that grows up to a limit.

const FIRST_ENTRIES = 1 << 12;
/** Bytes of an entry: its key, its two numbers, its rank. */
const BYTES = 8 + 3 * 4;

/** What is known of a position, in the eyes of its side to move. */
export interface Known {
  /** What it costs at least to prove that the side reaches its aim (0: proved), and that it does not. */
  proof: number;
  disproof: number;
  /** Where it is decided: the most moves to the end. */
  rank: number;
}

interface WholeTable {
  keys: Float64Array;
  /** By entry: proof, disproof, rank. */
  numbers: Int32Array;
  used: number;
  readonly most: number;
}

const makeArrays = (entries: number): Pick<WholeTable, 'keys' | 'numbers'> => ({
  keys: new Float64Array(entries).fill(-1),
  numbers: new Int32Array(3 * entries),
});

/** As many entries as fit in `bytes` bytes. */
const makeWholeTable = (bytes: number): WholeTable => {
  let most = FIRST_ENTRIES;
  // While it grows the old arrays are there as well.
  while (most * 2 * BYTES * 1.5 <= bytes) most *= 2;
  return { ...makeArrays(FIRST_ENTRIES), used: 0, most };
};

/** The same without entries. */
const clearTable = ({ most }: WholeTable): WholeTable => ({ ...makeArrays(FIRST_ENTRIES), used: 0, most });

/** The entry of a key, or the empty one where it would stand. */
function entryOf(keys: Float64Array, key: number): number {
  const mask = keys.length - 1;
  let hash = Math.imul(key | 0, 0x9e3779b1) ^ Math.imul((key / 2 ** 32) | 0, 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  let entry = (hash ^ (hash >>> 13)) & mask;
  while (keys[entry] !== key && keys[entry] !== -1) entry = (entry + 1) & mask;
  return entry;
}

/** Is there room for more? */
const hasRoom = ({ keys, used, most }: WholeTable): boolean => keys.length < most || used * 8 < most * 7;

function grow(table: WholeTable): void {
  const { keys, numbers } = table;
  Object.assign(table, makeArrays(2 * keys.length));
  for (const [from, key] of keys.entries()) {
    if (key === -1) continue;
    const to = entryOf(table.keys, key);
    table.keys[to] = key;
    table.numbers.set(numbers.subarray(3 * from, 3 * from + 3), 3 * to);
  }
}

/** Is anything known? Then it is set. */
function recallWhole({ keys, numbers }: WholeTable, key: number, into: Known): boolean {
  const entry = entryOf(keys, key);
  if (keys[entry] === -1) return false;
  into.proof = numbers[3 * entry] ?? 0;
  into.disproof = numbers[3 * entry + 1] ?? 0;
  into.rank = numbers[3 * entry + 2] ?? 0;
  return true;
}

/**
 * Stores what is known. Where there is no room it is lost. What is decided keeps its rank, which is set again, so that ranks fall along every line of a
 * strategy.
 */
function storeWhole(table: WholeTable, key: number, known: Known): void {
  if (table.used * 8 >= table.keys.length * 7 && table.keys.length < table.most) grow(table);
  const { keys, numbers } = table;
  const entry = entryOf(keys, key);
  const [proof = 0, disproof = 0] = numbers.subarray(3 * entry);
  const wasDecided = proof === 0 ? known.proof === 0 : disproof === 0 && known.disproof === 0;
  if (keys[entry] === key && wasDecided) known.rank = numbers[3 * entry + 2] ?? 0;
  if (keys[entry] === -1) {
    if (table.used * 16 >= keys.length * 15) return;
    table.used += 1;
  }
  keys[entry] = key;
  numbers.set([known.proof, known.disproof, known.rank], 3 * entry);
}

// The search.

/** Four contents a cell, and the side to move, in a number that is exact. */
const MOST_CELLS = 25;

/** A reply, and what is known of the position after it in the eyes of its side to move. */
export interface Reply extends Known {
  readonly cells: readonly Cell[];
  readonly captured: readonly Cell[];
}

export interface WholeSearch {
  readonly game: Pick<SolvedGame<never>, 'stones' | 'isNeutral' | 'findLastCell'>;
  readonly setup: StonePosition['setup'];
  readonly board: StoneBoard;
  /** By symmetry of the board: what a content of each cell adds to the key. */
  readonly weights: readonly Float64Array[];
  /** The side that wants to win. The other wants to prevent it. */
  readonly attacker: StoneSide;
  /** The keys of positions that the attacker may not set up. */
  readonly banned: Set<number>;
  table: WholeTable;
  /** What stood on the board on the way to the present position: the keys without the side to move, by side. */
  readonly path: readonly [Set<number>, Set<number>];
  filling: Filling;
  turn: StoneSide;
  nodes: number;
  /** Replies since it last asked whether to stop. */
  unasked: number;
  isStopped: boolean;
  readonly stop: () => boolean;
}

/** null: the board has too many cells. */
export function makeWholeSearch(
  game: WholeSearch['game'],
  { setup, cells, turn }: StonePosition,
  { attacker, stop, bytes }: Pick<WholeSearch, 'attacker' | 'stop'> & { readonly bytes: number },
): WholeSearch | null {
  const board = game.stones.boardOfSize(setup['size'] ?? '');
  if (board.names.length > MOST_CELLS) return null;
  const weights = listSymmetries(board).map(images => Float64Array.from(images, image => 2 * 4 ** image));
  const table = makeWholeTable(bytes);
  const path = [new Set<number>(), new Set<number>()] as const;
  const state = { filling: board.fill(cells), turn, nodes: 0, unasked: 0, isStopped: false };
  return { game, setup, board, weights, attacker, table, path, stop, banned: new Set(), ...state };
}

/** The smallest number among the images of the position. */
function keyOf({ filling, weights, turn, board }: WholeSearch): number {
  const cells = board.names.length;
  let least = Infinity;
  for (const weight of weights) {
    let key = turn as number;
    for (let cell = 0; cell < cells; cell++) key += Math.min(filling[cell] ?? 0, 3) * (weight[cell] ?? 0);
    if (key < least) least = key;
  }
  return least;
}

/** The cells of every move that fits the board, legal or not. */
function* listTurns({ filling, turn, game, setup, board }: WholeSearch): Generator<readonly Cell[]> {
  const cellsWith = (content: number): Cell[] => [...board.names.keys()].filter(cell => filling[cell] === content);
  const [empties, neutrals, own] = [EMPTY, NEUTRAL, STONE[turn]].map(cellsWith) as [Cell[], Cell[], Cell[]];
  if (!game.isNeutral) {
    for (const cell of empties) yield [cell];
    return;
  }
  for (const cell of empties) for (const neutral of empties) if (neutral !== cell) yield [cell, neutral];
  for (const [i, first] of neutrals.entries())
    for (const second of neutrals.slice(i + 1)) for (const given of own) yield [first, second, given];
  const last = game.findLastCell(setup, { empties, neutrals, own });
  if (last !== null) yield [last];
}

const setDecided = (known: Known, isReached: boolean): void => {
  known.proof = isReached ? 0 : INFINITY;
  known.disproof = isReached ? INFINITY : 0;
  known.rank = 0;
};

/** Does the side to move reach its aim where this side has won the game? null: a draw. */
const isReachedBy = ({ attacker, turn }: WholeSearch, winner: StoneSide | null): boolean =>
  (turn === attacker) === (winner === attacker);

/**
 * Can the attacker fill no line, by the theorem of Erdős and Selfridge (1973)? A line without a stone of the defender weighs 1/2 for each
 * of its empty cells. Where all weigh less than 1 and the defender is to move, a stone on the heaviest cell each time prevents every line.
 */
function isBlocked({ board, filling, attacker, turn, game }: WholeSearch): boolean {
  if (board.goal?.kind !== 'lines' || game.isNeutral) return false;
  const gains = new Float64Array(filling.length);
  let sum = 0;
  for (const line of board.goal.lines) {
    if (line.some(cell => filling[cell] === STONE[otherSide(attacker)])) continue;
    const empties = line.filter(cell => filling[cell] === EMPTY);
    const weight = 2 ** -empties.length;
    sum += weight;
    for (const cell of empties) gains[cell] = (gains[cell] ?? 0) + weight;
  }
  return sum + (turn === attacker ? Math.max(...gains) : 0) < 1;
}

/** Has the attacker set up what stood on the board before, or has a position recurred? It has not brought the attacker nearer. */
const recurs = ({ path, turn, attacker, banned }: WholeSearch, key: number): boolean =>
  path[turn].has(key - turn) || (turn !== attacker && (path[attacker].has(key - turn) || banned.has(key)));

/** Keeps the attacker from setting up this board, and forgets what was found with it. */
export function ban(search: WholeSearch, filling: Filling): void {
  Object.assign(search, { filling, turn: otherSide(search.attacker) });
  search.banned.add(keyOf(search));
  search.table = clearTable(search.table);
}

/** Sets what is known of the position before it is searched. */
function evaluate(search: WholeSearch, key: number, into: Known): void {
  if (recurs(search, key) || isBlocked(search)) setDecided(into, isReachedBy(search, null));
  else if (!recallWhole(search.table, key, into)) {
    into.proof = 1;
    into.disproof = 1;
    into.rank = 0;
  }
}

/** Makes the move. The answer takes it back. null: it is suicide. */
export function playTurn(
  search: WholeSearch,
  cells: readonly Cell[],
): { captured: readonly Cell[]; before: number[] } | null {
  const { filling, board, turn } = search;
  const before = cells.map(cell => filling[cell] ?? 0);
  for (let i = 0; i < cells.length; i++) filling[cells[i] ?? 0] = contentAfter(cells, i, turn);
  const captured = board.findCaptures === null ? [] : board.findCaptures(filling, cells, turn);
  if (captured === null) {
    for (let i = 0; i < cells.length; i++) filling[cells[i] ?? 0] = before[i] ?? 0;
    return null;
  }
  for (const cell of captured) filling[cell] = EMPTY;
  search.turn = otherSide(turn);
  return { captured, before };
}

export function takeBack(
  search: WholeSearch,
  cells: readonly Cell[],
  captured: readonly Cell[],
  before: readonly number[],
): void {
  const { filling } = search;
  for (const cell of captured) filling[cell] = STONE[search.turn];
  for (let i = 0; i < cells.length; i++) filling[cells[i] ?? 0] = before[i] ?? 0;
  search.turn = otherSide(search.turn);
}

/** Every legal reply, with what is known of it. Below the root one that reaches the aim is enough. */
function listReplies(search: WholeSearch): Reply[] {
  const replies: Reply[] = [];
  const { board, path } = search;
  const isRoot = path[0].size + path[1].size === 0;
  for (const cells of listTurns(search)) {
    const mover = search.turn;
    const played = playTurn(search, cells);
    if (played === null) continue;
    const reply = { cells, captured: played.captured, proof: 0, disproof: 0, rank: 0 };
    if (hasWinningStone(board, search.filling, cells)) setDecided(reply, isReachedBy(search, mover));
    else evaluate(search, keyOf(search), reply);
    takeBack(search, cells, played.captured, played.before);
    if (reply.disproof === 0 && !isRoot) return [reply];
    replies.push(reply);
  }
  return replies;
}

/** Sets what the replies tell of the position. The answer is the most promising of them, and what the next best one costs. */
function sumUp(replies: readonly Reply[], into: Known): { best: Reply; second: number } | null {
  let best: Reply | null = null;
  let second = INFINITY;
  let sum = 0;
  let rank = 0;
  for (const reply of replies) {
    sum += reply.proof;
    if (best === null || reply.disproof < best.disproof) {
      second = best?.disproof ?? INFINITY;
      best = reply;
    } else if (reply.disproof < second) second = reply.disproof;
    if (reply.proof === 0) rank = Math.max(rank, reply.rank);
  }
  if (best === null) return null;
  into.proof = best.disproof;
  into.disproof = Math.min(sum, INFINITY);
  if (into.proof === 0) rank = Math.min(...replies.filter(reply => reply.disproof === 0).map(reply => reply.rank));
  into.rank = rank + 1;
  return { best, second };
}

/** Replies between two questions whether to give up: a position with more of them takes longer. */
const REPLIES_A_CALL = 4_096;

/** Counts a visit, and asks now and then whether to give up. */
function isStopped(search: WholeSearch, replies: number): boolean {
  search.nodes += 1;
  search.unasked += replies;
  const isTime = search.unasked >= REPLIES_A_CALL;
  if (isTime) search.unasked = 0;
  if (!hasRoom(search.table) || (isTime && search.stop())) search.isStopped = true;
  return search.isStopped;
}

/** Searches the present position until one of its numbers comes to its limit, or it is stopped. The answer is every reply looked at. */
export function visitWhole(
  search: WholeSearch,
  limits: Pick<Known, 'proof' | 'disproof'>,
  into: Known,
): readonly Reply[] {
  const replies = listReplies(search);
  if (isStopped(search, replies.length)) return [];
  const key = keyOf(search);
  search.path[search.turn].add(key - search.turn);
  for (;;) {
    const chosen = sumUp(replies, into);
    if (chosen === null) {
      const winner = search.game.stones.noMoveResult === 'loss' ? otherSide(search.turn) : null;
      setDecided(into, isReachedBy(search, winner));
      break;
    }
    if (into.proof >= limits.proof || into.disproof >= limits.disproof) break;
    const { best, second } = chosen;
    const child = {
      proof: limits.disproof >= INFINITY ? INFINITY : limits.disproof - into.disproof + best.proof,
      disproof: Math.min(limits.proof, second + (second >> 2) + 1),
    };
    const played = playTurn(search, best.cells);
    if (played === null) break;
    visitWhole(search, child, best);
    takeBack(search, best.cells, played.captured, played.before);
    if (search.isStopped) break;
  }
  search.path[search.turn].delete(key - search.turn);
  if (!search.isStopped) storeWhole(search.table, key, into);
  return replies;
}
