// What all games made of a stone game have in common, whether a turn is one stone or Neto's neutral-stone turn.
import type { Game, OptionSpec } from '../game.ts';
import type { RefusalCodes } from '../kit/refusal.ts';
import { colourToMove, emptyBoard, type StoneGame, stonePicture, type StonePosition } from './stone-game.ts';
import { readOptions } from '../kit/options.ts';
import { ok } from '../kit/result.ts';
import { decodeStones, encodeStones } from './notation.ts';
import { outcomeOf, withRetired, seatsOf, withEnd } from './turns.ts';

interface Traits {
  readonly options: readonly OptionSpec[];
  readonly refusals: RefusalCodes;
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
export const commonMembers = (
  game: StoneGame,
  { options, refusals, swapAfter, neutrals, goesOn }: Traits,
): Omit<Game<StonePosition, unknown>, Moves> => ({
  name: game.name,
  title: game.title,
  aliases: [],
  options,
  setup: given => readOptions(options, given),
  colours: () => game.sides,
  seats: () => seatsOf(game),
  refusals,
  swapAfter,
  start: setup => emptyBoard(game, setup),
  toMove: position => colourToMove(game, position),
  parsePass: () => null,
  formatForPrograms: null,
  retire: withRetired,
  outcome: position => outcomeOf(position.end),
  picture: (position, view) => stonePicture(game, position, { ...view, neutrals }),
  encode: position => encodeStones(game, position),
  decode: (setup, text) => {
    const read = decodeStones(game, setup, { text, neutrals });
    return read.ok ? ok(withEnd(game, read.value, { placed: null, goesOn })) : read;
  },
  record: null,
});
