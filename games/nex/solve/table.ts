// The table of positions a search has met: what was proved of them, or how far the proof has come. One flat array, no objects.
import type { Mask, Masks } from './masks.ts';
import { turned } from './masks.ts';

/** What stands at a point of the search: a position, or half a turn in it. */
export interface Point {
  /** Stones of the side to move, and of the other. */
  mover: Mask;
  other: Mask;
  /** In the middle of a conversion the two neutrals just taken stand here and among the mover's. */
  neutral: Mask;
  side: 0 | 1;
  stage: Stage;
}

/** 0: a whole turn is due; 1: a neutral for the stone just placed; 2: an own stone for the two neutrals just taken. */
export type Stage = 0 | 1 | 2;

/** Key (3), win, lose or carrier, work. */
const FIELDS = 6;
const BYTES = FIELDS * 4;
/** Entries a position may stand in. */
const CHOICE = 4;
/** In place of the number `win`: the mover wins, or loses; the next field is then the carrier. */
export const WON = -1;
export const LOST = -2;
/** Marks a carrier that needs its cuts (docs/decisions/008). */
export const TIGHT = 1 << 30;

export interface Table {
  readonly masks: Masks;
  readonly slots: Int32Array;
  /** One less than the number of groups of entries, a power of 2. */
  readonly groups: number;
  /** The key last looked for: the smaller of the position and its half turn. */
  a: number;
  b: number;
  c: number;
  isTurned: boolean;
  /** What `look` has found. */
  win: number;
  lose: number;
}

/** As many entries as fit in so many bytes, at least a handful. */
export function makeTable(masks: Masks, bytes: number): Table {
  let groups = 64;
  while (groups * 2 * CHOICE * BYTES <= bytes) groups *= 2;
  const slots = new Int32Array(groups * CHOICE * FIELDS);
  return { masks, slots, groups: groups - 1, a: 0, b: 0, c: 0, isTurned: false, win: 0, lose: 0 };
}

/** Where the first sets are their own half turn, the others decide. */
function isTurnedLess(masks: Masks, b: Mask, c: Mask): boolean {
  const y = turned(masks, b);
  return y < b || (y === b && turned(masks, c) < c);
}

/** Sets the key of a point; the answer is its first entry. */
function aim(table: Table, point: Point): number {
  const { masks } = table;
  let { mover: a, other: b, neutral: c } = point;
  const x = turned(masks, a);
  table.isTurned = x < a || (x === a && isTurnedLess(masks, b, c));
  if (table.isTurned) {
    a = x;
    b = turned(masks, b);
    c = turned(masks, c);
  }
  table.a = a | (point.side << 30);
  table.b = b | (point.stage << 30);
  table.c = c;
  let hash = Math.imul(table.a, 0x9e3779b1) ^ Math.imul(table.b, 0x85ebca6b) ^ Math.imul(c, 0xc2b2ae35);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  hash ^= hash >>> 13;
  return (hash & table.groups) * CHOICE * FIELDS;
}

const at = ({ slots }: Table, index: number): number => slots[index] ?? 0;

const holds = (table: Table, entry: number): boolean =>
  at(table, entry) === table.a &&
  at(table, entry + 1) === table.b &&
  at(table, entry + 2) === table.c &&
  at(table, entry + 5) !== 0;

/** Is anything known of this point? Then `win` and `lose` are set; a carrier is turned back to the board as asked. */
export function look(table: Table, point: Point): boolean {
  const first = aim(table, point);
  for (let entry = first; entry < first + CHOICE * FIELDS; entry += FIELDS) {
    if (!holds(table, entry)) continue;
    table.win = at(table, entry + 3);
    table.lose = at(table, entry + 4);
    if (table.win < 0 && table.isTurned) {
      table.lose = turned(table.masks, table.lose & ~TIGHT) | (table.lose & TIGHT);
    }
    return true;
  }
  return false;
}

/** Of the entries a position may stand in: its own, else an empty one, else the one that took the least work. */
function place(table: Table, first: number): number {
  let chosen = first;
  for (let entry = first; entry < first + CHOICE * FIELDS; entry += FIELDS) {
    if (holds(table, entry)) return entry;
    if (at(table, entry + 5) < at(table, chosen + 5)) chosen = entry;
  }
  return chosen;
}

/** Keeps what is known of a point. `win` is WON or LOST with the carrier in `lose`, or both are numbers of the proof under way. */
export function keep(table: Table, point: Point, win: number, known: { lose: number; work: number }): void {
  const entry = place(table, aim(table, point));
  const { slots } = table;
  const lose = known.lose;
  slots[entry] = table.a;
  slots[entry + 1] = table.b;
  slots[entry + 2] = table.c;
  slots[entry + 3] = win;
  slots[entry + 4] = win < 0 && table.isTurned ? turned(table.masks, lose & ~TIGHT) | (lose & TIGHT) : lose;
  slots[entry + 5] = Math.min(known.work + 1, 0x3fffffff);
}
