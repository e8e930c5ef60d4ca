// Draws a stone: a lens in the light of a lamp at the upper left, with its shadow on the board.
// Shades are discs upon discs and not gradients: few colours, and no ids that could collide in a page.
import type { Piece } from '#games/kit/picture.ts';
import { writeText } from './glyphs.ts';
import { type Mark, markAround } from './mark.ts';
import { n } from './strokes.ts';

/** The radius of a stone, in cells. */
export const STONE = 0.41;

/** Black, white and neutral stones are told apart by lightness; every other piece shows its letter. */
const PLAIN: ReadonlySet<Piece['tone']> = new Set(['black', 'white', 'neutral']);

export function drawStone({ letter, tone }: Piece, cell: number): Mark {
  const radius = STONE * cell;
  /** `toLight`: how far its middle is shifted to the lamp. */
  const disc = (share: number, toLight: number, look: string): string =>
    `<circle cx="${n(-toLight * radius)}" cy="${n(-1.25 * toLight * radius)}" r="${n(share * radius)}" ${look}/>`;
  const body = [
    disc(1, -0.09, 'fill="$shadow" fill-opacity="0.55"'),
    disc(1, 0, `fill="$${tone}-shade" stroke="$rim" stroke-width="${n(0.03 * cell)}"`),
    disc(0.9, 0.06, `fill="$${tone}"`),
    disc(0.66, 0.14, `fill="$${tone}-lit"`),
    disc(0.34, 0.26, `fill="$${tone}-glint"`),
  ];
  // A groove as well: neutral stones are not only of another shade.
  const groove = disc(0.62, 0, `fill="none" stroke="$${tone}-shade" stroke-width="${n(0.05 * cell)}"`);
  const text = writeText(letter, 0, 0, { size: 0.36 * cell, ink: `$on-${tone}` });
  const sign = tone === 'neutral' ? groove : PLAIN.has(tone) ? '' : text;
  return markAround(body.join('') + sign, 1.15 * radius + 2);
}
