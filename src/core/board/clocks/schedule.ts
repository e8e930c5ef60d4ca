// Schedules the reminders of a board, and the end of a game whose player does not move.
import { robots, isRobot } from '#core/players/robots.ts';
import { isBeside, playerName, type LoadedMatch } from '../match.ts';
import { type Entry, type ReminderKind, userids } from '../match-document.ts';
import { type Instant, DAY_MS, HOUR_MS, MINUTE_MS } from '#core/kernel/time.ts';
import type { State } from '#core/kernel/state.ts';
import { clockOf, type RunningClock } from './match-clock.ts';
import { isPaused, STOPS } from './stops.ts';

/** What is due at a board now: mails that remind, all told as one; or the end of its player's time. */
export type Due =
  /** `isEarly`: the last one is still to come. */
  | { readonly kind: 'reminder'; readonly what: readonly ReminderKind[]; readonly isEarly: boolean }
  | { readonly kind: 'time-out' };

export interface Schedule {
  readonly clock: RunningClock;
  readonly due: Due | null;
  /** When to check again. null: only when something happens at the board. */
  readonly wake: Instant | null;
}

/** How long before the end a player is reminded for the last time, and has at least from then on. */
const lastWarning = ({ limit }: RunningClock): number => Math.min(DAY_MS, Math.max(HOUR_MS, Math.floor(limit / 2)));

/** How soon to check again if a mail that came in time may wait in the mailbox. */
export const PATIENCE_MS = 5 * MINUTE_MS;
/** How soon to check again if the clocks of the board are stopped. */
const STILL_MS = 10 * MINUTE_MS;

interface Planned {
  readonly what: ReminderKind;
  readonly at: Instant;
}

/** The reminders of a turn, sent or not. */
function reminders(clock: RunningClock, setting: string | undefined): readonly Planned[] {
  const { begun, deadline, time } = clock;
  const last = deadline - lastWarning(clock);
  const nag = time.nagtime === null || setting === 'off' ? Infinity : clock.whenUsed(time.nagtime * DAY_MS);
  return [
    ...(nag < last ? [{ what: 'nag', at: nag } as const] : []),
    ...remindersWanted(setting)
      .map(before => ({ what: before, at: deadline - before }))
      .filter(({ at }) => at > begun && at < deadline),
    { what: 'last', at: last },
  ];
}

/** An end that has moved less far was told well enough. */
const MOVED_MS = DAY_MS;

/** The record since a turn began: a reminder of the turn before may have been sent in the same instant. */
const since = (record: readonly Entry[], begun: Instant): readonly Entry[] =>
  record.slice(record.findLastIndex(entry => entry.at < begun || (entry.at === begun && !isBeside(entry))) + 1);

type Reminder = Entry & { readonly kind: 'reminder' };

/**
 * The reminders sent since the turn began. Except for the nag, only those for the present deadline count. A closed account gets none, and
 * gets those it missed once it is open again.
 */
const remindersIn = (
  record: readonly Entry[],
  { begun, deadline }: RunningClock,
  isClosed: boolean,
): readonly Reminder[] =>
  since(record, begun).filter(
    (entry): entry is Reminder =>
      entry.kind === 'reminder' &&
      (isClosed || entry.isSilent !== true) &&
      (entry.what === 'nag' || deadline - entry.deadline < MOVED_MS),
  );

/**
 * When the SMTP server took the last reminder. If that was sent again: the first one that it took. If there is none: when one was due to a
 * closed account. null: neither.
 */
function acceptedLast(record: readonly Entry[], reminders: readonly Reminder[]): Instant | null {
  const last = reminders.filter(({ what }) => what === 'last');
  const accepted = record.find(entry => entry.kind === 'reminder-accepted' && last.some(({ at }) => at === entry.sent));
  return (accepted ?? last.find(({ isSilent }) => isSilent === true))?.at ?? null;
}

/** A last reminder that no SMTP server has taken for this long is sent again. */
const LOST_MS = 7 * DAY_MS;

const lostSince = (sent: ReadonlyMap<ReminderKind, Instant>, accepted: Instant | null): Instant =>
  accepted === null ? (sent.get('last') ?? Infinity) + LOST_MS : Infinity;

/** Until when no player loses on time after an outage, in which no mail could reach us. */
function afterOutage(state: State): Instant {
  const last = state.get(`stops/${STOPS}`)?.outages.at(-1);
  return last === undefined ? -Infinity : last.until + DAY_MS;
}

/** Does a robot that is switched off play here? Then no player loses on time. */
export const hasLostRobot = (state: State, table: LoadedMatch): boolean =>
  userids(table.match).some(userid => robots.some(each => each.userid === userid) && !isRobot(state, userid));

/** When the player loses on time, if the last reminder was taken at `accepted`. Without that reminder: never. */
const endOf = (clock: RunningClock, accepted: Instant | null, state: State): Instant =>
  accepted === null ? Infinity : Math.max(clock.deadline, accepted + lastWarning(clock), afterOutage(state));

/** Do the clocks stop now? They do until the mailbox was read after the start, since a new outage is not known before. */
const standsStill = (table: LoadedMatch, state: State, inboxEmptyAt: Instant): boolean =>
  inboxEmptyAt === -Infinity || isPaused(state.get(`stops/${STOPS}`)) || hasLostRobot(state, table);

/** `inboxEmptyAt`: every mail that came before is decided. null: no clock runs. */
export function scheduleOf(table: LoadedMatch, state: State, now: Instant, inboxEmptyAt: Instant): Schedule | null {
  const clock = clockOf(table, state, now);
  if (clock === null) return null;
  if (standsStill(table, state, inboxEmptyAt)) return { clock, due: null, wake: now + STILL_MS };
  const { match } = table;
  const account = state.account(playerName(match.players[clock.player]));
  const reminded = remindersIn(match.record, clock, account?.closed === true);
  const sent = new Map(reminded.map(({ what, at }) => [what, at]));
  const accepted = acceptedLast(match.record, reminded);
  const lost = lostSince(sent, accepted);
  if (lost <= now) sent.delete('last');
  const open = reminders(clock, account?.settings.reminders).filter(({ what }) => !sent.has(what));
  const ripe = open.filter(({ at }) => at <= now).map(({ what }) => what);
  if (ripe.length > 0) {
    const isEarly = !ripe.includes('last') && !sent.has('last');
    return { clock, due: { kind: 'reminder', what: ripe, isEarly }, wake: null };
  }
  const ends = endOf(clock, accepted, state);
  if (ends <= now && inboxEmptyAt >= ends) return { clock, due: { kind: 'time-out' }, wake: null };
  const wake = Math.min(ends <= now ? now + PATIENCE_MS : ends, lost, ...open.map(({ at }) => at));
  return { clock, due: null, wake: wake === Infinity ? null : wake };
}

/** `3d,12h` → milliseconds before the end; `nag` and `off` are none. */
function remindersWanted(setting: string | undefined): readonly number[] {
  if (setting === undefined || setting === 'off' || setting === 'nag') return [];
  return setting.split(',').map(each => Number(each.slice(0, -1)) * (each.endsWith('d') ? DAY_MS : HOUR_MS));
}
