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
  by: 'anyone',
  parse: call => {
    const game = must(call.game, 'standings is a command of a game');
    return namedIn(call, (context, users) => tellStandings(context, game, users));
  },
};

export const stats: Command = {
  name: 'stats',
  aliases: ['standings', 'ratings'],
  scope: 'server',
  usage: 'stats [userid …]',
  example: 'stats bob',
  by: 'anyone',
  parse: call => namedIn(call, tellRecords),
};

export const who: Command = {
  name: 'who',
  scope: 'game',
  usage: '<game> who',
  example: 'nex who',
  by: 'anyone',
  parse: call => {
    const game = must(call.game, 'who is a command of a game');
    return call.words.length > 0
      ? no(refused('command-usage', { usage: call.usage }))
      : ok({ run: context => tellWho(context, game) });
  },
};

function namedIn(
  call: CommandLine,
  run: (context: Parameters<typeof tellRecords>[0], users: readonly string[]) => ReturnType<typeof tellRecords>,
): ReturnType<Command['parse']> {
  const users = call.words.map(word => word.toLowerCase().replace(/,$/, ''));
  return users.every(isUseridShaped)
    ? ok({ run: context => run(context, users) })
    : no(refused('command-usage', { usage: call.usage }));
}
