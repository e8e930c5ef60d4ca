// Schedules the reminders of a board, and the end of a game whose player does not move.
import { robots, isRobot } from '#core/players/robots.ts';
import { isAnnotation, playerName, type LoadedMatch } from '../match.ts';
import { type Entry, type ReminderKind, userids } from '../match-document.ts';
import { type Instant, DAY_MS, HOUR_MS, MINUTE_MS } from '#core/kernel/time.ts';
import type { State } from '#core/kernel/state.ts';
import { addTimeWithoutStops, computeClock, findStopsAt, type RunningClock } from './match-clock.ts';
import { isServicePaused, STOPS } from './stops.ts';

/** What is due at a board now: reminders, which are sent as one mail, or the end of the player's time. */
export type Due =
  /** `isEarly`: the last reminder is still to come. */
  | { readonly kind: 'reminder'; readonly what: readonly ReminderKind[]; readonly isEarly: boolean }
  | { readonly kind: 'time-out' };

export interface Schedule {
  readonly clock: RunningClock;
  readonly due: Due | null;
  /** When to check again. null: only when something happens at the board. */
  readonly wake: Instant | null;
}

/** The time between the last reminder and the deadline. A player has at least this time after it. */
const lastWarningMs = ({ limit }: RunningClock): number => Math.min(DAY_MS, Math.max(HOUR_MS, Math.floor(limit / 2)));

/** How soon to check again if a mail that came in time may wait in the mailbox. */
export const INBOX_CHECK_MS = 5 * MINUTE_MS;
/** How soon to check again if the clocks are stopped by what is no act at the board. */
const STOPPED_CHECK_MS = 10 * MINUTE_MS;

interface PlannedReminder {
  readonly what: ReminderKind;
  readonly at: Instant;
}

/** The reminders of a turn, sent or not. */
function planReminders(clock: RunningClock, setting: string | undefined): readonly PlannedReminder[] {
  const { begun, deadline, time } = clock;
  const lastAt = deadline - lastWarningMs(clock);
  const nagAt = time.nagtime === null || setting === 'off' ? Infinity : clock.instantOfUse(time.nagtime * DAY_MS);
  return [
    ...(nagAt < lastAt ? [{ what: 'nag', at: nagAt } as const] : []),
    ...parseReminderSetting(setting)
      .map(before => ({ what: before, at: deadline - before }))
      .filter(({ at }) => at > begun && at < deadline),
    { what: 'last', at: lastAt },
  ];
}

/** A deadline that has moved less than this needs no new reminder. */
const MAX_MOVED_MS = DAY_MS;

/** The entries since a turn began. A reminder in the same instant may belong to the turn before. */
const entriesSince = (record: readonly Entry[], begun: Instant): readonly Entry[] =>
  record.slice(record.findLastIndex(entry => entry.at < begun || (entry.at === begun && !isAnnotation(entry))) + 1);

type Reminder = Entry & { readonly kind: 'reminder' };

/**
 * The reminders sent since the turn began. Except for the nag, only those for the present deadline count. An account that was closed
 * gets the missed reminders when it is open again.
 */
const findSentReminders = (
  record: readonly Entry[],
  { begun, deadline }: RunningClock,
  isClosed: boolean,
): readonly Reminder[] =>
  entriesSince(record, begun).filter(
    (entry): entry is Reminder =>
      entry.kind === 'reminder' &&
      (isClosed || entry.isSilent !== true) &&
      (entry.what === 'nag' || deadline - entry.deadline < MAX_MOVED_MS),
  );

/**
 * When the SMTP server first accepted a last reminder, or when one was due to a closed account. null: neither has happened.
 */
function findLastAcceptedAt(record: readonly Entry[], planReminders: readonly Reminder[]): Instant | null {
  const lastReminders = planReminders.filter(({ what }) => what === 'last');
  const accepted = record.find(
    entry => entry.kind === 'reminder-accepted' && lastReminders.some(({ at }) => at === entry.sent),
  );
  return (accepted ?? lastReminders.find(({ isSilent }) => isSilent === true))?.at ?? null;
}

/** A last reminder that no SMTP server has accepted within this time is sent again. */
const RESEND_AFTER_MS = 7 * DAY_MS;

