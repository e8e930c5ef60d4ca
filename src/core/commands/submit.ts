// `submit` and `confirm`: a move in two steps, with a look at the board before it is played.
import { ok } from '#games/kit/result.ts';
import type { Command } from '../reading/command.ts';
import { boardAlone } from '../reading/credentials.ts';
import { moveCall } from '../reading/move-call.ts';
import { confirmMove, submitMove } from '../matches/submit.ts';

export const submit: Command = {
  name: 'submit',
  scope: 'game',
  inReply: true,
  takesAnyWords: true,
  usage: '<game> submit board [userid password] move[#n]',
  example: 'nex submit 101 b3,a3',
  by: 'account',
  parse: call => {
    const move = moveCall(call);
    if (!move.ok) return move;
    const { claim, ...args } = move.value;
    return ok({ claim, run: context => submitMove(context, args) });
  },
};

export const confirm: Command = {
  name: 'confirm',
  scope: 'game',
  inReply: true,
  isFinal: true,
  usage: '<game> confirm board [userid password]',
  example: 'nex confirm 101',
  by: 'account',
  parse: call => boardAlone(call, confirmMove),
};
