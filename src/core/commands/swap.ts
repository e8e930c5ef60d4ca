// `swap`: instead of moving, take the side that has just moved; once, early in the game, where the challenge allowed it.
import { boardAlone } from '../language/credentials.ts';
import type { Command } from '../language/command.ts';
import { swapSides } from '../matches/swap.ts';

export const swap: Command = {
  name: 'swap',
  scope: 'game',
  inReply: true,
  isFinal: true,
  usage: '<game> swap board [userid password]',
  example: 'nex swap 101',
  by: 'account',
  parse: call => boardAlone(call, swapSides),
};
