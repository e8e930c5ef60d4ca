// Hexafive: five in a row on a hexagon with captures. With -special=1 it is Boku by Rob Nelson.
import type { Game, SeatSpec } from '../game.ts';
import { countMoves, type Move, moves, play, type Position, start } from './rules.ts';
import { must } from '../kit/assert.ts';
import { outcomeOf, retireColour } from '../stones/turns.ts';
import { cellView } from './cell-view.ts';
import { losesAtOnce, winningMove } from './foresight.ts';
import { heuristic } from './heuristic.ts';
import { continuations, describe, examples, format, looksLikeMove, parse } from './notation.ts';
import { options, readSetup } from './options.ts';
import { colours, picture } from './picture.ts';
import { playout } from './playout.ts';
import { HEXAFIVE_REFUSALS } from './refusals.ts';
import { decode, encode } from './position-text.ts';

const SEATS: readonly SeatSpec[] = colours.map(({ title, name }) => ({ title, colours: [name] }));

export const hexafive: Game<Position, Move> = {
  name: 'hexafive',
  title: 'Hexafive',
  aliases: [{ name: 'boku', title: 'Boku', given: [['special', '1']] }],
  options,
  setup: readSetup,
  colours: () => colours,
  seats: () => SEATS,
  refusals: HEXAFIVE_REFUSALS,
  swapAfter: null,
  start,
  toMove: ({ end, turn }) => (end === null ? colours[turn].name : null),
  moves,
  countMoves,
  parse,
  parsePass: () => null,
  looksLikeMove,
  continuations,
  format,
  formatForPrograms: null,
  describe,
  examples,
  play,
  retire: retireColour,
  outcome: ({ end }) => outcomeOf(end),
  picture,
  encode,
  decode,
  record: null,
  randomMove: (position, rng) => {
    const legal = [...moves(position)];
    return must(legal[rng.below(legal.length)], 'a game goes on while there is a move');
  },
  winningMove,
  losesAtOnce,
  heuristic,
  cellView,
  playout: (position, rng) => {
    const { end, plies } = playout(position, rng);
    return { outcome: must(outcomeOf(end), 'a playout ends'), plies };
  },
  solver: null,
};
