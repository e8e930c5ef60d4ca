// The transposition table, one flat array without objects.
// For each position the search has met it holds what was proved, or how far the proof is.
import { type Bitboard, type BoardGeometry, rotate } from './bitboard.ts';

/** A node of the search: a position, or half a turn in it. */
export interface Node {
  /** Stones of the side to move, and of the other. */
  mover: Bitboard;
  other: Bitboard;
  /** In the middle of a conversion the two neutrals just taken stand here and among the mover's. */
  neutral: Bitboard;
  side: 0 | 1;
  stage: Stage;
}

/** 0: a whole turn is due; 1: a neutral for the stone just placed; 2: an own stone for the two neutrals just taken. */
export type Stage = 0 | 1 | 2;

/** Key (3), proof number, disproof number or carrier, work. */
const FIELDS = 6;
const BYTES = FIELDS * 4;
/** Entries a position may stand in. */
const GROUP_SIZE = 4;
/** In place of the proof number: the mover wins, or loses; the next field is then the carrier. */
export const WON = -1;
export const LOST = -2;
/** Marks a carrier that needs its cuts (docs/decisions/008). */
export const TIGHT = 1 << 30;

export interface TranspositionTable {
  readonly geometry: BoardGeometry;
  readonly slots: Int32Array;
  /** One less than the number of groups of entries, a power of 2. */
  readonly groups: number;
  /** The key last looked for: the smaller of the position and its half turn. */
  a: number;
  b: number;
  c: number;
  isTurned: boolean;
  /** What `probe` has found: the numbers of the proof so far, see `store`. */
  proof: number;
  disproof: number;
}

/** As many entries as fit in `bytes` bytes, at least a handful. */
export function makeTable(geometry: BoardGeometry, bytes: number): TranspositionTable {
  let groups = 64;
  while (groups * 2 * GROUP_SIZE * BYTES <= bytes) groups *= 2;
  const slots = new Int32Array(groups * GROUP_SIZE * FIELDS);
  return { geometry, slots, groups: groups - 1, a: 0, b: 0, c: 0, isTurned: false, proof: 0, disproof: 0 };
}

/** Where the first sets are their own half turn, the others decide. */
function isTurnedLess(geometry: BoardGeometry, b: Bitboard, c: Bitboard): boolean {
  const y = rotate(geometry, b);
  return y < b || (y === b && rotate(geometry, c) < c);
}

/** Sets the key of a node; the answer is its first entry. */
function setKey(table: TranspositionTable, node: Node): number {
  const { geometry } = table;
  let { mover: a, other: b, neutral: c } = node;
  const x = rotate(geometry, a);
  table.isTurned = x < a || (x === a && isTurnedLess(geometry, b, c));
  if (table.isTurned) {
    a = x;
    b = rotate(geometry, b);
    c = rotate(geometry, c);
  }
  table.a = a | (node.side << 30);
  table.b = b | (node.stage << 30);
  table.c = c;
  let hash = Math.imul(table.a, 0x9e3779b1) ^ Math.imul(table.b, 0x85ebca6b) ^ Math.imul(c, 0xc2b2ae35);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  hash ^= hash >>> 13;
  return (hash & table.groups) * GROUP_SIZE * FIELDS;
}

const at = ({ slots }: TranspositionTable, index: number): number => slots[index] ?? 0;

const holds = (table: TranspositionTable, entry: number): boolean =>
  at(table, entry) === table.a &&
  at(table, entry + 1) === table.b &&
  at(table, entry + 2) === table.c &&
  at(table, entry + 5) !== 0;

/** Is anything known of this node? Then `proof` and `disproof` are set; a carrier is turned back to the board as asked. */
export function probe(table: TranspositionTable, node: Node): boolean {
  const first = setKey(table, node);
  for (let entry = first; entry < first + GROUP_SIZE * FIELDS; entry += FIELDS) {
    if (!holds(table, entry)) continue;
    table.proof = at(table, entry + 3);
    table.disproof = at(table, entry + 4);
    if (table.proof < 0 && table.isTurned) {
      table.disproof = rotate(table.geometry, table.disproof & ~TIGHT) | (table.disproof & TIGHT);
    }
    return true;
  }
  return false;
}

/** Chooses among the entries of a position's group: its own, else an empty one, else the one that took the least work. */
function slotFor(table: TranspositionTable, first: number): number {
  let chosen = first;
  for (let entry = first; entry < first + GROUP_SIZE * FIELDS; entry += FIELDS) {
    if (holds(table, entry)) return entry;
    if (at(table, entry + 5) < at(table, chosen + 5)) chosen = entry;
  }
  return chosen;
}

/** Stores what is known of a node. `proof` is WON or LOST with the carrier in `disproof`, or both are numbers of the proof under way. */
export function store(
  table: TranspositionTable,
  node: Node,
  proof: number,
  known: { disproof: number; work: number },
): void {
  const entry = slotFor(table, setKey(table, node));
  const { slots } = table;
  const disproof = known.disproof;
  slots[entry] = table.a;
  slots[entry + 1] = table.b;
  slots[entry + 2] = table.c;
  slots[entry + 3] = proof;
  slots[entry + 4] =
    proof < 0 && table.isTurned ? rotate(table.geometry, disproof & ~TIGHT) | (disproof & TIGHT) : disproof;
  slots[entry + 5] = Math.min(known.work + 1, 0x3fffffff);
}
