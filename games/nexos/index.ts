// Nexos: networks of polysticks on a line grid, in the manner of Blokus.
import type { Game } from '../game.ts';
import type { Phrase } from '../kit/refusal.ts';
import {
  type NexosMove,
  type NexosPosition,
  countMoves,
  moves,
  outcome,
  parsePass,
  play,
  retire,
  start,
} from './rules.ts';
import { must } from '../kit/assert.ts';
import {
  EXTENSION,
  GAME_NAMES,
  PENTOBI_GTP,
  decode,
  encode,
  looksLikeMove,
  parse,
  readBlokusSgf,
  writeBlokusSgf,
} from './notation.ts';
import { findWinningMove, heuristic, losesAtOnce } from './heuristic.ts';
import { parseOptions } from '../options.ts';
import { formatPlacement } from './board.ts';
import { HUES, OPTIONS, hueOf, seatsOf } from './lattice.ts';
import { NEXOS_REFUSALS, listContinuations, listExamples } from './legality.ts';
import { drawPicture } from './picture.ts';
import { PIECES, findPlacement } from './pieces.ts';
import { drawMove, playRandomGame } from './playout.ts';

function describe({ turn }: NexosPosition, { placement }: NexosMove): Phrase {
  const colour = hueOf(must(turn, 'a colour is to move')).name;
  const piece = must(PIECES[findPlacement(placement).piece], 'a piece is one of the set').name;
  return { code: 'piece-on', parts: { colour, piece, segments: formatPlacement(placement) } };
}

export const nexos: Game<NexosPosition, NexosMove> = {
  name: 'nexos',
  title: 'Nexos',
  aliases: [],
  options: OPTIONS,
  setup: given => parseOptions(OPTIONS, given),
  colours: () => HUES,
  seats: seatsOf,
  refusals: NEXOS_REFUSALS,
  swapAfter: null,
  start,
  toMove: ({ turn }) => (turn === null ? null : hueOf(turn).name),
  moves,
  countMoves,
  parse,
  parsePass,
  looksLikeMove,
  continuations: listContinuations,
  format: (_, { placement }) => formatPlacement(placement),
  formatForPrograms: null,
  gtp: PENTOBI_GTP,
  describe,
  examples: listExamples,
  play,
  retire,
  outcome,
  picture: drawPicture,
  encode,
  decode,
  randomMove: drawMove,
  playout: playRandomGame,
  winningMove: findWinningMove,
  losesAtOnce,
  forcedWin: null,
  forcedLosses: null,
  lossFactor: 0.4,
  heuristic,
  record: { extension: EXTENSION, names: GAME_NAMES, write: writeBlokusSgf, read: readBlokusSgf, readLink: null },
  solver: null,
  cellView: null,
};
