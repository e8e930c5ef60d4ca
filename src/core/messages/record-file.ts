// The file of a game, as other programs open it.
import type { AnyGame } from '#games/game.ts';
import { matchStateOf, playerName } from '../matches/match.ts';
import type { Match } from '../state/documents.ts';
import type { MailFile } from './plan.ts';

/** null: there are no such files of this game. */
export function recordFile(game: AnyGame, match: Match): MailFile | null {
  if (game.record === null) return null;
  const { position, holders } = matchStateOf(game, match);
  const players = holders.map(holder => playerName(match.players[holder]));
  const name = `${game.name}-${match.number}.${game.record.extension}`;
  return { name, text: game.record.write(position, players) };
}
