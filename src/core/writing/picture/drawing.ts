// Draws a position once, however many readers get it: as SVG without fonts, text, HTML and words.
// Positions never change, so the cache is not observable. The board below the marks stays the same object, and is rasterised once.
import type { AnyGame, Opaque, View } from '#games/game.ts';
import type { Picture } from '#games/kit/picture.ts';
import { createLruCache, createWeakCache, makeOnce } from '#games/kit/remember.ts';
import { type Sentences, localeOf } from '#core/kernel/sentence.ts';
import { describePicture, renderAscii, renderTrays } from './text.ts';
import { boardKey, drawBareBoard } from './board.ts';
import { renderAsciiHtml, renderHtml } from './html.ts';
import { drawMarks, drawTrayMarks } from './marks.ts';
import { type Theme, applyPaint } from './paint.ts';
import { type Box, type Mark, type PlacedMark, type Scale, layOut, scaleOf } from './strokes.ts';

/** What is below the marks, and its pixels. */
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

export function drawPicture(given: Picture): Drawing {
  const picture = layOut(given);
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

const svgDocument = ({ left, top, width, height }: Box, markup: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" ` +
  `viewBox="${left} ${top} ${width} ${height}" stroke-linecap="round" stroke-linejoin="round">\n${markup}\n</svg>\n`;

const wood = (width: number, height: number): string => `<rect width="${width}" height="${height}" fill="$wood"/>`;

/** The bare board. */
export const renderBoardSvg = ({ width, height, markup }: BareBoard, theme: Theme): string =>
  applyPaint(svgDocument({ left: 0, top: 0, width, height }, `${wood(width, height)}\n${markup}`), theme);

/** One mark alone, on nothing. */
export const markSvg = ({ markup, box }: Mark, theme: Theme): string => applyPaint(svgDocument(box, markup), theme);

export function renderSvg({ width, height, board, marks }: Drawing, theme: Theme): string {
  const placed = marks.map(({ mark, x, y }) => `<g transform="translate(${x} ${y})">${mark.markup}</g>`);
  const whole = [wood(width, height), board.markup, ...placed].join('\n');
  return applyPaint(svgDocument({ left: 0, top: 0, width, height }, whole), theme);
}

export interface Drawn {
  readonly picture: Picture;
  /** Lines of text: the board, and below it what is in hand. */
  readonly text: (sentences: Sentences) => string;
  /** For the ear, a paragraph each. */
  readonly words: (sentences: Sentences) => readonly string[];
  /** In ASCII alone. */
  readonly html: () => string;
  readonly drawing: () => Drawing;
}

/** Pieces in hand are wrapped at this width. */
const WIDTH = 76;

const remembered = createWeakCache<Map<View['seat'], Drawn>>();

export function drawPosition(game: AnyGame, position: Opaque, seat: View['seat']): Drawn {
  const sides = remembered(position, () => new Map());
  const known = sides.get(seat);
  if (known !== undefined) return known;
  const picture = game.picture(position, { seat });
  const fresh: Drawn = {
    picture,
    text: oncePerLocale(sentences => {
      const trays = renderTrays(picture.trays, WIDTH, sentences);
      return [...renderAscii(picture), ...(trays.length === 0 ? [] : ['', ...trays])].join('\n').trimEnd();
    }),
    words: oncePerLocale(sentences => describePicture(picture, sentences)),
    html: makeOnce(() => renderAsciiHtml(renderHtml(picture))),
    drawing: makeOnce(() => drawPicture(picture)),
  };
  sides.set(seat, fresh);
  return fresh;
}

function oncePerLocale<Told>(make: (sentences: Sentences) => Told): (sentences: Sentences) => Told {
  const made = createLruCache<Told>(Infinity);
  return sentences => made(localeOf(sentences), () => make(sentences));
}
