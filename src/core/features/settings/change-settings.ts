// Changes a player's settings for their own mails, and their time zone and weekends.
import type { Phrase } from '#games/kit/refusal.ts';
import { type CalendarChange, computeCalendar } from '#core/kernel/calendar.ts';
import {
  type ActorContext,
  type CommandContext,
  allow,
  type Decision,
  deny,
  type Notification,
} from '#core/decision/decision.ts';
import { listWaiting } from '#core/matches/list.ts';
import { loadRunningMatches } from '#core/matches/require-match.ts';
import type { Instant } from '#core/kernel/time.ts';
import { findNextDigest, wantsDigest } from '#core/players/digest-time.ts';
import { refused } from '#core/kernel/refusal.ts';
import { changeFeed } from '../calendar/change-feed.ts';
import { findCalendarLimit } from '../holidays/holidays.ts';
import type { Event } from '#core/kernel/event.ts';
import {
  defaultSettings,
  type PlayerSettings,
  type SettingName,
  type SettingsChange,
  listSettings,
  type SettingValues,
} from '#core/players/settings.ts';

export function changeSettings(context: CommandContext, given: SettingsChange): Decision {
  const { timezone: _, weekends: __, calendar: feedWish, ...change } = given;
  const hasFeed = feedWish !== undefined && feedWish !== 'off';
  if (hasFeed && !context.hasPages) return deny(refused('calendar-no-pages'));
  const account = context.state.account(context.actor ?? '');
  const before = account?.settings ?? defaultSettings;
  const settings = { ...before, ...change } as PlayerSettings;
  const changes = account?.calendar ?? [];
  const now = calendarChanges(changes, given, context.now);
  const limit = now.length > 0 ? findCalendarLimit(changes, context.now) : null;
  if (limit !== null) return deny(limit);
  const feed = changeFeed(context, feedWish);
  return allow(
    [...eventsOf(context, { before, settings, changes, now }), ...feed.events],
    [
      ...sayWhatIsSet(given, { settings, calendar: computeCalendar([...changes, ...now]), hasFeed }),
      ...feed.notifications,
      ...listConsequences(context, before, settings),
    ],
  );
}

const OFF_WEB: Notification = { kind: 'done', done: { code: 'web-off', parts: {} } };

/** What a player should know about a setting that is new. */
const listConsequences = (
  context: CommandContext,
  before: PlayerSettings,
  settings: PlayerSettings,
): readonly Notification[] => [
  ...(settings.web === 'off' && before.web === 'on' ? [OFF_WEB] : []),
  ...(settings.per === before.per ? [] : listWaitingNotices(context, before, settings)),
];

/** The settings that were given, and when the digest comes if it was asked for. A mail of its own tells the address of a calendar feed. */
function sayWhatIsSet(given: SettingsChange, values: SettingValues): readonly Notification[] {
  const { settings, calendar, hasFeed } = values;
  const isSaid = (name: SettingName): boolean => given[name] !== undefined && !(name === 'calendar' && hasFeed);
  const pairs = listSettings(values).flatMap(({ name, pair }) => (isSaid(name) ? [pair] : []));
  const done: readonly Phrase[] = [
    ...(pairs.length === 0 ? [] : [{ code: 'settings-now', parts: { settings: pairs.join(' ') } }]),
    ...(given.per !== undefined && wantsDigest(settings)
      ? [{ code: 'per-digest', parts: { digest: settings.digest, zone: calendar.zone } }]
      : []),
    ...(given.calendar === 'off' ? [{ code: 'calendar-ended', parts: {} }] : []),
  ];
  return done.map(phrase => ({ kind: 'done', done: phrase }));
}

/** Whose settings change, and when. */
type SettingsContext = Pick<ActorContext, 'state' | 'actor' | 'now'>;

/** Changes settings without a word to the player. */
export function updateSettings(context: SettingsContext, change: Partial<PlayerSettings>): readonly Event[] {
  const account = context.state.account(context.actor ?? '');
  if (account === null) return [];
  const { settings: before, calendar = [] } = account;
  return eventsOf(context, { before, settings: { ...before, ...change }, changes: calendar, now: [] });
}

