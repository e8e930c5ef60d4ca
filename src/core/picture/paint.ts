// The colours of paint: one look for drawings and HTML. Told apart by lightness and letters as well as by hue.
import type { Tone } from '#games/kit/picture.ts';

export interface Paint {
  readonly ground: string;
  /** What is written on the ground: at least 4.5 times as light or as dark. */
  readonly ink: string;
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

export const BOARD: Paint = { ground: '#dcb678', ink: '#4a3411' };
/** An empty cell. */
export const EMPTY = '#ecd3a4';
export const LINE = '#8a6a3a';
/** What the last move changed. */
export const MARK = '#d81b60';
