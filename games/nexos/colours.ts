// The four colours of Nexos in their order of play, their starting points and their players.
import type { ColourSpec, OptionSpec, SeatSpec, Setup } from '../game.ts';
import type { Tone } from '../kit/picture.ts';
import { type Point, findPoint } from './lattice.ts';
import { must } from '../kit/assert.ts';

/** A colour by its number in the order of play: 0 blue, 1 yellow, 2 red, 3 green. */
export type Hue = number;

export interface NexosPlayer extends ColourSpec {
  /** The intersection that the first piece must touch. */
  readonly start: Point;
  readonly startName: string;
}

const createPlayer = (title: string, startName: string): NexosPlayer => {
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

/** The colours, clockwise from the top left. */
export const HUES: readonly NexosPlayer[] = [
  createPlayer('Blue', 'e21'),
  createPlayer('Yellow', 'u21'),
  createPlayer('Red', 'u5'),
  createPlayer('Green', 'e5'),
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

export const countSeats = (setup: Setup): number => Number(must(setup['players'], 'a setup says how many play'));

/** The seat of a colour. Two players have two colours each, four players one each. */
export const findSeat = (setup: Setup, hue: Hue): number => hue % countSeats(setup);

export const listHues = (setup: Setup, seat: number): readonly Hue[] =>
  HUES.flatMap((_, hue) => (findSeat(setup, hue) === seat ? [hue] : []));

export const seatsOf = (setup: Setup): readonly SeatSpec[] =>
  Array.from({ length: countSeats(setup) }, (_, seat) => {
    const own = listHues(setup, seat).map(hueOf);
    return { title: own.map(({ title }) => title).join(' and '), colours: own.map(({ name }) => name) };
  });
