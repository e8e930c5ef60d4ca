// The commands that show boards, or tables of them: `show`, `showas`, `games` and `history`.
import { findNamedGame } from '#games/game.ts';
import { must } from '#games/kit/assert.ts';
import { ok } from '#games/kit/result.ts';
import type { CommandContext } from '#core/players/decision.ts';
import type { MatchRef } from '#core/kernel/documents.ts';
import { listGames, listHistory } from '#core/board/acts/list.ts';
import { type BoardAtPly, showBoards, showUser } from '#core/board/acts/show.ts';
import { isUseridShaped } from '#core/players/userid.ts';
import {
  type Command,
  type CommandLine,
  type ParsedLine,
  type ParsedCommand,
  BOARD_KINDS,
  parseBoardKind,
  parseCredentials,
  parseSelector,
} from '#core/language/command.ts';

export const show: Command = {
  name: 'show',
  inReply: true,
  usage: '<game> show board[#n] …   or   <game> show userid [all|active|inactive|next]',
  example: 'nex show 101',
  permission: 'anyone',
  parse: commandLine => {
    const run = parseShow(commandLine, commandLine.words, false);
    return run === null ? null : ok({ run });
  },
};

export const showas: Command = {
  name: 'showas',
  inReply: true,
  usage: '<game> showas [userid password] board[#n] …   or   … [all|active|inactive|next]',
  example: 'nex showas 101',
  permission: 'account',
  parse: commandLine => {
    const { credentials, rest } = parseCredentials(commandLine, 0);
    // Without a board or a userid, the sender's boards are shown.
    const isNamed = (rest.length === 0 && commandLine.board !== null) || parseSelector(rest).users.length > 0;
    const run = parseShow(
      commandLine,
      isNamed ? rest : [credentials?.userid ?? commandLine.userid ?? '', ...rest],
      true,
    );
    return run === null ? null : ok({ credentials, run });
  },
};

export const showAll: Command = {
  name: 'all show',
  usage: 'all show userid [all|active|inactive|next]',
  example: 'all show bob',
  permission: 'anyone',
  parse: commandLine => {
    const { users, selector } = parseSelector(commandLine.words);
    return areUserids(users) ? ok({ run: context => showUser(context, { game: null, users, selector }) }) : null;
  },
};

const areUserids = (users: readonly string[]): boolean => users.length > 0 && users.every(isUseridShaped);

function parseShow(commandLine: CommandLine, typed: readonly string[], isOwn: boolean): ParsedCommand['run'] | null {
  const viewerOf = (context: CommandContext): string | null => (isOwn ? context.actor : null);
  const game = must(commandLine.game, 'show is a command of a game').name;
  const words = ['board', 'user'].includes(typed[0]?.toLowerCase() ?? '') ? typed.slice(1) : typed;
  const boards = words.map(word => parseBoardWord(word, game, commandLine.board?.match ?? null));
  if (words.length === 0 && commandLine.board !== null) {
    const shown = { match: commandLine.board.match, ply: null };
    return context => showBoards(context, [shown], viewerOf(context));
  }
  if (words.length > 0 && boards.every(board => board !== null))
    return context => showBoards(context, boards, viewerOf(context));
  const { users, selector } = parseSelector(words);
  return areUserids(users) ? context => showUser(context, { game, users, selector }, viewerOf(context)) : null;
}

/** Parses `101` or `101#3`, and in a reply `#3`. A negative number counts back from the last move. null: it is no such word. */
function parseBoardWord(word: string, game: string, replyBoard: MatchRef | null): BoardAtPly | null {
  const [, number, ply] = /^(\d{1,9})?(?:#(-?\d{1,5}))?$/.exec(word) ?? [];
  const match = number === undefined ? (ply === undefined ? null : replyBoard) : { game, number: Number(number) };
  return match === null ? null : { match, ply: ply === undefined ? null : Number(ply) };
}

const SHAPE = { aliases: ['list'], permission: 'anyone' } as const;

export const games: Command = {
  ...SHAPE,
  name: 'games',
  usage: '<game> games [userid …] [all|active|inactive|next] [tournament|standard]',
  example: 'nex games',
  parse: commandLine => parseList(commandLine, must(commandLine.game, 'this one is a command of a game').name),
};

export const ownGames: Command = {
  ...SHAPE,
  name: 'games',
  usage: 'games [userid …] [all|active|inactive|next] [tournament|standard]',
  example: 'games',
  parse: commandLine => parseList(commandLine, null),
};

/** Parses the arguments of a list. `games nex` means the same as `nex games`. */
function parseList(commandLine: CommandLine, gameName: string | null): ParsedLine {
  const { rest, kind } = parseBoardKind(commandLine.words);
  const { users: words, selector } = parseSelector(rest);
  const named = gameName === null ? findNamedGame(commandLine.games, words[0] ?? '') : null;
  const game = gameName ?? named?.game.name ?? null;
  const users = named === null ? words : words.slice(1);
  const isKind = (word: string): boolean => BOARD_KINDS.some(each => each === word.toLowerCase());
  if (!users.every(isUseridShaped) || users.some(isKind)) return null;
  return ok({ run: context => listGames(context, { game, users, selector, kind }) });
}

/** Lists the finished games of a game, newest first. */
export const history: Command = {
  name: 'history',
  usage: '<game> history [userid …]',
  example: 'nex history',
  permission: 'anyone',
  parse: commandLine => {
    const game = must(commandLine.game, 'history is a command of a game').name;
    const users = commandLine.words.map(word => word.toLowerCase());
    return users.every(isUseridShaped) ? ok({ run: context => listHistory(context, game, users) }) : null;
  },
};
