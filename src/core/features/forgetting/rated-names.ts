// Finds the name under which ratings are kept while a player is being forgotten.
import { erasePlayerOfMatch } from '#core/board/match-definition.ts';
import type { Match } from '#core/board/match-document.ts';
import { type Forgetting, STEPS } from './forgetting.ts';

/** The board with the names under which ratings are stored. Ratings are renamed before boards, so the names can differ in between. */
export function renameForRatings(match: Match, forgettings: readonly Forgetting[]): Match {
  const moved = forgettings.filter(({ step }) => STEPS.indexOf(step) > STEPS.indexOf('rename'));
  const players = match.players.map(player => moved.reduce(erasePlayerOfMatch, player));
  return moved.length === 0 ? match : { ...match, players };
}
