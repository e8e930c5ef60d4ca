// Draws the course of a rating as SVG, in the colours of the page around it.
import type { Instant } from '../kernel/time.ts';

export interface RatingPoint {
  readonly at: Instant;
  readonly value: number;
}

/** Pixels of the drawing, and of the margins around its line: the left one holds the scale. */
const WIDTH = 480;
const HEIGHT = 150;
const MARGIN = { left: 44, right: 10, top: 10, bottom: 10 };

/** The distances between lines of the scale that can be chosen. */
const STEPS = [25, 50, 100, 200, 400, 800, 1_600];
const MOST_LINES = 4;

/** The round values of the scale, from below the lowest to above the highest. */
function scaleValues(lowest: number, highest: number): readonly number[] {
  const step = STEPS.find(each => highest / each - lowest / each <= MOST_LINES - 1) ?? 3_200;
  const from = Math.floor(lowest / step);
  const to = Math.max(from + 1, Math.ceil(highest / step));
  return Array.from({ length: to - from + 1 }, (_, index) => (from + index) * step);
}

/** A game a step, oldest first. There are at least two points. Everything that it says a sentence beside it must say, too. */
export function drawRatings(points: readonly RatingPoint[]): string {
  const values = points.map(({ value }) => value);
  const scale = scaleValues(Math.min(...values), Math.max(...values));
  const [bottom = 0, top = 1] = [scale[0], scale.at(-1)];
  const wide = WIDTH - MARGIN.left - MARGIN.right;
  const high = HEIGHT - MARGIN.top - MARGIN.bottom;
  const y = (value: number): number => MARGIN.top + (high * (top - value)) / (top - bottom);
  const x = (index: number): number => MARGIN.left + (wide * index) / (points.length - 1);
  const place = (value: number): string => value.toFixed(1);
  const lines = scale.map(
    value =>
      `<path class="scale" d="M${MARGIN.left} ${place(y(value))}H${WIDTH - MARGIN.right}"/>` +
      `<text x="${MARGIN.left - 6}" y="${place(y(value) + 4)}">${value}</text>`,
  );
  const course = values.map((value, index) => `${place(x(index))} ${place(y(value))}`).join('L');
  const [endX, endY] = [x(values.length - 1), y(values.at(-1) ?? 0)].map(place);
  return (
    `<svg class="graph" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" aria-hidden="true">` +
    `${lines.join('')}<path class="course" d="M${course}"/><circle cx="${endX}" cy="${endY}" r="4"/></svg>`
  );
}
