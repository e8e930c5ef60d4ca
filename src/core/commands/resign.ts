// `resign`: gives up a game. Before the player's first move it declines the challenge instead.
// A declined board is removed.
import { parseBoardCommand } from '../reading/credentials.ts';
import type { Command } from '../reading/command.ts';
import { resignBoard } from '../matches/resign.ts';

export const resign: Command = {
  name: 'resign',
  scope: 'game',
  inReply: true,
  isFinal: true,
  isHarmful: true,
  usage: '<game> resign board [userid password]',
  example: 'nex resign 101',
  permission: 'account',
  parse: commandLine => parseBoardCommand(commandLine, resignBoard),
};
