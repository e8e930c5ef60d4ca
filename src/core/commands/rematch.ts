// `rematch`: the same game once more, with the colours exchanged.
import { boardAlone } from '../language/credentials.ts';
import type { Command } from '../language/command.ts';
import { openRematch } from '../matches/rematch.ts';

export const rematch: Command = {
  name: 'rematch',
  scope: 'game',
  inReply: true,
  usage: '<game> rematch board [userid password]',
  summary: 'opens the same game once more when a board is over: same options, colours exchanged',
  by: 'account',
  parse: call => boardAlone(call, (at, match) => openRematch(at, match, call.usage)),
};
