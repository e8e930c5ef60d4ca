// The colours by day and by night, the same for drawings, pages and mails.
// They differ in lightness and letters as well as in hue.
import type { Tone } from '#games/kit/picture.ts';

interface Paint {
  readonly ground: string;
  /** What is written on the ground: at least 4.5 times as light or as dark. */
  readonly ink: string;
}

/** A piece in the light of a lamp at the upper left: its far side, where it turns to the light, and the light itself. */
type Shade = 'shade' | 'lit' | 'glint';

/** What the parts of a drawing are painted with; markup names them, as `$wood`. */
export interface Theme extends Readonly<Record<Tone | `on-${Tone}` | `${Tone}-${Shade}`, string>> {
  /** Around the board, its grain, and the labels written on it. */
  readonly wood: string;
  readonly grain: string;
  readonly ink: string;
  /** An empty cell or the face of a board of lines, the name that is faintly written in it, and the lines between cells. */
  readonly cell: string;
  readonly faint: string;
  readonly line: string;
  /** The lines of a Go board, on its face. */
  readonly grid: string;
  /** The line around the board and its sides, and the one around a stone. */
  readonly edge: string;
  readonly rim: string;
  readonly shadow: string;
  /** What the last move changed and what decided the game, and the line around it, which shows it on every stone. */
  readonly mark: string;
  readonly halo: string;
}

export const PAINT: Readonly<Record<Tone, Paint>> = {
  black: { ground: '#1e1d1c', ink: '#ffffff' },
  white: { ground: '#f6f2e9', ink: '#111111' },
  neutral: { ground: '#6f747c', ink: '#ffffff' },
  blue: { ground: '#1f5fbf', ink: '#ffffff' },
  yellow: { ground: '#f5d327', ink: '#111111' },
  red: { ground: '#b3261e', ink: '#ffffff' },
  green: { ground: '#1b7a3d', ink: '#ffffff' },
};

const channels = (colour: string): readonly number[] =>
  [1, 3, 5].map(at => Number.parseInt(colour.slice(at, at + 2), 16));

/** A colour on the way from one to another. */
function mixed(from: string, to: string, share: number): string {
  const target = channels(to);
  const mix = channels(from).map((value, i) => Math.round(value + ((target[i] ?? 0) - value) * share));
  return `#${mix.map(value => value.toString(16).padStart(2, '0')).join('')}`;
}

/** Dark stones shine more, light ones have the darker far side. */
function shadesOf(tone: Tone, { ground }: Paint): Readonly<Record<Shade, string>> {
  const [shade, lit, glint] = tone === 'white' ? [0.16, 0.5, 1] : tone === 'black' ? [0.5, 0.11, 0.28] : [0.25, 0.12, 0.3]; // prettier-ignore
  return {
    shade: mixed(ground, tone === 'white' ? '#5a4526' : '#000000', shade),
    lit: mixed(ground, '#ffffff', lit),
    glint: mixed(ground, '#ffffff', glint),
  };
}

const TONES = (Object.entries(PAINT) as [Tone, Paint][]).flatMap(([tone, paint]) => {
  const { shade, lit, glint } = shadesOf(tone, paint);
  return [
    [tone, paint.ground],
    [`on-${tone}`, paint.ink],
    [`${tone}-shade`, shade],
    [`${tone}-lit`, lit],
    [`${tone}-glint`, glint],
  ];
});

const PIECES = Object.fromEntries(TONES) as Pick<Theme, Tone | `on-${Tone}` | `${Tone}-${Shade}`>;

export const THEMES: Readonly<Record<'light' | 'dark', Theme>> = {
  light: {
    ...PIECES,
    wood: '#cf9f63',
    grain: '#6b4a1c',
    ink: '#3a2508',
    cell: '#eed6a6',
    faint: '#a8834a',
    line: '#a27a45',
    grid: '#8a6434',
    edge: '#6d4a22',
    rim: '#4f3a1c',
    shadow: '#5c4019',
    mark: '#d81b60',
    halo: '#ffffff',
  },
  dark: {
    ...PIECES,
    wood: '#4a3825',
    grain: '#140b02',
    ink: '#ecdcbc',
    cell: '#a58253',
    faint: '#6a4d29',
    line: '#70532f',
    grid: '#54391a',
    edge: '#c9a878',
    rim: '#20160b',
    shadow: '#3a2812',
    mark: '#d81b60',
    halo: '#ffffff',
  },
};

/** The colours of pages, as the variables of templates/web/style.css. */
export const PAGES = {
  light: {
    ...{ ground: '#fbf7ef', ink: '#26200f', faint: '#6d5f45', line: '#d9c7a3', link: '#7a3d00' },
    ...{ mark: THEMES.light.mark, wood: THEMES.light.wood },
  },
  dark: {
    ...{ ground: '#1d1811', ink: '#f0e4cd', faint: '#bda987', line: '#4d3f2b', link: '#f0b46a' },
    ...{ mark: '#ff5c97', wood: THEMES.dark.wood },
  },
} as const;

export const BOARD: Paint = { ground: THEMES.light.wood, ink: THEMES.light.ink };
/** An empty cell. */
export const EMPTY = THEMES.light.cell;
/** What the last move changed. */
export const MARK = THEMES.light.mark;

/** Markup with the names of paints → the same in the colours of a theme. */
export const applyPaint = (markup: string, theme: Theme): string =>
  markup.replace(/\$([a-z-]+)/g, (_, name: string) => theme[name as keyof Theme]);
