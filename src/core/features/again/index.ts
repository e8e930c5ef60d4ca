// The feature `rematch with`: the last game with a player, opened once more.
import { openRematch } from '#core/board/acts/seats.ts';
import { userids } from '#core/board/match-document.ts';
import { matchKey } from '#core/kernel/documents.ts';
import { limits } from '#core/kernel/limits.ts';
import { refused } from '#core/kernel/refusal.ts';
import type { Command } from '#core/language/command.ts';
import { type CommandContext, type Decision, deny } from '#core/players/decision.ts';
import { findRobot } from '#core/players/robots.ts';
import { isUseridShaped } from '#core/players/userid.ts';
import type { Feature } from '#core/writing/feature.ts';
import { ok } from '#games/kit/result.ts';

/** Only the newest boards are looked at, by their numbers. */
function playAgain(context: CommandContext, userid: string): Decision {
  const { state, actor } = context;
  const kind = findRobot(state.robots, userid) === null ? 'people' : 'player';
  const boards = state.boards(`over/${kind}/${actor ?? ''}`);
  const newest = boards.toSorted((a, b) => b.number - a.number).slice(0, limits.boardsLookedAt);
  state.requireDocuments(newest.map(matchKey));
  const [last] = newest
    .flatMap(ref => state.outline(ref) ?? [])
    .filter(match => match.state === 'over' && userids(match).includes(userid))
    .toSorted((a, b) => b.opened - a.opened);
  if (last === undefined || userid === actor) return deny(refused('again-none', { userid }));
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

export const playingAgain = {
  commands: [again],
  refusals: { 'again-none': ['userid'] } as const,
} satisfies Feature;
