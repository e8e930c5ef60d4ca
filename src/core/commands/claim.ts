// `claim`: ends a board whose other player cannot be reached by mail any more.
import type { Command } from '../reading/command.ts';
import { boardAlone } from '../reading/credentials.ts';
import { claimBoard } from '../matches/unreachable-players.ts';

export const claim: Command = {
  name: 'claim',
  scope: 'game',
  inReply: true,
  isFinal: true,
  isHarmful: true,
  usage: '<game> claim board [userid password]',
  example: 'nex claim 101',
  by: 'account',
  parse: call => boardAlone(call, claimBoard),
};
