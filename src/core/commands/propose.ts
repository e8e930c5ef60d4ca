// `undo` and `draw`: proposals that all players of a board must accept.
import { parseBoardCommand } from '../reading/credentials.ts';
import type { Command } from '../reading/command.ts';
import { propose } from '../matches/propose.ts';

export const undo: Command = {
  name: 'undo',
  aliases: ['takeback'],
  scope: 'game',
  inReply: true,
  isFinal: true,
  usage: '<game> undo board [userid password]',
  example: 'nex undo 101',
  permission: 'account',
  parse: commandLine => parseBoardCommand(commandLine, (context, match) => propose(context, match, 'undo')),
};

export const draw: Command = {
  name: 'draw',
  aliases: ['propose'],
  scope: 'game',
  inReply: true,
  isFinal: true,
  usage: '<game> draw board [userid password]',
  example: 'nex draw 101',
  permission: 'account',
  parse: commandLine => parseBoardCommand(commandLine, (context, match) => propose(context, match, 'draw')),
};
