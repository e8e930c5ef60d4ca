// Draws in HTML: the chances of a game as bars, and the board as a table.
import type { ChanceGraph } from '#core/players/message.ts';
import type { Label, Picture, Spot } from '#games/kit/picture.ts';
import { BOARD, EMPTY, MARK, PAINT } from './paint.ts';
import { signOf } from './text.ts';

/** Pixels. */
const HEIGHT = 60;
const WIDEST = 12;
const WIDTH = 320;
const MOST_BARS = 80;

/** Ahead, behind, and a mistake. They are seen on light and on dark screens. */
const COLOURS = { ahead: '#1b7a3d', behind: '#97774a', marked: '#d81b60' } as const;

interface Bar {
  readonly chance: number | null;
  readonly isMarked: boolean;
}

function drawBar({ chance, isMarked }: Bar, width: number): string {
  const colour = isMarked ? COLOURS.marked : (chance ?? 0) >= 0.5 ? COLOURS.ahead : COLOURS.behind;
  const height = chance === null ? 0 : Math.max(1, Math.round(chance * HEIGHT));
  // The gradient keeps mail programs from inverting the colour on dark screens.
  const paint = `background:${colour};background-image:linear-gradient(${colour},${colour})`;
  return (
    '<td style="vertical-align:bottom;padding:0 1px 0 0">' +
    `<div style="width:${width}px;height:${height}px;font-size:0;line-height:0;${paint}"></div></td>`
  );
}

/** The graph in HTML. Screen readers pass over it. */
export function drawChances(graph: ChanceGraph): string {
  // One bar for each position, or for a few positions if there are many: the marked one of them, or else the last.
  const { chances, marked } = graph;
  const step = Math.ceil(chances.length / MOST_BARS);
  const bars = Array.from({ length: Math.ceil(chances.length / step) }, (_, group) => {
    const places = chances.slice(group * step, (group + 1) * step).map((_, index) => group * step + index);
    const place = places.find(each => marked.includes(each)) ?? places.at(-1) ?? 0;
    return { chance: chances[place] ?? null, isMarked: marked.includes(place) };
  });
  const width = Math.max(3, Math.min(WIDEST, Math.floor(WIDTH / Math.max(1, bars.length)) - 1));
  return (
    '<table role="presentation" aria-hidden="true" cellpadding="0" cellspacing="0" ' +
    'style="margin:4px 0 12px;border-collapse:collapse;border-bottom:1px solid #97774a">' +
    `<tr><td style="padding:0;width:0;height:${HEIGHT}px"></td>${bars.map(bar => drawBar(bar, width)).join('')}</tr></table>`
  );
}

// The table of a board has inline styles only, and letters as well as colours.

/** Pixels of one column of the table. A cell of hexagons or squares spans two. */
const COLUMN = 14;

/** What stands in a table cell, and from which column on. */
interface Item {
  readonly column: number;
  readonly html: string;
}

/** Half a cell is one column of the table. */
const columnOf = (x: number, least: number): number => Math.round((x - least) * 2);

/** HTML in ASCII alone, the rest as character references: such a part needs no transfer encoding, and stays readable in any archive. */
export const renderAsciiHtml = (html: string): string =>
  html.replace(/[\u0080-\u{10ffff}]/gu, char => `&#${char.codePointAt(0) ?? 0};`);

const box = (style: string, span: number, text: string): string =>
  `<td colspan=${span} style="${style}">${text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')}</td>`;

function spotBox(spot: Spot, span: number): string {
  const round = spot.shape === 'hexagon' ? ';border-radius:50%' : '';
  const mark = spot.last ? `;border:2px solid ${MARK};line-height:18px` : '';
  const before = signOf(spot);
  if (spot.piece === null) {
    return box(
      `background:${EMPTY}${round}${mark}`,
      span,
      before + (spot.banned ? '#' : spot.shape === 'point' ? '+' : '·'),
    );
  }
  const { ground, ink } = PAINT[spot.piece.tone];
  return box(`background:${ground};color:${ink}${round}${mark}`, span, before + spot.piece.letter);
}

function labelBox({ text, tone }: Label, span: number): string {
  if (tone === null) return box(`color:${BOARD.ink}`, span, text);
  const { ground, ink } = PAINT[tone];
  return box(`background:${ground};color:${ink}`, span, text);
}

/** The rows from top to bottom. Items of one height are in one row. */
function rowsOf(picture: Picture, least: number, span: number): Map<string, Item[]> {
  const rows = new Map<string, Item[]>();
  const put = (y: number, item: Item): void => {
    const key = y.toFixed(3);
    const row = rows.get(key);
    if (row === undefined) rows.set(key, [item]);
    else row.push(item);
  };
  for (const spot of picture.spots) put(spot.y, { column: columnOf(spot.x, least), html: spotBox(spot, span) });
  for (const label of picture.labels.filter(({ text }) => text !== ''))
    put(label.y, { column: columnOf(label.x, least), html: labelBox(label, span) });
  return new Map([...rows].sort(([a], [b]) => Number(a) - Number(b)));
}

export function renderHtml(picture: Picture): string {
  const xs = [...picture.spots, ...picture.labels].map(({ x }) => x);
  const least = Math.min(...xs);
  // The smallest distance of two spots in a row, in columns: how wide every cell is drawn.
  const gaps = picture.spots.flatMap((spot, i) => {
    const next = picture.spots[i + 1];
    return next?.y === spot.y ? [Math.abs(next.x - spot.x) * 2] : [];
  });
  const span = Math.max(1, Math.round(Math.min(2, ...gaps)));
  const width = columnOf(Math.max(...xs), least) + span;
  const rows = [...rowsOf(picture, least, span).values()].map(items => {
    const cells: string[] = [];
    let column = 0;
    const fill = (until: number): void => {
      if (until > column) cells.push(`<td colspan=${until - column}></td>`);
    };
    for (const item of [...items].sort((a, b) => a.column - b.column)) {
      fill(item.column);
      cells.push(item.html);
      column = item.column + span;
    }
    fill(width);
    // Lines short enough for any mail need no encoding.
    return `<tr>${cells.join('\n')}</tr>`;
  });
  const style =
    `table-layout:fixed;width:${width * COLUMN}px;border-collapse:separate;border-spacing:1px;padding:6px;` +
    `background:${BOARD.ground};color:${BOARD.ink};font:bold 13px/22px monospace;text-align:center`;
  // A row of single columns first: a fixed layout takes their widths from it.
  const ruler = `<tr style="line-height:0">${'<td></td>'.repeat(width)}</tr>`;
  return `<table role="presentation" cellpadding="0" style="${style}">\n${[ruler, ...rows].join('\n')}\n</table>\n`;
}
