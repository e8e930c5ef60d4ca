// `privacy`: tells players what is stored about them.
import { no, ok } from '#games/kit/result.ts';
import { tellPrivacy } from './privacy.ts';
import type { Command } from '#core/reading/command.ts';
import { refused } from '#core/kernel/refusal.ts';

export const privacy: Command = {
  name: 'privacy',
  scope: 'server',
  usage: 'privacy',
  example: 'privacy',
  permission: 'account',
  parse: commandLine =>
    commandLine.words.length > 0
      ? no(refused('command-usage', { usage: commandLine.usage }))
      : ok({ run: tellPrivacy }),
};
