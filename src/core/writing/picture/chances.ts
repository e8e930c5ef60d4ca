// Draws the chances of a player in the course of a game as bars, from the cells of a table.
import type { ChanceGraph } from '#core/players/message.ts';

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
