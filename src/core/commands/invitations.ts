// `invitations`: tells whether the sender's address gets invitations, and turns them off and on.
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
  permission: 'anyone',
  parse: commandLine => {
    const word = commandLine.words.join(' ').toLowerCase();
    if (word === '') return ok({ run: tellInvitations });
    if (word === 'on') return ok({ run: allowInvitations });
    return word === 'off' ? ok({ run: stopInvitations }) : no(refused('command-usage', { usage: commandLine.usage }));
  },
};
