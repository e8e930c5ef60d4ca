// Certificates: what was proved lately, by the cells the proof needs. A position that agrees with one on those cells, and in the number of stones, is decided by it.
import type { Point } from './table.ts';

/** Certificates kept for each number of empty and of neutral cells. */
const SHELF = 512;
/** Carrier (with its mark), the mover's, the other's and the neutral cells in it. */
const FIELDS = 4;

export interface Certificates {
  /** One more than the most empties or neutrals. */
  readonly counts: number;
  /** By side, number of empties, number of neutrals. */
  readonly slots: Int32Array;
  /** How many there are, and whose turn it is to go, by the same. */
  readonly used: Int32Array;
  readonly next: Int32Array;
}

export function makeCertificates(cells: number): Certificates {
  const counts = cells + 1;
  const shelves = 2 * counts * counts;
  return {
    counts,
    slots: new Int32Array(shelves * SHELF * FIELDS),
    used: new Int32Array(shelves),
    next: new Int32Array(shelves),
  };
}

/** Certificates hold for one course of a game: in another the same empties and neutrals may go with other stones. */
export function forget({ used, next }: Certificates): void {
  used.fill(0);
  next.fill(0);
}

const at = (numbers: Int32Array, index: number): number => numbers[index] ?? 0;

/** The shelf of a point where a whole turn is due. */
export const shelfOf = ({ counts }: Certificates, side: 0 | 1, empties: number, neutrals: number): number =>
  (side * counts + empties) * counts + neutrals;

/** Marks a certificate by which the mover wins; TIGHT is kept as it is. */
export const WINS = 1 << 31;

/** The carrier with its marks, of a certificate that fits the point; 0: there is none. */
export function certified({ slots, used }: Certificates, shelf: number, point: Point): number {
  const first = shelf * SHELF * FIELDS;
  const end = first + at(used, shelf) * FIELDS;
  const { mover, other, neutral } = point;
  for (let i = first; i < end; i += FIELDS) {
    const carrier = at(slots, i);
    if ((mover & carrier) !== at(slots, i + 1) || (other & carrier) !== at(slots, i + 2)) continue;
    if ((neutral & carrier) === at(slots, i + 3)) {
      swapUp(slots, first, i);
      return carrier;
    }
  }
  return 0;
}

/** What was useful comes nearer to the front. */
function swapUp(slots: Int32Array, first: number, i: number): void {
  const to = first + (((i - first) / FIELDS) >> 1) * FIELDS;
  for (let k = 0; k < FIELDS; k++) {
    const held = at(slots, i + k);
    slots[i + k] = at(slots, to + k);
    slots[to + k] = held;
  }
}

/** The place for one more: behind the others; on a full shelf in turn those of the less useful half. */
function roomOn({ used, next }: Certificates, shelf: number): number {
  const filled = at(used, shelf);
  if (filled < SHELF) {
    used[shelf] = filled + 1;
    return filled;
  }
  const half = SHELF >> 1;
  const turn = at(next, shelf);
  next[shelf] = turn + 1 >= half ? 0 : turn + 1;
  return half + turn;
}

/** Keeps a certificate. */
export function certify(certificates: Certificates, shelf: number, point: Point, carrier: number): void {
  const { slots } = certificates;
  const i = (shelf * SHELF + roomOn(certificates, shelf)) * FIELDS;
  slots[i] = carrier;
  slots[i + 1] = point.mover & carrier;
  slots[i + 2] = point.other & carrier;
  slots[i + 3] = point.neutral & carrier;
}
