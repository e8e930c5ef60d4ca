// `rematch`: opens the same game again, with the colours exchanged.
import { boardAlone } from '../reading/credentials.ts';
import type { Command } from '../reading/command.ts';
import { openRematch } from '../matches/rematch.ts';

export const rematch: Command = {
  name: 'rematch',
  scope: 'game',
  inReply: true,
  usage: '<game> rematch board [userid password]',
  example: 'nex rematch 101',
  by: 'account',
  parse: call => boardAlone(call, (context, match) => openRematch(context, match, call.usage)),
};
