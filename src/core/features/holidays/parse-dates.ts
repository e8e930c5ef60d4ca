// Parses the days of a holiday as people write them, in five languages.
import { lookUp } from '#games/kit/look-up.ts';
import { addDays, type Day, type Holiday, isDay } from '#core/kernel/calendar.ts';

/** Characters; a longer text is no range of days. */
const MAX_LENGTH = 80;

/** Month names by their first letters, without accents, in five languages. */
const MONTHS: readonly RegExp[] = [
  /^(?:jan|ene)/,
  /^(?:feb|fev)/,
  /^(?:mar|marz|maerz)/,
  /^(?:apr|avr|abr)/,
  /^(?:may|mai)/,
  /^(?:jun|juin)/,
  /^(?:jul|juil)/,
  /^(?:aug|aou|ago)/,
  /^(?:sep|set)/,
  /^(?:oct|okt|out)/,
  /^nov/,
  /^(?:dec|dez|dic)/,
];

/** Monday first. */
const WEEKDAYS: readonly RegExp[] = [
  /^(?:monday|mon|montag|lundi|lunes|segunda)$/,
  /^(?:tuesday|tue|dienstag|mardi|martes|terca)$/,
  /^(?:wednesday|wed|mittwoch|mercredi|miercoles|quarta)$/,
  /^(?:thursday|thu|donnerstag|jeudi|jueves|quinta)$/,
  /^(?:friday|fri|freitag|vendredi|viernes|sexta)$/,
  /^(?:saturday|sat|samstag|sonnabend|samedi|sabado)$/,
  /^(?:sunday|sun|sonntag|dimanche|domingo)$/,
];

const NUMBERS: Readonly<Record<string, number>> = {
  ...{ a: 1, one: 1, ein: 1, eine: 1, einen: 1, un: 1, une: 1, una: 1, um: 1, uma: 1 },
  ...{ two: 2, zwei: 2, deux: 2, dos: 2, dois: 2, duas: 2, three: 3, drei: 3, trois: 3, tres: 3 },
  ...{ four: 4, vier: 4, quatre: 4, cuatro: 4, quatro: 4, five: 5, funf: 5, cinq: 5, cinco: 5 },
  ...{
    six: 6,
    sechs: 6,
    seis: 6,
    seven: 7,
    sieben: 7,
    sept: 7,
    siete: 7,
    sete: 7,
    ten: 10,
    zehn: 10,
    dix: 10,
    diez: 10,
    dez: 10,
  },
};

const UNITS: Readonly<Record<string, number>> = {
  ...{ day: 1, days: 1, tag: 1, tage: 1, jour: 1, jours: 1, dia: 1, dias: 1 },
  ...{ week: 7, weeks: 7, woche: 7, wochen: 7, semaine: 7, semaines: 7, semana: 7, semanas: 7 },
};

const NEXT = /^(?:next|nachste|nachster|nachstes|kommende|kommendes|prochain|prochaine|proximo|proxima|que_vem)$/;
const THIS = /^(?:this|diese|dieses|cette|ce|esta|este)$/;
const WEEK = /^(?:week|woche|semaine|semana)$/;
const WEEKEND = /^(?:weekend|wochenende|week_end|fin_de_semana|fim_de_semana)$/;
const TODAY = /^(?:today|now|heute|ab_sofort|jetzt|aujourdhui|maintenant|hoy|ahora|hoje|agora)$/;
const TOMORROW = /^(?:tomorrow|morgen|demain|manana|amanha)$/;
const YESTERDAY = /^(?:yesterday|gestern|hier|ayer|ontem)$/;
/** Words that part the first day from the last; alone before a day, they mean from today on. */
const UNTIL = /^(?:to|until|till|til|through|thru|bis|au|jusquau|jusqua|al|hasta|ate|ao|and_back)$/;
const FILLERS =
  /^(?:from|on|the|of|for|starting|beginning|since|ab|vom|von|am|im|den|der|fur|zum|du|des|le|la|en|pendant|de|del|el|desde|por|do|da|o|no|na|dia|a|i|am|away|including|inclusive|einschliesslich|and|und|et|y|e|holiday|vacation|urlaub|ferien|vacances|vacaciones|ferias)$/;

