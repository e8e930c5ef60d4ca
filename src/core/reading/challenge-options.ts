// Parses the options of a challenge that are not the game's own.
// They are time, the swap, whether it is rated, whether it is on the web, and where it begins.
import type { AnyGame, GivenOptions } from '#games/game.ts';
import { no, ok, type Result } from '#games/kit/result.ts';
import { readTimeControl, type TimeControl } from '../kernel/time-control.ts';
import type { Source } from '../matches/opening.ts';
import { type Refused, refused } from '../kernel/refusal.ts';

export interface ChallengeOptions {
  readonly time: TimeControl;
  readonly swap: boolean;
  /** null: it is not said. */
  readonly isRated: boolean | null;
  readonly isOffWeb: boolean;
  /** null: the first position. */
  readonly from: Source | null;
  /** The game's own. */
  readonly rest: GivenOptions;
}

export function parseChallengeOptions(game: AnyGame, given: GivenOptions): Result<ChallengeOptions, Refused> {
  const timed = readTimeControl(given);
  if (!timed.ok) return timed;
  const { time, rest } = timed.value;
  const swap = onOrOff(rest, 'swap', false);
  if (!swap.ok) return swap;
  if (swap.value && game.swapAfter === null) return no(refused('swap-not-offered', { game: game.title }));
  const rated = onOrOff(rest, 'rated', true);
  if (!rated.ok) return rated;
  const web = onOrOff(rest, 'web', true);
  if (!web.ok) return web;
  const from = sourceIn(game, rest);
  if (!from.ok) return from;
  const own = rest.filter(([name]) => !['swap', 'rated', 'web', 'from'].includes(name));
  const isRated = rest.some(([name]) => name === 'rated') ? rated.value : null;
  return ok({ time, swap: swap.value, isRated, isOffWeb: !web.value, from: from.value, rest: own });
}

const ON: ReadonlySet<string | true> = new Set([true, 'on', 'yes']);
const OFF: ReadonlySet<string | true> = new Set(['off', 'no']);

/** Given once, or as it is usually. */
export function onOrOff(options: GivenOptions, name: string, usual: boolean): Result<boolean, Refused> {
  const given = options.filter(([each]) => each === name).map(([, value]) => value);
  const [value = usual ? true : 'off', ...more] = given;
  if (more.length === 0 && (ON.has(value) || OFF.has(value))) return ok(ON.has(value));
  const typed = given.filter(each => each !== true).join(' ');
  return no({ code: 'option-value', parts: { option: name, value: typed, allowed: { code: 'on-or-off', parts: {} } } });
}

/** The one value of an option; null: it is not named; empty: it is named twice, or without a value. */
export function onlyValue(options: GivenOptions, name: string): string | null {
  const [one = null, ...more] = options
    .filter(([each]) => each === name)
    .map(([, text]) => (text === true ? '' : text));
  return more.length > 0 ? '' : one;
}

/** `-from=101#12`: the position of another board of the game, after the first 12 moves. `-from=101`: its present position. */
function sourceIn(game: AnyGame, options: GivenOptions): Result<Source | null, Refused> {
  const [given, ...more] = options.filter(([name]) => name === 'from').map(([, value]) => value);
  if (given === undefined) return ok(null);
  const [, number, ply] = /^(\d{1,9})(?:#(-?\d{1,5}))?$/.exec(given === true ? '' : given) ?? [];
  if (number === undefined || more.length > 0)
    return no(refused('from-option', { value: given === true ? '' : given }));
  return ok({ match: { game: game.name, number: Number(number) }, ply: ply === undefined ? null : Number(ply) });
}
