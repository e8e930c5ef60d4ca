// A picture as a drawing: the bare board, and the marks that lie on it. Stones are alike and boards return, so whoever makes pixels of it needs to do so once for each.
import { rememberLast } from '#games/kit/remember.ts';
import type { Picture } from '#games/kit/picture.ts';
import { bareBoard, boardKey } from './bare-board.ts';
import type { PlacedMark } from './mark.ts';
import { marksOn } from './marks.ts';
import { type Scale, scaleOf } from './scale.ts';
import { trayMarks } from './tray-marks.ts';

export interface Drawing {
  readonly width: number;
  readonly height: number;
  /** What lies below the marks, as markup. */
  readonly board: string;
  /** From the lowest to the uppermost. */
  readonly marks: readonly PlacedMark[];
}

/** Bare boards that are drawn again and again: some of every game. */
const BOARDS = 64;

interface Board {
  readonly scale: Scale;
  readonly markup: string;
}

const boards = rememberLast<Board>(BOARDS);

export function drawingOf(picture: Picture): Drawing {
  const { scale, markup } = boards(boardKey(picture), () => {
    const fresh = scaleOf(picture);
    return { scale: fresh, markup: bareBoard(picture, fresh) };
  });
  const trays = trayMarks(picture.trays, scale);
  return {
    width: scale.width,
    height: scale.height + trays.height,
    board: markup,
    marks: [...marksOn(picture, scale), ...trays.marks],
  };
}
