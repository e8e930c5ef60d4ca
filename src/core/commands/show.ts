// `show`: shows a board now or at an earlier move, or a player's boards. Every board is public.
// `showas`: shows it as in the player's own mails.
import { no, ok, type Result } from '#games/kit/result.ts';
import { isUseridShaped } from '../players/userid.ts';
import type { CommandContext, Decision } from '../decision/decision.ts';
import type { CommandLine, Command } from '../reading/command.ts';
import { parseCredentials } from '../reading/credentials.ts';
import { type Refused, refused } from '../kernel/refusal.ts';
import type { MatchRef } from '../kernel/documents.ts';
import { parseSelector } from '../reading/selector.ts';
import { must } from '#games/kit/assert.ts';
import { showBoards, type BoardAtPly, showUser } from '../matches/show.ts';

export const show: Command = {
  name: 'show',
  scope: 'game',
  inReply: true,
  usage: '<game> show board[#n] …   or   <game> show userid [all|active|inactive|next]',
  example: 'nex show 101',
  permission: 'anyone',
  parse: commandLine => {
    const run = parseShow(commandLine, commandLine.words, false);
    return run.ok ? ok({ run: run.value }) : run;
  },
};

export const showas: Command = {
  name: 'showas',
  scope: 'game',
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
    return run.ok ? ok({ credentials, run: run.value }) : run;
  },
};

export const showAll: Command = {
  name: 'all show',
  scope: 'server',
  usage: 'all show userid [all|active|inactive|next]',
  example: 'all show bob',
  permission: 'anyone',
  parse: commandLine => {
    const { users, selector } = parseSelector(commandLine.words);
    return areUserids(users)
      ? ok({ run: context => showUser(context, { game: null, users, selector }) })
      : no(refused('command-usage', { usage: commandLine.usage }));
  },
};

const areUserids = (users: readonly string[]): boolean => users.length > 0 && users.every(isUseridShaped);

function parseShow(
  commandLine: CommandLine,
  typed: readonly string[],
  isOwn: boolean,
): Result<(context: CommandContext) => Decision, Refused> {
  const viewerOf = (context: CommandContext): string | null => (isOwn ? context.actor : null);
  const game = must(commandLine.game, 'show is a command of a game').name;
  const words = ['board', 'user'].includes(typed[0]?.toLowerCase() ?? '') ? typed.slice(1) : typed;
  const boards = words.map(word => parseBoardWord(word, game, commandLine.board?.match ?? null));
  if (words.length === 0 && commandLine.board !== null) {
    const shown = { match: commandLine.board.match, ply: null };
    return ok(context => showBoards(context, [shown], viewerOf(context)));
  }
  if (words.length > 0 && boards.every(board => board !== null))
    return ok(context => showBoards(context, boards, viewerOf(context)));
  const { users, selector } = parseSelector(words);
  return areUserids(users)
    ? ok(context => showUser(context, { game, users, selector }, viewerOf(context)))
    : no(refused('command-usage', { usage: commandLine.usage }));
}

/** Parses `101` or `101#3`, and in a reply `#3`. A negative number counts back from the last move. null: it is no such word. */
function parseBoardWord(word: string, game: string, replyBoard: MatchRef | null): BoardAtPly | null {
  const [, number, ply] = /^(\d{1,9})?(?:#(-?\d{1,5}))?$/.exec(word) ?? [];
  const match = number === undefined ? (ply === undefined ? null : replyBoard) : { game, number: Number(number) };
  return match === null ? null : { match, ply: ply === undefined ? null : Number(ply) };
}
