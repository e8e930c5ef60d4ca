// Draws a picture: the bare board, and the marks on it.
// Both are cached and stay the same objects, so that each has to be rasterised only once.
import { createLruCache } from '#games/kit/remember.ts';
import type { Picture } from '#games/kit/picture.ts';
import { boardKey, drawBareBoard } from './bare-board.ts';
import type { PlacedMark } from './mark.ts';
import { drawMarks } from './marks.ts';
import { type Scale, scaleOf } from './scale.ts';
import { drawTrayMarks } from './tray-marks.ts';

/** What lies below the marks, and its pixels. */
export interface BareBoard {
  readonly width: number;
  readonly height: number;
  readonly markup: string;
}

export interface Drawing {
  readonly width: number;
  /** Pieces in hand lie on bare wood below the board. */
  readonly height: number;
  readonly board: BareBoard;
  /** From the lowest to the uppermost. */
  readonly marks: readonly PlacedMark[];
}

/** Bare boards that are drawn again and again: some of every game. */
const BOARDS = 64;

const boards = createLruCache<{ readonly scale: Scale; readonly board: BareBoard }>(BOARDS);

export function drawPicture(picture: Picture): Drawing {
  const { scale, board } = boards(boardKey(picture), () => {
    const fresh = scaleOf(picture);
    const { width, height } = fresh;
    return { scale: fresh, board: { width, height, markup: drawBareBoard(picture, fresh) } };
  });
  const trays = drawTrayMarks(picture.trays, scale);
  return {
    width: scale.width,
    height: scale.height + trays.height,
    board,
    marks: [...drawMarks(picture, scale), ...trays.marks],
  };
}
