// `games` and `history`: tables of boards of a game or of players, or of the sender.
import { findNamedGame } from '#games/game.ts';
import { no, ok } from '#games/kit/result.ts';
import { must } from '#games/kit/assert.ts';
import { isUseridShaped } from '../players/userid.ts';
import type { CommandLine, Command } from '../reading/command.ts';
import { refused } from '../kernel/refusal.ts';
import { parseBoardKind, BOARD_KINDS, parseSelector } from '../reading/selector.ts';
import { listGames, listHistory } from '../matches/list.ts';

const SHAPE = { aliases: ['list'], permission: 'anyone' } as const;

export const games: Command = {
  ...SHAPE,
  name: 'games',
  scope: 'game',
  usage: '<game> games [userid …] [all|active|inactive|next] [tournament|standard]',
  example: 'nex games',
  parse: commandLine => parseList(commandLine, must(commandLine.game, 'this one is a command of a game').name),
};

export const ownGames: Command = {
  ...SHAPE,
  name: 'games',
  scope: 'server',
  usage: 'games [userid …] [all|active|inactive|next] [tournament|standard]',
  example: 'games',
  parse: commandLine => parseList(commandLine, null),
};

/** Parses the arguments of a list. `games nex` means the same as `nex games`. */
function parseList(commandLine: CommandLine, gameName: string | null): ReturnType<Command['parse']> {
  const { rest, kind } = parseBoardKind(commandLine.words);
  const { users: words, selector } = parseSelector(rest);
  const named = gameName === null ? findNamedGame(commandLine.games, words[0] ?? '') : null;
  const game = gameName ?? named?.game.name ?? null;
  const users = named === null ? words : words.slice(1);
  const isKind = (word: string): boolean => BOARD_KINDS.some(each => each === word.toLowerCase());
  if (!users.every(isUseridShaped) || users.some(isKind))
    return no(refused('command-usage', { usage: commandLine.usage }));
  return ok({ run: context => listGames(context, { game, users, selector, kind }) });
}

/** Lists the finished games of a game, newest first. */
export const history: Command = {
  name: 'history',
  scope: 'game',
  usage: '<game> history [userid …]',
  example: 'nex history',
  permission: 'anyone',
  parse: commandLine => {
    const game = must(commandLine.game, 'history is a command of a game').name;
    const users = commandLine.words.map(word => word.toLowerCase());
    return users.every(isUseridShaped)
      ? ok({ run: context => listHistory(context, game, users) })
      : no(refused('command-usage', { usage: commandLine.usage }));
  },
};
