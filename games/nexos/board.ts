// The board of Nexos after some placements: claimed points, nets and placed pieces.
// All of it is derived each time from the placements.
import { type Hue, HUES } from './colours.ts';
import { namesOf, type Point, POINTS } from './lattice.ts';
import { must } from '../kit/assert.ts';
import {
  claimRows,
  firstOfPiece,
  markGroup,
  MOST_CLAIMS,
  MOST_TOUCHED,
  pieceNumbers,
  PIECES,
  placements,
  touchedRows,
  touching,
} from './pieces.ts';

/** A piece of a colour on the board; `placement` is an index into `placements`. */
export interface Placed {
  readonly hue: Hue;
  readonly placement: number;
}

export interface NexosBoard {
  /** For every point 0 if it is free, else the claiming colour + 1. The point off the board stays free. */
  readonly holders: Uint8Array;
  /** For every intersection the colours whose net touches it, as bits; a colour's net begins with its starting intersection. */
  readonly nets: Uint8Array;
  /** For every colour the pieces it has placed, as bits. */
  readonly used: Int32Array;
}

export function boardOf(placed: readonly Placed[]): NexosBoard {
  const board: NexosBoard = {
    holders: new Uint8Array(POINTS + 1),
    nets: new Uint8Array(POINTS + 1),
    used: new Int32Array(HUES.length),
  };
  HUES.forEach(({ start }, hue) => (board.nets[start] = 1 << hue));
  for (const each of placed) put(board, each);
  return board;
}

/** Places a piece, changing the given board. */
export function put({ holders, nets, used }: NexosBoard, { hue, placement }: Placed): void {
  const { piece, claims, touched } = findPlacement(placement);
  for (const point of claims) holders[point] = hue + 1;
  for (const point of touched) nets[point] = (nets[point] ?? 0) | (1 << hue);
  used[hue] = (used[hue] ?? 0) | (1 << piece);
}

export const findPlacement = (index: number): (typeof placements)[number] =>
  must(placements[index], 'a placement is one of the list');

const texts: readonly string[] = placements.map(({ segments }) => namesOf(segments));

/** The canonical text of a placement. */
export const textOf = (placement: number): string => must(texts[placement], 'a placement is one of the list');

/** The colour that claims a point. null: the point is free. */
export const holderOf = ({ holders }: NexosBoard, point: Point): Hue | null => {
  const holder = holders[point] ?? 0;
  return holder === 0 ? null : holder - 1;
};

export const hasPlaced = ({ used }: NexosBoard, hue: Hue, piece: number): boolean =>
  (((used[hue] ?? 0) >> piece) & 1) === 1;

/** Claims it no point that is claimed? */
export function isFree({ holders }: NexosBoard, placement: number): boolean {
  const from = placement * MOST_CLAIMS;
  for (let i = from; i < from + MOST_CLAIMS; i++) if (holders[claimRows[i] ?? POINTS] !== 0) return false;
  return true;
}

/** Does it touch the net of this colour? */
export function isAttached({ nets }: NexosBoard, hue: Hue, placement: number): boolean {
  const from = placement * MOST_TOUCHED;
  for (let i = from; i < from + MOST_TOUCHED; i++) {
    if ((((nets[touchedRows[i] ?? POINTS] ?? 0) >> hue) & 1) === 1) return true;
  }
  return false;
}

/** May this colour place this now? The piece is in hand, its points are free, and it joins the colour's own net. */
export const isLegal = (board: NexosBoard, hue: Hue, placement: number): boolean =>
  !hasPlaced(board, hue, pieceNumbers[placement] ?? 0) && isFree(board, placement) && isAttached(board, hue, placement);

/** A mark for every placement that touches the net of a colour. */
function attachedTo({ nets }: NexosBoard, hue: Hue): Uint8Array {
  const marks = new Uint8Array(placements.length);
  for (let point = 0; point < POINTS; point++) {
    if ((((nets[point] ?? 0) >> hue) & 1) === 1) markGroup(marks, touching, point);
  }
  return marks;
}

/** Every legal placement of a colour, in the order of the list. */
export function* legalFor(board: NexosBoard, hue: Hue): Generator<number> {
  const attached = attachedTo(board, hue);
  for (let piece = 0; piece < PIECES.length; piece++) {
    if (hasPlaced(board, hue, piece)) continue;
    const end = firstOfPiece[piece + 1] ?? 0;
    for (let placement = firstOfPiece[piece] ?? 0; placement < end; placement++) {
      if (attached[placement] === 1 && isFree(board, placement)) yield placement;
    }
  }
}

export function countLegal(board: NexosBoard, hue: Hue): number {
  let count = 0;
  for (const _ of legalFor(board, hue)) count += 1;
  return count;
}

export const canPlace = (board: NexosBoard, hue: Hue): boolean => legalFor(board, hue).next().done !== true;
