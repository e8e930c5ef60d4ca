// Changing how a player's own mails look, and where their days begin.
import { type CalendarChange, calendarAfter } from '../clocks/calendar.ts';
import { type CommandContext, decided, type Decision, denied } from '../decision.ts';
import { limits } from '../limits.ts';
import { refused } from '../refusal.ts';
import { runningMatches } from '../matches/table.ts';
import type { Instant } from '../state/documents.ts';
import { hasRoom } from './holidays.ts';
import type { Event } from '../state/events.ts';
import { defaultSettings, type PlayerSettings, type SettingsChange, settingsLine } from './settings.ts';

export function changeSettings(at: CommandContext, given: SettingsChange): Decision {
  const { timezone: _, weekends: __, ...change } = given;
  const userid = at.actor ?? '';
  const account = at.state.account(userid);
  const before = account?.settings ?? defaultSettings;
  const settings = { ...before, ...change } as PlayerSettings;
  const changes = account?.calendar ?? [];
  const now = calendarChanges(changes, given, at.now);
  if (now.length > 0 && !hasRoom(changes, at.now))
    return denied(refused('calendar-full', { most: limits.calendarChangesPerYear }));
  const calendar = calendarAfter(changes);
  const isSame = settingsLine(settings, calendar) === settingsLine(before, calendar);
  const events: readonly Event[] = [
    ...(isSame ? [] : [{ kind: 'settings-changed', userid, settings } as const]),
    ...(settings.reminders === before.reminders ? [] : lookedAgain(at)),
    ...(now.length === 0 ? [] : [{ kind: 'calendar-changed', userid, changes: now } as const]),
  ];
  const line = settingsLine(settings, calendarAfter([...changes, ...now]));
  return decided(events, [{ kind: 'done', done: { code: 'settings-now', parts: { settings: line } } }]);
}

/** What of this is not so already. */
function calendarChanges(
  changes: readonly CalendarChange[],
  { timezone, weekends }: SettingsChange,
  at: Instant,
): readonly CalendarChange[] {
  const { zone, weekendsOff } = calendarAfter(changes);
  const off = weekends === 'off';
  return [
    ...(timezone === undefined || timezone === zone ? [] : [{ kind: 'zone', zone: timezone, at } as const]),
    ...(weekends === undefined || off === weekendsOff ? [] : [{ kind: 'weekends', off, at } as const]),
  ];
}

/** Another reminder may be due sooner than a board knows of. */
const lookedAgain = (at: CommandContext): readonly Event[] =>
  runningMatches(at.state, at.actor ?? '').map(({ game, number }) => ({
    ...{ kind: 'match-woken', match: { game, number }, wake: at.now },
  }));
