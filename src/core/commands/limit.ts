// `limit`: sets at how many boards of a game at a time a player can be challenged.
import { must } from '#games/kit/assert.ts';
import { no, ok } from '#games/kit/result.ts';
import { answerChallenges } from '../accounts/standing-answer.ts';
import type { Command } from '../reading/command.ts';
import { parseCredentials } from '../reading/credentials.ts';
import { limits } from '../kernel/limits.ts';
import { refused } from '../kernel/refusal.ts';

const NONE: ReadonlySet<string> = new Set(['off', 'all', 'inf', 'accept']);

export const limit: Command = {
  name: 'limit',
  scope: 'game',
  usage: '<game> limit [userid password] [n|off]',
  example: 'nex limit 5',
  by: 'account',
  parse: call => {
    const game = must(call.game, 'limit is a command of a game');
    const { claim, rest } = parseCredentials(call, 0);
    const typed = rest.join(' ').toLowerCase();
    if (typed === '') return ok({ claim, run: context => answerChallenges(context, game, {}) });
    const most = /^[1-9]\d{0,2}$/.test(typed) ? Number(typed) : Infinity;
    if (NONE.has(typed)) return ok({ claim, run: context => answerChallenges(context, game, { most: null }) });
    if (most > limits.boardsPerPlayer)
      return no(refused('limit-number', { most: limits.boardsPerPlayer, game: game.name }));
    return ok({ claim, run: context => answerChallenges(context, game, { most }) });
  },
};
