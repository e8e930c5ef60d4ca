// Parses the options of a challenge that are not the game's own.
// These are the time control, the swap, the rating, the web page, and the opening position.
import type { AnyGame, GivenOptions } from '#games/game.ts';
import { no, ok, type Result } from '#games/kit/result.ts';
import { parseTimeControl, type TimeControl } from '../kernel/time-control.ts';
import type { OpeningSource } from '../matches/opening.ts';
import { type Refused, refused } from '../kernel/refusal.ts';

export interface ChallengeOptions {
  readonly time: TimeControl;
  readonly swap: boolean;
  /** null: the line does not say it. */
  readonly isRated: boolean | null;
  readonly isOffWeb: boolean;
  /** The position of another board where the board begins. null: the game's first position. */
  readonly from: OpeningSource | null;
  /** The other options: they are the game's own. */
  readonly gameOptions: GivenOptions;
}

export function parseChallengeOptions(game: AnyGame, given: GivenOptions): Result<ChallengeOptions, Refused> {
  const timeResult = parseTimeControl(given);
  if (!timeResult.ok) return timeResult;
  const { time, rest } = timeResult.value;
  const swap = parseSwapOption(game, rest);
  if (!swap.ok) return swap;
  const rated = parseOnOff(rest, 'rated', true);
  if (!rated.ok) return rated;
  const web = parseOnOff(rest, 'web', true);
  if (!web.ok) return web;
  const from = parseSource(game, rest);
  if (!from.ok) return from;
  const ownOptions = rest.filter(([name]) => !['swap', 'rated', 'web', 'from'].includes(name));
  const isRated = rest.some(([name]) => name === 'rated') ? rated.value : null;
  return ok({ time, swap: swap.value, isRated, isOffWeb: !web.value, from: from.value, gameOptions: ownOptions });
}

/** `-swap` or `-swap=on`: the game is played with swap. A game without swap refuses that. */
export function parseSwapOption(game: AnyGame, options: GivenOptions): Result<boolean, Refused> {
  const swap = parseOnOff(options, 'swap', false);
  const isRefused = swap.ok && swap.value && game.swapAfter === null;
  return isRefused ? no(refused('swap-not-offered', { game: game.title })) : swap;
}

const ON: ReadonlySet<string | true> = new Set([true, 'on', 'yes']);
const OFF: ReadonlySet<string | true> = new Set(['off', 'no']);

/** An option with on or off. It may be given once at most. Otherwise the line is refused. */
export function parseOnOff(options: GivenOptions, name: string, isOnByDefault: boolean): Result<boolean, Refused> {
  const given = options.filter(([each]) => each === name).map(([, value]) => value);
  const [value = isOnByDefault ? true : 'off', ...surplus] = given;
  if (surplus.length === 0 && (ON.has(value) || OFF.has(value))) return ok(ON.has(value));
  const typed = given.filter(each => each !== true).join(' ');
  return no({ code: 'option-value', parts: { option: name, value: typed, allowed: { code: 'on-or-off', parts: {} } } });
}

/** The value of an option. null: the line does not name it. Empty: the line names it twice, or without a value. */
export function findSingleValue(options: GivenOptions, name: string): string | null {
  const [value = null, ...surplus] = options
    .filter(([each]) => each === name)
    .map(([, text]) => (text === true ? '' : text));
  return surplus.length > 0 ? '' : value;
}

/** `-from=101#12`: the position of another board of the game, after the first 12 moves. `-from=101`: its present position. */
function parseSource(game: AnyGame, options: GivenOptions): Result<OpeningSource | null, Refused> {
  const [value, ...surplus] = options.filter(([name]) => name === 'from').map(([, value]) => value);
  if (value === undefined) return ok(null);
  const [, number, ply] = /^(\d{1,9})(?:#(-?\d{1,5}))?$/.exec(value === true ? '' : value) ?? [];
  if (number === undefined || surplus.length > 0)
    return no(refused('from-option', { value: value === true ? '' : value }));
  return ok({ match: { game: game.name, number: Number(number) }, ply: ply === undefined ? null : Number(ply) });
}
