// `stop`: ends invitations, or asks what to end if that is not clear.
import { no, ok } from '#games/kit/result.ts';
import { stopInvitations } from '#core/matches/invitations.ts';
import type { Command } from '#core/reading/command.ts';
import { refused } from '#core/kernel/refusal.ts';
import { stopMails } from './stop-mails.ts';

export const stop: Command = {
  name: 'stop',
  scope: 'server',
  isHarmful: true,
  usage: 'stop [invitations]',
  example: 'stop invitations',
  by: 'anyone',
  parse: call => {
    const word = call.words.join(' ').toLowerCase();
    if (word === 'invitations') return ok({ run: stopInvitations });
    return word === '' ? ok({ run: stopMails }) : no(refused('command-usage', { usage: call.usage }));
  },
};
