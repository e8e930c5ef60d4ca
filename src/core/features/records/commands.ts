// `record` and `export`: files of one game, and of all games of a player.
import { parseBoardCommand } from '#core/reading/credentials.ts';
import type { Command } from '#core/reading/command.ts';
import { sendRecord } from '#core/matches/show.ts';
import { findNamedGame } from '#games/game.ts';
import { no, ok } from '#games/kit/result.ts';
import { exportGames } from './export.ts';
import { refused } from '#core/kernel/refusal.ts';

export const record: Command = {
  name: 'record',
  scope: 'game',
  inReply: true,
  usage: '<game> record board',
  example: 'nexos record 101',
  permission: 'anyone',
  parse: commandLine => parseBoardCommand(commandLine, sendRecord),
};

export const exportOwn: Command = {
  name: 'export',
  scope: 'server',
  usage: 'export [game [board]]',
  example: 'export',
  permission: 'account',
  parse: commandLine => {
    const [name, number, surplus] = commandLine.words;
    const game = name === undefined ? null : findNamedGame(commandLine.games, name);
    const isNumber = number === undefined || /^\d{1,9}$/.test(number);
    if (surplus !== undefined || !isNumber || (name !== undefined && game === null))
      return no(refused('command-usage', { usage: commandLine.usage }));
    const wanted = { game: game?.game.name ?? null, upTo: number === undefined ? null : Number(number) };
    return ok({ run: context => exportGames(context, wanted) });
  },
};
