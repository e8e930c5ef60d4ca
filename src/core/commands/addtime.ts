// `addtime`: gives the others at a board more time.
import { no, ok } from '#games/kit/result.ts';
import { limits } from '../kernel/limits.ts';
import { addTime } from '../matches/time-out.ts';
import type { Command } from '../reading/command.ts';
import { parseBoardArguments } from '../reading/credentials.ts';
import { refused } from '../kernel/refusal.ts';

export const addtime: Command = {
  name: 'addtime',
  scope: 'game',
  inReply: true,
  usage: '<game> addtime board [userid password] days',
  example: 'nex addtime 101 3',
  permission: 'account',
  parse: commandLine => {
    const { board, words } = commandLine;
    // In a reply the line may hold only the number of days.
    const isBare = board !== null && /^[1-9]\d{0,2}( days?)?$/i.test(words.join(' '));
    const parsed = isBare
      ? ok({ match: board.match, credentials: null, rest: words })
      : parseBoardArguments(commandLine, 1);
    if (!parsed.ok) return parsed;
    const { match, credentials, rest } = parsed.value;
    const [word = '', unit = ''] = rest;
    const isDays = /^[1-9]\d{0,2}$/.test(word) && /^(days?)?$/i.test(unit) && rest.length <= 2;
    const days = Number(word);
    if (!isDays || days > limits.daysGiven)
      return no(refused('addtime-days', { most: limits.daysGiven, example: `addtime ${match.number} 3` }));
    return ok({ credentials, run: context => addTime(context, match, days) });
  },
};
