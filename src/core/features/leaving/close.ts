// Closes an account, and leaves its boards.
import { wakeBoard } from '#core/board/acts/events.ts';
import { chargeAccount, createDayRule } from '#core/players/quota-rules.ts';
import { alertChange } from '#core/players/addresses.ts';
import { INBOX_CHECK_MS } from '#core/board/clocks/schedule.ts';
import type { MatchOutline } from '#core/board/match-document.ts';
import type { Consequence } from '#core/players/message.ts';
import {
  type ActorContext,
  type CommandContext,
  type Decision,
  type Notification,
  allow,
  deny,
  createActorContext,
  takeCharges,
  tell,
  tellBoard,
} from '#core/players/decision.ts';
import type { Event, MatchRef } from '#core/kernel/documents.ts';
import { formatInstant } from '#core/kernel/sentence.ts';
import { limits } from '#core/kernel/limits.ts';
import { refused } from '#core/kernel/refusal.ts';
import { type State, apply } from '#core/kernel/state.ts';
import { DAY_MS, type Instant } from '#core/kernel/time.ts';
import { listRunning } from '#core/board/acts/allowance.ts';
import { applyDecision } from '#core/board/acts/announce.ts';
import { playPrepared } from '#core/board/acts/play.ts';
import { resignBoard } from '#core/board/acts/resign.ts';
import type { Account } from '#core/players/account.ts';
import { type Charge, hasRoom } from '#core/players/quota.ts';
import type { Phrase } from '#games/kit/refusal.ts';

/** Resigns the actor's boards. `isLeft` tells which ones. */
export function resignAllBoards(
  context: ActorContext,
  isLeft: (match: MatchOutline) => boolean = () => true,
): {
  readonly events: readonly Event[];
  readonly notifications: readonly Notification[];
} {
  const userid = context.actor ?? '';
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

/** Charged when an account with running boards is closed, since the other players get a mail. */
export const closingCharge = (userid: string): Charge =>
  chargeAccount(userid, createDayRule('closing', limits.closingsPerDay));

/** Removes boards that wait for acceptance, and closes the account. Its boards are resigned some days later. */
export function closeAccount(context: CommandContext): Decision {
  const userid = context.actor ?? '';
  const boards = listRunningBoards(context.state, userid);
  const charges = boards.length === 0 ? [] : [closingCharge(userid)];
  if (!hasRoom(context.state, charges, context.now))
    return deny(refused('closed-often', { most: limits.closingsPerDay }));
  const leaves = context.now + limits.undoDays * DAY_MS;
  const { events, notifications } = resignAllBoards(context, ({ state }) => state === 'invited');
  const news = { code: 'left-news', parts: { player: userid, until: formatInstant('UTC', leaves) } };
  const byes = [alertChange(userid, { code: 'signed-off', parts: { userid } })];
  if (boards.length > 0)
    byes.push(
      alertChange(userid, { code: 'signed-off-boards', parts: { count: boards.length, days: limits.undoDays } }),
    );
  return allow(
    [...events, { kind: 'account-closed', userid, leaves }, takeCharges(charges, context.now)],
    [...notifications, ...buildNotices(boards, news), ...byes],
  );
}

/** Reopens an account. Each board is checked and mailed, so that the player sees every turn and deadline. */
export function reopenAccount(
  context: Pick<ActorContext, 'state' | 'now'>,
  restored: Pick<Account, 'userid' | 'addresses' | 'restorable'>,
): Decision {
  const { userid, addresses } = restored;
  const boards = listRunningBoards(context.state, userid);
  const woken = boards.map(board => wakeBoard(board, context.now));
  return allow(
    [{ kind: 'account-restored', ...restored }, ...woken],
    [
      ...buildNotices(boards, { code: 'came-back-news', parts: { player: userid } }),
      tell('account-reopened', { userid, addresses: addresses.join(', ') }),
    ],
  );
}

const listRunningBoards = (state: State, userid: string): readonly MatchOutline[] =>
  listRunning(state, userid).filter(board => board.state === 'active' && !state.isDamaged(board));

const buildNotices = (boards: readonly MatchRef[], news: Phrase): readonly Notification[] =>
  boards.map(board => tellBoard(board, news));

/** Now, and the instant up to which every mail is decided. */
interface Waiting {
  readonly now: Instant;
  readonly inboxEmptyAt: Instant;
}

/** Resigns all boards after the last day. It waits while a mail that reopens the account may still be in the mailbox. */
export function leaveBoards(
  state: State,
  { userid, leaves = 0 }: Account,
  { now, inboxEmptyAt }: Waiting,
): Consequence {
  if (Math.min(now, inboxEmptyAt) < leaves) {
    const later = { kind: 'boards-left', userid, leaves: Math.max(leaves, now + INBOX_CHECK_MS) } as const;
    return { messages: [], state: apply(state, later) };
  }
  const context = createActorContext(state, now, userid);
  const { events, notifications } = resignAllBoards(context);
  return applyDecision(context, { events: [...events, { kind: 'boards-left', userid, leaves: null }], notifications });
}
