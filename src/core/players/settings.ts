// The settings of a player's mail: their choices, and the parsing of what was typed.
import type { GivenOptions } from '#games/game.ts';
import { closeUp } from '#games/kit/move-text.ts';
import { no, ok, type Result } from '#games/kit/result.ts';
import { type Calendar, FIRST_CALENDAR } from '../kernel/calendar.ts';
import { findZone } from '../kernel/zone-name.ts';
import { FIRST_LANGUAGE, type Language, languageNamed, LANGUAGES } from '../kernel/languages.ts';
import { type Refused, refused } from '../kernel/refusal.ts';

/** What one chooses among: the first of each is what it is unless its player says otherwise. */
export const SETTINGS = {
  mail: {
    choices: ['html', 'text', 'chat'],
  },
  board: {
    choices: ['ascii', 'words', 'both'],
  },
  view: {
    choices: ['fixed', 'own'],
  },
  password: {
    choices: ['on', 'off'],
  },
  ask: {
    choices: ['off', 'on'],
  },
  per: {
    choices: ['move', 'digest', 'both', 'none'],
  },
  tables: { choices: ['daily', 'each', 'none'] },
  web: { choices: ['on', 'off'] },
  broadcast: {
    choices: ['off', 'on'],
  },
} as const;

/** What is not one of a few: how it is written, what it is unless set, and what was meant; null: nothing that can be. */
interface FreeSetting {
  readonly shape: string;
  readonly usual: string;
  readonly read: (text: string) => string | null;
}

export const FREE_SETTINGS = {
  language: {
    shape: LANGUAGES.join('|'),
    usual: FIRST_LANGUAGE,
    read: languageNamed,
  },
  digest: {
    shape: 'HH:MM',
    usual: '08:00',
    read: readTimeOfDay,
  },
  reminders: {
    shape: 'nag|3d,12h|off',
    usual: 'nag',
    read: readReminders,
  },
  timezone: {
    shape: 'Europe/Lisbon',
    usual: FIRST_CALENDAR.zone,
    read: findZone,
  },
  weekends: {
    shape: 'on|off',
    usual: 'on',
    read: text => (text === 'on' || text === 'off' ? text : null),
  },
} satisfies Readonly<Record<string, FreeSetting>>;

type Choice = keyof typeof SETTINGS;
export type SettingName = Choice | keyof typeof FREE_SETTINGS;

/** Free settings that are stored with an account; its time zone and weekends are in its calendar. */
type Stored = 'digest' | 'reminders';

/** What is stored with an account. */
export type PlayerSettings = { readonly [Each in Choice]: (typeof SETTINGS)[Each]['choices'][number] } & Readonly<
  Record<Stored, string>
> & { readonly language: Language };

export type SettingsChange = Partial<Readonly<Record<SettingName, string>>>;

/** How each may be written: `html|text|chat`. */
export const SHAPES: readonly (readonly [name: SettingName, shape: string])[] = [
  ...Object.entries(SETTINGS).map(([name, { choices }]) => [name as Choice, choices.join('|')] as const),
  ...Object.entries(FREE_SETTINGS).map(([name, { shape }]) => [name as SettingName, shape] as const),
];

const NAMES = SHAPES.map(([name]) => name);

export const defaultSettings: PlayerSettings = {
  ...(Object.fromEntries(Object.entries(SETTINGS).map(([name, { choices }]) => [name, choices[0]])) as Omit<
    PlayerSettings,
    Stored | 'language'
  >),
  language: FIRST_LANGUAGE,
  digest: FREE_SETTINGS.digest.usual,
  reminders: FREE_SETTINGS.reminders.usual,
};

/** Each setting as it is, `mail=text`, and how it may be written. */
export function settingsNow(
  settings: PlayerSettings,
  { zone, weekendsOff }: Calendar,
): readonly { readonly pair: string; readonly shape: string }[] {
  const all: Readonly<Record<SettingName, string>> = {
    ...settings,
    timezone: zone,
    weekends: weekendsOff ? 'off' : 'on',
  };
  return SHAPES.map(([name, shape]) => ({ pair: `${name}=${all[name]}`, shape }));
}

