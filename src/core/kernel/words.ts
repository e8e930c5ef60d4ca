// Splits a line into words and options, and undoes what mail programs and typists do to it.
import distance from 'damerau-levenshtein';
import type { GivenOptions } from '#games/game.ts';

export interface Line {
  readonly words: readonly string[];
  /** `-size=5` and `--size=5` alike: [name in lower case, text behind `=` or true]. */
  readonly options: GivenOptions;
}

const INVISIBLE = /[\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g;
const BLANKS = /[\s\u00a0\u2000-\u200a\u202f\u205f\u3000]+/g;

/** What most lines are, and has nothing to be tidied. */
const TIDY = /^[!-~]+(?: [!-~]+)*$/;

/** One blank between words, no invisible characters, none at the ends. */
export const tidy = (text: string): string =>
  TIDY.test(text) ? text : text.replace(INVISIBLE, '').replace(BLANKS, ' ').trim();

/** An unclosed one would turn our own words around. */
const TURNS = /[\u202a-\u202e\u2066-\u2069]/g;
/** Bells, and what moves a cursor. */
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;

/** Somebody's words as others are shown them. */
export const shownWords = (text: string): string =>
  text
    .replace(/[\u2028\u2029]/g, '\n')
    .replace(TURNS, '')
    .replace(CONTROLS, '');

const OPTION = /^(?:--?|[\u2013\u2014])([a-z][a-z0-9_-]*)(?:=(.*))?$/i;

/** Splits a tidy line; `**`, pbmserv's mark for a comment, is no word. */
export function parseLine(text: string): Line {
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
export function stripReplyPrefixes(subject: string): string {
  let text = tidy(subject);
  for (let length = prefixLength(text); length > 0; length = prefixLength(text)) text = text.slice(length);
  return text;
}

/** Shorter names are near to anything. */
const SHORTEST_HINT = 3;
/** Longer words are no slip of the finger. Characters. */
const LONGEST_SLIP = 40;

/** The known words that a word may be a slip of the finger for: letters left out, added, changed, or two exchanged. The nearest of them. */
export function nearest(word: string, known: readonly string[]): readonly string[] {
  const typed = word.toLowerCase();
  if (typed.length > LONGEST_SLIP) return [];
  const allowed = typed.length <= 5 ? 1 : 2;
  const near = [...new Set(known)]
    .filter(name => name.length >= SHORTEST_HINT)
    .map(name => ({ name, steps: distance(typed, name).steps }))
    .filter(({ steps }) => steps <= allowed);
  const least = Math.min(...near.map(({ steps }) => steps));
  return near.filter(({ steps }) => steps === least).map(({ name }) => name);
}
