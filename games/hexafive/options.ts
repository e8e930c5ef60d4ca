// The options of Hexafive: any hexagon and any stock, or Boku by -special=1.
import type { GivenOptions, OptionSpec, Setup } from '../game.ts';
import { lookUp } from '../kit/look-up.ts';
import { KIT_REFUSALS, type Refusal, createRefuse } from '../kit/refusal.ts';
import { type Result, no, ok } from '../kit/result.ts';
import { parseOptions } from '../options.ts';
import { MAX_RADIUS, MIN_RADIUS } from './board.ts';

// Boku has one option of its own, the captures.

export const UNLIMITED = 'unlimited';

export const options: readonly OptionSpec[] = [
  {
    kind: 'number',
    name: 'radius',
    least: MIN_RADIUS,
    most: MAX_RADIUS,
    word: null,
    default: '6',
    help: { code: 'option-radius', parts: {} },
  },
  {
    kind: 'number',
    name: 'pieces',
    least: 1,
    most: 9999,
    word: { from: 10_000, value: UNLIMITED },
    default: UNLIMITED,
    help: { code: 'option-pieces', parts: {} },
  },
  {
    kind: 'choice',
    name: 'special',
    choices: ['0', '1'],
    default: '0',
    help: { code: 'option-special', parts: {} },
  },
  {
    kind: 'choice',
    name: 'capture',
    choices: ['must', 'may'],
    default: 'must',
    help: { code: 'option-capture', parts: {} },
  },
];

/** The setup of -special=1. */
export const BOKU: Setup = { radius: '6', pieces: '36', special: '1' };

/** Completes `-special` without a value to `-special=1`. */
const completeSpecial = (given: GivenOptions): GivenOptions =>
  given.map(([name, value]) => [name, value === true && name.toLowerCase() === 'special' ? '1' : value]);

/** Parses typed options into a setup. With -special=1 another radius or stock is refused. */
export function parseSetup(given: GivenOptions): Result<Setup, Refusal> {
  const setup = parseOptions(options, completeSpecial(given));
  if (!setup.ok || setup.value['special'] !== '1') return setup;
  for (const [typed] of given) {
    const option = typed.toLowerCase();
    const fixed = lookUp(BOKU, option);
    if (fixed !== undefined && lookUp(setup.value, option) !== fixed)
      return no(refusal('option-fixed', { option, fixed }));
  }
  return ok({ ...setup.value, ...BOKU });
}

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
