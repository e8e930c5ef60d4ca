// Colours that everybody can tell apart: what is written on a colour is legible, and no two colours of one game rest on hue alone.
import { describe, expect, it } from 'vitest';
import type { Tone } from '#games/kit/picture.ts';
import { EMPTY, MARK, PAINT, applyPaint, THEMES } from '#core/picture/paint.ts';

const channels = (colour: string): number[] => [1, 3, 5].map(at => parseInt(colour.slice(at, at + 2), 16) / 255);
const linear = (value: number): number => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
const luminance = ([r, g, b]: number[]): number => 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;

/** WCAG 2 contrast ratio, 1 to 21. */
const contrast = (a: string, b: string): number => {
  const [light, dark] = [a, b].map(colour => luminance(channels(colour).map(linear))).sort((x, y) => y - x);
  return (light! + 0.05) / (dark! + 0.05);
};

/** Linear RGB as seen without the red, green or blue cones (Viénot, Brettel and Mollon 1999; tritanopia after Brettel 1997). */
const BLIND: Record<string, number[][]> = {
  protanopia: [[0.11238, 0.88762, 0], [0.11238, 0.88762, 0], [0.00401, -0.00401, 1]],
  deuteranopia: [[0.29275, 0.70725, 0], [0.29275, 0.70725, 0], [-0.02234, 0.02234, 1]],
  tritanopia: [[1, 0.1273, -0.1273], [0, 0.8739, 0.1261], [0, 0.8739, 0.1261]],
}; // prettier-ignore

const seen = (colour: string, matrix: number[][]): number[] => {
  const rgb = channels(colour).map(linear);
  return matrix.map(row => row.reduce((sum, part, i) => sum + part * rgb[i]!, 0));
};

describe.each(Object.entries(PAINT))('%s', (_, { ground, ink }) => {
  it('can be written on', () => {
    expect(contrast(ground, ink)).toBeGreaterThan(4.5);
  });
});

describe.each(Object.entries(THEMES))('by %s', (_, theme) => {
  it('writes labels that can be read on the board', () => {
    expect(contrast(theme.wood, theme.ink)).toBeGreaterThan(4.5);
  });

  it('writes names in cells that are there for who looks for them', () => {
    expect(contrast(theme.cell, theme.faint)).toBeGreaterThan(1.9);
    expect(contrast(theme.cell, theme.faint)).toBeLessThan(3);
  });

  it('shows the lines of a Go board, and the rim of every stone where its own colour does not show it', () => {
    expect(contrast(theme.wood, theme.grid)).toBeGreaterThan(2.2);
    for (const tone of ['black', 'white'] as const) {
      for (const ground of [theme.wood, theme.cell]) {
        const seen = [theme[tone], theme.rim].map(colour => contrast(colour, ground));
        expect(Math.max(...seen), `${tone} on ${ground}`).toBeGreaterThan(2.2);
      }
    }
  });

  it('shows the mark of the last move on every stone, and what decided the game', () => {
    for (const tone of ['black', 'white', 'neutral'] as const) {
      expect(contrast(theme[tone], theme[`on-${tone}`])).toBeGreaterThan(4.5);
    }
    for (const tone of ['black', 'white'] as const) expect(contrast(theme.mark, theme[tone])).toBeGreaterThan(2.5);
  });

  it('has a colour for every paint that markup names', () => {
    for (const name of Object.keys(theme)) expect(applyPaint(`"$${name}"`, theme)).toMatch(/^"#[0-9a-f]{6}"$/);
  });
});

it('keeps black and white far apart, and from an empty cell', () => {
  expect(contrast(PAINT.black.ground, PAINT.white.ground)).toBeGreaterThan(10);
  expect(contrast(PAINT.black.ground, EMPTY)).toBeGreaterThan(7);
  expect(contrast(PAINT.neutral.ground, PAINT.white.ground)).toBeGreaterThan(3);
});

describe.each(Object.entries(BLIND))('with %s', (_, matrix) => {
  it.each([
    ['blue', 'yellow'],
    ['blue', 'red'],
    ['yellow', 'red'],
    ['yellow', 'green'],
    ['blue', 'green'],
    ['red', 'green'],
    ['black', 'neutral'],
    ['white', 'neutral'],
  ] as [Tone, Tone][])('%s and %s are two colours (and have their letters besides)', (a, b) => {
    const [one, two] = [seen(PAINT[a].ground, matrix), seen(PAINT[b].ground, matrix)];
    const far = Math.hypot(...one.map((value, i) => value - two[i]!));
    // Two neighbouring shades that are just told apart differ by about 0.02 here.
    expect(far).toBeGreaterThan(0.04);
  });

  it('shows the mark of the last move on every piece', () => {
    for (const { ground } of Object.values(PAINT)) {
      const [one, two] = [seen(ground, matrix), seen(MARK, matrix)];
      expect(Math.hypot(...one.map((value, i) => value - two[i]!))).toBeGreaterThan(0.04);
    }
  });
});
