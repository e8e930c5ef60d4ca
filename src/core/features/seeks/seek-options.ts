// Parses the options of an open challenge.
// They are the game's own, time, whether it is rated, its opponents, and a code word between friends.
import type { AnyGame, GivenOptions } from '#games/game.ts';
import { no, ok, type Result } from '#games/kit/result.ts';
import { readTimeControl } from '#core/kernel/time-control.ts';
import { type Refused, refused } from '#core/kernel/refusal.ts';
import { MOST_RATING, type RatingRange, type SeekTerms } from './seek.ts';
import { onlyValue, onOrOff } from '#core/reading/challenge-options.ts';

const OWN: ReadonlySet<string> = new Set(['rated', 'rating', 'code']);

export function parseSeekTerms(game: AnyGame, options: GivenOptions): Result<SeekTerms, Refused> {
  if (options.some(([name]) => name === 'swap' || name === 'from'))
    return no(refused('seek-option', { game: game.name }));
  const timed = readTimeControl(options);
  if (!timed.ok) return timed;
  const { named, rest } = timed.value;
  const rated = onOrOff(rest, 'rated', true);
  if (!rated.ok) return rated;
  const rating = ratingIn(rest);
  if (!rating.ok) return rating;
  const code = codeIn(rest);
  if (!code.ok) return code;
  const own = rest.filter(([name]) => !OWN.has(name));
  const setup = game.setup(own);
  if (!setup.ok) return setup;
  return ok({
    game: game.name,
    setup: Object.fromEntries(Object.entries(setup.value).filter(([name]) => own.some(([each]) => each === name))),
    time: Object.keys(named).length > 0 ? named : null,
    isRated: rest.some(([name]) => name === 'rated') ? rated.value : null,
    rating: rating.value,
    code: code.value,
  });
}

/** `1400-1700`, `1400-` or `1400+`, `-1700`. */
function ratingIn(options: GivenOptions): Result<RatingRange | null, Refused> {
  const value = onlyValue(options, 'rating');
  if (value === null) return ok(null);
  const [, from, to] = /^(\d{1,4})?[-+](\d{1,4})?$/.exec(value) ?? [];
  const range = { least: Number(from ?? 0), most: Number(to ?? MOST_RATING) };
  const isRange = (from !== undefined || to !== undefined) && range.least <= range.most;
  return isRange ? ok(range) : no(refused('seek-rating', { value }));
}

function codeIn(options: GivenOptions): Result<string | null, Refused> {
  const value = onlyValue(options, 'code');
  if (value === null) return ok(null);
  return isCode(value) ? ok(value.toLowerCase()) : no(refused('seek-code'));
}

export const isCode = (text: string): boolean => /^[a-z0-9_-]{1,20}$/i.test(text);
