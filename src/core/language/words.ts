// A line as words and options: what mail programs and typists do to a line is undone here.
import type { GivenOptions } from '#games/game.ts';

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
const PREFIXES: ReadonlySet<string> = new Set(
  (
    're aw sv antw antwort odp rv res rif ref r vs vl ynt yanit vá bls ad atb fw fwd wg tr i enc doorst vb pd ' +
    '回复 回覆 答复 答覆 返信 转发 轉寄'
  ).split(' '),
);
const PREFIX = /^([^\s:\uff1a[(]+) ?(?:\[\d+\]|\(\d+\))? ?[:\uff1a] ?/;
const MARK = /^\[(?:ext|external|extern|spam)\]:? ?/i;

/** How long the prefix is that a tidy Subject begins with; 0: it has none. */
function prefixLength(text: string): number {
  const [prefix = '', word = ''] = PREFIX.exec(text) ?? [];
  return PREFIXES.has(word.toLowerCase()) ? prefix.length : (MARK.exec(text)?.[0].length ?? 0);
}

/** The Subject without reply prefixes, however many. */
export function bareSubject(subject: string): string {
  let text = tidy(subject);
  for (let length = prefixLength(text); length > 0; length = prefixLength(text)) text = text.slice(length);
  return text;
}

/** The nearest of the known words, if it is near enough to be a slip of the finger. */
export function nearest(word: string, known: readonly string[]): string | null {
  const typed = word.toLowerCase();
  const allowed = typed.length <= 5 ? 1 : 2;
  let best: string | null = null;
  let least = allowed + 1;
  for (const candidate of known) {
    const far = distance(typed, candidate, least);
    if (far < least) [best, least] = [candidate, far];
  }
  return best;
}

/** Optimal string alignment distance: insertions, deletions, replacements and swaps of neighbours; gives `most` up early. */
function distance(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) >= most || a.length > 40) return most;
  const table = Array.from({ length: a.length + 1 }, (_, i) =>
    Array.from({ length: b.length + 1 }, (__, j) => (i === 0 ? j : j === 0 ? i : 0)),
  );
  const at = (i: number, j: number): number => table[i]?.[j] ?? 0;
  for (let i = 1; i <= a.length; i++) {
    for (let j = 1; j <= b.length; j++) {
      const cost = a.charAt(i - 1) === b.charAt(j - 1) ? 0 : 1;
      const isSwap = i > 1 && j > 1 && a.slice(i - 2, i) === b.charAt(j - 1) + b.charAt(j - 2);
      const best = Math.min(at(i - 1, j) + 1, at(i, j - 1) + 1, at(i - 1, j - 1) + cost);
      (table[i] ?? [])[j] = isSwap ? Math.min(best, at(i - 2, j - 2) + 1) : best;
    }
  }
  return at(a.length, b.length);
}
