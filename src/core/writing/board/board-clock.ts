// Tells in a board mail the deadline, the time left for all moves, and the absent players.
import { series } from '#games/kit/lists.ts';
import type { Phrase } from '#games/kit/refusal.ts';
import { claimAsked } from '#core/matches/probes.ts';
import { computeCalendar, dayAt, FIRST_CALENDAR } from '#core/kernel/calendar.ts';
import { bankLeft, clockOf } from '#core/board/clocks/match-clock.ts';
import { hasLostRobot } from '#core/board/clocks/schedule.ts';
import { isPaused, STOPS } from '#core/board/clocks/stops.ts';
import { findAbsent } from '#core/matches/unreachable-players.ts';
import { playerName, seatsPlayedBy, type LoadedMatch, turnOf } from '#core/board/match.ts';
import type { Instant } from '#core/kernel/time.ts';
import { userids } from '#core/board/match-document.ts';
import type { State } from '#core/kernel/state.ts';
import { formatDuration, formatInstant, formatDay } from '#core/kernel/formats.ts';
import type { BoardMailContext } from '#core/wording/board-status.ts';

/** Sentences; none where no clock runs. `reader`: whose days they are told in. */
export function describeClock(
  { game, match, matchState, message }: BoardMailContext,
  reader: string | null,
  state: State,
  now: Instant,
): readonly Phrase[] {
  const table = { game, match, matchState };
  if (message.ply !== null || match.state !== 'active') return [];
  const clock = clockOf(table, state, now);
  const { zone } = calendarOf(state, reader) ?? FIRST_CALENDAR;
  const away = unreachable(table, { reader, zone }, state, now);
  if (clock === null || hasLostRobot(state, table)) return away;
  if (isPaused(state.get(`stops/${STOPS}`))) return [{ code: 'clocks-stopped', parts: {} }, ...away];
  const player = playerName(match.players[clock.player]);
  const until = formatInstant(zone, clock.deadline);
  const left = formatDuration(clock.deadline - now);
  const code = player === reader ? 'clock-yours' : 'clock-theirs';
  return [
    clock.isPaused ? { code: 'clock-still', parts: { player } } : { code, parts: { player, until, left } },
    ...away,
    ...banks(table, state, now),
    ...absences(userids(match), reader, state, now),
  ];
}

/** The other players that no mail reaches, and what the reader can do about it. Nothing for a reader without a seat. */
function unreachable(
  { game, match, matchState }: LoadedMatch,
  { reader, zone }: { readonly reader: string | null; readonly zone: string },
  state: State,
  now: Instant,
): readonly Phrase[] {
  if (reader === null || seatsPlayedBy(match, matchState, reader).length === 0) return [];
  const turn = turnOf(game, match, matchState);
  const isTheirs = turn !== null && playerName(match.players[turn.player]) === reader;
  return findAbsent(state, { game, match, matchState }, reader, now).map(({ player, since, claimable }) => {
    const parts = { player, since: formatDay(dayAt(zone, since)), until: formatInstant(zone, claimable) };
    if (claimAsked(state, player, match) !== null) return { code: 'unreachable-asked', parts };
    if (isTheirs) return { code: 'unreachable-yours', parts };
    return { code: claimable <= now ? 'unreachable-claim' : 'unreachable', parts };
  });
}

const calendarOf = (state: State, userid: string | null): ReturnType<typeof computeCalendar> | null =>
  userid === null ? null : computeCalendar(state.account(userid)?.calendar ?? []);

function banks(table: Parameters<typeof clockOf>[0], state: State, now: Instant): readonly Phrase[] {
  const left = table.match.players.flatMap((player, index): Phrase[] => {
    const ms = bankLeft(table, index, state, now);
    return ms === null ? [] : [{ code: 'bank-left', parts: { player: playerName(player), left: formatDuration(ms) } }];
  });
  return left.length === 0 ? [] : [{ code: 'clock-banks', parts: { banks: series(left) } }];
}

/** Opponents whose holidays have begun. */
function absences(players: readonly string[], reader: string | null, state: State, now: Instant): readonly Phrase[] {
  return players
    .filter(player => player !== reader)
    .flatMap((player): Phrase[] => {
      const calendar = calendarOf(state, player) ?? FIRST_CALENDAR;
      const today = dayAt(calendar.zone, now);
      const holiday = calendar.holidays.find(({ from, to }) => from <= today && today <= to);
      return holiday === undefined ? [] : [{ code: 'away-until', parts: { player, day: formatDay(holiday.to) } }];
    });
}
