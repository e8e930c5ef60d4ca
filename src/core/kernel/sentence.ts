// Says phrases in a language: its sentences, lengths of time, instants and lists.
import { must } from '#games/kit/assert.ts';
import { lookUp } from '#games/kit/look-up.ts';
import type { Phrase } from '#games/kit/refusal.ts';
import { createLruCache, memoize } from '#games/kit/remember.ts';
import { type Instant, MINUTE_MS } from './time.ts';

// To add a language, see docs/adding-a-language.md.

export const LANGUAGES = ['en', 'pt'] as const;

export type Language = (typeof LANGUAGES)[number];

export const FIRST_LANGUAGE: Language = LANGUAGES[0];

/** `pt-BR`, `PT`, `pt` → `pt`. null: we do not have this language. */
export function languageNamed(tag: string): Language | null {
  const [name = ''] = tag.trim().toLowerCase().split(/[-_]/);
  return LANGUAGES.find(language => language === name) ?? null;
}

// Times and lists are phrases, so that each reader gets them in their language.

type Parts = Readonly<Record<string, string | number>>;

/** `locale`: a BCP 47 tag, `pt-PT`. */
type Format = (locale: string, parts: Parts) => string;

// Formatters are cached by locale, because making one costs more than all its use in a mail.

const unitFormats = memoize((locale: string) => {
  const createUnitFormat = (unit: string): Intl.NumberFormat =>
    new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long', useGrouping: false });
  return { day: createUnitFormat('day'), hour: createUnitFormat('hour'), minute: createUnitFormat('minute') };
});

const dayFormats = memoize(
  (locale: string) =>
    new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' }),
);

const ENGLISH = 'en-GB';

