// What a board mail says of time: until when, how much is left for all moves, who is away.
import type { Phrase } from '#games/kit/refusal.ts';
import { calendarAfter, dayAt, FIRST_CALENDAR, wordsOfDay, wordsOfTime } from '../clocks/calendar.ts';
import { bankLeft, clockOf } from '../clocks/match-clock.ts';
import { hasLostRobot } from '../clocks/schedule.ts';
import { isPaused, STOPS } from '../clocks/stops.ts';
import { playerName, userids } from '../matches/match.ts';
import type { Instant } from '../state/documents.ts';
import type { State } from '../state/state.ts';
import { inWords } from '../time.ts';
import type { Seen } from './board-status.ts';

/** Sentences; none where no clock runs. `reader`: whose days they are told in. */
export function clockPhrases(
  { game, match, matchState, message }: Seen,
  reader: string | null,
  state: State,
  now: Instant,
): readonly Phrase[] {
  const table = { game, match, matchState };
  if (message.ply !== null || match.state !== 'active') return [];
  const clock = clockOf(table, state, now);
  if (clock === null || hasLostRobot(state, table)) return [];
  if (isPaused(state.document('stops', STOPS))) return [{ code: 'clocks-stopped', parts: {} }];
  const player = playerName(match.players[clock.player]);
  const { zone } = calendarOf(state, reader) ?? FIRST_CALENDAR;
  const until = wordsOfTime(zone, clock.deadline);
  const left = inWords(clock.deadline - now);
  const code = player === reader ? 'clock-yours' : 'clock-theirs';
  return [
    { code, parts: { player, until, left } },
    ...banks(table, state, now),
    ...absences(userids(match), reader, state, now),
  ];
}

const calendarOf = (state: State, userid: string | null): ReturnType<typeof calendarAfter> | null =>
  userid === null ? null : calendarAfter(state.account(userid)?.calendar ?? []);

function banks(table: Parameters<typeof clockOf>[0], state: State, now: Instant): readonly Phrase[] {
  const left = table.match.players.flatMap((player, index) => {
    const ms = bankLeft(table, index, state, now);
    return ms === null ? [] : [`${playerName(player)} ${inWords(ms)}`];
  });
  return left.length === 0 ? [] : [{ code: 'clock-banks', parts: { banks: left.join(', ') } }];
}

/** Opponents whose holidays have begun. */
function absences(players: readonly string[], reader: string | null, state: State, now: Instant): readonly Phrase[] {
  return players
    .filter(player => player !== reader)
    .flatMap((player): Phrase[] => {
      const calendar = calendarOf(state, player) ?? FIRST_CALENDAR;
      const today = dayAt(calendar.zone, now);
      const holiday = calendar.holidays.find(({ from, to }) => from <= today && today <= to);
      return holiday === undefined ? [] : [{ code: 'away-until', parts: { player, day: wordsOfDay(holiday.to) } }];
    });
}
