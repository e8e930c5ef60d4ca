// `history`: lists the finished games of a game, newest first.
import { no, ok } from '#games/kit/result.ts';
import { must } from '#games/kit/assert.ts';
import { isUseridShaped } from '../players/userid.ts';
import type { Command } from '../reading/command.ts';
import { refused } from '../kernel/refusal.ts';
import { listHistory } from '../matches/list.ts';

export const history: Command = {
  name: 'history',
  scope: 'game',
  usage: '<game> history [userid …]',
  example: 'nex history',
  permission: 'anyone',
  parse: commandLine => {
    const game = must(commandLine.game, 'history is a command of a game').name;
    const users = commandLine.words.map(word => word.toLowerCase());
    return users.every(isUseridShaped)
      ? ok({ run: context => listHistory(context, game, users) })
      : no(refused('command-usage', { usage: commandLine.usage }));
  },
};
