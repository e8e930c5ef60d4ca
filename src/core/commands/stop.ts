// `stop`: no invitation ever again; in reply to one, it is declined as well.
import { no, ok } from '#games/kit/result.ts';
import type { Command } from '../language/command.ts';
import { refused } from '../refusal.ts';
import { stopInvitations } from '../accounts/stop-invitations.ts';

export const stop: Command = {
  name: 'stop',
  scope: 'server',
  usage: 'stop',
  example: 'stop',
  by: 'anyone',
  parse: call =>
    call.words.length > 0 ? no(refused('command-usage', { usage: call.usage })) : ok({ run: stopInvitations }),
};
