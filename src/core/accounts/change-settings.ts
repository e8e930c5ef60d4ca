// Changing how a player's own mails look, and where their days begin.
import { type CalendarChange, calendarAfter } from '../clocks/calendar.ts';
import { type CommandContext, decided, type Decision } from '../decision.ts';
import type { Event } from '../state/events.ts';
import { defaultSettings, type PlayerSettings, type SettingsChange, settingsLine } from './settings.ts';

export function changeSettings(at: CommandContext, { timezone, weekends, ...change }: SettingsChange): Decision {
  const userid = at.actor ?? '';
  const account = at.state.account(userid);
  const before = account?.settings ?? defaultSettings;
  const settings = { ...before, ...change } as PlayerSettings;
  const changes = account?.calendar ?? [];
  const calendar = calendarAfter(changes);
  const off = weekends === 'off';
  const now: readonly CalendarChange[] = [
    ...(timezone === undefined || timezone === calendar.zone
      ? []
      : [{ kind: 'zone', zone: timezone, at: at.now } as const]),
    ...(weekends === undefined || off === calendar.weekendsOff ? [] : [{ kind: 'weekends', off, at: at.now } as const]),
  ];
  const isSame = settingsLine(settings, calendar) === settingsLine(before, calendar);
  const events: readonly Event[] = [
    ...(isSame ? [] : [{ kind: 'settings-changed', userid, settings } as const]),
    ...(now.length === 0 ? [] : [{ kind: 'calendar-changed', userid, changes: now } as const]),
  ];
  const line = settingsLine(settings, calendarAfter([...changes, ...now]));
  return decided(events, [{ kind: 'done', done: { code: 'settings-now', parts: { settings: line } } }]);
}
