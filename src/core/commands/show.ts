// `show`: a board now or at an earlier move, or the boards of a player. Every board is public.
// `showas`: the same as one of the player's own mails.
import { no, ok, type Result } from '#games/kit/result.ts';
import { isUseridShaped } from '../players/userid.ts';
import type { CommandContext, Decision } from '../decision/decision.ts';
import type { CommandLine, Command } from '../reading/command.ts';
import { parseCredentials } from '../reading/credentials.ts';
import { type Refused, refused } from '../kernel/refusal.ts';
import type { MatchRef } from '../kernel/documents.ts';
import { parseSelector } from '../reading/selector.ts';
import { must } from '#games/kit/assert.ts';
import { showBoards, type Shown, showUser } from '../matches/show.ts';

export const show: Command = {
  name: 'show',
  scope: 'game',
  inReply: true,
  usage: '<game> show board[#n] …   or   <game> show userid [all|active|inactive|next]',
  example: 'nex show 101',
  by: 'anyone',
  parse: call => {
    const run = showing(call, call.words, false);
    return run.ok ? ok({ run: run.value }) : run;
  },
};

export const showas: Command = {
  name: 'showas',
  scope: 'game',
  inReply: true,
  usage: '<game> showas [userid password] board[#n] …   or   … [all|active|inactive|next]',
  example: 'nex showas 101',
  by: 'account',
  parse: call => {
    const { claim, rest } = parseCredentials(call, 0);
    // Without a board it is about the sender's boards.
    const isNamed = (rest.length === 0 && call.board !== null) || parseSelector(rest).users.length > 0;
    const run = showing(call, isNamed ? rest : [claim?.userid ?? call.userid ?? '', ...rest], true);
    return run.ok ? ok({ claim, run: run.value }) : run;
  },
};

export const showAll: Command = {
  name: 'all show',
  scope: 'server',
  usage: 'all show userid [all|active|inactive|next]',
  example: 'all show bob',
  by: 'anyone',
  parse: call => {
    const { users, selector } = parseSelector(call.words);
    return areUserids(users)
      ? ok({ run: context => showUser(context, { game: null, users, selector }) })
      : no(refused('command-usage', { usage: call.usage }));
  },
};

const areUserids = (users: readonly string[]): boolean => users.length > 0 && users.every(isUseridShaped);

function showing(
  call: CommandLine,
  typed: readonly string[],
  isOwn: boolean,
): Result<(context: CommandContext) => Decision, Refused> {
  const asWhom = (context: CommandContext): string | null => (isOwn ? context.actor : null);
  const game = must(call.game, 'show is a command of a game').name;
  const words = ['board', 'user'].includes(typed[0]?.toLowerCase() ?? '') ? typed.slice(1) : typed;
  const boards = words.map(word => boardWord(word, game, call.board?.match ?? null));
  if (words.length === 0 && call.board !== null) {
    const shown = { match: call.board.match, ply: null };
    return ok(context => showBoards(context, [shown], asWhom(context)));
  }
  if (words.length > 0 && boards.every(board => board !== null))
    return ok(context => showBoards(context, boards, asWhom(context)));
  const { users, selector } = parseSelector(words);
  return areUserids(users)
    ? ok(context => showUser(context, { game, users, selector }, asWhom(context)))
    : no(refused('command-usage', { usage: call.usage }));
}

/** `101`, `101#3`; in a reply `#3` alone. A negative number counts back from the last move. */
function boardWord(word: string, game: string, context: MatchRef | null): Shown | null {
  const [, number, ply] = /^(\d{1,9})?(?:#(-?\d{1,5}))?$/.exec(word) ?? [];
  const match = number === undefined ? (ply === undefined ? null : context) : { game, number: Number(number) };
  return match === null ? null : { match, ply: ply === undefined ? null : Number(ply) };
}
