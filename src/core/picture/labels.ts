// Places the coordinates around a board, clear of its edge.
import type { Label, Picture, Spot } from '#games/kit/picture.ts';

/** A label at its place in the plane. `size`: the height of its capitals, in cells. */
export interface PlacedLabel {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly size: number;
}

/** How large labels are, and how much farther from the board than the picture says. */
interface Setting {
  readonly size: number;
  readonly right: number;
  readonly down: number;
}

function settingOf({ spots, sides }: Picture): Setting {
  // On a line grid every line and every gap has its label.
  if (spots.some(({ shape }) => shape === 'point')) return { size: 0.25, right: -0.3, down: -0.3 };
  if (sides.length > 0) return { size: 0.36, right: 0.4, down: 0.34 };
  return spots.some(({ shape }) => shape === 'hexagon')
    ? { size: 0.36, right: 0, down: 0.06 }
    : { size: 0.34, right: -0.04, down: -0.04 };
}

export function placeLabels(picture: Picture): readonly PlacedLabel[] {
  const setting = settingOf(picture);
  return picture.labels.filter(({ text }) => text !== '').map(label => placeLabel(label, picture.spots, setting));
}

function placeLabel({ text, x, y }: Label, spots: readonly Spot[], { size, right, down }: Setting): PlacedLabel {
  const far = (spot: Spot): number => Math.hypot(spot.x - x, spot.y - y);
  const least = Math.min(...spots.map(far));
  const nearest = spots.filter(spot => far(spot) < least + 0.01);
  // A label at the end of a row stays in it; one above or below a column stays as far from the next as it is.
  const beside = nearest.filter(spot => Math.abs(spot.y - y) < 0.01);
  const [near] = beside.length > 0 ? beside : nearest;
  return beside.length > 0
    ? { text, x: x + Math.sign(x - (near?.x ?? x)) * right, y, size }
    : { text, x, y: y + Math.sign(y - (near?.y ?? y)) * down, size };
}
