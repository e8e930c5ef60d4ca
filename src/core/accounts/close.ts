// Closes an account. For some days it can be opened again, and its running boards wait for these days.
import type { AlarmOutcome } from '../alarm-outcome.ts';
import { PATIENCE_MS } from '../clocks/schedule.ts';
import { messagesToAll } from '../decide-mail/messages.ts';
import { type ActorContext, type CommandContext, decided, type Decision, type Notification } from '../decision.ts';
import { moment } from '../formats.ts';
import { limits } from '../limits.ts';
import { running } from '../matches/allowance.ts';
import type { RequestContext } from '../request.ts';
import type { Account } from '../state/documents.ts';
import { apply } from '../state/events.ts';
import type { State } from '../state/state.ts';
import { DAY_MS } from '../time.ts';
import { changed } from './addresses.ts';
import { boardsLeft } from './leave-boards.ts';

/** Takes back what waits for others to accept, and closes. A message to an account without addresses becomes no mail. */
export function closeAccount(at: CommandContext): Decision {
  const userid = at.actor ?? '';
  const boards = running(at.state, userid).filter(board => board.state === 'active' && !at.state.isDamaged(board));
  const leaves = boards.length === 0 ? null : at.now + limits.undoDays * DAY_MS;
  const { events, notifications } = boardsLeft(at, ({ state }) => state === 'invited');
  const until = moment('UTC', leaves ?? at.now);
  const told = boards.map(({ game, number }): Notification => ({
    ...{ kind: 'board-changed', match: { game, number }, occasion: 'position' },
    news: { code: 'left-news', parts: { player: userid, until } },
  }));
  const byes = [changed(userid, { code: 'signed-off', parts: { userid } })];
  if (boards.length > 0)
    byes.push(changed(userid, { code: 'signed-off-boards', parts: { count: boards.length, days: limits.undoDays } }));
  return decided([...events, { kind: 'account-closed', userid, leaves }], [...notifications, ...told, ...byes]);
}

/** The days are over: every running board is left as `resign` does, unless a mail that opens the account again may wait in the mailbox. */
export function leaveBoards(state: State, { userid, leaves = 0 }: Account, context: RequestContext): AlarmOutcome {
  const { now, inboxEmptyAt } = context;
  if (Math.min(now, inboxEmptyAt) < leaves) {
    const later = { kind: 'boards-left', userid, leaves: Math.max(leaves, now + PATIENCE_MS) } as const;
    return { messages: [], state: apply(state, later) };
  }
  const at: ActorContext = { now, state, actor: userid, comment: '', board: null, proposedAt: [] };
  const { events, notifications } = boardsLeft(at);
  const after = [...events, { kind: 'boards-left', userid, leaves: null } as const].reduce(apply, state);
  return { messages: messagesToAll({ ...at, state: after }, notifications), state: after };
}
