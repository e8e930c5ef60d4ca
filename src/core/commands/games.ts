// `games`: the boards of a game or of players, as a table; alone, the sender's own boards of every game.
import { no, ok } from '#games/kit/result.ts';
import { must } from '#games/kit/assert.ts';
import { isUseridShaped } from '../accounts/userid.ts';
import type { CommandLine, Command } from '../language/command.ts';
import { refused } from '../refusal.ts';
import { selectorIn } from '../language/selector.ts';
import { listGames } from '../matches/list.ts';

const SHAPE = { aliases: ['list'], by: 'anyone' } as const;

export const games: Command = {
  ...SHAPE,
  name: 'games',
  scope: 'game',
  usage: '<game> games [userid …] [all|active|inactive|next]',
  summary: 'a table of the boards of a game',
  parse: call => readList(call, must(call.game, 'this one is a command of a game').name),
};

export const ownGames: Command = {
  ...SHAPE,
  name: 'games',
  scope: 'server',
  usage: 'games [userid …] [all|active|inactive|next]',
  summary: 'a table of your boards, or of a player, in all games',
  parse: call => readList(call, null),
};

function readList(call: CommandLine, game: string | null): ReturnType<Command['parse']> {
  const { users, selector } = selectorIn(call.words);
  if (!users.every(isUseridShaped)) return no(refused('command-usage', { usage: call.usage }));
  return ok({ run: at => listGames(at, game, users, selector) });
}
