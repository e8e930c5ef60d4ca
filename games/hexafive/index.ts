// Hexafive: five in a row on a hexagon with captures. With -special=1 it is Boku by Rob Nelson.
import type { Game, SeatSpec } from '../game.ts';
import { type Move, type Position, countMoves, moves, play, start } from './rules.ts';
import { must } from '../kit/assert.ts';
import { outcomeOf, retireColour } from '../stones/legality.ts';
import { colours, drawPicture, hexafiveCellView } from './picture.ts';
import { findForcedLosses, findForcedWin, findWinningMove, heuristic, losesAtOnce } from './heuristic.ts';
import { decode, describe, encode, format, listContinuations, listExamples, looksLikeMove, parse } from './notation.ts';
import { HEXAFIVE_REFUSALS, options, parseSetup } from './board.ts';
import { playRandomGame } from './playout.ts';

const SEATS: readonly SeatSpec[] = colours.map(({ title, name }) => ({ title, colours: [name] }));

export const hexafive: Game<Position, Move> = {
  name: 'hexafive',
  title: 'Hexafive',
  aliases: [{ name: 'boku', title: 'Boku', given: [['special', '1']] }],
  options,
  setup: parseSetup,
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
  continuations: listContinuations,
  format,
  formatForPrograms: null,
  gtp: null,
  describe,
  examples: listExamples,
  play,
  retire: retireColour,
  outcome: ({ end }) => outcomeOf(end),
  picture: drawPicture,
  encode,
  decode,
  record: null,
  randomMove: (position, rng) => {
    const legal = [...moves(position)];
    return must(legal[rng.below(legal.length)], 'a game goes on while there is a move');
  },
  winningMove: findWinningMove,
  losesAtOnce,
  forcedWin: findForcedWin,
  forcedLosses: findForcedLosses,
  heuristic,
  cellView: hexafiveCellView,
  playout: (position, rng) => {
    const { end, plies } = playRandomGame(position, rng);
    return { outcome: must(outcomeOf(end), 'a playout ends'), plies };
  },
  lossFactor: 1,
  solver: null,
};
