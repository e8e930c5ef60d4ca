// Finds attributions of quotes, also broken over several lines, in many languages and programs.
// For example: `On Sat, 21 Nov 2026 at 10:02, nexpost <games@example.test> wrote:`.
import type { LineKind } from './kind.ts';

/** The most lines of a broken attribution. */
const MAX_LINES = 4;

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
/** The most letters of a day's name after its beginning in `DAYS`. */
const MAX_EXTRA_LETTERS = 10;

/** Does an attribution begin on this line, with a preposition or weekday and a number after it, or with a date? */
function isOpening(line: string): boolean {
  if (/^\d{1,4}\s?[./年년-]/u.test(line)) return true;
  const [, word = '', rest = ''] = /^(\S+)\s(.*)$/u.exec(line.toLowerCase()) ?? [];
  if (!/\d/.test(rest)) return false;
  return PREPOSITIONS.has(word) || (word === 'w' && /^dniu\s/.test(rest)) || isDay(word);
}

function isDay(word: string): boolean {
  const letters = /^(\p{L}+)\.?,?$/u.exec(word)?.[1];
  return (
    letters !== undefined &&
    DAYS.some(day => letters.startsWith(day) && letters.length <= day.length + MAX_EXTRA_LETTERS)
  );
}

/** Counts the marks of an attribution in a text: an address, a time, a date, and a word for `wrote`. */
function countMarks(text: string): number {
  const lower = text.toLowerCase();
  const isWritten = WROTE.some(word => lower.includes(word));
  return [ADDRESS, TIME, DATE].filter(mark => mark.test(text)).length + (isWritten ? 1 : 0);
}

/** The longest attribution of a name and a verb alone, as in `nexpost wrote:`. Characters. */
const SHORT_LENGTH = 40;

const isShort = (text: string): boolean =>
  text.length <= SHORT_LENGTH &&
  WROTE.some(word =>
    text
      .toLowerCase()
      .replace(/ ?[:\uff1a]$/, '')
      .endsWith(` ${word}`),
  );

const ENDS = /[:\uff1a]$/;

/**
 * The first line of the attribution that ends on this line. null: none ends here. Right above a quote two marks are enough, because
 * only the line itself is dropped. Elsewhere everything below is dropped, so three marks are required.
 */
export function findAttribution(
  trimmedLines: readonly string[],
  kinds: readonly LineKind[],
  last: number,
  isQuoteNext: boolean,
): number | null {
  if (!ENDS.test(trimmedLines[last] ?? '')) return null;
  const isEnough = (text: string): boolean =>
    isQuoteNext ? countMarks(text) >= 2 || isShort(text) : countMarks(text) >= 3;
  const top = findTop(trimmedLines, kinds, last);
  for (let first = last; first >= top; first--) {
    const text = trimmedLines.slice(first, last + 1).join(' ');
    // A line such as `nexpost <games@example.test> escreveu (sábado,` may be above the line with the date.
    const isWhole =
      ADDRESS.test(text) || !trimmedLines.slice(top, first).some(line => line.includes('<') && ADDRESS.test(line));
    if (isWhole && canBegin(trimmedLines, top, first) && isEnough(text)) return first;
  }
  return isQuoteNext && isEnough(trimmedLines[last] ?? '') ? last : null;
}

/** The first line that an attribution ending on line `last` can reach. All its lines are text without a gap. */
function findTop(trimmedLines: readonly string[], kinds: readonly LineKind[], last: number): number {
  let top = last;
  while (last - top < MAX_LINES - 1 && kinds[top - 1] === 'text' && !ENDS.test(trimmedLines[top - 1] ?? '')) top -= 1;
  return top;
}

/** Can an attribution begin on this line? It can begin with its opening, or with a name and address if no line above has the date. */
function canBegin(trimmedLines: readonly string[], top: number, index: number): boolean {
  const line = trimmedLines[index] ?? '';
  if (isOpening(line) || line.endsWith(' wrote in')) return true;
  const above = trimmedLines.slice(top, index);
  return line.includes('<') && !above.some(each => isOpening(each) && (DATE.test(each) || TIME.test(each)));
}
