// Numbers, lines and letters of a drawing as SVG: what all parts of it are written with.
import { textPath } from './glyphs.ts';

/** Three decimals are finer than a pixel. */
export const n = (value: number): string => String(Math.round(value * 1000) / 1000);

export const stroked = (path: string, ink: string, width: number): string =>
  `<path d="${path}" fill="none" stroke="${ink}" stroke-width="${n(width)}"/>`;

/** Letters centred on a point, as high as `size`. */
export const written = (letters: string, x: number, y: number, { size, ink }: { size: number; ink: string }): string =>
  letters === '' ? '' : stroked(textPath(letters, x, y, size), ink, size / 6);
