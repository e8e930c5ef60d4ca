// `help` and `tutorial`.
import { withoutTail } from '#games/kit/move-text.ts';
import { ok, no } from '#games/kit/result.ts';
import { sendHelp } from './help-topics.ts';
import type { Command } from '#core/reading/command.ts';
import { refused } from '#core/kernel/refusal.ts';

export const help: Command = {
  name: 'help',
  aliases: ['?'],
  scope: 'server',
  usage: 'help [topic]',
  example: 'help seek',
  by: 'anyone',
  parse: call => {
    const typed = withoutTail(call.words.join(' ').toLowerCase(), '.?!');
    const topic = typed === '' ? (call.board?.match.game ?? '') : typed;
    return ok({ run: context => sendHelp(context, topic) });
  },
};

export const gameHelp: Command = {
  ...help,
  scope: 'game',
  usage: '<game> help',
  example: 'nex help',
  parse: call => {
    const topic = call.game?.name ?? '';
    return ok({ run: context => sendHelp(context, topic) });
  },
};

export const tutorial: Command = {
  name: 'tutorial',
  scope: 'server',
  usage: 'tutorial',
  example: 'tutorial',
  by: 'anyone',
  parse: call =>
    call.words.length > 0
      ? no(refused('command-usage', { usage: call.usage }))
      : ok({ run: context => sendHelp(context, 'tutorial') }),
};
