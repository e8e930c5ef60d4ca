// Handles time at a board: sends reminders, and ends a game that does not go on.
import { titleOf } from '#games/game.ts';
import { type Due, PATIENCE_MS, type Schedule, scheduleOf } from '../clocks/schedule.ts';
import { type ActorContext, decided, type Decision, denied } from '../decision.ts';
import type { Message } from '../messages/kinds/index.ts';
import { boardMessage } from '../messages/message.ts';
import { wantsDigest } from '../accounts/digest-time.ts';
import type { Entry, Instant, Match, MatchRef } from '../state/documents.ts';
import type { Event } from '../state/events.ts';
import type { State } from '../state/state.ts';
import { abandon, abandonedFrom, grantClaims, grantedAt, tellAbsent, untoldAt } from './absent.ts';
import { gameOf, matchStateOf, playerName, seatsPlayedBy, type Table, userids } from './match.ts';
import { giveUp, isDeclining, removeBoard } from './resign.ts';
import { runningTable } from './table.ts';
import { limits } from '../limits.ts';
import { DAY_MS, HOUR_MS } from '../time.ts';
import { duration } from '../formats.ts';
import { refused } from '../refusal.ts';

/** A running board with its schedule. null: nothing is scheduled. */
export function scheduleAt(
  state: State,
  ref: MatchRef,
  now: Instant,
  inboxEmptyAt: Instant,
): { readonly table: Table; readonly schedule: Schedule } | null {
  const table = runningAt(state, ref);
  if (table === null) return null;
  const schedule = scheduleOf(table, state, now, inboxEmptyAt);
  return schedule === null ? null : { table, schedule };
}

function runningAt(state: State, ref: MatchRef): Table | null {
  const match = state.match(ref);
  if (match?.state !== 'active') return null;
  const game = gameOf(state, match);
  return { game, match, matchState: matchStateOf(game, match) };
}

/** When to check a board again if mail reaches none of its players. null: mail reaches one of them. */
export function abandonedWake(state: State, ref: MatchRef, now: Instant, inboxEmptyAt: Instant): Instant | null {
  const table = runningAt(state, ref);
  const goes = table === null ? null : abandonedFrom(state, table, now);
  return goes === null || goes > now ? goes : inboxEmptyAt >= goes ? now : now + PATIENCE_MS;
}

/** When to check again a board that waits for an invited player. null: it does not. */
export function lapseWake(match: Match | null, now: Instant, inboxEmptyAt: Instant): Instant | null {
  if (match?.state !== 'invited') return null;
  const lapses = lapseOf(match);
  return lapses > now ? lapses : inboxEmptyAt >= lapses ? now : now + PATIENCE_MS;
}

const lapseOf = ({ opened }: Match): Instant => opened + limits.invitationDays * DAY_MS;

/** Removes the board, without a loser. null: there is still time to answer. */
function lapse(at: ActorContext, match: Match, inboxEmptyAt: Instant): Decision | null {
  if (Math.min(at.now, inboxEmptyAt) < lapseOf(match)) return null;
  return removeBoard(at, match, null, { code: 'invitation-lapsed', parts: { days: limits.invitationDays } });
}

/** Ends a board if mail reaches none of its players. null: mail reaches one, or a mail of one may still wait in the mailbox. */
function goneBy(at: ActorContext, ref: MatchRef, inboxEmptyAt: Instant): Decision | null {
  const table = runningAt(at.state, ref);
  const goes = table === null ? null : abandonedFrom(at.state, table, at.now);
  return table !== null && goes !== null && Math.min(at.now, inboxEmptyAt) >= goes ? abandon(at, table) : null;
}

/** When to check again a board that is claimed from absent players. null: no claim is granted. */
export function claimWake(state: State, ref: MatchRef, now: Instant, inboxEmptyAt: Instant): Instant | null {
  const table = runningAt(state, ref);
  const asked = table === null ? [] : grantedAt(state, table, now).map(claim => claim.asked);
  if (asked.length === 0) return null;
  return Math.min(...asked) <= inboxEmptyAt ? now : now + PATIENCE_MS;
}

/** A claim waits for what the absent player may have written before. null: no claim takes effect now. */
function claimedBy(at: ActorContext, ref: MatchRef, inboxEmptyAt: Instant): Decision | null {
  const table = runningAt(at.state, ref);
  const granted = table === null ? [] : grantedAt(at.state, table, at.now);
  const ripe = granted.filter(({ asked }) => asked <= inboxEmptyAt);
  return table === null || ripe.length === 0 ? null : grantClaims(at, table, ripe);
}

