// `broadcast`: sends a message to all players who accept broadcasts.
import { no, ok } from '#games/kit/result.ts';
import type { Command } from '#core/reading/command.ts';
import { parseCredentials } from '#core/reading/credentials.ts';
import { sendBroadcast } from './broadcast.ts';
import { refused } from '#core/kernel/refusal.ts';

export const broadcast: Command = {
  name: 'broadcast',
  scope: 'server',
  usage: 'broadcast [userid password]',
  example: 'broadcast',
  permission: 'account',
  parse: commandLine => {
    const { credentials, rest } = parseCredentials(commandLine, 0);
    return rest.length > 0
      ? no(refused('command-usage', { usage: commandLine.usage }))
      : ok({ credentials, run: sendBroadcast });
  },
};
