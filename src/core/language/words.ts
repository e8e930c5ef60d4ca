// A line as words and options: what mail programs and typists do to a line is undone here.
import type { GivenOptions } from '../../../games/game.ts';

export interface Line {
  readonly words: readonly string[];
  /** `-size=5` and `--size=5` alike: [name in lower case, text behind `=` or true]. */
  readonly options: GivenOptions;
}

const INVISIBLE = /[\u00ad\u200b-\u200f\u2060\ufeff]/g;
const BLANKS = /[\s\u00a0\u2000-\u200a\u202f\u205f\u3000]+/g;

/** One blank between words, no invisible characters, none at the ends. */
export const tidy = (text: string): string => text.replace(INVISIBLE, '').replace(BLANKS, ' ').trim();

const OPTION = /^(?:--?|[\u2013\u2014])([a-z][a-z0-9_-]*)(?:=(.*))?$/i;

/** Splits a tidy line; `**`, pbmserv's mark for a comment, is no word. */
export function lineOf(text: string): Line {
  const words: string[] = [];
  const options: (readonly [string, string | true])[] = [];
  for (const word of tidy(text).split(' ')) {
    const option = OPTION.exec(word);
    if (option !== null) options.push([(option[1] ?? '').toLowerCase(), option[2] ?? true]);
    else if (word !== '' && word !== '**') words.push(word);
  }
  return { words, options };
}

/** What mail programs put before the Subject of an answer, in the languages they speak; `[EXT]` and the like are put there on the way. */
const PREFIX =
  /^(?:(?:re|aw|sv|antw|antwort|odp|rv|res|rif|ref|r|vs|vl|ynt|yanit|vá|bls|ad|atb|回复|回覆|答复|答覆|返信|fwd?|wg|tr|i|enc|doorst|vb|pd|转发|轉寄)\s*(?:\[\d+\]|\(\d+\))?\s*[:\uff1a]|\[(?:ext|external|extern|spam)\]:?)\s*/i;

/** The Subject without reply prefixes, however many. */
export function bareSubject(subject: string): string {
  let text = tidy(subject);
  for (;;) {
    const shorter = text.replace(PREFIX, '');
    if (shorter === text) return text;
    text = shorter;
  }
}

/** The nearest of the known words, if it is near enough to be a slip of the finger. */
export function nearest(word: string, known: readonly string[]): string | null {
  const typed = word.toLowerCase();
  const allowed = typed.length < 4 ? 1 : 2;
  let best: string | null = null;
  let least = allowed + 1;
  for (const candidate of known) {
    const far = distance(typed, candidate, least);
    if (far < least) [best, least] = [candidate, far];
  }
  return best;
}

/** Damerau-Levenshtein distance (adjacent swaps count one); may stop at `most`. */
function distance(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) >= most || a.length > 40) return most;
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a.charAt(i - 1) === b.charAt(j - 1);
      let cost = Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + (same ? 0 : 1));
      if (i > 1 && j > 1 && a.charAt(i - 1) === b.charAt(j - 2) && a.charAt(i - 2) === b.charAt(j - 1)) {
        cost = Math.min(cost, (before[j - 2] ?? 0) + 1);
      }
      next.push(cost);
    }
    [before, row] = [row, next];
  }
  return row[b.length] ?? most;
}
