// The files of a game: one that other programs open, if the game has one, and our own record.
import type { AnyGame } from '#games/game.ts';
import { beginOf, matchStateOf, playerName } from '../board/match.ts';
import { createRecord, formatRecord } from '../board/game-record.ts';
import type { Match } from '../board/match-document.ts';
import { dayOf } from '../kernel/time.ts';
import type { TextFile } from './mail-plan.ts';

/** The one for other programs first. */
export function createRecordFiles(game: AnyGame, match: Match): readonly TextFile[] {
  const name = `${game.name}-${match.number}`;
  const ownFile: TextFile = { name: `${name}.json`, text: formatRecord(createRecord(game, match)) };
  if (game.record === null) return [ownFile];
  const { position, holders, plies, swapped, outcome } = matchStateOf(game, match);
  const text = game.record.write({
    ...{ position, setup: match.setup, moves: plies, outcome },
    players: holders.map(holder => playerName(match.players[holder])),
    swappedAfter: swapped?.after ?? null,
    date: dayOf(beginOf(match)),
  });
  return [{ name: `${name}.${game.record.extension}`, text }, ownFile];
}
