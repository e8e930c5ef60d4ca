// `challenge`: opens a board between players, or invites somebody by address.
import type { AnyGame, GivenOptions } from '#games/game.ts';
import { withoutTail } from '#games/kit/move-text.ts';
import { no, ok } from '#games/kit/result.ts';
import type { Command } from '../language/command.ts';
import { type Refused, refused } from '../refusal.ts';
import { must } from '#games/kit/assert.ts';
import { readTimeControl } from '../clocks/time-control.ts';
import { openBoard } from '../matches/open.ts';

export const challenge: Command = {
  name: 'challenge',
  shortest: 5,
  scope: 'game',
  usage: '<game> challenge [-options] a b',
  summary: 'opens a board: a moves first; a and b are userids or email addresses',
  by: 'account',
  parse: call => {
    const game = must(call.game, 'challenge is a command of a game');
    const timed = readTimeControl(call.options);
    if (!timed.ok) return timed;
    const { time } = timed.value;
    const [swap, rest] = swapOption(timed.value.rest);
    if (swap === null)
      return no({
        code: 'option-value',
        parts: { option: 'swap', value: swapText(call.options), allowed: 'on or off, once' },
      });
    if (swap && game.swapAfter === null) return no(refused('swap-not-offered', { game: game.title }));
    const setup = game.setup(rest);
    if (!setup.ok) return no(withSwap(game, setup.reason));
    const names = call.words.map(word => withoutTail(word.toLowerCase(), '.,!'));
    return ok({
      run: at => openBoard(at, { game, names, setup: setup.value, swap, time, usage: call.usage }),
    });
  },
};

/** -swap is an option like the game's own to whoever writes a challenge. */
const withSwap = (game: AnyGame, reason: Refused): Refused =>
  reason.code === 'option-unknown' && game.swapAfter !== null
    ? {
        ...reason,
        parts: { ...reason.parts, known: [...game.options.map(({ name }) => `-${name}`), '-swap'].join(', ') },
      }
    : reason;

/** What was typed behind -swap. */
const swapText = (options: GivenOptions): string =>
  options.flatMap(([name, value]) => (name === 'swap' && value !== true ? [value] : [])).join(' ');

/** The one option that belongs to the challenge and not to the game; null when its value is neither on nor off. */
function swapOption(options: GivenOptions): readonly [boolean | null, GivenOptions] {
  const rest = options.filter(([name]) => name !== 'swap');
  const given = options.filter(([name]) => name === 'swap').map(([, value]) => value);
  if (given.length === 0) return [false, rest];
  const value = given[0];
  if (given.length > 1) return [null, rest];
  if (value === true || value === 'on') return [true, rest];
  return [value === 'off' ? false : null, rest];
}
