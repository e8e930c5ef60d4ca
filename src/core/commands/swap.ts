// `swap`: takes the side that has just moved, instead of moving.
// It works once, early in the game, and only if the challenge allowed it.
import { parseBoardCommand } from '../reading/credentials.ts';
import type { Command } from '../reading/command.ts';
import { swapSides } from '../matches/swap.ts';

export const swap: Command = {
  name: 'swap',
  scope: 'game',
  inReply: true,
  isFinal: true,
  usage: '<game> swap board [userid password]',
  example: 'nex swap 101',
  permission: 'account',
  parse: commandLine => parseBoardCommand(commandLine, swapSides),
};
