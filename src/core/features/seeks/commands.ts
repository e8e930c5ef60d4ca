// `seek` and `take`: open challenges, to any player who seeks the same.
import { must } from '#games/kit/assert.ts';
import { withoutTail } from '#games/kit/move-text.ts';
import { no, ok } from '#games/kit/result.ts';
import type { Command } from '#core/reading/command.ts';
import { parseCredentials } from '#core/reading/credentials.ts';
import { isCode } from './seek-options.ts';
import { refused } from '#core/kernel/refusal.ts';
import { endSeeks, listSeeks, takeSeek } from './offers.ts';
import { parseSeek } from './parse-seek.ts';

export const seek: Command = {
  name: 'seek',
  scope: 'game',
  usage: '<game> seek [-options] [userid password] [n | always n | list | off]',
  example: 'nex seek -size=11 --rated --days=5 --rating=1200-1800 2',
  by: 'account',
  parse: call => {
    const game = must(call.game, 'seek is a command of a game');
    const { claim, rest } = parseCredentials(call, 0);
    const asked = askedFor(rest);
    if (asked === null) return no(refused('command-usage', { usage: call.usage }));
    if (asked.kind === 'list') return ok({ claim, run: at => listSeeks(at, game) });
    if (asked.kind === 'off') return ok({ claim, run: at => endSeeks(at, { game: game.name, number: asked.number }) });
    return parseSeek(game, call, { claim, games: asked.games, isStanding: asked.isStanding });
  },
};

export const seekList: Command = {
  name: 'seek',
  aliases: ['seeks'],
  scope: 'server',
  usage: 'seek [userid password] [list | off [number]]',
  example: 'seek list',
  by: 'account',
  parse: call => {
    const { claim, rest } = parseCredentials(call, 0);
    const asked = rest.length === 0 && call.options.length === 0 ? ({ kind: 'list' } as const) : askedFor(rest);
    if (asked?.kind === 'list') return ok({ claim, run: at => listSeeks(at, null) });
    if (asked?.kind === 'off') return ok({ claim, run: at => endSeeks(at, { game: null, number: asked.number }) });
    return no(refused('seek-game', { game: call.board?.match.game ?? call.games[0]?.name ?? '' }));
  },
};

export const take: Command = {
  name: 'take',
  scope: 'server',
  usage: 'take [userid password] number [code]',
  example: 'take 1',
  by: 'account',
  parse: call => {
    const { claim, rest } = parseCredentials(call, 1);
    const [first = '', code, ...more] = rest.map(word => withoutTail(word, '.!,'));
    const number = numberIn(first);
    const isRead = number !== null && (code === undefined || isCode(code)) && more.length === 0;
    if (!isRead || call.options.length > 0) return no(refused('command-usage', { usage: call.usage }));
    return ok({ claim, run: at => takeSeek(at, number, code?.toLowerCase() ?? null) });
  },
};

type Asked =
  | { readonly kind: 'list' }
  | { readonly kind: 'off'; readonly number: number | null }
  | { readonly kind: 'games'; readonly games: number; readonly isStanding: boolean };

/** `12` or `#12`; null: it is no number of a seek. */
const numberIn = (word: string): number | null =>
  /^#?[1-9]\d{0,8}$/.test(word) ? Number(word.replace('#', '')) : null;

/** null: these words say nothing a seek can be. */
function askedFor(words: readonly string[]): Asked | null {
  const typed = words.join(' ').toLowerCase();
  if (typed === 'list') return { kind: 'list' };
  const [, off, ended] = /^(off|0)(?: (?:all|#?([1-9]\d{0,8})))?$/.exec(typed) ?? [];
  if (off !== undefined) return { kind: 'off', number: ended === undefined ? null : Number(ended) };
  const [read, always, games = '1'] = /^(always)? ?([1-9]\d{0,3})?$/.exec(typed) ?? [];
  return read === undefined ? null : { kind: 'games', games: Number(games), isStanding: always !== undefined };
}
