// `submit` and `confirm`: play a move in two steps. The player sees the board before confirming.
import { ok } from '#games/kit/result.ts';
import type { Command } from '../reading/command.ts';
import { parseBoardCommand } from '../reading/credentials.ts';
import { parseMoveArguments } from '../reading/move-call.ts';
import { confirmMove, submitMove } from '../matches/submit.ts';

export const submit: Command = {
  name: 'submit',
  scope: 'game',
  inReply: true,
  takesAnyWords: true,
  usage: '<game> submit board [userid password] move[#n]',
  example: 'nex submit 101 b3,a3',
  permission: 'account',
  parse: commandLine => {
    const move = parseMoveArguments(commandLine);
    if (!move.ok) return move;
    const { credentials, ...args } = move.value;
    return ok({ credentials, run: context => submitMove(context, args) });
  },
};

export const confirm: Command = {
  name: 'confirm',
  scope: 'game',
  inReply: true,
  isFinal: true,
  usage: '<game> confirm board [userid password]',
  example: 'nex confirm 101',
  permission: 'account',
  parse: commandLine => parseBoardCommand(commandLine, confirmMove),
};
