// The refusals of Hexafive, in addition to those of every game.
import { KIT_REFUSALS, createRefuse } from '../kit/refusal.ts';

/** The codes, each with the parts of its sentence. */
export const HEXAFIVE_REFUSALS = {
  ...KIT_REFUSALS,
  'cell-banned': ['cell'], // the mover has just lost a stone there
  'capture-due': ['cell', 'moves'], // a lone stone that encloses a pair
  'captures-nothing': ['cell', 'taken'],
  'captures-other': ['cell', 'taken', 'moves'],
  'cells-too-many': ['text', 'example'],
  'option-fixed': ['option', 'fixed'], // beside -special=1
} as const;

export const refusal = createRefuse(HEXAFIVE_REFUSALS);
