// The options of Hexafive: any hexagon and any stock, or -special=1, which is Boku.
// Boku leaves nothing to choose but the captures.
import { lookUp } from '../kit/look-up.ts';
import type { GivenOptions, OptionSpec, Setup } from '../game.ts';
import type { Refusal } from '../kit/refusal.ts';
import { no, ok, type Result } from '../kit/result.ts';
import { parseOptions } from '../options.ts';
import { refusal } from './refusals.ts';
import { LEAST_RADIUS, MOST_RADIUS } from './board.ts';

export const UNLIMITED = 'unlimited';

export const options: readonly OptionSpec[] = [
  {
    kind: 'number',
    name: 'radius',
    least: LEAST_RADIUS,
    most: MOST_RADIUS,
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

/** What -special=1 stands for. */
export const BOKU: Setup = { radius: '6', pieces: '36', special: '1' };

/** A bare -special switches it on. */
const switched = (given: GivenOptions): GivenOptions =>
  given.map(([name, value]) => [name, value === true && name.toLowerCase() === 'special' ? '1' : value]);

/** Options as typed → a setup. Beside -special=1 another radius or stock would be another game, and is refused. */
export function readSetup(given: GivenOptions): Result<Setup, Refusal> {
  const setup = parseOptions(options, switched(given));
  if (!setup.ok || setup.value['special'] !== '1') return setup;
  for (const [typed] of given) {
    const option = typed.toLowerCase();
    const fixed = lookUp(BOKU, option);
    if (fixed !== undefined && lookUp(setup.value, option) !== fixed)
      return no(refusal('option-fixed', { option, fixed }));
  }
  return ok({ ...setup.value, ...BOKU });
}
