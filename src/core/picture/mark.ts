// A mark: a small drawing used at many places of many boards, such as a stone.
import { createLruCache } from '#games/kit/remember.ts';

/** A piece of markup, drawn around the point (0, 0); lengths are pixels. Elements of SVG, with the names of paints in place of colours. */
export interface Mark {
  readonly markup: string;
  /** Where the ink ends: whole pixels. */
  readonly box: Box;
}

export interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** A mark with its point at this pixel. */
export interface PlacedMark {
  readonly mark: Mark;
  readonly x: number;
  readonly y: number;
}

/** A mark takes a kilobyte. */
const MARKS = 512;

/** The mark of this key, which says all that it is made of: made once, as long as it is remembered. */
export const markOf: (key: string, make: () => Mark) => Mark = createLruCache<Mark>(MARKS);

/** A mark whose ink reaches `reach` pixels from its point, to all sides. */
export const markAround = (markup: string, reach: number): Mark => {
  const most = Math.ceil(reach);
  return { markup, box: { left: -most, top: -most, width: 2 * most, height: 2 * most } };
};
