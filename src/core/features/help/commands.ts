// `help` and `tutorial`: send the text of a topic, or open a tutorial.
import { trimEnd } from '#games/kit/move-text.ts';
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
  permission: 'anyone',
  parse: commandLine => {
    const typed = trimEnd(commandLine.words.join(' ').toLowerCase(), '.?!');
    const topic = typed === '' ? (commandLine.board?.match.game ?? '') : typed;
    return ok({ run: context => sendHelp(context, topic) });
  },
};

export const gameHelp: Command = {
  ...help,
  scope: 'game',
  usage: '<game> help',
  example: 'nex help',
  parse: commandLine => {
    const topic = commandLine.game?.name ?? '';
    return ok({ run: context => sendHelp(context, topic) });
  },
};

export const tutorial: Command = {
  name: 'tutorial',
  scope: 'server',
  usage: 'tutorial',
  example: 'tutorial',
  permission: 'anyone',
  parse: commandLine =>
    commandLine.words.length > 0
      ? no(refused('command-usage', { usage: commandLine.usage }))
      : ok({ run: context => sendHelp(context, 'tutorial') }),
};
