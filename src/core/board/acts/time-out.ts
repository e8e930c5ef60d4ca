// Handles time at a board: sends reminders, and ends a game that does not go on.
import { type Due, INBOX_CHECK_MS, type Schedule, computeSchedule } from '../clocks/schedule.ts';
import { type ActorContext, type Decision, allow, deny, sendMail, tellBoard } from '#core/players/decision.ts';
import { type Message, createBoardMessage } from '#core/players/message.ts';
import { wantsDigest } from '#core/players/account.ts';
import { type Entry, type Match, userids } from '../match-document.ts';
import { DAY_MS, HOUR_MS, type Instant } from '#core/kernel/time.ts';
import { type Event, type MatchRef, refOf } from '#core/kernel/documents.ts';
import type { State } from '#core/kernel/state.ts';
import {
  abandon,
  announceAbsent,
  findAbandonedSince,
  findGrantedClaims,
  findUnannounced,
  grantClaims,
} from './unreachable-players.ts';
import { type LoadedMatch, openMatch, playerName } from '../match.ts';
import { giveUp, isDeclining, removeBoard } from './resign.ts';
import { noteEntry, refuseResigned, requireRunning } from './require-match.ts';
import { limits } from '#core/kernel/limits.ts';
import { formatDuration } from '#core/kernel/sentence.ts';
import { refused } from '#core/kernel/refusal.ts';

/** Something that happens at a board without anyone acting. */
export interface TimedEvent {
  readonly at: Instant;
  /** null: the board must only be checked again then. */
  readonly decide: ((context: ActorContext) => Decision) | null;
}

/** The times that decide what happens. `inboxEmptyAt`: all mails that came before it have been decided. */
interface Times {
  readonly now: Instant;
  readonly inboxEmptyAt: Instant;
}

/** The next event at a board: the most important one that is due, else the earliest. null: there is none. */
export function findNextTimedEvent(state: State, ref: MatchRef, times: Times): TimedEvent | null {
  const match = state.match(ref);
  if (match?.state === 'invited') return waitForMails(buildExpiry(match), times);
  if (match?.state !== 'active') return null;
  const table = openMatch(state, match);
  const events = [
    ...listAbsenceEvents(state, match, times),
    ...listClaimEvents(state, table, times),
    ...listAbandonEvents(state, table, times),
    ...listTurnEvents(state, table, times),
  ];
  const due = events.find(({ at, decide }) => at <= times.now && decide !== null);
  return due ?? events.reduce<TimedEvent | null>((a, b) => (a === null || b.at < a.at ? b : a), null);
}

/** Delays an event that costs a player the game until all earlier mails have been decided. */
const waitForMails = (event: TimedEvent, { now, inboxEmptyAt }: Times): TimedEvent =>
  event.at <= now && inboxEmptyAt < event.at ? { at: now + INBOX_CHECK_MS, decide: null } : event;

/** Removes the board when the invitation expires. No player loses. */
const buildExpiry = (match: Match): TimedEvent => ({
  at: match.opened + limits.invitationDays * DAY_MS,
  decide: context =>
    removeBoard(context, match, null, { code: 'invitation-lapsed', parts: { days: limits.invitationDays } }),
});

const listAbsenceEvents = (state: State, match: Match, { now }: Times): readonly TimedEvent[] =>
  findUnannounced(state, match).length === 0 ? [] : [{ at: now, decide: context => announceAbsent(context, match) }];

/** Claims of a board from players whom no mail reaches. */
function listClaimEvents(state: State, table: LoadedMatch, times: Times): readonly TimedEvent[] {
  const granted = findGrantedClaims(state, table, times.now);
  if (granted.length === 0) return [];
  const decidable = granted.filter(({ claimedAt }) => claimedAt <= times.inboxEmptyAt);
  const first = Math.min(...granted.map(({ claimedAt }) => claimedAt));
  return [waitForMails({ at: first, decide: context => grantClaims(context, table, decidable) }, times)];
}

/** The end of a board at which mail reaches no player any more. */
function listAbandonEvents(state: State, table: LoadedMatch, times: Times): readonly TimedEvent[] {
  const abandoned = findAbandonedSince(state, table, times.now);
  return abandoned === null ? [] : [waitForMails({ at: abandoned, decide: context => abandon(context, table) }, times)];
}

