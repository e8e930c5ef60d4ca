// Formats numbers, lines and letters of a drawing as SVG.
import { textPath } from './glyphs.ts';

/** Two decimals of a pixel are finer than anybody sees. */
export const n = (value: number): string => String(Math.round(value * 100) / 100);

export const lineTo = (from: readonly [number, number], to: readonly [number, number]): string =>
  `M${n(from[0])} ${n(from[1])}L${n(to[0])} ${n(to[1])}`;

export const stroked = (path: string, ink: string, width: number): string =>
  `<path d="${path}" fill="none" stroke="${ink}" stroke-width="${n(width)}"/>`;

/** Letters centred on a point, as high as `size`. */
export const written = (letters: string, x: number, y: number, { size, ink }: { size: number; ink: string }): string =>
  letters === '' ? '' : stroked(textPath(letters, x, y, size), ink, size / 6);
