// `standings`, `stats`, `who`: ratings of players, their records, and the available players.
import { no, ok } from '#games/kit/result.ts';
import { must } from '#games/kit/assert.ts';
import { isUseridShaped } from '#core/players/userid.ts';
import type { CommandLine, Command } from '#core/reading/command.ts';
import { refused } from '#core/kernel/refusal.ts';
import { tellRecords, tellStandings, tellWho } from './standings.ts';

export const standings: Command = {
  name: 'standings',
  aliases: ['ratings'],
  scope: 'game',
  usage: '<game> standings [userid …]',
  example: 'nex standings',
  permission: 'anyone',
  parse: commandLine => {
    const game = must(commandLine.game, 'standings is a command of a game');
    return parseUsers(commandLine, (context, users) => tellStandings(context, game, users));
  },
};

export const stats: Command = {
  name: 'stats',
  aliases: ['standings', 'ratings'],
  scope: 'server',
  usage: 'stats [userid …]',
  example: 'stats bob',
  permission: 'anyone',
  parse: commandLine => parseUsers(commandLine, tellRecords),
};

export const who: Command = {
  name: 'who',
  scope: 'game',
  usage: '<game> who',
  example: 'nex who',
  permission: 'anyone',
  parse: commandLine => {
    const game = must(commandLine.game, 'who is a command of a game');
    return commandLine.words.length > 0
      ? no(refused('command-usage', { usage: commandLine.usage }))
      : ok({ run: context => tellWho(context, game) });
  },
};

function parseUsers(
  commandLine: CommandLine,
  run: (context: Parameters<typeof tellRecords>[0], users: readonly string[]) => ReturnType<typeof tellRecords>,
): ReturnType<Command['parse']> {
  const users = commandLine.words.map(word => word.toLowerCase().replace(/,$/, ''));
  return users.every(isUseridShaped)
    ? ok({ run: context => run(context, users) })
    : no(refused('command-usage', { usage: commandLine.usage }));
}