/** A day whose year may be missing. */
interface NamedDay {
  readonly month: number;
  readonly day: number;
  readonly year: number | null;
}

type Part = { readonly named: NamedDay } | { readonly at: Day } | { readonly days: number } | 'until';

/** The first and the last day, with the last included. null: the text names none. A period that has begun begins today. */
export function parseHolidayDates(text: string, today: Day): Holiday | null {
  if (text.length > MAX_LENGTH) return null;
  // Small words without accents. A dash between two days is the word `until`.
  const words = text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/ß/g, 'ss')
    .replace(/['\u2019]/g, '')
    .replace(/\b(\d{4})-(\d{1,2})-(\d{1,2})\b/g, '$1_$2_$3')
    .replace(/\b(week|fin|fim)[- ](?:de[- ])?(end|semana)\b/g, (_, first: string) =>
      first === 'week' ? 'weekend' : `${first}_de_semana`,
    )
    .replace(/\bque vem\b/g, 'que_vem')
    .replace(/\bab sofort\b/g, 'ab_sofort')
    .replace(/\bjusqu ?(?:au|a)\b/g, 'jusquau')
    .replace(/\.{2,3}|\u2026|[-\u2010-\u2015]/g, ' until ')
    .replace(/[,;!?()]/g, ' ')
    .split(/\s+/)
    .filter(word => word !== '');
  const whole = parseWholePeriod(words, today);
  if (whole !== null) return whole;
  const parts = parseParts(words, today);
  return parts === null ? null : joinParts(parts, today);
}

/** `next week`, `this weekend`, and the like. */
function parseWholePeriod(words: readonly string[], today: Day): Holiday | null {
  const [one = '', two = '', ...more] = words.filter(word => !FILLERS.test(word) || THIS.test(word));
  const [which, unit] = isUnit(one) ? [two, one] : [one, two];
  if (more.length > 0 || !isUnit(unit) || !isWhich(which, unit)) return null;
  const monday = addDays(today, (NEXT.test(which) ? 7 : 0) - weekdayOf(today));
  const first = WEEKEND.test(unit) ? addDays(monday, 5) : monday;
  return { from: first < today ? today : first, to: addDays(monday, 6) };
}

/** `weekend` alone is the next one. */
const isWhich = (word: string, unit: string): boolean =>
  NEXT.test(word) || THIS.test(word) || (word === '' && WEEKEND.test(unit));

const isUnit = (word: string): boolean => WEEK.test(word) || WEEKEND.test(word);

/** 0 is Monday. */
const weekdayOf = (day: Day): number => (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7;

function parseParts(words: readonly string[], today: Day): readonly Part[] | null {
  const parts: Part[] = [];
  let at = 0;
  while (at < words.length) {
    const read = parsePart(words, at, today);
    if (read === null) return null;
    if (read.part !== null) parts.push(read.part);
    at += read.length;
  }
  return parts;
}

interface ReadPart {
  /** null: the words say nothing. */
  readonly part: Part | null;
  readonly length: number;
}

function parsePart(words: readonly string[], at: number, today: Day): ReadPart | null {
  const word = words[at] ?? '';
  // `in 3 days` is a first day without a last one.
  if (IN.test(word) && parseCount(words, at + 1) !== null) return null;
  const relative = parseRelativeDay(words, at, today);
  if (relative !== null) return relative;
  const days = parseCount(words, at);
  if (days !== null) return { part: { days }, length: 2 };
  const named = parseNamedDay(words, at) ?? parseLoneDay(words, at);
  if (named !== null) return named;
  if (UNTIL.test(word)) return { part: 'until', length: 1 };
  return FILLERS.test(word) ? { part: null, length: 1 } : null;
}

const IN = /^(?:in|en|em|dans)$/;

/** The number of days in `two weeks`. null: these words say none. */
function parseCount(words: readonly string[], at: number): number | null {
  const word = words[at] ?? '';
  const days = (lookUp(NUMBERS, word) ?? Number(word)) * (lookUp(UNITS, words[at + 1] ?? '') ?? Number.NaN);
  return Number.isInteger(days) && days > 0 ? days : null;
}

function parseRelativeDay(words: readonly string[], at: number, today: Day): ReadPart | null {
  const word = words[at] ?? '';
  if (TODAY.test(word)) return { part: { at: today }, length: 1 };
  if (TOMORROW.test(word)) return { part: { at: addDays(today, 1) }, length: 1 };
  if (YESTERDAY.test(word)) return { part: { at: addDays(today, -1) }, length: 1 };
  const isNext = NEXT.test(word) || THIS.test(word);
  const weekday = WEEKDAYS.findIndex(name => name.test(words[isNext ? at + 1 : at] ?? ''));
  if (weekday === -1) return null;
  const ahead = (weekday - weekdayOf(today) + 7) % 7;
  return { part: { at: addDays(today, ahead) }, length: isNext ? 2 : 1 };
}

/** `2026_12_24`, `24.12.2026`, `24.12.`, `24/12`, or a day with the name of its month. */
function parseNamedDay(words: readonly string[], at: number): ReadPart | null {
  const word = words[at] ?? '';
  const iso = /^(\d{4})_(\d{1,2})_(\d{1,2})$/.exec(word);
  if (iso !== null) return namedDay(Number(iso[3]), Number(iso[2]), Number(iso[1]), 1);
  const numbers = /^(\d{1,2})([./])(\d{1,2})(?:\2(\d{2}|\d{4}))?\.?$/.exec(word);
  return numbers === null ? (parseDayFirst(words, at) ?? parseMonthFirst(words, at)) : parseNumbers(numbers);
}

/** `24 December 2026`, `24. Dezember`, `24 de diciembre de 2026`. */
function parseDayFirst(words: readonly string[], at: number): ReadPart | null {
  const day = /^(\d{1,2})(?:\.|st|nd|rd|th|er|o|º|a)?$/.exec(words[at] ?? '');
  const monthAt = at + (words[at + 1] === 'de' || words[at + 1] === 'of' ? 2 : 1);
  const month = monthOf(words[monthAt] ?? '');
  return day === null || month === 0 ? null : addYear(words, at, { day: Number(day[1]), month, end: monthAt + 1 });
}

/** `December 24th`. */
function parseMonthFirst(words: readonly string[], at: number): ReadPart | null {
  const month = monthOf(words[at] ?? '');
  const day = /^(\d{1,2})(?:st|nd|rd|th)?$/.exec(words[at + 1] ?? '');
  return day === null || month === 0 ? null : addYear(words, at, { day: Number(day[1]), month, end: at + 2 });
}

/** The first day of `20 to 24 December`, or the last one of `December 20 to 24`. Its month is that of the other day. */
function parseLoneDay(words: readonly string[], at: number): ReadPart | null {
  const [, typed] = /^(\d{1,2})(?:\.|st|nd|rd|th|er)?$/.exec(words[at] ?? '') ?? [];
  if (typed === undefined) return null;
  const day = Number(typed);
  if (UNTIL.test(words[at + 1] ?? '')) {
    const last = namedIn(parseNamedDay(words, skipFillers(words, at + 2)));
    return last === null || day > last.day ? null : namedDay(day, last.month, last.year, 1);
  }
  const first = UNTIL.test(words[at - 1] ?? '') ? namedIn(parseMonthFirst(words, at - 3)) : null;
  return first === null || day < first.day ? null : namedDay(day, first.month, first.year, 1);
}

function namedIn(read: ReadPart | null): NamedDay | null {
  const part = read?.part ?? null;
  return part === null || part === 'until' || !('named' in part) ? null : part.named;
}

function skipFillers(words: readonly string[], at: number): number {
  let index = at;
  while (FILLERS.test(words[index] ?? '')) index++;
  return index;
}

interface DayOfMonth {
  readonly day: number;
  readonly month: number;
  /** The index of the word behind them. */
  readonly end: number;
}

/** A year may follow, also with `de` before it. */
function addYear(words: readonly string[], at: number, { day, month, end }: DayOfMonth): ReadPart | null {
  const yearAt = words[end] === 'de' ? end + 1 : end;
  const year = /^20\d\d$/.exec(words[yearAt] ?? '')?.[0];
  return year === undefined
    ? namedDay(day, month, null, end - at)
    : namedDay(day, month, Number(year), yearAt + 1 - at);
}

/** Two numbers with a stroke may be a month first: with both at most 12 they say two days, and so none. */
function parseNumbers([, first, mark, second, year]: readonly (string | undefined)[]): ReadPart | null {
  const [one, two] = [Number(first), Number(second)];
  if (mark === '/' && one <= 12 && two <= 12 && one !== two) return null;
  const full = year === undefined ? null : Number(year) + (year.length === 2 ? 2000 : 0);
  return two > 12 && mark === '/' ? namedDay(two, one, full, 1) : namedDay(one, two, full, 1);
}

const monthOf = (word: string): number => (word.length < 3 ? 0 : MONTHS.findIndex(name => name.test(word)) + 1);

const namedDay = (day: number, month: number, year: number | null, length: number): ReadPart | null =>
  day >= 1 && day <= 31 && month >= 1 && month <= 12 ? { part: { named: { day, month, year } }, length } : null;

/** Two days, one day, or a number of days; `until` before a lone day means from today. */
function joinParts(parts: readonly Part[], today: Day): Holiday | null {
  const [first, second, ...others] = parts.filter(part => part !== 'until');
  if (first === undefined || others.length > 0) return null;
  if ('days' in first) return second === undefined ? spanOf(today, first.days) : null;
  if (second !== undefined && 'days' in second) {
    const from = lastDayOf(first, today);
    return from === null ? null : spanOf(from, second.days);
  }
  const to = lastDayOf(second ?? first, today);
  const start = second === undefined ? (parts[0] === 'until' ? { at: today } : first) : first;
  return to === null ? null : endAt(start, to, today);
}

/** A holiday that has begun begins today. null: its days are in the wrong order. */
function endAt(start: DayPart, to: Day, today: Day): Holiday | null {
  const from = firstDayOf(start, to);
  if (from === null || from > to) return null;
  return { from: from < today && to >= today ? today : from, to };
}

const spanOf = (from: Day, days: number): Holiday => ({ from, to: addDays(from, days - 1) });

type DayPart = Exclude<Part, 'until' | { readonly days: number }>;

/** The day itself; without a year, the next one from today. null: there is no such day. */
function lastDayOf(part: DayPart, today: Day): Day | null {
  if ('at' in part) return part.at;
  const year = part.named.year ?? Number(today.slice(0, 4));
  const day = formatNamed(part.named, year);
  return day !== null && part.named.year === null && day < today ? formatNamed(part.named, year + 1) : day;
}

/** The day; without a year, the last one before the end of the holiday. */
function firstDayOf(part: DayPart, to: Day): Day | null {
  if ('at' in part) return part.at;
  const year = part.named.year ?? Number(to.slice(0, 4));
  const day = formatNamed(part.named, year);
  return day !== null && part.named.year === null && day > to ? formatNamed(part.named, year - 1) : day;
}

function formatNamed({ month, day }: NamedDay, year: number): Day | null {
  const text = `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
  return isDay(text) ? text : null;
}
