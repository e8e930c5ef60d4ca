// The two tables of the search: nodes by their position, and proofs by the cells they need.
import { type Bitboard, type BoardGeometry, collectUnion } from './bitboard.ts';

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
type Stage = 0 | 1 | 2;

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

/** For each position the search has met: what was proved, or how far the proof is. One flat array without objects. */
export interface TranspositionTable {
  readonly geometry: BoardGeometry;
  readonly slots: Int32Array;
  /** One less than the number of groups of entries, a power of 2. */
  readonly groups: number;
  /** The key last looked for, and the symmetry by which it is the position's. -1: it is the position itself. */
  a: number;
  b: number;
  c: number;
  symmetry: number;
  /** What `probe` has found: the numbers of the proof so far, see `store`. */
  proof: number;
  disproof: number;
}

/** As many entries as fit in `bytes` bytes, at least a handful. */
export function makeTable(geometry: BoardGeometry, bytes: number): TranspositionTable {
  let groups = 64;
  while (groups * 2 * GROUP_SIZE * BYTES <= bytes) groups *= 2;
  const slots = new Int32Array(groups * GROUP_SIZE * FIELDS);
  return { geometry, slots, groups: groups - 1, a: 0, b: 0, c: 0, symmetry: -1, proof: 0, disproof: 0 };
}

/** Sets the key of a node: the smallest of its images. The answer is its first entry. */
function setKey(table: TranspositionTable, node: Node): number {
  const { symmetries } = table.geometry;
  let { mover: a, other: b, neutral: c } = node;
  table.symmetry = -1;
  for (const [index, symmetry] of symmetries.entries()) {
    const x = collectUnion(symmetry, node.mover);
    if (x > a) continue;
    const y = collectUnion(symmetry, node.other);
    if (x === a && y > b) continue;
    const z = collectUnion(symmetry, node.neutral);
    if (x === a && y === b && z >= c) continue;
    a = x;
    b = y;
    c = z;
    table.symmetry = index;
  }
  table.a = a | (node.side << 30);
  table.b = b | (node.stage << 30);
  table.c = c;
  let hash = Math.imul(table.a, 0x9e3779b1) ^ Math.imul(table.b, 0x85ebca6b) ^ Math.imul(c, 0xc2b2ae35);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  hash ^= hash >>> 13;
  return (hash & table.groups) * GROUP_SIZE * FIELDS;
}

/** The carrier on the board as it was asked, or on the board of the key. Its mark stays. */
function mapCarrier(tables: BoardGeometry['symmetries'], index: number, carrier: number): number {
  const symmetry = tables[index];
  return symmetry === undefined ? carrier : collectUnion(symmetry, carrier & ~TIGHT) | (carrier & TIGHT);
}

const at = (numbers: Int32Array, index: number): number => numbers[index] ?? 0;

const holds = (table: TranspositionTable, entry: number): boolean =>
  at(table.slots, entry) === table.a &&
  at(table.slots, entry + 1) === table.b &&
  at(table.slots, entry + 2) === table.c &&
  at(table.slots, entry + 5) !== 0;

/** Is anything known of this node? Then `proof` and `disproof` are set; a carrier is turned back to the board as asked. */
export function probe(table: TranspositionTable, node: Node): boolean {
  const first = setKey(table, node);
  for (let entry = first; entry < first + GROUP_SIZE * FIELDS; entry += FIELDS) {
    if (!holds(table, entry)) continue;
    table.proof = at(table.slots, entry + 3);
    table.disproof = at(table.slots, entry + 4);
    if (table.proof < 0) table.disproof = mapCarrier(table.geometry.inverses, table.symmetry, table.disproof);
    return true;
  }
  return false;
}

/** Chooses among the entries of a position's group: its own, else an empty one, else the one that took the least work. */
function slotFor(table: TranspositionTable, first: number): number {
  let chosen = first;
  for (let entry = first; entry < first + GROUP_SIZE * FIELDS; entry += FIELDS) {
    if (holds(table, entry)) return entry;
    if (at(table.slots, entry + 5) < at(table.slots, chosen + 5)) chosen = entry;
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
  slots[entry + 4] = proof < 0 ? mapCarrier(table.geometry.symmetries, table.symmetry, disproof) : disproof;
  slots[entry + 5] = Math.min(known.work + 1, 0x3fffffff);
}

/** Certificates kept for each number of empty and of neutral cells. */
const BUCKET_SIZE = 512;
/** Carrier (with its mark), the mover's, the other's and the neutral cells in it. */
const CERTIFICATE_FIELDS = 4;

/** Proofs by the cells they need. A position with the same content on them, and as many stones, is decided by the proof. */
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
    slots: new Int32Array(buckets * BUCKET_SIZE * CERTIFICATE_FIELDS),
    used: new Int32Array(buckets),
    next: new Int32Array(buckets),
  };
}

/** Certificates hold for one course of a game: in another the same empties and neutrals may go with other stones. */
export function forget({ used, next }: Certificates): void {
  used.fill(0);
  next.fill(0);
}

/** The bucket of a node where a whole turn is due. */
export const bucketOf = ({ counts }: Certificates, side: 0 | 1, empties: number, neutrals: number): number =>
  (side * counts + empties) * counts + neutrals;

/** Marks a certificate by which the mover wins; TIGHT is kept as it is. */
export const WINS = 1 << 31;

/** The carrier with its marks, of a certificate that fits the node; 0: there is none. */
export function findCertificate({ slots, used }: Certificates, bucket: number, node: Node): number {
  const first = bucket * BUCKET_SIZE * CERTIFICATE_FIELDS;
  const end = first + at(used, bucket) * CERTIFICATE_FIELDS;
  const { mover, other, neutral } = node;
  for (let i = first; i < end; i += CERTIFICATE_FIELDS) {
    const carrier = at(slots, i);
    if ((mover & carrier) !== at(slots, i + 1) || (other & carrier) !== at(slots, i + 2)) continue;
    if ((neutral & carrier) === at(slots, i + 3)) {
      // What was useful comes nearer to the front.
      const to = first + (((i - first) / CERTIFICATE_FIELDS) >> 1) * CERTIFICATE_FIELDS;
      for (let k = 0; k < CERTIFICATE_FIELDS; k++) {
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
  const i = (bucket * BUCKET_SIZE + roomOn(certificates, bucket)) * CERTIFICATE_FIELDS;
  slots[i] = carrier;
  slots[i + 1] = node.mover & carrier;
  slots[i + 2] = node.other & carrier;
  slots[i + 3] = node.neutral & carrier;
}
