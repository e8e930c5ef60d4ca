// The settings of a player's mail: their choices, and the parsing of what was typed.
import type { GivenOptions } from '#games/game.ts';
import { trimAround } from '#games/kit/move-text.ts';
import { no, ok, type Result } from '#games/kit/result.ts';
import type { Calendar } from '../kernel/calendar.ts';
import { findZone } from '../kernel/time.ts';
import { FIRST_LANGUAGE, type Language, languageNamed, LANGUAGES } from '../kernel/sentence.ts';
import { type Refused, refused } from '../kernel/refusal.ts';

/** The settings with a list of choices. The first choice is the default. */
export const SETTINGS = {
  mail: ['html', 'text', 'chat'],
  board: ['ascii', 'words', 'both'],
  view: ['fixed', 'own'],
  password: ['on', 'off'],
  ask: ['off', 'on'],
  per: ['move', 'digest', 'both', 'none'],
  echo: ['people', 'on', 'off'],
  tables: ['daily', 'each', 'none'],
  web: ['on', 'off'],
  robots: ['talk', 'silent'],
  problem: ['off', 'daily'],
  broadcast: ['off', 'on'],
  clubs: ['on', 'off'],
} as const;

/** A setting with any value of a form: how help shows the form, and the parser, which returns null for an invalid value. */
interface FreeSetting {
  readonly shape: string;
  readonly parse: (text: string) => string | null;
}

const chooseFrom = (...choices: readonly string[]): FreeSetting => ({
  shape: choices.join('|'),
  parse: text => (choices.includes(text) ? text : null),
});

export const FREE_SETTINGS = {
  language: { shape: LANGUAGES.join('|'), parse: languageNamed },
  digest: { shape: 'HH:MM', parse: parseTimeOfDay },
  reminders: { shape: 'nag|3d,12h|off', parse: parseReminders },
  timezone: { shape: 'Europe/Lisbon', parse: findZone },
  weekends: chooseFrom('on', 'off'),
  calendar: chooseFrom('off', 'on', 'new'),
} satisfies Readonly<Record<string, FreeSetting>>;

type Choice = keyof typeof SETTINGS;
export type SettingName = Choice | keyof typeof FREE_SETTINGS;

/** Free settings that are stored as settings. The time zone and the weekends are in the player's calendar, the feed of deadlines is apart. */
type StoredFreeSetting = 'digest' | 'reminders';

/** The settings that are stored with an account. */
export type PlayerSettings = { readonly [Each in Choice]: (typeof SETTINGS)[Each][number] } & Readonly<
  Record<StoredFreeSetting, string>
> & { readonly language: Language };

export type SettingsChange = Partial<Readonly<Record<SettingName, string>>>;

/** The form of each setting as help shows it, such as `html|text|chat`. */
export const SHAPES: readonly (readonly [name: SettingName, shape: string])[] = [
  ...Object.entries(SETTINGS).map(([name, choices]) => [name as Choice, choices.join('|')] as const),
  ...Object.entries(FREE_SETTINGS).map(([name, { shape }]) => [name as SettingName, shape] as const),
];

const NAMES = SHAPES.map(([name]) => name);

export const defaultSettings: PlayerSettings = {
  ...(Object.fromEntries(Object.entries(SETTINGS).map(([name, [first]]) => [name, first])) as Omit<
    PlayerSettings,
    StoredFreeSetting | 'language'
  >),
  language: FIRST_LANGUAGE,
  digest: '08:00',
  reminders: 'nag',
};

/** What a player has set, wherever it is stored. */
export interface SettingValues {
  readonly settings: PlayerSettings;
  readonly calendar: Calendar;
  readonly hasFeed: boolean;
}

/** Each setting with its present value, such as `mail=text`, and its form. */
export function listSettings({
  settings,
  calendar: { zone, weekendsOff },
  hasFeed,
}: SettingValues): readonly { readonly name: SettingName; readonly pair: string; readonly shape: string }[] {
  const values: Readonly<Record<SettingName, string>> = {
    ...settings,
    timezone: zone,
    weekends: weekendsOff ? 'off' : 'on',
    calendar: hasFeed ? 'on' : 'off',
  };
  return SHAPES.map(([name, shape]) => ({ name, pair: `${name}=${values[name]}`, shape }));
}

