// The time for a move by the time commands of GTP: `time_settings` and `time_left`.
import type { Colour } from '#games/game.ts';

/** A clock: seconds, and the moves they are for. 0 moves: all moves of the game. */
interface Clock {
  readonly seconds: number;
  readonly moves: number;
}

/** The clocks of a game. */
export interface GtpTime {
  /** null: the time is not limited. */
  readonly clock: Clock | null;
  /** What is left, by colour. */
  readonly left: Readonly<Record<Colour, Clock>>;
}

export const UNLIMITED: GtpTime = { clock: null, left: {} };

/** The number of moves assumed to be left in a game. */
const MOVES_LEFT = 10;
/** The share of its time that a search takes, since the answer takes time too. */
const SHARE = 0.8;

const NUMBER = /^\d{1,6}$/;

/** Parses whole numbers. null: a word is none, or one is missing. */
function parseNumbers(words: readonly string[], count: number): readonly number[] | null {
  return words.length === count && words.every(word => NUMBER.test(word)) ? words.map(Number) : null;
}

/** `600 30 5`: ten minutes, then half a minute for each five moves. `0 30 0`: no limit. */
export function parseTimeSettings(words: readonly string[]): GtpTime | null {
  const numbers = parseNumbers(words, 3);
  if (numbers === null) return null;
  const [main = 0, period = 0, moves = 0] = numbers;
  if (main === 0 && (period === 0 || moves === 0)) return UNLIMITED;
  if (period > 0 && moves === 0) return UNLIMITED;
  return { clock: main > 0 ? { seconds: main, moves: 0 } : { seconds: period, moves }, left: {} };
}

/** `30 5`: half a minute for the next five moves. `30 0`: for all of them. */
export function parseTimeLeft(time: GtpTime, colour: Colour, words: readonly string[]): GtpTime | null {
  const numbers = parseNumbers(words, 2);
  if (numbers === null) return null;
  const [seconds = 0, moves = 0] = numbers;
  return { ...time, left: { ...time.left, [colour]: { seconds, moves } } };
}

/** The milliseconds for the next move of a colour. null: no limit. */
export function computeMoveMs({ clock, left }: GtpTime, colour: Colour): number | null {
  const own = Object.hasOwn(left, colour) ? (left[colour] ?? clock) : clock;
  if (own === null) return null;
  return Math.max(1, Math.floor((SHARE * 1000 * own.seconds) / (own.moves === 0 ? MOVES_LEFT : own.moves)));
}
