// The refusals of every stone game, in addition to those of every game.
import { KIT_REFUSALS, refusing } from '../kit/refusal.ts';

/** With the parts of their sentences. */
export const STONE_REFUSALS = {
  ...KIT_REFUSALS,
  'move-other-colour': ['text', 'colour'], // nexC's form names the colour, and it is not the one to move
  'no-column-i': ['cell'], // on a Go board
  'no-liberty': ['cells', 'colour'], // it would leave the mover a chain without an empty neighbour
  'arrangement-repeats': ['cells'], // superko
} as const;

export const refusal = refusing(STONE_REFUSALS);
