// The feature `rematch with`: the last game with a player, opened once more.
import { loadNewest } from '#core/board/acts/list.ts';
import { openRematch } from '#core/board/acts/seats.ts';
import { type Match, userids } from '#core/board/match-document.ts';
import { limits } from '#core/kernel/limits.ts';
import { refused } from '#core/kernel/refusal.ts';
import type { State } from '#core/kernel/state.ts';
import type { Command } from '#core/language/command.ts';
import { type CommandContext, type Decision, deny } from '#core/players/decision.ts';
import { findRobot } from '#core/players/robots.ts';
import { isUseridShaped } from '#core/players/userid.ts';
import type { Feature } from '#core/writing/feature.ts';
import { ok } from '#games/kit/result.ts';

/** The last finished board of both, among the newest ones. undefined: there is none. */
export function findLastBoard(state: State, actor: string, userid: string): Match | undefined {
  const kind = findRobot(state.robots, userid) === null ? 'people' : 'player';
  return loadNewest(state, state.boards(`over/${kind}/${actor}`), limits.boardsLookedAt)
    .filter(match => userid !== actor && userids(match).includes(userid))
    .toSorted((a, b) => b.opened - a.opened)[0];
}

function playAgain(context: CommandContext, userid: string): Decision {
  const last = findLastBoard(context.state, context.actor ?? '', userid);
  if (last === undefined) return deny(refused('again-none', { userid }));
  return openRematch(context, { game: last.game, number: last.number }, null);
}

const again: Command = {
  name: 'rematch with',
  listedAfter: 'rematch',
  usage: 'rematch with userid',
  example: 'rematch with bob',
  permission: 'account',
  parse: ({ words }) => {
    const [userid = '', ...rest] = words.map(word => word.toLowerCase());
    return rest.length > 0 || !isUseridShaped(userid) ? null : ok({ run: context => playAgain(context, userid) });
  },
};

export const playingAgain = { commands: [again], refusals: { 'again-none': ['userid'] } as const } satisfies Feature;
