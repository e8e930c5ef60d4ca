// `seek` and `take`: open challenges, to any player who seeks the same.
import type { AnyGame, GivenOptions } from '#games/game.ts';
import { type Result, no, ok } from '#games/kit/result.ts';
import { parseTimeControl } from '#core/kernel/time-control.ts';
import { type Refused, refused } from '#core/kernel/refusal.ts';
import { seekLimits, MAX_RATING, type RatingRange, type SeekTerms } from './seek.ts';
import {
  type Command,
  type CommandLine,
  type ParsedLine,
  type ParsedCommand,
  findSingleValue,
  parseCredentials,
  parseOnOff,
} from '#core/language/command.ts';
import { isClubName } from '../clubs/club.ts';
import { endSeeks, listSeeks, openSeek, takeSeek } from './offers.ts';
import { must } from '#games/kit/assert.ts';
import { trimEnd } from '#games/kit/move-text.ts';

const OWN: ReadonlySet<string> = new Set(['rated', 'rating', 'code', 'club']);

export function parseSeekTerms(game: AnyGame, options: GivenOptions): Result<SeekTerms, Refused> {
  if (options.some(([name]) => ['swap', 'from', 'opening'].includes(name)))
    return no(refused('seek-option', { game: game.name }));
  const timed = parseTimeControl(options);
  if (!timed.ok) return timed;
  const { named, rest } = timed.value;
  const rated = parseOnOff(rest, 'rated', true);
  if (!rated.ok) return rated;
  const rating = parseRating(rest);
  if (!rating.ok) return rating;
  const code = parseCode(rest);
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
function parseRating(options: GivenOptions): Result<RatingRange | null, Refused> {
  const value = findSingleValue(options, 'rating');
  if (value === null) return ok(null);
  const [, from, to] = /^(\d{1,4})?[-+](\d{1,4})?$/.exec(value) ?? [];
  const range = { least: Number(from ?? 0), most: Number(to ?? MAX_RATING) };
  const isRange = (from !== undefined || to !== undefined) && range.least <= range.most;
  return isRange ? ok(range) : no(refused('seek-rating', { value }));
}

function parseCode(options: GivenOptions): Result<string | null, Refused> {
  const club = findSingleValue(options, 'club')?.toLowerCase() ?? null;
  if (club !== null) return isClubName(club) ? ok(`@${club}`) : no(refused('club-unknown', { name: club }));
  const value = findSingleValue(options, 'code');
  if (value === null) return ok(null);
  return isCode(value) ? ok(value.toLowerCase()) : no(refused('seek-code'));
}

export const isCode = (text: string): boolean => /^[a-z0-9_-]{1,20}$/i.test(text);

/** A seek with the options of this line. */
export function parseSeek(
  game: AnyGame,
  commandLine: CommandLine,
  {
    games,
    isStanding,
    credentials = null,
  }: Pick<ParsedCommand, 'credentials'> & { readonly games: number; readonly isStanding: boolean },
): ParsedLine {
  const terms = parseSeekTerms(game, commandLine.options);
  if (!terms.ok) return terms;
  if (games > seekLimits.gamesPerSeek)
    return no(refused('seek-games', { most: seekLimits.gamesPerSeek, game: game.name }));
  return ok({ credentials, run: context => openSeek(context, { terms: terms.value, games, isStanding }) });
}

export const seek: Command = {
  name: 'seek',
  isForNewcomers: true,
  listedAfter: 'signoff',
  usage: '<game> seek [-options] [userid password] [n | always n | list | off]',
  example: 'nex seek -size=11 --rated --days=5 --rating=1200-1800 2',
  permission: 'account',
  parse: commandLine => {
    const game = must(commandLine.game, 'seek is a command of a game');
    const { credentials, rest } = parseCredentials(commandLine, 0);
    const asked = parseSeekWords(rest);
    if (asked === null) return null;
    if (asked.kind === 'list') return ok({ credentials, run: context => listSeeks(context, game) });
    if (asked.kind === 'off')
      return ok({ credentials, run: context => endSeeks(context, { game: game.name, number: asked.number }) });
    return parseSeek(game, commandLine, { credentials, games: asked.games, isStanding: asked.isStanding });
  },
};

export const seekList: Command = {
  name: 'seek',
  isForNewcomers: true,
  aliases: ['seeks'],
  usage: 'seek [userid password] [list | off [number]]',
  example: 'seek list',
  permission: 'account',
  parse: commandLine => {
    const { credentials, rest } = parseCredentials(commandLine, 0);
    const asked =
      rest.length === 0 && commandLine.options.length === 0 ? ({ kind: 'list' } as const) : parseSeekWords(rest);
    if (asked?.kind === 'list') return ok({ credentials, run: context => listSeeks(context, null) });
    if (asked?.kind === 'off')
      return ok({ credentials, run: context => endSeeks(context, { game: null, number: asked.number }) });
    return no(refused('seek-game', { game: commandLine.board?.match.game ?? commandLine.games[0]?.name ?? '' }));
  },
};

export const take: Command = {
  name: 'take',
  isForNewcomers: true,
  usage: 'take [userid password] number [code]',
  example: 'take 1',
  permission: 'account',
  parse: commandLine => {
    const { credentials, rest } = parseCredentials(commandLine, 1);
    const [first = '', code, ...more] = rest.map(word => trimEnd(word, '.!,'));
    // `12` or `#12`; null: it is no number of a seek.
    const number = /^#?[1-9]\d{0,8}$/.test(first) ? Number(first.replace('#', '')) : null;
    const isRead = number !== null && (code === undefined || isCode(code)) && more.length === 0;
    if (!isRead || commandLine.options.length > 0) return null;
    return ok({ credentials, run: context => takeSeek(context, number, code?.toLowerCase() ?? null) });
  },
};

type SeekWords =
  | { readonly kind: 'list' }
  | { readonly kind: 'off'; readonly number: number | null }
  | { readonly kind: 'games'; readonly games: number; readonly isStanding: boolean };

/** null: these words say nothing a seek can be. */
function parseSeekWords(words: readonly string[]): SeekWords | null {
  const typed = words.join(' ').toLowerCase();
  if (typed === 'list') return { kind: 'list' };
  const [, off, ended] = /^(off|0)(?: (?:all|#?([1-9]\d{0,8})))?$/.exec(typed) ?? [];
  if (off !== undefined) return { kind: 'off', number: ended === undefined ? null : Number(ended) };
  const [read, always, games = '1'] = /^(always)? ?([1-9]\d{0,3})?$/.exec(typed) ?? [];
  return read === undefined ? null : { kind: 'games', games: Number(games), isStanding: always !== undefined };
}
