// Formats lengths of time, days, instants and lists with Intl.
// They are phrases, so that each reader gets them in their language.
import type { Phrase } from '#games/kit/refusal.ts';
import { memoize } from '#games/kit/remember.ts';
import { MINUTE_MS, type Instant } from './time.ts';

type Parts = Readonly<Record<string, string | number>>;

/** `locale`: a BCP 47 tag, `pt-PT`. */
type Format = (locale: string, parts: Parts) => string;

// Formatters are made once a locale: making one costs more than all it formats in a mail.

const units = memoize((locale: string) => {
  const of = (unit: string): Intl.NumberFormat =>
    new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long', useGrouping: false });
  return { day: of('day'), hour: of('hour'), minute: of('minute') };
});

const days = memoize(
  (locale: string) =>
    new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' }),
);

const ENGLISH = 'en-GB';

/** The fields of a date and time in a zone, as numbers are written everywhere. */
const fieldsIn = memoize((zone: string) => {
  const fields = { year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' } as const;
  return new Intl.DateTimeFormat(ENGLISH, { ...fields, hourCycle: 'h23', timeZone: zone });
});

const spans = memoize((locale: string) => new Intl.ListFormat(locale, { type: 'unit', style: 'narrow' }));
const ands = memoize((locale: string) => new Intl.ListFormat(locale, { type: 'conjunction' }));
const ors = memoize((locale: string) => new Intl.ListFormat(locale, { type: 'disjunction' }));

/** `20 days 23 hours`, `5 hours 10 minutes`: the two largest units that are not nothing. */
function durationIn(locale: string, ms: number): string {
  const all = Math.floor(Math.max(0, ms) / MINUTE_MS);
  const [days, hours, minutes] = [Math.floor(all / (24 * 60)), Math.floor(all / 60) % 24, all % 60];
  const { day, hour, minute } = units(locale);
  const hoursTold = hours > 0 ? [hour.format(hours)] : [];
  const minutesTold = minutes > 0 || hours === 0 ? [minute.format(minutes)] : [];
  return spans(locale).format(days > 0 ? [day.format(days), ...hoursTold] : [...hoursTold, ...minutesTold]);
}

/** `24 December 2026` */
const dayIn = (locale: string, day: string): string => days(locale).format(Date.parse(day));

/** `24 December 2026, 09:05 (Europe/Lisbon)` */
function momentIn(locale: string, zone: string, at: Instant): string {
  const told = Object.fromEntries(
    fieldsIn(zone)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  );
  return `${dayIn(locale, `${told['year']}-${told['month']}-${told['day']}`)}, ${told['hour']}:${told['minute']} (${zone})`;
}

const items = (parts: Parts): readonly string[] => Object.values(parts).map(String);

/** `a, b or c`; of moves, which have commas of their own, `c4,d4 or c4,e5 or d6` */
const orIn = (locale: string, all: readonly string[]): string =>
  all.some(item => item.includes(','))
    ? all.reduce((said, item) => ors(locale).format([said, item]))
    : ors(locale).format(all);

const FORMATS = {
  duration: (locale, { ms = 0 }) => durationIn(locale, Number(ms)),
  day: (locale, { day = '' }) => dayIn(locale, String(day)),
  moment: (locale, { zone = '', at = 0 }) => momentIn(locale, String(zone), Number(at)),
  list: (_, parts) => items(parts).join(', '),
  'list-and': (locale, parts) => ands(locale).format(items(parts)),
  'list-or': (locale, parts) => orIn(locale, items(parts)),
} satisfies Readonly<Record<string, Format>>;

/** The format of a code. undefined: the code has a sentence instead. */
export const formatOf = (code: string): Format | undefined =>
  Object.hasOwn(FORMATS, code) ? FORMATS[code as keyof typeof FORMATS] : undefined;

const phrase = (code: keyof typeof FORMATS, parts: Parts): Phrase => ({ code, parts });

export const formatDuration = (ms: number): Phrase => phrase('duration', { ms });

/** `day`: `2026-12-24` */
export const formatDay = (day: string): Phrase => phrase('day', { day });

export const formatInstant = (zone: string, at: Instant): Phrase => phrase('moment', { zone, at });

const plurals = memoize((locale: string) => new Intl.PluralRules(locale));

/** Which of its forms a sentence has with this number. */
export const pluralOf = (locale: string, count: number): Intl.LDMLPluralRule => plurals(locale).select(count);
