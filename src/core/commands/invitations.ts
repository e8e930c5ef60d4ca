// `invitations`: tells whether invitations come to the sender's address, and turns them off and on.
import { no, ok } from '#games/kit/result.ts';
import { allowInvitations, stopInvitations, tellInvitations } from '../matches/invitations.ts';
import type { Command } from '../reading/command.ts';
import { refused } from '../kernel/refusal.ts';

export const invitations: Command = {
  name: 'invitations',
  scope: 'server',
  takesAnyWords: true,
  usage: 'invitations [on|off]',
  example: 'invitations on',
  by: 'anyone',
  parse: call => {
    const word = call.words.join(' ').toLowerCase();
    if (word === '') return ok({ run: tellInvitations });
    if (word === 'on') return ok({ run: allowInvitations });
    return word === 'off' ? ok({ run: stopInvitations }) : no(refused('command-usage', { usage: call.usage }));
  },
};