/** Formats the fields of a date and time in a zone as plain digits. */
const zoneFormats = memoize((zone: string) => {
  const fields = { year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' } as const;
  return new Intl.DateTimeFormat(ENGLISH, { ...fields, hourCycle: 'h23', timeZone: zone });
});

const durationJoiners = memoize((locale: string) => new Intl.ListFormat(locale, { type: 'unit', style: 'narrow' }));
const andJoiners = memoize((locale: string) => new Intl.ListFormat(locale, { type: 'conjunction' }));
const orJoiners = memoize((locale: string) => new Intl.ListFormat(locale, { type: 'disjunction' }));

/** `20 days 23 hours`, `5 hours 10 minutes`: the two largest units that are not zero. */
function writeDuration(locale: string, ms: number): string {
  const totalMinutes = Math.floor(Math.max(0, ms) / MINUTE_MS);
  const [days, hours, minutes] = [
    Math.floor(totalMinutes / (24 * 60)),
    Math.floor(totalMinutes / 60) % 24,
    totalMinutes % 60,
  ];
  const { day, hour, minute } = unitFormats(locale);
  const hourTexts = hours > 0 ? [hour.format(hours)] : [];
  const minuteTexts = minutes > 0 || hours === 0 ? [minute.format(minutes)] : [];
  return durationJoiners(locale).format(days > 0 ? [day.format(days), ...hourTexts] : [...hourTexts, ...minuteTexts]);
}

/** `24 December 2026` */
const writeDay = (locale: string, day: string): string => dayFormats(locale).format(Date.parse(day));

/** Instants as they were written: the players of a board read the same deadline. */
const instants = createLruCache<string>(1_000);

/** `24 December 2026, 09:05 (Europe/Lisbon)` */
const writeInstant = (locale: string, zone: string, at: Instant): string =>
  instants(`${locale} ${zone} ${Math.floor(at / MINUTE_MS)}`, () => {
    const fields = Object.fromEntries(
      zoneFormats(zone)
        .formatToParts(at)
        .map(({ type, value }) => [type, value]),
    );
    return `${writeDay(locale, `${fields['year']}-${fields['month']}-${fields['day']}`)}, ${fields['hour']}:${fields['minute']} (${zone})`;
  });

const textsOf = (parts: Parts): readonly string[] => Object.values(parts).map(String);

/** `a, b or c`. Moves can contain commas, so a list of them is `c4,d4 or c4,e5 or d6`. */
const joinWithOr = (locale: string, texts: readonly string[]): string =>
  texts.some(item => item.includes(','))
    ? texts.reduce((joined, item) => orJoiners(locale).format([joined, item]))
    : orJoiners(locale).format(texts);

const FORMATS = {
  duration: (locale, { ms = 0 }) => writeDuration(locale, Number(ms)),
  day: (locale, { day = '' }) => writeDay(locale, String(day)),
  moment: (locale, { zone = '', at = 0 }) => writeInstant(locale, String(zone), Number(at)),
  list: (_, parts) => textsOf(parts).join(', '),
  'list-and': (locale, parts) => andJoiners(locale).format(textsOf(parts)),
  'list-or': (locale, parts) => joinWithOr(locale, textsOf(parts)),
} satisfies Readonly<Record<string, Format>>;

const phrase = (code: keyof typeof FORMATS, parts: Parts): Phrase => ({ code, parts });

export const formatDuration = (ms: number): Phrase => phrase('duration', { ms });

/** `day`: `2026-12-24` */
export const formatDay = (day: string): Phrase => phrase('day', { day });

export const formatInstant = (zone: string, at: Instant): Phrase => phrase('moment', { zone, at });

const pluralRules = memoize((locale: string) => new Intl.PluralRules(locale));

/** A sentence with plural forms. The part named `by` holds the number that selects the form. */
type Plural = { readonly by: string; readonly other: string } & Readonly<
  Partial<Record<Exclude<Intl.LDMLPluralRule, 'other'>, string>>
>;

export type Sentence = string | Plural;

/**
 * The sentences of one language by code; `locale` is its BCP 47 tag. `{name}` stands for the part of that name. `{name:kind}` stands for
 * the sentence `kind:<part>`, the word of this language for what the part names: `{by:stone}` with by = black is `stone:black`.
 */
export type Sentences = Readonly<Record<string, Sentence>>;

/** The BCP 47 tag of the language the sentences are in. */
export function localeOf({ locale = ENGLISH }: Sentences): string {
  return typeof locale === 'string' ? locale : ENGLISH;
}

/** Says a phrase after a colon: in lower case, unless the first word is always capitalised or a name. */
export function sayAfterColon(sentences: Sentences, phrase: Phrase): string {
  const sentence = chooseForm(sentences, phrase);
  const text = say(sentences, phrase);
  return /^(?!I\b)\p{Lu}/u.test(sentence) ? text.charAt(0).toLowerCase() + text.slice(1) : text;
}

/**
 * Fills the phrase's sentence. A part that is a phrase is filled first. A code without a sentence, or a placeholder without a part, is a
 * bug.
 */
export function say(sentences: Sentences, phrase: Phrase): string {
  // The format of a code. undefined: the code has a sentence instead.
  const format = Object.hasOwn(FORMATS, phrase.code) ? FORMATS[phrase.code as keyof typeof FORMATS] : undefined;
  if (format !== undefined) return format(localeOf(sentences), sayParts(sentences, phrase));
  return chooseForm(sentences, phrase).replace(/\{([a-zA-Z]+)(?::([a-z]+))?\}/g, (_, name: string, kind?: string) => {
    const part: string | number | Phrase = must(
      lookUp(phrase.parts, name),
      `'${phrase.code}' comes with its part '${name}'`,
    );
    if (typeof part === 'object') return say(sentences, part);
    return kind === undefined ? String(part) : findTerm(sentences, kind, String(part));
  });
}

const sayParts = (sentences: Sentences, { parts }: Phrase): Readonly<Record<string, string | number>> =>
  Object.fromEntries(
    Object.entries(parts).map(([name, part]) => [name, typeof part === 'object' ? say(sentences, part) : part]),
  );

/** The sentence of a phrase, in the plural form for its number. */
function chooseForm(sentences: Sentences, { code, parts }: Phrase): string {
  const sentence = must(lookUp(sentences, code), `'${code}' has a sentence`);
  if (typeof sentence === 'string') return sentence;
  const count = must(lookUp(parts, sentence.by), `'${code}' comes with its part '${sentence.by}'`);
  // The plural category of a number in a language.
  return sentence[pluralRules(localeOf(sentences)).select(Number(count))] ?? sentence.other;
}

/** The word of this language for a term, such as `stone:black`. An unknown word stays unchanged. */
function findTerm(sentences: Sentences, kind: string, word: string): string {
  const term = sentences[`${kind}:${word.toLowerCase()}`];
  return typeof term === 'string' ? term : word;
}
