// What all games made of a stone game have in common, whether a turn is one stone or Neto's neutral-stone turn.
import type { Game, OptionSpec } from '../game.ts';
import type { StoneGame, StonePosition } from './stones.ts';
import { readOptions } from './options.ts';
import { ok } from './result.ts';
import { decodeStones, encodeStones } from './stone-text.ts';
import { outcomeOf, retired, seatsOf, settled } from './stone-turns.ts';
import { colourToMove, opening, stonePicture } from './stones.ts';

interface Traits {
  readonly options: readonly OptionSpec[];
  readonly swapAfter: number | null;
  /** Are there neutral stones to read and to show? */
  readonly neutrals: boolean;
  /** Has the side to move any legal move, as if nobody had won yet? */
  readonly goesOn: (position: StonePosition) => boolean;
}

type Moves =
  | 'moves'
  | 'countMoves'
  | 'parse'
  | 'looksLikeMove'
  | 'format'
  | 'describe'
  | 'examples'
  | 'play'
  | 'playout'
  | 'randomMove'
  | 'heuristic'
  | 'solver';

/** A game but for its moves. */
export const stoneFace = (
  game: StoneGame,
  { options, swapAfter, neutrals, goesOn }: Traits,
): Omit<Game<StonePosition, unknown>, Moves> => ({
  name: game.name,
  title: game.title,
  aliases: [],
  options,
  setup: given => readOptions(options, given),
  colours: () => game.sides,
  seats: () => seatsOf(game),
  swapAfter,
  start: setup => opening(game, setup),
  toMove: position => colourToMove(game, position),
  formality: () => null,
  formatForPrograms: null,
  retire: retired,
  outcome: position => outcomeOf(position.end),
  picture: (position, view) => stonePicture(game, position, { ...view, neutrals }),
  encode: position => encodeStones(game, position),
  decode: (setup, text) => {
    const read = decodeStones(game, setup, { text, neutrals });
    return read.ok ? ok(settled(game, read.value, { placed: null, goesOn })) : read;
  },
  record: null,
});
