// The state of a search: points, frames, what was found last; and how a reply leads from one point to the next.
import type { Lane, Mask, Masks } from './masks.ts';
import type { Point, Table } from './table.ts';
import type { Certificates } from './certificates.ts';
import { makeCertificates } from './certificates.ts';
import { joined } from './chains.ts';
import { count } from './masks.ts';

/** 1 leaf of a proof. */
export const LEAF = 16;
/** More than any number of a proof. */
export const NEVER = 1 << 28;
/** Own cells and pairs of neutrals of 30 cells: more children no point has. */
const MOST_CHILDREN = 480;

/** A point under search, and its replies. */
export interface Frame extends Point {
  /** Where it is given back unproved. */
  winLimit: number;
  loseLimit: number;
  /** Replies still open: the cells each changes, and what it takes to win by it or to refute it. */
  open: number;
  readonly change: Int32Array;
  readonly win: Int32Array;
  readonly lose: Int32Array;
  /** The cells the refutations so far need. */
  carrier: Mask;
  isTight: boolean;
  /** The reply that wins, once there is one. */
  answer: Mask;
}

/** What is known of a point, in the eyes of its side to move: 0 open, 1 it wins, 2 it loses. */
export type Verdict = 0 | 1 | 2;

export interface Search {
  readonly masks: Masks;
  readonly table: Table;
  readonly certificates: Certificates;
  /** Are the last cells filled by Neto's conventions? */
  readonly isNeto: boolean;
  /** The side that wants to join; the other is content when nobody does. */
  readonly attacker: 0 | 1;
  readonly frames: readonly Frame[];
  /** Two points to look at besides the frames. */
  readonly near: Point;
  readonly far: Point;
  /** What the last evaluation or visit has found. */
  verdict: Verdict;
  win: number;
  lose: number;
  carrier: Mask;
  isTight: boolean;
  /** Points visited. */
  nodes: number;
  readonly stop: () => boolean;
  isStopped: boolean;
}

export const laneOf = ({ masks }: Search, side: 0 | 1): Lane => masks.lanes[side];

const makePoint = (): Point => ({ mover: 0, other: 0, neutral: 0, side: 0, stage: 0 });

const makeFrame = (): Frame => ({
  ...makePoint(),
  winLimit: NEVER,
  loseLimit: NEVER,
  open: 0,
  change: new Int32Array(MOST_CHILDREN),
  win: new Int32Array(MOST_CHILDREN),
  lose: new Int32Array(MOST_CHILDREN),
  carrier: 0,
  isTight: false,
  answer: 0,
});

export interface Task {
  readonly isNeto: boolean;
  readonly attacker: 0 | 1;
  readonly stop: () => boolean;
}

export const makeSearch = (table: Table, task: Task): Search => ({
  masks: table.masks,
  table,
  certificates: makeCertificates(table.masks.cells),
  ...task,
  // Every turn adds a stone to the board and has two stages.
  frames: Array.from({ length: 2 * table.masks.cells + 4 }, makeFrame),
  near: makePoint(),
  far: makePoint(),
  verdict: 0,
  win: 0,
  lose: 0,
  carrier: 0,
  isTight: false,
  nodes: 0,
  isStopped: false,
});

/** Sets `to` to the point after a reply that changes these cells: of stage 0 a cell or a pair of neutrals, else one cell. */
export function step(from: Point, change: Mask, to: Point): void {
  if (from.stage === 0) {
    to.mover = from.mover | change;
    to.other = from.other;
    to.neutral = from.neutral;
    to.side = from.side;
    to.stage = (from.neutral & change) === 0 ? 1 : 2;
    return;
  }
  const pair = from.mover & from.neutral;
  to.mover = from.other;
  to.other = from.mover & ~change;
  to.neutral = (from.neutral & ~pair) | change;
  to.side = from.side === 0 ? 1 : 0;
  to.stage = 0;
}

export const emptiesOf = ({ masks }: Search, point: Point): Mask =>
  masks.full & ~(point.mover | point.other | point.neutral);

/**
 * What was found of `to`, the point after a reply at `from`, becomes what is known of the reply.
 * A refutation that needs its cuts is given them: cells the loser has not, from edge to edge of the winner, so that he has no chain of his own meanwhile.
 */
export function relay(search: Search, from: Point, to: Point): void {
  if (from.stage === 0) return;
  const { win } = search;
  search.win = search.lose;
  search.lose = win;
  if (search.verdict === 0) return;
  search.verdict = search.verdict === 1 ? 2 : 1;
  if (search.verdict === 1) return;
  // A conversion is forced where nothing can be placed: from there on the loser may have to give up a stone.
  if (from.stage === 2 && count(emptiesOf(search, from)) < 2) search.isTight = true;
  if (search.isTight) {
    search.carrier = joined(laneOf(search, to.side), search.carrier, search.masks.full & ~to.other);
  }
}
