// The refusals of every stone game, in addition to those of every game.
import { KIT_REFUSALS, createRefuse } from '../kit/refusal.ts';

/** The codes, each with the parts of its sentence. */
export const STONE_REFUSALS = {
  ...KIT_REFUSALS,
  'move-other-colour': ['text', 'colour'], // nexC's notation names the colour, and that colour is not to move
  'no-column-i': ['cell'], // on a Go board
  'no-liberty': ['cells', 'colour'], // the move would leave the mover a chain without liberties
  'arrangement-repeats': ['cells'], // superko
} as const;

export const refusal = createRefuse(STONE_REFUSALS);