/** The settings before and after, and the calendar changes: all earlier ones, and those made `now`. */
interface SettingsUpdate {
  readonly before: PlayerSettings;
  readonly settings: PlayerSettings;
  readonly changes: readonly CalendarChange[];
  readonly now: readonly CalendarChange[];
}

function eventsOf(context: SettingsContext, { before, settings, changes, now }: SettingsUpdate): readonly Event[] {
  const userid = context.actor ?? '';
  const isSame = (Object.keys(settings) as (keyof PlayerSettings)[]).every(name => settings[name] === before[name]);
  const isDigestSame = wantsDigest(settings) === wantsDigest(before) && settings.digest === before.digest;
  return [
    ...(isSame ? [] : [{ kind: 'settings-changed', userid, settings } as const]),
    ...(settings.reminders === before.reminders ? [] : wakeBoards(context)),
    ...(now.length === 0 ? [] : [{ kind: 'calendar-changed', userid, changes: now } as const]),
    ...(isDigestSame && now.length === 0 ? [] : planDigest(context, settings, [...changes, ...now])),
  ];
}

/** Lists the waiting boards for a player who ends their digest. After a mail for every move, no list is needed. */
function listWaitingNotices(
  context: CommandContext,
  before: PlayerSettings,
  { per }: PlayerSettings,
): readonly Notification[] {
  const warning: readonly Notification[] =
    per === 'none' ? [{ kind: 'done', done: { code: 'per-none', parts: {} } }] : [];
  if (before.per === 'move' || wantsDigest({ per })) return warning;
  const rows = listWaiting(context, context.actor ?? '');
  const to = { kind: 'address', address: context.sender.address } as const;
  const list: Notification = { kind: 'message', message: { kind: 'games', to, game: null, users: [], rows, more: 0 } };
  return rows.length === 0 ? warning : [...warning, list];
}

/** `set` alone: what is set, and what it may be. */
export function showSettings(context: CommandContext): Decision {
  const account = context.state.account(context.actor ?? '');
  const now = listSettings({
    settings: account?.settings ?? defaultSettings,
    calendar: computeCalendar(account?.calendar ?? []),
    hasFeed: account?.feed?.isOn === true,
  });
  const to = { kind: 'address', address: context.sender.address } as const;
  return allow([], [{ kind: 'message', message: { kind: 'settings', to, settings: now } }]);
}

/** Another hour, another zone, or no digest any more. */
function planDigest(
  context: SettingsContext,
  settings: PlayerSettings,
  calendar: readonly CalendarChange[],
): readonly Event[] {
  const userid = context.actor ?? '';
  const known = context.state.account(userid)?.digest;
  const last = known?.last ?? null;
  if (!wantsDigest(settings))
    return known === undefined ? [] : [{ kind: 'digest-changed', userid, digest: { wake: null, last } }];
  const wake = findNextDigest({ settings, calendar, digest: { wake: null, last } }, context.now);
  return [{ kind: 'digest-changed', userid, digest: { wake, last } }];
}

/** The calendar changes that have an effect. */
function calendarChanges(
  changes: readonly CalendarChange[],
  { timezone, weekends }: SettingsChange,
  at: Instant,
): readonly CalendarChange[] {
  const { zone, weekendsOff } = computeCalendar(changes);
  const off = weekends === 'off';
  return [
    ...(timezone === undefined || timezone === zone ? [] : [{ kind: 'zone', zone: timezone, at } as const]),
    ...(weekends === undefined || off === weekendsOff ? [] : [{ kind: 'weekends', off, at } as const]),
  ];
}

/** Wakes all running boards, since new reminders may be due sooner than their alarms. */
const wakeBoards = (context: SettingsContext): readonly Event[] =>
  loadRunningMatches(context.state, context.actor ?? '').map(({ game, number }) => ({
    ...{ kind: 'match-woken', match: { game, number }, wake: context.now },
  }));
