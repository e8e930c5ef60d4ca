// How a player wants their mail: every setting with its choices, and the reading of what was typed.
import { closedUp } from '#games/kit/move-text.ts';
import { no, ok, type Result } from '#games/kit/result.ts';
import { type Calendar, FIRST_CALENDAR } from '../clocks/calendar.ts';
import { zoneNamed } from '../clocks/zone-name.ts';
import { type Refused, refused } from '../refusal.ts';

/** What one chooses among: the first of each is what it is unless its player says otherwise. */
export const SETTINGS = {
  mail: {
    choices: ['html', 'text', 'chat'],
    sentence:
      'html: board mails hold plain text, and besides it a picture of the board; text: plain text alone; ' +
      'chat: a picture with a few words, for chat programs whose messages are mails; whoever writes from one gets that by itself.',
  },
  board: {
    choices: ['ascii', 'words', 'both'],
    sentence:
      'ascii: the board drawn with letters; words: the position told, for screen readers; both: told, then drawn.',
  },
  view: {
    choices: ['fixed', 'own'],
    sentence: 'own: where a board has sides, it is drawn from yours; names of cells stay what they are.',
  },
  password: {
    choices: ['on', 'off'],
    sentence: 'off: no password opens your account, not even the right one; replies to my mails always do.',
  },
  ask: {
    choices: ['off', 'on'],
    sentence: 'on: a board that others open against you begins only when you have answered `accept`.',
  },
} as const;

/** What is not one of a few: how it is written, what it is unless set, and what was meant; null: nothing that can be. */
interface FreeSetting {
  readonly shape: string;
  readonly usual: string;
  readonly read: (text: string) => string | null;
  readonly sentence: string;
}

export const FREE_SETTINGS = {
  reminders: {
    shape: '3d,12h|off',
    usual: 'off',
    read: readReminders,
    sentence:
      'how long before your time at a board ends you are reminded of it, besides the reminder of the board itself and the last one, ' +
      'a day before the end: up to four times, in days (3d) and hours (12h).',
  },
  timezone: {
    shape: 'Europe/Lisbon',
    usual: FIRST_CALENDAR.zone,
    read: zoneNamed,
    sentence: 'where your days begin and end: a name of the IANA time zone database.',
  },
  weekends: {
    shape: 'on|off',
    usual: 'on',
    read: text => (text === 'on' || text === 'off' ? text : null),
    sentence: 'off: your clocks stand still on Saturdays and Sundays.',
  },
} satisfies Readonly<Record<string, FreeSetting>>;

type Choice = keyof typeof SETTINGS;
export type SettingName = Choice | keyof typeof FREE_SETTINGS;

/** What is stored with an account; its time zone and weekends are in its calendar. */
export type PlayerSettings = { readonly [Each in Choice]: (typeof SETTINGS)[Each]['choices'][number] } & {
  readonly reminders: string;
};

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
    'reminders'
  >),
  reminders: FREE_SETTINGS.reminders.usual,
};

/** `mail=text board=words … timezone=Europe/Lisbon weekends=off`. */
export function settingsLine(settings: PlayerSettings, { zone, weekendsOff }: Calendar): string {
  const all: Readonly<Record<SettingName, string>> = {
    ...settings,
    timezone: zone,
    weekends: weekendsOff ? 'off' : 'on',
  };
  return NAMES.map(name => `${name}=${all[name]}`).join(' ');
}

/** Times before the end at which a player can be reminded. */
const MOST_REMINDERS = 4;
const MOST_DAYS = 60;

/** `3d, 12h`, `3d,12h`: the longest first. */
function readReminders(text: string): string | null {
  if (text === 'off') return 'off';
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
  for (const each of closedUp(words.join(' ').toLowerCase(), '=')
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

function valueOf(name: SettingName, value: string): string | null {
  if (name in FREE_SETTINGS) return FREE_SETTINGS[name as keyof typeof FREE_SETTINGS].read(value);
  const choices: readonly string[] = SETTINGS[name as Choice].choices;
  return choices.includes(value) ? value : null;
}

function unreadable(name: SettingName, value: string): Refused {
  if (name === 'timezone') return refused('zone-unknown', { zone: value });
  if (name === 'reminders') return refused('reminders-shape', { value });
  const allowed = (SHAPES.find(([each]) => each === name)?.[1] ?? '').replaceAll('|', ', ');
  return refused('setting-value', { name, value: name === 'password' ? '***' : value, allowed });
}
