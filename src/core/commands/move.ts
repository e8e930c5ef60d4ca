// `move`: plays a move, once and in its turn. A bare move in a reply means this command.
// It is pbmserv's most used command.
import { ok } from '#games/kit/result.ts';
import type { Command } from '../reading/command.ts';
import { parseMoveArguments } from '../reading/move-call.ts';
import { playMove } from '../matches/play.ts';

export const move: Command = {
  name: 'move',
  aliases: ['board', 'mvoe'],
  scope: 'game',
  inReply: true,
  takesAnyWords: true,
  usage: '<game> move board [userid password] move[#n]',
  example: 'nex move 101 b3,a3',
  permission: 'account',
  parse: commandLine => {
    const move = parseMoveArguments(commandLine);
    if (!move.ok) return move;
    const { credentials, ...args } = move.value;
    return ok({ credentials, run: context => playMove(context, args) });
  },
};
