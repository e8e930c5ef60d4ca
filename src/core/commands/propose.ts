// `undo` and `draw`: what all who play must agree on.
import { boardAlone } from '../language/credentials.ts';
import type { Command } from '../language/command.ts';
import { propose } from '../matches/propose.ts';

export const undo: Command = {
  name: 'undo',
  aliases: ['takeback'],
  scope: 'game',
  inReply: true,
  isFinal: true,
  usage: '<game> undo board [userid password]',
  summary: 'asks to take your last move back, with what was played since; the others answer accept or reject',
  by: 'account',
  parse: call => boardAlone(call, (at, match) => propose(at, match, 'undo')),
};

export const draw: Command = {
  name: 'draw',
  aliases: ['propose'],
  scope: 'game',
  inReply: true,
  isFinal: true,
  usage: '<game> draw board [userid password]',
  summary: 'offers a draw; the others answer accept or reject',
  by: 'account',
  parse: call => boardAlone(call, (at, match) => propose(at, match, 'draw')),
};
