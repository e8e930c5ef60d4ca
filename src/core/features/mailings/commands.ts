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
  by: 'account',
  parse: call => {
    const { claim, rest } = parseCredentials(call, 0);
    return rest.length > 0 ? no(refused('command-usage', { usage: call.usage })) : ok({ claim, run: sendBroadcast });
  },
};
