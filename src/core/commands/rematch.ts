// `rematch`: opens the same game again, with the colours exchanged.
import { parseBoardCommand } from '../reading/credentials.ts';
import type { Command } from '../reading/command.ts';
import { openRematch } from '../matches/rematch.ts';

export const rematch: Command = {
  name: 'rematch',
  scope: 'game',
  inReply: true,
  usage: '<game> rematch board [userid password]',
  example: 'nex rematch 101',
  permission: 'account',
  parse: commandLine =>
    parseBoardCommand(commandLine, (context, match) => openRematch(context, match, commandLine.usage)),
};
