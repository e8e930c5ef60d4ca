// The four colours of Nexos in their order of play, their starting points and their players.
import type { ColourSpec, OptionSpec, SeatSpec, Setup } from '../game.ts';
import type { Tone } from '../kit/picture.ts';
import { type Point, findPoint } from './lattice.ts';
import { must } from '../kit/assert.ts';

/** A colour as its place in the order of play: 0 blue, 1 yellow, 2 red, 3 green. */
export type Hue = number;

export interface NexosPlayer extends ColourSpec {
  /** The intersection the first piece must touch. */
  readonly start: Point;
  readonly startName: string;
}

const player = (title: string, startName: string): NexosPlayer => {
  const [name, letter] = [title.toLowerCase(), title.charAt(0)];
  return {
    name,
    title,
    letter,
    tone: name as Tone,
    aim: { code: 'aim-start', parts: { title, letter, start: startName } },
    start: must(findPoint(startName), 'a colour starts on the board'),
    startName,
  };
};

/** Clockwise from the top left. */
export const HUES: readonly NexosPlayer[] = [
  player('Blue', 'e21'),
  player('Yellow', 'u21'),
  player('Red', 'u5'),
  player('Green', 'e5'),
];

export const hueOf = (hue: Hue): NexosPlayer => must(HUES[hue], 'there are four colours');

export const nextHue = (hue: Hue): Hue => (hue + 1) % HUES.length;

export const OPTIONS: readonly OptionSpec[] = [
  {
    kind: 'choice',
    name: 'players',
    choices: ['2', '4'],
    default: '2',
    help: { code: 'option-players', parts: {} },
  },
];

export const seatCount = (setup: Setup): number => Number(must(setup['players'], 'a setup says how many play'));

/** Two players have the colours in turn, four have one each. */
export const seatOf = (setup: Setup, hue: Hue): number => hue % seatCount(setup);

export const huesOf = (setup: Setup, seat: number): readonly Hue[] =>
  HUES.flatMap((_, hue) => (seatOf(setup, hue) === seat ? [hue] : []));

export const seatsOf = (setup: Setup): readonly SeatSpec[] =>
  Array.from({ length: seatCount(setup) }, (_, seat) => {
    const own = huesOf(setup, seat).map(hueOf);
    return { title: own.map(({ title }) => title).join(' and '), colours: own.map(({ name }) => name) };
  });
