// Parses a seek from any command that opens one.
import type { AnyGame } from '#games/game.ts';
import { no, ok, type Result } from '#games/kit/result.ts';
import type { CommandLine, ParsedCommand } from '#core/reading/command.ts';
import { parseSeekTerms } from './seek-options.ts';
import { limits } from '#core/kernel/limits.ts';
import { type Refused, refused } from '#core/kernel/refusal.ts';
import { openSeek } from './offers.ts';

/** A seek with the options of this line. */
export function parseSeek(
  game: AnyGame,
  call: CommandLine,
  {
    games,
    isStanding,
    claim = null,
  }: Pick<ParsedCommand, 'claim'> & { readonly games: number; readonly isStanding: boolean },
): Result<ParsedCommand, Refused> {
  const terms = parseSeekTerms(game, call.options);
  if (!terms.ok) return terms;
  if (games > limits.gamesPerSeek) return no(refused('seek-games', { most: limits.gamesPerSeek, game: game.name }));
  return ok({ claim, run: at => openSeek(at, { terms: terms.value, games, isStanding }) });
}
