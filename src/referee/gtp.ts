// Reads and writes lines of GTP, the Go Text Protocol (docs/referee.md), and its time commands.
import type { AnyGame, Colour, GtpNotation, Opaque } from '#games/game.ts';
import { refereeLimits } from './protocol.ts';

/** A command: `7 play b c2`. */
export interface GtpCommand {
  /** '' if it has none. */
  readonly id: string;
  readonly name: string;
  readonly words: readonly string[];
}

/** An answer of a GTP program: `= c2`, or `? illegal move`. */
export interface GtpAnswer {
  readonly isOk: boolean;
  readonly text: string;
}

/** Removes control characters and byte order marks. A tab counts as a blank. */
const removeControls = (text: string): string =>
  text.replaceAll('\t', ' ').replace(/[\x00-\x09\x0b-\x1f\x7f\ufeff]/g, '');

/** The largest id that GTP allows. */
const MAX_ID = 2 ** 31 - 1;

/** Parses a line. null: it is empty, or a comment. */
export function parseGtpCommand(line: string): GtpCommand | null {
  const [text = ''] = removeControls(line).split('#', 1);
  const words = text.split(' ').filter(word => word !== '');
  const [first = ''] = words;
  const id = /^\d{1,10}$/.test(first) && Number(first) <= MAX_ID ? first : '';
  if (id !== '') words.shift();
  const [name, ...others] = words;
  return name === undefined ? null : { id, name, words: others };
}

/** The text of an answer, with the empty line that ends it. Empty lines within it are left out. */
export function formatGtpAnswer(id: string, { isOk, text }: GtpAnswer): string {
  const lines = text.split('\n').filter((line, index) => index === 0 || line.trim() !== '');
  return `${isOk ? '=' : '?'}${id} ${lines.join('\n')}\n\n`;
}

/** What a program has answered so far. */
export interface GtpAnswers {
  readonly answers: readonly GtpAnswer[];
  /** The beginning of the next answer. */
  readonly unread: string;
  /** Text that is no answer, or is longer than an answer may be. null: there is none. */
  readonly breach: { readonly text: string; readonly isTooLong: boolean } | null;
}

const ANSWER = /^([=?])\d{0,10}(?:\s|$)/;

/** Reads all complete answers. An answer ends with an empty line. */
export function readGtpAnswers(unread: string, piece: string): GtpAnswers {
  const blocks = removeControls(unread + piece).split('\n\n');
  const rest = (blocks.pop() ?? '').replace(/^\n+/, '');
  const answers: GtpAnswer[] = [];
  for (const block of blocks) {
    const text = block.trim();
    if (text === '') continue;
    if (text.length > refereeLimits.messageLength) return { answers, unread: '', breach: { text, isTooLong: true } };
    const sign = ANSWER.exec(text);
    if (sign === null) return { answers, unread: '', breach: { text, isTooLong: false } };
    answers.push({ isOk: sign[1] === '=', text: text.slice(sign[0].length).trim() });
  }
  if (rest.length <= refereeLimits.messageLength) return { answers, unread: rest, breach: null };
  return { answers, unread: '', breach: { text: rest, isTooLong: true } };
}

export interface GtpGame {
  readonly game: AnyGame;
  readonly notation: GtpNotation;
}

/** The name of a colour, as GTP writes it. */
export const writeColour = ({ nameColour }: GtpNotation, colour: Colour): string => nameColour(colour)[0] ?? colour;

/** A legal move, as GTP writes it. */
export const writeVertex = ({ game, notation }: GtpGame, position: Opaque, move: Opaque): string =>
  notation.writeMove(game.format(position, move));

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
