// `tutorial`: a first game with a robot. Senders without an account are told how to start.
import { no, ok } from '#games/kit/result.ts';
import { sendHelp } from './help-topics.ts';
import type { Command } from '#core/reading/command.ts';
import { refused } from '#core/kernel/refusal.ts';

export const tutorial: Command = {
  name: 'tutorial',
  scope: 'server',
  usage: 'tutorial',
  example: 'tutorial',
  by: 'anyone',
  parse: call =>
    call.words.length > 0
      ? no(refused('command-usage', { usage: call.usage }))
      : ok({ run: at => sendHelp(at, 'tutorial') }),
};