/** `mail=text board=words … timezone=Europe/Lisbon weekends=off`. */
export const formatSettings = (settings: PlayerSettings, calendar: Calendar): string =>
  settingsNow(settings, calendar)
    .map(({ pair }) => pair)
    .join(' ');

/** `8:00`, `08:00` → `08:00`. */
function readTimeOfDay(text: string): string | null {
  const [, hour = '', minute = ''] = /^(\d{1,2}):(\d{2})$/.exec(text) ?? [];
  return minute === '' || Number(hour) > 23 || Number(minute) > 59 ? null : `${hour.padStart(2, '0')}:${minute}`;
}

/** Times before the end at which a player can be reminded. */
const MOST_REMINDERS = 4;
const MOST_DAYS = 60;

/** `nag`, `off`; `3d, 12h`, `3d,12h`: the longest first. */
function readReminders(text: string): string | null {
  if (text === 'off' || text === 'nag') return text;
  const times = [...new Set(text.split(','))];
  const hours = times.map(time => {
    const [, count = '', unit] = /^(\d{1,3})([dh])$/.exec(time) ?? [];
    return Number(count) * (unit === 'd' ? 24 : 1);
  });
  if (times.length > MOST_REMINDERS || hours.some(each => each < 1 || each > MOST_DAYS * 24)) return null;
  return times
    .map((time, at) => ({ time, hours: hours[at] ?? 0 }))
    .toSorted((a, b) => b.hours - a.hours)
    .map(({ time }) => time)
    .join(',');
}

/** `reminders=3d, 12h` is one of them. */
const PART_OF_REMINDERS = /^\d{1,3}[dh]$/;

function pairsIn(words: readonly string[]): readonly string[] {
  const pairs: string[] = [];
  for (const each of closeUp(words.join(' ').toLowerCase(), '=')
    .split(/[\s,]+/)
    .filter(Boolean)) {
    const last = pairs.at(-1);
    if (last?.includes('reminders=') === true && PART_OF_REMINDERS.test(each))
      pairs[pairs.length - 1] = `${last},${each}`;
    else pairs.push(each);
  }
  return pairs;
}

/** `mail=text`, `board = words`, `-view=own`: pairs of a name and a value. */
export function readSettings(words: readonly string[]): Result<SettingsChange, Refused> {
  const read: Partial<Record<SettingName, string>> = {};
  for (const pair of pairsIn(words)) {
    const [typed = '', value = ''] = pair.replace(/^-+/, '').split('=');
    const name = NAMES.find(each => each === typed);
    if (name === undefined)
      return no(refused('setting-unknown', { name: pair.includes('=') ? typed : '***', known: NAMES.join(', ') }));
    const meant = valueOf(name, value);
    if (meant === null) return no(unreadable(name, value));
    if (read[name] !== undefined) return no(refused('setting-twice', { name }));
    read[name] = meant;
  }
  return ok(read);
}

/** `-language=pt` in a line that opens an account; null: it names none. */
export function languageIn(options: GivenOptions): Result<Language | null, Refused> {
  const value = options.findLast(([name]) => name === 'language')?.[1];
  if (value === undefined) return ok(null);
  const language = value === true ? null : languageNamed(value);
  return language === null ? no(unreadable('language', value === true ? '' : value)) : ok(language);
}

function valueOf(name: SettingName, value: string): string | null {
  if (name in FREE_SETTINGS) return FREE_SETTINGS[name as keyof typeof FREE_SETTINGS].read(value);
  const choices: readonly string[] = SETTINGS[name as Choice].choices;
  return choices.includes(value) ? value : null;
}

function unreadable(name: SettingName, value: string): Refused {
  if (name === 'timezone') return refused('zone-unknown', { zone: value });
  if (name === 'reminders') return refused('reminders-shape', { value });
  if (name === 'digest') return refused('digest-shape', { value });
  const allowed = (SHAPES.find(([each]) => each === name)?.[1] ?? '').replaceAll('|', ', ');
  return refused('setting-value', { name, value: name === 'password' ? '***' : value, allowed });
}
