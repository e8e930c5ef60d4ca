// The colours by day and by night, the same for drawings and HTML.
// They differ in lightness and letters as well as in hue.
import type { Tone } from '#games/kit/picture.ts';

export interface Paint {
  readonly ground: string;
  /** What is written on the ground: at least 4.5 times as light or as dark. */
  readonly ink: string;
}

/** What the parts of a drawing are painted with; markup names them, as `$wood`. */
export interface Theme extends Readonly<Record<Tone | `on-${Tone}`, string>> {
  /** Around the board, and the labels written on it. */
  readonly wood: string;
  readonly ink: string;
  /** An empty cell, the name that is faintly written in it, and the lines between cells. */
  readonly cell: string;
  readonly faint: string;
  readonly line: string;
  /** The lines of a Go board, on the bare wood. */
  readonly grid: string;
  /** The rim of a stone, and of a side that belongs to a colour. */
  readonly rim: string;
  /** What the last move changed. */
  readonly mark: string;
}

export const PAINT: Readonly<Record<Tone, Paint>> = {
  black: { ground: '#1b1b1b', ink: '#ffffff' },
  white: { ground: '#ffffff', ink: '#111111' },
  neutral: { ground: '#6f747c', ink: '#ffffff' },
  blue: { ground: '#1f5fbf', ink: '#ffffff' },
  yellow: { ground: '#f5d327', ink: '#111111' },
  red: { ground: '#b3261e', ink: '#ffffff' },
  green: { ground: '#1b7a3d', ink: '#ffffff' },
};

const TONES = Object.entries(PAINT).flatMap(([tone, { ground, ink }]) => [
  [tone, ground],
  [`on-${tone}`, ink],
]);

const PIECES = Object.fromEntries(TONES) as Pick<Theme, Tone | `on-${Tone}`>;

export const THEMES: Readonly<Record<'light' | 'dark', Theme>> = {
  light: {
    ...PIECES,
    wood: '#dcb678',
    ink: '#4a3411',
    cell: '#ecd3a4',
    faint: '#a8834a',
    line: '#8a6a3a',
    grid: '#8a6a3a',
    rim: '#8a6a3a',
    mark: '#d81b60',
  },
  dark: {
    ...PIECES,
    wood: '#463422',
    ink: '#e6cfa8',
    cell: '#8f6e48',
    faint: '#c9a878',
    line: '#4a3622',
    grid: '#a98b60',
    rim: '#d8bd92',
    mark: '#ff5c97',
  },
};

export const BOARD: Paint = { ground: THEMES.light.wood, ink: THEMES.light.ink };
/** An empty cell. */
export const EMPTY = THEMES.light.cell;
/** What the last move changed. */
export const MARK = THEMES.light.mark;

/** Markup with the names of paints → the same in the colours of a theme. */
export const applyPaint = (markup: string, theme: Theme): string =>
  markup.replace(/\$([a-z-]+)/g, (_, name: string) => theme[name as keyof Theme]);
