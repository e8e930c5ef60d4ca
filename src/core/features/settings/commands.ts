// `set`: changes the format of a player's mails. Alone, it shows the present settings.
import { no, ok } from '#games/kit/result.ts';
import { parseSettings, SHAPES } from '#core/players/settings.ts';
import type { Command } from '#core/reading/command.ts';
import { parseCredentials } from '#core/reading/credentials.ts';
import { changeSettings, showSettings } from './change-settings.ts';

const ALL = SHAPES.map(([name, shape]) => `${name}=${shape}`).join(' ');

export const set: Command = {
  name: 'set',
  scope: 'server',
  usage: `set [userid password] [${ALL}]`,
  example: 'set board=words per=digest',
  permission: 'account',
  parse: commandLine => {
    const { credentials, rest } = parseCredentials(commandLine, 0);
    const typed = [
      ...rest,
      ...commandLine.options.map(([name, value]) => (value === true ? name : `${name}=${value}`)),
    ];
    const change = parseSettings(typed);
    if (!change.ok) return no(change.reason);
    const isQuestion = Object.keys(change.value).length === 0;
    return ok({
      credentials,
      run: context => (isQuestion ? showSettings(context) : changeSettings(context, change.value)),
    });
  },
};
