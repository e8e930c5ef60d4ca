// Resigns all unfinished boards of an account, and plays what others had prepared for that.
import type { ActorContext, Notification } from '#core/decision/decision.ts';
import { listRunning } from '#core/matches/allowance.ts';
import { playPrepared } from '#core/matches/play-prepared.ts';
import { resignBoard } from '#core/matches/resign.ts';
import { matchKey } from '#core/kernel/documents.ts';
import type { MatchOutline } from '#core/board/match-document.ts';
import { apply } from '#core/kernel/state.ts';
import type { Event } from '#core/kernel/event.ts';

/** Resigns the actor's boards. `isLeft` tells which ones. */
export function resignAllBoards(
  context: ActorContext,
  isLeft: (match: MatchOutline) => boolean = () => true,
): {
  readonly events: readonly Event[];
  readonly notifications: readonly Notification[];
} {
  const userid = context.actor ?? '';
  const boards = context.state.boards(`running/player/${userid}`);
  context.state.requireLoaded(boards.map(ref => ({ kind: 'document', key: matchKey(ref) })));
  let moment = context;
  const [events, notifications]: [Event[], Notification[]] = [[], []];
  for (const match of listRunning(context.state, userid).filter(isLeft)) {
    // A player with several seats gives them up one by one.
    for (let left = resignBoard(moment, match); left.ok; left = resignBoard(moment, match)) {
      const happened = playPrepared(moment, left.value);
      events.push(...happened.events);
      notifications.push(...happened.notifications);
      moment = { ...moment, state: happened.events.reduce(apply, moment.state) };
    }
  }
  return { events, notifications };
}
