// A cache of proofs by the cells each proof needs.
// A position with the same content on those cells, and the same numbers of stones, is decided by the proof.
import type { Node } from './transposition-table.ts';

/** Certificates kept for each number of empty and of neutral cells. */
const BUCKET_SIZE = 512;
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
  const buckets = 2 * counts * counts;
  return {
    counts,
    slots: new Int32Array(buckets * BUCKET_SIZE * FIELDS),
    used: new Int32Array(buckets),
    next: new Int32Array(buckets),
  };
}

/** Certificates hold for one course of a game: in another the same empties and neutrals may go with other stones. */
export function forget({ used, next }: Certificates): void {
  used.fill(0);
  next.fill(0);
}

const at = (numbers: Int32Array, index: number): number => numbers[index] ?? 0;

/** The bucket of a node where a whole turn is due. */
export const bucketOf = ({ counts }: Certificates, side: 0 | 1, empties: number, neutrals: number): number =>
  (side * counts + empties) * counts + neutrals;

/** Marks a certificate by which the mover wins; TIGHT is kept as it is. */
export const WINS = 1 << 31;

/** The carrier with its marks, of a certificate that fits the node; 0: there is none. */
export function findCertificate({ slots, used }: Certificates, bucket: number, node: Node): number {
  const first = bucket * BUCKET_SIZE * FIELDS;
  const end = first + at(used, bucket) * FIELDS;
  const { mover, other, neutral } = node;
  for (let i = first; i < end; i += FIELDS) {
    const carrier = at(slots, i);
    if ((mover & carrier) !== at(slots, i + 1) || (other & carrier) !== at(slots, i + 2)) continue;
    if ((neutral & carrier) === at(slots, i + 3)) {
      // What was useful comes nearer to the front.
      const to = first + (((i - first) / FIELDS) >> 1) * FIELDS;
      for (let k = 0; k < FIELDS; k++) {
        const held = at(slots, i + k);
        slots[i + k] = at(slots, to + k);
        slots[to + k] = held;
      }
      return carrier;
    }
  }
  return 0;
}

/** The place for one more: behind the others; on a full bucket in turn those of the less useful half. */
function roomOn({ used, next }: Certificates, bucket: number): number {
  const filled = at(used, bucket);
  if (filled < BUCKET_SIZE) {
    used[bucket] = filled + 1;
    return filled;
  }
  const half = BUCKET_SIZE >> 1;
  const turn = at(next, bucket);
  next[bucket] = turn + 1 >= half ? 0 : turn + 1;
  return half + turn;
}

/** Keeps a certificate. */
export function storeCertificate(certificates: Certificates, bucket: number, node: Node, carrier: number): void {
  const { slots } = certificates;
  const i = (bucket * BUCKET_SIZE + roomOn(certificates, bucket)) * FIELDS;
  slots[i] = carrier;
  slots[i + 1] = node.mover & carrier;
  slots[i + 2] = node.other & carrier;
  slots[i + 3] = node.neutral & carrier;
}
