// Writes a drawing as SVG without fonts, scripts or external parts, always as the same text.
import type { BareBoard, Drawing } from './drawing.ts';
import type { Box, Mark } from './mark.ts';
import { applyPaint, type Theme } from './paint.ts';

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
