// `stop`: no invitation ever again; in reply to one, it is declined as well.
import { no, ok } from '#games/kit/result.ts';
import type { Command } from '../language/command.ts';
import { refused } from '../refusal.ts';
import { stopInvitations } from '../accounts/stop-invitations.ts';

export const stop: Command = {
  name: 'stop',
  aliases: ['unsubscribe'],
  scope: 'server',
  usage: 'stop',
  summary: 'no invitation ever comes to your address again, whoever sends it',
  by: 'anyone',
  parse: call =>
    call.words.length > 0 ? no(refused('command-usage', { usage: call.usage })) : ok({ run: stopInvitations }),
};
