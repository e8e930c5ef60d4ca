// `claim`: ends a board whose other player cannot be reached by mail any more.
import type { Command } from '../reading/command.ts';
import { parseBoardCommand } from '../reading/credentials.ts';
import { claimBoard } from '../matches/unreachable-players.ts';

export const claim: Command = {
  name: 'claim',
  scope: 'game',
  inReply: true,
  isFinal: true,
  isHarmful: true,
  usage: '<game> claim board [userid password]',
  example: 'nex claim 101',
  permission: 'account',
  parse: commandLine => parseBoardCommand(commandLine, claimBoard),
};
