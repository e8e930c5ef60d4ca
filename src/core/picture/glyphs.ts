// Writes letters and digits as outlines: drawings need no font, and look the same on every machine.
import { lookUp } from '#games/kit/look-up.ts';
import { CAPITAL, OUTLINES } from './outlines.ts';

const NO_GLYPH = [0, ''] as const;

const glyphsOf = (text: string): readonly (readonly [advance: number, path: string])[] =>
  Array.from(text, character => lookUp(OUTLINES, character) ?? NO_GLYPH);

const wide = (glyphs: ReturnType<typeof glyphsOf>): number => glyphs.reduce((sum, [advance]) => sum + advance, 0);

/** The width of a text whose capitals are so high. */
export const measureText = (text: string, height: number): number => (wide(glyphsOf(text)) * height) / CAPITAL;

/** The outlines of a text side by side, in the units of the outlines: it begins at 0 on its baseline. */
export function textPath(text: string): string {
  let pen = 0;
  return glyphsOf(text)
    .map(([advance, path]) => {
      const at = `M${pen} 0${path}`;
      pen += advance;
      return at;
    })
    .join('');
}

/** A text centred on a point, its capitals so high. */
export function writeText(text: string, x: number, y: number, { size, ink }: { size: number; ink: string }): string {
  const fixed = (value: number, digits: number): string => String(Number(value.toFixed(digits)));
  const [left, baseline] = [fixed(x - measureText(text, size) / 2, 2), fixed(y + size / 2, 2)];
  return `<path transform="translate(${left} ${baseline})scale(${fixed(size / CAPITAL, 4)})" fill="${ink}" d="${textPath(text)}"/>`;
}
