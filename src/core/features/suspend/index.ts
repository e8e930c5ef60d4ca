// The feature `suspend`: the players of a board agree to stop its clocks.
import { noteEntry, requireRunning } from '#core/board/acts/require-match.ts';
import { propose, requireSeat } from '#core/board/acts/propose.ts';
import { playerName } from '#core/board/match.ts';
import type { MatchRef } from '#core/kernel/documents.ts';
import { refused } from '#core/kernel/refusal.ts';
import { createBoardCommand } from '#core/language/command.ts';
import { type CommandContext, type Decision, allow, deny, tellBoard } from '#core/players/decision.ts';
import type { Feature } from '#core/writing/feature.ts';

/** Proposes to stop the clocks of a board. */
function proposePause(context: CommandContext, ref: MatchRef): Decision {
  const running = requireRunning(context, ref);
  if (!running.ok) return running;
  if (running.value.match.time === undefined) return deny(refused('suspend-no-clock'), ref);
  if (running.value.matchState.pause !== null) return deny(refused('suspend-already'), ref);
  return propose(context, ref, 'suspend');
}

/** Lets the clocks of a board run again. */
function resumeGame(context: CommandContext, ref: MatchRef): Decision {
  const seat = requireSeat(context, ref);
  if (!seat.ok) return seat;
  const { match, matchState, by } = seat.value;
  if (matchState.pause === null) return deny(refused('resume-running'), ref);
  const news = { code: 'suspend-ended', parts: { player: playerName(match.players[by]) } };
  return allow([noteEntry(context, ref, { kind: 'resume', by, at: context.now })], [tellBoard(ref, news)]);
}

export const suspend = {
  refusals: { 'suspend-no-clock': [], 'suspend-already': [], 'resume-running': [] } as const,
  commands: [
    createBoardCommand('suspend', proposePause, { listedAfter: 'addtime', proposal: 'suspend', isFinal: true }),
    createBoardCommand('resume', resumeGame),
  ],
} satisfies Feature;