const resendAt = (sent: ReadonlyMap<ReminderKind, Instant>, accepted: Instant | null): Instant =>
  accepted === null ? (sent.get('last') ?? Infinity) + RESEND_AFTER_MS : Infinity;

/** The end of the grace period after an outage of the mailbox. Before it no player loses on time. */
function graceAfterOutage(state: State): Instant {
  const last = state.get(`stops/${STOPS}`)?.outages.at(-1);
  return last === undefined ? -Infinity : last.until + DAY_MS;
}

/** Does a robot that is switched off play at the board? Then no player loses on time. */
export const hasLostRobot = (state: State, loadedMatch: LoadedMatch): boolean =>
  userids(loadedMatch.match).some(userid => robots.some(each => each.userid === userid) && !isRobot(state, userid));

/** When the player loses on time. `accepted`: when the SMTP server accepted the last reminder. Without a reminder: never. */
function findEnd(
  { matchState }: LoadedMatch,
  clock: RunningClock,
  accepted: Instant | null,
  { state, now }: { readonly state: State; readonly now: Instant },
): Instant {
  if (accepted === null) return Infinity;
  const warned = addTimeWithoutStops(findStopsAt(matchState, state, now), accepted, lastWarningMs(clock));
  return Math.max(clock.deadline, warned, graceAfterOutage(state));
}

/**
 * If the clocks are stopped now, when to check again. null: they run. They also stop from the start of the service until the mailbox has
 * been read.
 */
function findStop(
  loadedMatch: LoadedMatch,
  state: State,
  now: Instant,
  inboxEmptyAt: Instant,
): Pick<Schedule, 'wake'> | null {
  if (loadedMatch.matchState.pause !== null) return { wake: null };
  const isStopped =
    inboxEmptyAt === -Infinity || isServicePaused(state.get(`stops/${STOPS}`)) || hasLostRobot(state, loadedMatch);
  return isStopped ? { wake: now + STOPPED_CHECK_MS } : null;
}

/** Computes what is due at a board. `inboxEmptyAt`: all earlier mails are decided. null: no clock runs. */
export function computeSchedule(
  loadedMatch: LoadedMatch,
  state: State,
  now: Instant,
  inboxEmptyAt: Instant,
): Schedule | null {
  const clock = computeClock(loadedMatch, state, now);
  if (clock === null) return null;
  const stop = findStop(loadedMatch, state, now, inboxEmptyAt);
  if (stop !== null) return { clock, due: null, ...stop };
  const { match } = loadedMatch;
  const account = state.account(playerName(match.players[clock.player]));
  const sentReminders = findSentReminders(match.record, clock, account?.closed === true);
  const sent = new Map(sentReminders.map(({ what, at }) => [what, at]));
  const accepted = findLastAcceptedAt(match.record, sentReminders);
  const lostAt = resendAt(sent, accepted);
  if (lostAt <= now) sent.delete('last');
  const unsentReminders = planReminders(clock, account?.settings.reminders).filter(({ what }) => !sent.has(what));
  const dueReminders = unsentReminders.filter(({ at }) => at <= now).map(({ what }) => what);
  if (dueReminders.length > 0) {
    const isEarly = !dueReminders.includes('last') && !sent.has('last');
    return { clock, due: { kind: 'reminder', what: dueReminders, isEarly }, wake: null };
  }
  const endAt = findEnd(loadedMatch, clock, accepted, { state, now });
  if (endAt <= now && inboxEmptyAt >= endAt) return { clock, due: { kind: 'time-out' }, wake: null };
  const wake = Math.min(endAt <= now ? now + INBOX_CHECK_MS : endAt, lostAt, ...unsentReminders.map(({ at }) => at));
  return { clock, due: null, wake: wake === Infinity ? null : wake };
}

/** Parses `3d,12h` as milliseconds before the end. `nag` and `off` have none. */
function parseReminderSetting(setting: string | undefined): readonly number[] {
  if (setting === undefined || setting === 'off' || setting === 'nag') return [];
  return setting.split(',').map(each => Number(each.slice(0, -1)) * (each.endsWith('d') ? DAY_MS : HOUR_MS));
}
