// The refusals of games with neutral stones, in addition to those of every stone game.
import { refusing } from '#games/kit/refusal.ts';
import { STONE_REFUSALS } from '../refusals.ts';

/** With the parts of their sentences. */
export const NEUTRAL_REFUSALS = {
  ...STONE_REFUSALS,
  'cell-empty': ['cell'], // a conversion names it, and nothing stands there
  'cell-not-neutral': ['cell', 'by'],
  'cell-not-own': ['cell', 'by', 'own'],
  'no-own-stone': ['text', 'own'], // three neutrals: none to give up
  'needs-neutral-cell': ['cell', 'example'], // a lone stone where a second cell for the neutral is due
  'needs-conversion': ['cell', 'example'], // a lone stone where no pair of cells is left
  'only-drop': ['cell'], // the last-cell convention leaves one move
  'only-convert': ['cell'],
} as const;

export const refusal = refusing(NEUTRAL_REFUSALS);
