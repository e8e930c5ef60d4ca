// The board of Nexos after some placements: claimed points, nets and placed pieces.
// It is derived from the placements each time.
import { HUES, type Hue, POINT_COUNT, type Point, formatPoints } from './lattice.ts';
import { rememberLast } from '../kit/remember.ts';
import {
  MAX_CLAIMS,
  MAX_TOUCHED,
  PIECES,
  PLACEMENT_COUNT,
  claimRows,
  findPlacement,
  firstOfPiece,
  markGroup,
  pieceNumbers,
  touchedRows,
  touchingGroups,
} from './pieces.ts';

/** A piece of a colour on the board; `placement` is its number among all placements. */
export interface Placed {
  readonly hue: Hue;
  readonly placement: number;
}

export interface NexosBoard {
  /** For every point 0 if it is free, or else the claiming colour + 1. The point off the board is always free. */
  readonly holders: Uint8Array;
  /** For every intersection the colours whose net touches it, as bits. A colour's net begins with its starting intersection. */
  readonly nets: Uint8Array;
  /** For every colour the pieces that it has placed, as bits. */
  readonly used: Int32Array;
}

/** A board of its own, which the caller may change. */
export function createBoard(placed: readonly Placed[]): NexosBoard {
  const board: NexosBoard = {
    holders: new Uint8Array(POINT_COUNT + 1),
    nets: new Uint8Array(POINT_COUNT + 1),
    used: new Int32Array(HUES.length),
  };
  HUES.forEach(({ start }, hue) => (board.nets[start] = 1 << hue));
  for (const each of placed) placePiece(board, each);
  return board;
}

/** The board of a position, which no caller changes. */
export const boardOf = rememberLast(createBoard);

/** Places a piece, changing the given board. */
export function placePiece({ holders, nets, used }: NexosBoard, { hue, placement }: Placed): void {
  const { piece, claims, touched } = findPlacement(placement);
  for (const point of claims) holders[point] = hue + 1;
  for (const point of touched) nets[point] = (nets[point] ?? 0) | (1 << hue);
  used[hue] = (used[hue] ?? 0) | (1 << piece);
}

/** The canonical text of a placement. */
export const formatPlacement = (placement: number): string => formatPoints(findPlacement(placement).segments);

/** The colour that claims a point. null: the point is free. */
export const findHolder = ({ holders }: NexosBoard, point: Point): Hue | null => {
  const holder = holders[point] ?? 0;
  return holder === 0 ? null : holder - 1;
};

/** Whether a colour's net touches an intersection. */
const isOnNet = ({ nets }: NexosBoard, hue: Hue, point: Point): boolean => (((nets[point] ?? 0) >> hue) & 1) === 1;

export const hasPlaced = ({ used }: NexosBoard, hue: Hue, piece: number): boolean =>
  (((used[hue] ?? 0) >> piece) & 1) === 1;

/** Whether all points of a placement are free. */
function isFree({ holders }: NexosBoard, placement: number): boolean {
  const from = placement * MAX_CLAIMS;
  for (let i = from; i < from + MAX_CLAIMS; i++) if (holders[claimRows[i] ?? POINT_COUNT] !== 0) return false;
  return true;
}

/** Whether a placement touches the net of this colour. */
export function isAttached(board: NexosBoard, hue: Hue, placement: number): boolean {
  const from = placement * MAX_TOUCHED;
  for (let i = from; i < from + MAX_TOUCHED; i++) {
    if (isOnNet(board, hue, touchedRows[i] ?? POINT_COUNT)) return true;
  }
  return false;
}

/** Whether a placement is legal: the piece is in hand, its points are free, and it touches the colour's own net. */
export const isLegal = (board: NexosBoard, hue: Hue, placement: number): boolean =>
  !hasPlaced(board, hue, pieceNumbers[placement] ?? 0) && isFree(board, placement) && isAttached(board, hue, placement);

/** Marks every placement that touches the net of a colour. */
function markAttached(board: NexosBoard, hue: Hue): Uint8Array {
  const marks = new Uint8Array(PLACEMENT_COUNT);
  for (let point = 0; point < POINT_COUNT; point++) {
    if (isOnNet(board, hue, point)) markGroup(marks, touchingGroups(), point);
  }
  return marks;
}

/** Yields every legal placement of a colour, in the order of the list. */
export function* iterateLegal(board: NexosBoard, hue: Hue): Generator<number> {
  const attached = markAttached(board, hue);
  for (let piece = 0; piece < PIECES.length; piece++) {
    if (hasPlaced(board, hue, piece)) continue;
    const end = firstOfPiece[piece + 1] ?? 0;
    for (let placement = firstOfPiece[piece] ?? 0; placement < end; placement++) {
      if (attached[placement] === 1 && isFree(board, placement)) yield placement;
    }
  }
}

/** Whether a colour has a piece in hand and a legal placement for it. */
function canPlacePiece(board: NexosBoard, hue: Hue, piece: number): boolean {
  if (hasPlaced(board, hue, piece)) return false;
  const end = firstOfPiece[piece + 1] ?? 0;
  for (let placement = firstOfPiece[piece] ?? 0; placement < end; placement++)
    if (isFree(board, placement) && isAttached(board, hue, placement)) return true;
  return false;
}

/** The pieces of a colour's hand that it can place. */
export const listPlaceable = (board: NexosBoard, hue: Hue): readonly number[] =>
  [...PIECES.keys()].filter(piece => canPlacePiece(board, hue, piece));

export const canPlace = (board: NexosBoard, hue: Hue): boolean =>
  PIECES.some((_, piece) => canPlacePiece(board, hue, piece));
