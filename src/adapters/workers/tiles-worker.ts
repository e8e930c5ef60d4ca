// The worker thread that draws tiles: a bare board or a mark in, its pixels out.
import type { BareBoard } from '#core/writing/picture/drawing.ts';
import type { Mark } from '#core/writing/picture/strokes.ts';
import { answerRequests } from './thread.ts';
import { drawBoardTile, drawMarkTile } from './tiles.ts';

answerRequests(question => {
  const drawn = question as BareBoard | Mark;
  return 'box' in drawn ? drawMarkTile(drawn) : drawBoardTile(drawn);
});
