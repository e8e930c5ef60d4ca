// The feature `settings`: the settings of a player.
import { wakeBoard } from '#core/board/acts/events.ts';
import { listWaiting } from '#core/board/acts/list.ts';
import { loadRunningMatches } from '#core/board/acts/require-match.ts';
import { type CalendarChange, computeCalendar } from '#core/kernel/calendar.ts';
import type { Event } from '#core/kernel/documents.ts';
import { refused } from '#core/kernel/refusal.ts';
import type { Instant } from '#core/kernel/time.ts';
import { type Command, parseCredentials } from '#core/language/command.ts';
import { findNextDigest, wantsDigest } from '#core/players/account.ts';
import {
  type ActorContext,
  type CommandContext,
  type Decision,
  type Notification,
  allow,
  answerSender,
  deny,
  tell,
  sendToSender,
} from '#core/players/decision.ts';
import {
  type PlayerSettings,
  SHAPES,
  type SettingName,
  type SettingValues,
  type SettingsChange,
  defaultSettings,
  listSettings,
  parseSettings,
} from '#core/players/settings.ts';
import type { MessageKind } from '#core/writing/compose-context.ts';
import type { Feature } from '#core/writing/feature.ts';
import { no, ok } from '#games/kit/result.ts';
import { changeFeed } from '../calendar/index.ts';
import { findCalendarLimit } from '../holidays/index.ts';

/** Changes a player's settings for their own mails, and their time zone and weekends. */
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

const OFF_WEB = tell('web-off');

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
  return [
    ...(pairs.length === 0 ? [] : [tell('settings-now', { settings: pairs.join(' ') })]),
    ...(given.per !== undefined && wantsDigest(settings)
      ? [tell('per-digest', { digest: settings.digest, zone: calendar.zone })]
      : []),
    ...(given.calendar === 'off' ? [tell('calendar-ended')] : []),
  ];
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
    ...(isSame ? [] : [{ kind: 'account-changed', userid, change: { settings } } as const]),
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
  const warning: readonly Notification[] = per === 'none' ? [tell('per-none')] : [];
  if (before.per === 'move' || wantsDigest({ per })) return warning;
  const rows = listWaiting(context, context.actor ?? '');
  const list = sendToSender(context, { kind: 'games', game: null, users: [], rows, more: 0 });
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
  return answerSender(context, { kind: 'settings', settings: now });
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
    return known === undefined ? [] : [{ kind: 'account-changed', userid, change: { digest: { wake: null, last } } }];
  const wake = findNextDigest({ settings, calendar, digest: { wake: null, last } }, context.now);
  return [{ kind: 'account-changed', userid, change: { digest: { wake, last } } }];
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
  loadRunningMatches(context.state, context.actor ?? '').map(match => wakeBoard(match, context.now));

/** `set`: changes the format of a player's mails. Alone, it shows the present settings. */
const ALL = SHAPES.map(([name, shape]) => `${name}=${shape}`).join(' ');

export const set: Command = {
  name: 'set',
  listedAfter: 'change password',
  usage: `set [userid password] [${ALL}]`,
  example: 'set board=words per=digest',
  permission: 'account',
  parse: commandLine => {
    const { credentials, rest } = parseCredentials(commandLine, 0);
    const typed = [
      ...rest,
      ...commandLine.options.map(([name, value]) => (value === true ? name : `${name}=${value}`)),
    ];
    const change = parseSettings(typed);
    if (!change.ok) return no(change.reason);
    const isQuestion = Object.keys(change.value).length === 0;
    return ok({
      credentials,
      run: context => (isQuestion ? showSettings(context) : changeSettings(context, change.value)),
    });
  },
};

/** A player's settings, with what each may be. */
interface Settings {
  /** `mail=text`, and how it may be written. */
  readonly settings: readonly { readonly pair: string; readonly shape: string }[];
}

const settingsMail: MessageKind<Settings> = {
  write: (context, message) => {
    const width = Math.max(...message.settings.map(({ pair }) => pair.length));
    return {
      subject: { code: 'subject-settings', parts: {} },
      text: context.templates.render('your-settings.txt', {
        settings: message.settings.map(({ pair, shape }) => ({
          pair: pair.padEnd(width),
          choices: shape.replaceAll('|', ', '),
        })),
      }),
    };
  },
};

export const messages = { settings: settingsMail };

/** The feature `settings`: the settings of a player. */
export const settings = {
  commands: [set],
} satisfies Feature;
