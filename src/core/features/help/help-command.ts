// `help`: the commands, one command, a game, or a topic.
import { withoutTail } from '#games/kit/move-text.ts';
import { ok } from '#games/kit/result.ts';
import { sendHelp } from './help-topics.ts';
import type { Command } from '#core/reading/command.ts';

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
    return ok({ run: at => sendHelp(at, topic) });
  },
};

export const gameHelp: Command = {
  ...help,
  scope: 'game',
  usage: '<game> help',
  example: 'nex help',
  parse: call => {
    const topic = call.game?.name ?? '';
    return ok({ run: at => sendHelp(at, topic) });
  },
};
