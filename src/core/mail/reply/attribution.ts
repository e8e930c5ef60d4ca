// `On Sat, 21 Nov 2026 at 10:02, nexpost <games@example.test> wrote:` in the languages and programs of the world, also broken over several lines.
import type { Kind } from './kinds.ts';

/** Lines an attribution may be broken into. */
const MOST_LINES = 4;

const ADDRESS = /[^\s<>()@]@[^\s<>()@]/;
const TIME = /\b\d{1,2}(?:[:.h]| h )\d{2}\b/;
const DATE =
  /\b(?:19|20)\d{2}\b|\b\d{1,2}[./-] ?\d{1,2}[./-] ?\d{2,4}\b|\d{4}\s?[年년]|\b\d{1,2}\. \p{L}{3,10}\.? \d{2,4}\b/u;

const WROTE =
  /(?:(?:wrote|writes|schrieb|schreef|skrev|skreiv|napsala?|napísala?|napisał(?:\(a\)|a)?|napisao|napisala|escribió|escribis|escreveu|scrisse|ha scritto|a scris|a écrit|écrit|kirjoitti|írta|yazdı|rakstīja|rašė|kirjutas|skrifaði|va escriure|viết)|написав?(?:\(ла\)|ла)?|написал\p{L}*|пише[тш]?|έγραψε|(?:כתב|كتب)|写道|寫道|写了|作成|書きました|작성)/iu;

/** The words an attribution begins with, a day of the week, a date, or somebody's name and address. */
const OPENS =
  /^(?:(?:on|am|le|el|il|em|a|op|den|dne|dnia|w dniu|on dne|la|le|pe|på|de|it|na|в|у|в дата|στις|ב-?|في|vào|tarihinde|il giorno|em|kl\.?|at)\s.*\d|(?:mon|tue|wed|thu|fri|sat|sun|mo|di|mi|do|fr|sa|so|lun|mar|mer|jeu|ven|sam|dim|mié|jue|vie|sáb|dom|gio|sab|seg|ter|qua|qui|sex|ma|wo|vr|za|zo|pon|wt|śr|czw|pt|sob|niedz|pn|вт|ср|чт|пт|сб|вс|пн|po|út|st|čt|pá|ne|mån|tis|ons|tors|fre|lör|sön|tir|lør|søn|ti|ke|to|pe|la|su)\p{L}{0,10}\.?,?\s.*\d|\d{1,4}\s?[./年년-])/iu;

/** An attribution of a mail program of today has an address or a name, a day, mostly a time, and the word; not all of them all. */
function marks(text: string): number {
  return [ADDRESS, TIME, DATE, WROTE].filter(mark => mark.test(text)).length;
}

const ENDS = /[:\uff1a]$/;

/**
 * The first line of the attribution that ends on this line; null when none does. Right above a quote two of its marks are enough:
 * only the line itself is lost with it. Elsewhere it decides over everything below, and must be complete.
 */
export function attributionAbove(
  bares: readonly string[],
  kinds: readonly Kind[],
  last: number,
  isQuoteNext: boolean,
): number | null {
  if (!ENDS.test(bares[last] ?? '')) return null;
  const isEnough = (text: string): boolean => {
    if (isQuoteNext) return marks(text) >= 2;
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
  if (OPENS.test(line) || line.endsWith(' wrote in')) return true;
  const above = bares.slice(top, at);
  return line.includes('<') && !above.some(each => OPENS.test(each) && (DATE.test(each) || TIME.test(each)));
}