/** What time brings about at a board now: an end, or a reminder; null: nothing. */
export function ring(at: ActorContext, ref: MatchRef, inboxEmptyAt: Instant): Decision | null {
  const match = at.state.match(ref);
  if (match?.state === 'invited') return lapse(at, match, inboxEmptyAt);
  if (match !== null && untoldAt(at.state, match).length > 0) return tellAbsent(at, match);
  const claimed = claimedBy(at, ref, inboxEmptyAt);
  if (claimed !== null) return claimed;
  const abandoned = goneBy(at, ref, inboxEmptyAt);
  if (abandoned !== null) return abandoned;
  const found = scheduleAt(at.state, ref, at.now, inboxEmptyAt);
  const due = found?.schedule.due ?? null;
  if (found === null || due === null) return null;
  const { clock } = found.schedule;
  return due.kind === 'reminder'
    ? reminded(at, found.table, found.schedule, due)
    : timeOut(at, found.table, clock.player);
}

/**
 * Reminders before the last one are left to the digest, if the player has one. A closed account gets no mail: an earlier mail has said
 * that its clocks run.
 */
function reminded(
  at: ActorContext,
  { match }: Table,
  { clock }: Schedule,
  { what, isEarly }: Due & { readonly kind: 'reminder' },
): Decision {
  const ref = { game: match.game, number: match.number };
  const userid = playerName(match.players[clock.player]);
  const entries = what.map(each => ({ kind: 'reminder', what: each, deadline: clock.deadline, at: at.now }) as const);
  const isLastReminder = what.includes('last');
  const news = { code: isLastReminder ? 'reminder-last' : 'reminder', parts: { player: userid } };
  const message: Message = {
    ...boardMessage(ref, { kind: 'account', userid }, userid),
    ...{ occasion: 'reminder', news: [news], isLastReminder },
  };
  const account = at.state.account(userid);
  if (account?.closed === true) {
    const silent = entries.map((entry): Entry => ({ ...entry, isSilent: true }));
    return decided([{ kind: 'entries-noted', match: ref, entries: silent }], []);
  }
  const isInDigest = isEarly && account !== null && wantsDigest(account.settings);
  const events = [{ kind: 'entries-noted', match: ref, entries } as const];
  return decided(events, isInDigest ? [] : [{ kind: 'message', message }]);
}

/** Works like resigning: before the player's first move, the challenge is declined, without a loser. */
function timeOut(at: ActorContext, table: Table, player: number): Decision {
  const actor = playerName(table.match.players[player]);
  if (isDeclining(table, actor))
    return removeBoard(at, table.match, actor, { code: 'declined-by-silence', parts: { player: actor } });
  return giveUp(at, { ...table, actor }, { why: 'out-of-time', code: 'timed-out' });
}

/** The SMTP server took the last reminder that was sent at `sent`. */
export function reminderAccepted(state: State, ref: MatchRef, sent: Instant, now: Instant): readonly Event[] {
  const match = state.match(ref);
  const isKnown = match?.record.some(entry => entry.kind === 'reminder-accepted' && entry.sent === sent) ?? true;
  if (isKnown || match?.state !== 'active') return [];
  return [{ kind: 'entries-noted', match: ref, entries: [{ kind: 'reminder-accepted', sent, at: now }] }];
}

/** `addtime`: gives all other players of the board this number of days. */
export function addTime(at: ActorContext, ref: MatchRef, days: number): Decision {
  const running = runningTable(at, ref);
  if (!running.ok) return running;
  const { game, match, matchState, actor } = running.value;
  const board = { game: titleOf(game, match.setup), number: ref.number };
  if (seatsPlayedBy(match, matchState, actor).length === 0) return denied(refused('resigned-already', board), ref);
  if (userids(match).every(userid => userid === actor)) return denied(refused('addtime-alone'), ref);
  if (match.tournament !== undefined) return denied(refused('addtime-tournament'), ref);
  const by = match.players.findIndex(player => playerName(player) === actor);
  const given = match.record.reduce(
    (sum, entry) => sum + (entry.kind === 'addtime' && entry.by === by ? entry.days : 0),
    0,
  );
  if (given + days > limits.daysGiven) return denied(refused('addtime-full', { most: limits.daysGiven }), ref);
  const news = { code: 'time-given', parts: { player: actor, days: duration(days * DAY_MS) } };
  // The others hear of the first within an hour: many lines shall not be many mails.
  const isFirst = !match.record.some(
    entry => entry.kind === 'addtime' && entry.by === by && entry.at > at.now - HOUR_MS,
  );
  return decided(
    [{ kind: 'entries-noted', match: ref, entries: [{ kind: 'addtime', by, days, at: at.now }] }],
    [
      {
        ...{ kind: 'board-changed', match: ref, occasion: 'position', news },
        ...(isFirst ? {} : { only: actor }),
      },
    ],
  );
}
