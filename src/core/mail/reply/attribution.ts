// Finds attributions of quotes, also broken over several lines, in many languages and programs.
// For example: `On Sat, 21 Nov 2026 at 10:02, nexpost <games@example.test> wrote:`.
import type { Kind } from './kind.ts';

/** Lines an attribution may be broken into. */
const MOST_LINES = 4;

const ADDRESS = /[^\s<>()@]@[^\s<>()@]/;
const TIME = /\b\d{1,2}(?:[:.h]| h )\d{2}\b/;
const DATE =
  /\b(?:19|20)\d{2}\b|\b\d{1,2}[./-] ?\d{1,2}[./-] ?\d{2,4}\b|\d{4}\s?[年년]|\b\d{1,2}\. \p{L}{3,10}\.? \d{2,4}\b/u;

/** `wrote`, in the languages of the world; beginnings of words stand for all their forms. */
const WROTE = [
  ...'wrote writes schrieb schreef skrev skreiv napsal napísal napisał napisao napisala'.split(' '),
  ...['escribió', 'escribis', 'escreveu', 'scrisse', 'ha scritto', 'a scris', 'écrit', 'kirjoitti', 'írta', 'yazdı'],
  ...['rakstīja', 'rašė', 'kirjutas', 'skrifaði', 'va escriure', 'viết', 'написав', 'написал', 'пише', 'έγραψε'],
  ...['כתב', 'كتب', '写道', '寫道', '写了', '作成', '書きました', '작성'],
];

/** The words an attribution begins with. */
const PREPOSITIONS: ReadonlySet<string> = new Set(
  'on am le el il em a op den dne dnia la pe på de it na в у στις ב ב- في vào tarihinde kl kl. at'.split(' '),
);

/** Days of the week, or the beginnings of their names. */
const DAYS = [
  ...['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun', 'mo', 'di', 'mi', 'do', 'fr', 'sa', 'so', 'lun', 'mar', 'mer'],
  ...['jeu', 'ven', 'sam', 'dim', 'mié', 'jue', 'vie', 'sáb', 'dom', 'gio', 'sab', 'seg', 'ter', 'qua', 'qui', 'sex'],
  ...['ma', 'wo', 'vr', 'za', 'zo', 'pon', 'wt', 'śr', 'czw', 'pt', 'sob', 'niedz', 'pn', 'вт', 'ср', 'чт', 'пт', 'сб'],
  ...['вс', 'пн', 'po', 'út', 'st', 'čt', 'pá', 'ne', 'mån', 'tis', 'ons', 'tors', 'fre', 'lör', 'sön', 'tir', 'lør'],
  ...['søn', 'ti', 'ke', 'to', 'pe', 'la', 'su'],
];
/** Letters of a day's name behind its beginning. */
const MOST_LETTERS = 10;

/** A preposition or a day of the week with a number somewhere behind it, or a date. */
function opens(line: string): boolean {
  if (/^\d{1,4}\s?[./年년-]/u.test(line)) return true;
  const [, word = '', rest = ''] = /^(\S+)\s(.*)$/u.exec(line.toLowerCase()) ?? [];
  if (!/\d/.test(rest)) return false;
  return PREPOSITIONS.has(word) || (word === 'w' && /^dniu\s/.test(rest)) || isDay(word);
}

function isDay(word: string): boolean {
  const letters = /^(\p{L}+)\.?,?$/u.exec(word)?.[1];
  return (
    letters !== undefined && DAYS.some(day => letters.startsWith(day) && letters.length <= day.length + MOST_LETTERS)
  );
}

/** An attribution of a mail program of today has an address or a name, a day, mostly a time, and the word; not all of them all. */
function marks(text: string): number {
  const lower = text.toLowerCase();
  const isWritten = WROTE.some(word => lower.includes(word));
  return [ADDRESS, TIME, DATE].filter(mark => mark.test(text)).length + (isWritten ? 1 : 0);
}

/** A name and the word alone: `nexpost wrote:`. Characters. */
const SHORT = 40;

const isShort = (text: string): boolean =>
  text.length <= SHORT &&
  WROTE.some(word =>
    text
      .toLowerCase()
      .replace(/ ?[:\uff1a]$/, '')
      .endsWith(` ${word}`),
  );

const ENDS = /[:\uff1a]$/;

/**
 * The first line of the attribution that ends on this line; null when none does. Right above a quote two of its marks are enough:
 * only the line itself is lost with it. Elsewhere it decides over everything below, and must be complete.
 */
export function findAttribution(
  bares: readonly string[],
  kinds: readonly Kind[],
  last: number,
  isQuoteNext: boolean,
): number | null {
  if (!ENDS.test(bares[last] ?? '')) return null;
  const isEnough = (text: string): boolean => {
    if (isQuoteNext) return marks(text) >= 2 || isShort(text);
    return marks(text) >= 3 && (ADDRESS.test(text) || TIME.test(text));
  };
  const top = topOf(bares, kinds, last);
  for (let first = last; first >= top; first--) {
    const text = bares.slice(first, last + 1).join(' ');
    // `nexpost <games@example.test> escreveu (sábado,` is still above a line that begins with the date.
    const isWhole =
      ADDRESS.test(text) || !bares.slice(top, first).some(line => line.includes('<') && ADDRESS.test(line));
    if (isWhole && begins(bares, top, first) && isEnough(text)) return first;
  }
  return isQuoteNext && isEnough(bares[last] ?? '') ? last : null;
}

/** How far up an attribution that ends here can reach: over lines of text without a gap. */
function topOf(bares: readonly string[], kinds: readonly Kind[], last: number): number {
  let top = last;
  while (top > 0 && last - top < MOST_LINES - 1 && kinds[top - 1] === 'text' && !ENDS.test(bares[top - 1] ?? ''))
    top -= 1;
  return top;
}

/** A line that opens, or a name with its address, unless the day stands on a line above it. */
function begins(bares: readonly string[], top: number, at: number): boolean {
  const line = bares[at] ?? '';
  if (opens(line) || line.endsWith(' wrote in')) return true;
  const above = bares.slice(top, at);
  return line.includes('<') && !above.some(each => opens(each) && (DATE.test(each) || TIME.test(each)));
}
