// The feature `suspend`: the players of a board agree to stop its clocks.
import { requireRunning } from '#core/board/acts/require-match.ts';
import { propose, requireSeat } from '#core/board/acts/propose.ts';
import { isBoardPaused } from '#core/board/clocks/match-clock.ts';
import type { Match } from '#core/board/match-document.ts';
import { matchStateOf, playerName, requireGame } from '#core/board/match.ts';
import { findPeoplePlaying, findPerson } from '#core/board/proposals.ts';
import type { Event, MatchRef } from '#core/kernel/documents.ts';
import { refused } from '#core/kernel/refusal.ts';
import { type State, apply } from '#core/kernel/state.ts';
import type { Instant } from '#core/kernel/time.ts';
import { createBoardCommand } from '#core/language/command.ts';
import { type CommandContext, type Decision, allow, deny } from '#core/players/decision.ts';
import type { Feature } from '#core/writing/feature.ts';

const switchClocks = ({ game, number }: MatchRef, run: boolean, at: Instant): Event => ({
  kind: 'entries-noted',
  match: { game, number },
  entries: [{ kind: 'clocks', run, at }],
});

/** Proposes to stop the clocks of a board. */
function proposeSuspension(context: CommandContext, ref: MatchRef): Decision {
  const running = requireRunning(context, ref);
  if (!running.ok) return running;
  if (isBoardPaused(running.value.match)) return deny(refused('suspend-already'), ref);
  return propose(context, ref, 'suspend');
}

/** Lets the clocks of a board run again. */
function resumeClocks(context: CommandContext, ref: MatchRef): Decision {
  const seat = requireSeat(context, ref);
  if (!seat.ok) return seat;
  const { match, by } = seat.value;
  if (!isBoardPaused(match)) return deny(refused('resume-running'), ref);
  const news = { code: 'suspend-ended', parts: { player: playerName(match.players[by]) } };
  return allow(
    [switchClocks(ref, true, context.now)],
    [{ kind: 'board-changed', match: ref, occasion: 'position', news }],
  );
}

/** Stops the clocks of a board when its players have agreed, and starts them when all have moved since. */
function followBoard(before: State, after: State, match: Match, now: Instant): State {
  const game = requireGame(after, match);
  const matchState = matchStateOf(game, match);
  const earlierMatch = before.match(match);
  const agreedCount = earlierMatch === null ? 0 : matchStateOf(game, earlierMatch).agreed.length;
  if (matchState.agreed.slice(agreedCount).includes('suspend')) return apply(after, switchClocks(match, false, now));
  const stop = match.record.findLast(({ kind }) => kind === 'clocks');
  if (stop === undefined || !isBoardPaused(match)) return after;
  const moved = matchState.turns.filter(({ isDone, ended }) => isDone && (ended ?? 0) > stop.at);
  const movers = new Set(moved.map(({ player }) => findPerson(match, player)));
  const haveAllMoved = findPeoplePlaying(match, matchState).every(person => movers.has(person));
  return haveAllMoved ? apply(after, switchClocks(match, true, now)) : after;
}

const refusals = { 'suspend-already': [], 'resume-running': [] } as const;

export const suspend = {
  refusals,
  commands: [
    createBoardCommand('suspend', proposeSuspension, { listedAfter: 'addtime', isProposal: true, isFinal: true }),
    createBoardCommand('resume', resumeClocks),
  ],
  reaction: (before, after, { now }) => ({
    messages: [],
    state: after
      .changedOfKind('match')
      .filter(match => match.state === 'active' && match.record.some(({ kind }) => kind === 'proposal'))
      .reduce((state, match) => followBoard(before, state, match, now), after),
  }),
} satisfies Feature;
