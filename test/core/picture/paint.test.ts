// Colours that everybody can tell apart: what is written on a colour is legible, and no two colours of one game rest on hue alone.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Tone } from '#games/kit/picture.ts';
import { EMPTY, MARK, PAGES, PAINT, applyPaint, THEMES } from '#core/writing/picture/paint.ts';

/** The lines in mails, which a mail program may show on any ground: of news that needs attention, a question, a lesson, all else. */
const MAIL_LINES = {
  alarm: THEMES.light.mark,
  question: PAINT.blue.ground,
  lesson: PAINT.green.ground,
  plain: '#97774a',
} as const;

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

  it('shows the lines of a Go board', () => {
    expect(contrast(theme.cell, theme.grid)).toBeGreaterThan(2.5);
  });

  it.each(['black', 'white', 'neutral'] as const)(
    'shows a %s stone, or the rim where its own colour does not',
    tone => {
      const seen = [theme[tone], theme.rim].map(colour => contrast(colour, theme.cell));
      expect(Math.max(...seen)).toBeGreaterThan(3);
    },
  );

  it('shows black and white stones by their own colour', () => {
    expect(contrast(theme.black, theme.cell)).toBeGreaterThan(4);
    expect(contrast(theme['white-shade'], theme.rim)).toBeGreaterThan(4);
  });

  it.each(['black', 'white'] as const)('shows the side of %s, or the line around it', tone => {
    const seen = [theme[tone], theme.edge].map(colour => contrast(colour, theme.wood));
    expect(Math.max(...seen)).toBeGreaterThan(3);
    expect(contrast(theme[tone], theme.edge)).toBeGreaterThan(2);
  });

  it('shows the mark of the last move and the line that won on everything, by its bright line where not by itself', () => {
    expect(contrast(theme.mark, theme.halo)).toBeGreaterThan(4.5);
    for (const ground of [...Object.keys(PAINT).map(tone => theme[tone as Tone]), theme.cell]) {
      const seen = [theme.mark, theme.halo].map(colour => contrast(colour, ground));
      expect(Math.max(...seen), ground).toBeGreaterThan(3);
    }
  });

  it('has a colour for every paint that markup names', () => {
    for (const name of Object.keys(theme)) expect(applyPaint(`"$${name}"`, theme)).toMatch(/^"#[0-9a-f]{6}"$/);
  });
});

const templates = join(import.meta.dirname, '..', '..', '..', 'templates');

describe('pages', () => {
  const styles = readFileSync(join(templates, 'web', 'style.css'), 'utf8');
  const variables = [...styles.matchAll(/--([a-z]+): (#[0-9a-f]{6});/g)].map(([, name, colour]) => [name!, colour!]);

  it('have the colours of the palette', () => {
    const [light, dark] = [PAGES.light, PAGES.dark].map(page => Object.entries(page));
    expect(variables).toEqual([...light!, ...dark!]);
  });

  it.each(Object.entries(PAGES))('can be read by %s', (_, { ground, ...inks }) => {
    for (const name of ['ink', 'faint', 'link', 'mark'] as const)
      expect(contrast(ground, inks[name]), name).toBeGreaterThan(4.5);
  });
});

describe('mails', () => {
  const folder = join(templates, 'letters');
  const letters = readdirSync(folder).filter(name => name.endsWith('.html'));

  it('have the colours of the palette', () => {
    const written = letters.flatMap(name => readFileSync(join(folder, name), 'utf8').match(/#[0-9a-f]{3,6}\b/g) ?? []);
    expect([...new Set(written)].sort()).toEqual(Object.values(MAIL_LINES).sort());
  });

  it('have lines that are seen on white and on black', () => {
    for (const line of Object.values(MAIL_LINES))
      for (const ground of ['#ffffff', '#121212']) expect(contrast(line, ground), line).toBeGreaterThan(3);
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