/** `8:00`, `08:00` → `08:00`. */
function parseTimeOfDay(text: string): string | null {
  const [, hour = '', minute = ''] = /^(\d{1,2}):(\d{2})$/.exec(text) ?? [];
  return minute === '' || Number(hour) > 23 || Number(minute) > 59 ? null : `${hour.padStart(2, '0')}:${minute}`;
}

/** The number of reminders that a player can set before the end of a turn. */
const MAX_REMINDERS = 4;
const MAX_REMINDER_DAYS = 60;

/** Accepts `nag`, `off`, or times such as `3d,12h`. Returns the times with the longest first. */
function parseReminders(text: string): string | null {
  if (text === 'off' || text === 'nag') return text;
  const times = [...new Set(text.split(','))];
  const hours = times.map(time => {
    const [, count = '', unit] = /^(\d{1,3})([dh])$/.exec(time) ?? [];
    return Number(count) * (unit === 'd' ? 24 : 1);
  });
  if (times.length > MAX_REMINDERS || hours.some(each => each < 1 || each > MAX_REMINDER_DAYS * 24)) return null;
  return times
    .map((time, index) => ({ time, hours: hours[index] ?? 0 }))
    .toSorted((a, b) => b.hours - a.hours)
    .map(({ time }) => time)
    .join(',');
}

/** A word that belongs to the setting before it: `12h` in `reminders=3d, 12h`. */
const REMINDER_TIME = /^\d{1,3}[dh]$/;

function splitPairs(words: readonly string[]): readonly string[] {
  const pairs: string[] = [];
  for (const each of trimAround(words.join(' ').toLowerCase(), '=')
    .split(/[\s,]+/)
    .filter(Boolean)) {
    const last = pairs.at(-1);
    if (last?.includes('reminders=') === true && REMINDER_TIME.test(each)) pairs[pairs.length - 1] = `${last},${each}`;
    else pairs.push(each);
  }
  return pairs;
}

/** `mail=text`, `board = words`, `-view=own`: pairs of a name and a value. */
export function parseSettings(words: readonly string[]): Result<SettingsChange, Refused> {
  const change: Partial<Record<SettingName, string>> = {};
  for (const pair of splitPairs(words)) {
    const [typed = '', value = ''] = pair.replace(/^-+/, '').split('=');
    const name = NAMES.find(each => each === typed);
    if (name === undefined)
      return no(refused('setting-unknown', { name: pair.includes('=') ? typed : '***', known: NAMES.join(', ') }));
    const parsedValue = parseValue(name, value);
    if (parsedValue === null) return no(refuseValue(name, value));
    if (change[name] !== undefined) return no(refused('setting-twice', { name }));
    change[name] = parsedValue;
  }
  return ok(change);
}

/** The language of a line that opens an account, such as `-language=pt`. null: the line names none. */
export function parseLanguageOption(options: GivenOptions): Result<Language | null, Refused> {
  const value = options.findLast(([name]) => name === 'language')?.[1];
  if (value === undefined) return ok(null);
  const language = value === true ? null : languageNamed(value);
  return language === null ? no(refuseValue('language', value === true ? '' : value)) : ok(language);
}

function parseValue(name: SettingName, value: string): string | null {
  if (name in FREE_SETTINGS) return FREE_SETTINGS[name as keyof typeof FREE_SETTINGS].parse(value);
  const choices: readonly string[] = SETTINGS[name as Choice];
  return choices.includes(value) ? value : null;
}

function refuseValue(name: SettingName, value: string): Refused {
  if (name === 'timezone') return refused('zone-unknown', { zone: value });
  if (name === 'reminders') return refused('reminders-shape', { value });
  if (name === 'digest') return refused('digest-shape', { value });
  const [other, ...more] = SHAPES.filter(([, shape]) => shape.split('|').includes(value)).map(([each]) => each);
  if (other !== undefined && more.length === 0 && name !== 'password')
    return refused('setting-value-of', { name, value, other });
  const allowed = (SHAPES.find(([each]) => each === name)?.[1] ?? '').replaceAll('|', ', ');
  return refused('setting-value', { name, value: name === 'password' ? '***' : value, allowed });
}
