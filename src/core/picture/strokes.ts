// Formats numbers and lines of a drawing as SVG.

/** Two decimals of a pixel are finer than anybody sees. */
export const n = (value: number): string => String(Math.round(value * 100) / 100);

export const lineTo = (from: readonly [number, number], to: readonly [number, number]): string =>
  `M${n(from[0])} ${n(from[1])}L${n(to[0])} ${n(to[1])}`;

export const stroked = (path: string, ink: string, width: number): string =>
  `<path d="${path}" fill="none" stroke="${ink}" stroke-width="${n(width)}"/>`;
