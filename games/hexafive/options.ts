// The options of Hexafive: any hexagon and any stock, or Boku by -special=1.
// Boku has one option of its own, the captures.
import { lookUp } from '../kit/look-up.ts';
import type { GivenOptions, OptionSpec, Setup } from '../game.ts';
import type { Refusal } from '../kit/refusal.ts';
import { no, ok, type Result } from '../kit/result.ts';
import { parseOptions } from '../options.ts';
import { refusal } from './refusals.ts';
import { MIN_RADIUS, MAX_RADIUS } from './board.ts';

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