/** Reminders, and the end of a turn whose player does not move. */
function listTurnEvents(state: State, table: LoadedMatch, { now, inboxEmptyAt }: Times): readonly TimedEvent[] {
  const schedule = computeSchedule(table, state, now, inboxEmptyAt);
  if (schedule === null) return [];
  const { due, wake, clock } = schedule;
  if (due === null) return wake === null ? [] : [{ at: wake, decide: null }];
  const decide = (context: ActorContext): Decision =>
    due.kind === 'reminder' ? remind(context, table, schedule, due) : timeOut(context, table, clock.player);
  return [{ at: now, decide }];
}

/**
 * Reminders before the last one are left to the digest, if the player has one. A closed account gets no mail: an earlier mail has said
 * that its clocks run.
 */
function remind(
  context: ActorContext,
  table: LoadedMatch,
  { clock }: Schedule,
  { what, isEarly }: Due & { readonly kind: 'reminder' },
): Decision {
  const { match } = table;
  const ref = refOf(match);
  const userid = playerName(match.players[clock.player]);
  const entries = what.map(
    each => ({ kind: 'reminder', what: each, deadline: clock.deadline, at: context.now }) as const,
  );
  const isLastReminder = what.includes('last');
  const last = isDeclining(table, userid) ? 'reminder-last-removed' : 'reminder-last';
  const news = { code: isLastReminder ? last : 'reminder', parts: { player: userid } };
  const message: Message = {
    ...createBoardMessage(ref, { kind: 'account', userid }, userid),
    ...{ occasion: 'reminder', news: [news], isLastReminder },
  };
  const account = context.state.account(userid);
  if (account?.closed === true) {
    const silent = entries.map((entry): Entry => ({ ...entry, isSilent: true }));
    return allow([{ kind: 'entries-noted', match: ref, entries: silent }], []);
  }
  const isInDigest = isEarly && account !== null && wantsDigest(account.settings);
  const events = [{ kind: 'entries-noted', match: ref, entries } as const];
  return allow(events, isInDigest ? [] : [sendMail(message)]);
}

/** Works like resigning: before the player's first move, the challenge is declined, without a loser. */
function timeOut(context: ActorContext, table: LoadedMatch, player: number): Decision {
  const actor = playerName(table.match.players[player]);
  if (isDeclining(table, actor))
    return removeBoard(context, table.match, actor, { code: 'declined-by-silence', parts: { player: actor } });
  return giveUp(context, { ...table, actor }, { why: 'out-of-time', code: 'timed-out' });
}

/** Notes that the SMTP server has accepted the last reminder of the instant `sent`. */
export function noteAcceptedReminder(state: State, ref: MatchRef, sent: Instant, now: Instant): readonly Event[] {
  const match = state.match(ref);
  const isKnown = match?.record.some(entry => entry.kind === 'reminder-accepted' && entry.sent === sent) ?? true;
  if (isKnown || match?.state !== 'active') return [];
  return [{ kind: 'entries-noted', match: ref, entries: [{ kind: 'reminder-accepted', sent, at: now }] }];
}

/** `addtime`: gives all other players of the board this number of days. */
export function addTime(context: ActorContext, ref: MatchRef, days: number): Decision {
  const running = requireRunning(context, ref);
  if (!running.ok) return running;
  const { match, actor } = running.value;
  const gone = refuseResigned(running.value);
  if (gone !== null) return deny(gone, ref);
  if (userids(match).every(userid => userid === actor)) return deny(refused('addtime-alone'), ref);
  if (match.tournament !== undefined) return deny(refused('addtime-tournament'), ref);
  const by = match.players.findIndex(player => playerName(player) === actor);
  const daysGiven = match.record.reduce(
    (sum, entry) => sum + (entry.kind === 'addtime' && entry.by === by ? entry.days : 0),
    0,
  );
  if (daysGiven + days > limits.daysGiven) return deny(refused('addtime-full', { most: limits.daysGiven }), ref);
  const news = { code: 'time-given', parts: { player: actor, days: formatDuration(days * DAY_MS) } };
  // The others get a mail about the first gift within an hour, so that several lines do not cause several mails.
  const isFirst = !match.record.some(
    entry => entry.kind === 'addtime' && entry.by === by && entry.at > context.now - HOUR_MS,
  );
  const given = noteEntry(context, ref, { kind: 'addtime', by, days, at: context.now });
  return allow([given], [tellBoard(ref, news, isFirst ? {} : { only: actor })]);
}
