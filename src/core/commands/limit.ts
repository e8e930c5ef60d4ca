// `limit`: sets at how many boards of a game at a time a player can be challenged.
import { must } from '#games/kit/assert.ts';
import { no, ok } from '#games/kit/result.ts';
import { answerChallenges } from '../accounts/standing-answer.ts';
import type { Command } from '../reading/command.ts';
import { parseCredentials } from '../reading/credentials.ts';
import { limits } from '../kernel/limits.ts';
import { refused } from '../kernel/refusal.ts';

const NO_LIMIT_WORDS: ReadonlySet<string> = new Set(['off', 'all', 'inf', 'accept']);

export const limit: Command = {
  name: 'limit',
  scope: 'game',
  usage: '<game> limit [userid password] [n|off]',
  example: 'nex limit 5',
  permission: 'account',
  parse: commandLine => {
    const game = must(commandLine.game, 'limit is a command of a game');
    const { credentials, rest } = parseCredentials(commandLine, 0);
    const typed = rest.join(' ').toLowerCase();
    if (typed === '') return ok({ credentials, run: context => answerChallenges(context, game, {}) });
    const maxBoards = /^[1-9]\d{0,2}$/.test(typed) ? Number(typed) : Infinity;
    if (NO_LIMIT_WORDS.has(typed))
      return ok({ credentials, run: context => answerChallenges(context, game, { most: null }) });
    if (maxBoards > limits.boardsPerPlayer)
      return no(refused('limit-number', { most: limits.boardsPerPlayer, game: game.name }));
    return ok({ credentials, run: context => answerChallenges(context, game, { most: maxBoards }) });
  },
};
