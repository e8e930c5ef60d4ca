// Boards whose cells are coloured and lettered, several to a drawing: maps of openings as SVG. Letters tell what colours tell.
import type { Tone } from '#games/kit/picture.ts';
import { hexStones } from '#games/hex/stones.ts';
import { PAINT, THEMES } from '#core/writing/picture/paint.ts';
import { n, writeText } from '#core/writing/picture/strokes.ts';

/** What one cell shows: its colour and a few letters, or a stone. */
export interface Look {
  readonly fill: string;
  readonly ink: string;
  readonly text: string;
  readonly stone: Tone | null;
}

export interface Panel {
  readonly title: string;
  readonly size: string;
  /** In reading order. */
  readonly looks: readonly Look[];
}

const GROUND = '#ffffff';
const INK = '#222222';
const RADIUS = 1 / Math.sqrt(3);
const TITLE = 0.5;
const MARGIN = 0.9;
/** Pixels from one cell to the next. */
const CELL = 34;

const hexagon = (x: number, y: number): string =>
  `M${Array.from({ length: 6 }, (_, k) => {
    const angle = (Math.PI / 3) * k - Math.PI / 2;
    return `${n(x + RADIUS * Math.cos(angle))} ${n(y + RADIUS * Math.sin(angle))}`;
  }).join('L')}Z`;

const drawingOf = (size: string) => hexStones.boardOfSize(size).draw(null);

/** How wide and high a panel is, with room for its title above. */
function extent(size: string): { readonly width: number; readonly height: number } {
  const { places } = drawingOf(size);
  return {
    width: Math.max(...places.map(({ x }) => x)) + 2 * MARGIN,
    height: Math.max(...places.map(({ y }) => y)) + 2 * MARGIN + 2 * TITLE,
  };
}

/** Long texts are written smaller, so that they stay in their cell. */
const letterSize = (text: string): number => (text.length > 2 ? 0.22 : 0.3);

function panel({ title, size, looks }: Panel, left: number, top: number): string {
  const { places, sides } = drawingOf(size);
  const [right, down] = [left + MARGIN, top + MARGIN + 2 * TITLE];
  const borders = sides.map(({ tone, points }) => {
    const path = `M${points.map(([x, y]) => `${n(x + right)} ${n(y + down)}`).join('L')}`;
    // White's sides have to show on white.
    const colour = tone === 'white' ? '#b8b8b8' : PAINT[tone].ground;
    return `<path d="${path}" fill="none" stroke="${colour}" stroke-width="${n(2 * RADIUS + 0.2)}" stroke-linecap="butt"/>`;
  });
  const cells = looks.flatMap((look, cell) => {
    const place = places[cell];
    if (place === undefined) return [];
    const [x, y] = [place.x + right, place.y + down];
    const ground = `<path d="${hexagon(x, y)}" fill="${look.fill}" stroke="${THEMES.light.line}" stroke-width="0.04"/>`;
    const stone = look.stone === null ? '' : `<circle cx="${n(x)}" cy="${n(y)}" r="0.38" fill="${PAINT[look.stone].ground}" stroke="${THEMES.light.line}" stroke-width="0.04"/>`; // prettier-ignore
    return [ground + stone + writeText(look.text, x, y, { size: letterSize(look.text), ink: look.ink })];
  });
  const head = writeText(title, left + extent(size).width / 2, top + MARGIN, { size: 0.34, ink: INK });
  return [head, ...borders, ...cells].filter(part => part !== '').join('\n');
}

/** The panels in rows of so many; all as large as the first. */
export function heatmap(panels: readonly Panel[], columns: number): string {
  const { width, height } = extent(panels[0]?.size ?? '2x2');
  const across = Math.min(columns, panels.length);
  const [wide, high] = [across * width, Math.ceil(panels.length / columns) * height];
  const drawn = panels.map((each, i) => panel(each, (i % columns) * width, Math.floor(i / columns) * height));
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${Math.round(wide * CELL)}" height="${Math.round(high * CELL)}" ` +
    `viewBox="0 0 ${n(wide)} ${n(high)}" stroke-linecap="round" stroke-linejoin="round">\n` +
    `<rect width="${n(wide)}" height="${n(high)}" fill="${GROUND}"/>\n${drawn.join('\n')}\n</svg>\n`
  );
}

const TONES: Readonly<Record<string, Tone>> = { W: 'green', D: 'yellow', L: 'red' };

/** A letter of a map of openings as a coloured cell; '-' is the own stone. */
export function letterLook(letter: string): Look {
  const tone = TONES[letter];
  if (tone === undefined) return { fill: '#ecd3a4', ink: INK, text: letter === '-' ? '' : letter, stone: letter === '-' ? 'black' : null }; // prettier-ignore
  const { ground, ink } = PAINT[tone];
  return { fill: ground, ink, text: letter, stone: null };
}

const [LIGHT, DARK] = [
  [247, 243, 232],
  [31, 95, 191],
] as const;

/** A number between two others as a shade, the larger the darker. */
export function numberLook(value: number, least: number, most: number): Look {
  const share = most > least ? (value - least) / (most - least) : 0;
  const parts = LIGHT.map((light, i) => Math.round(light + share * ((DARK[i] ?? 0) - light)));
  return { fill: `rgb(${parts.join(',')})`, ink: share > 0.55 ? '#ffffff' : INK, text: String(value), stone: null };
}
