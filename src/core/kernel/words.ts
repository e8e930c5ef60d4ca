// Splits a line into words and options, and undoes what mail programs and typists do to it.
import distance from 'damerau-levenshtein';
import { rememberLast } from '#games/kit/remember.ts';
import type { GivenOptions } from '#games/game.ts';

export interface ParsedWords {
  readonly words: readonly string[];
  /** Options such as `-size=5` or `--size=5`: [name in lower case, text after `=` or true]. */
  readonly options: GivenOptions;
}

const INVISIBLE = /[\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g;
const BLANKS = /[\s\u00a0\u2000-\u200a\u202f\u205f\u3000]+/g;

/** A line that is tidy already, as most are. */
const TIDY = /^[!-~]+(?: [!-~]+)*$/;

/** Leaves one blank between words, none at the ends, and no invisible characters. */
export const tidy = (text: string): string => (text.length > LONG ? tidyLong(text) : makeTidy(text));

const makeTidy = (text: string): string =>
  TIDY.test(text) ? text : text.replace(INVISIBLE, '').replace(BLANKS, ' ').trim();

/** A longer line is tidied and split once, though many readers in a row ask for it. Characters. */
const LONG = 500;
const tidyLong = rememberLast(makeTidy);

/** Marks of writing direction. An unclosed one would reverse our own words. */
const DIRECTION_MARKS = /[\u202a-\u202e\u2066-\u2069]/g;
/** Control characters, such as a bell or a cursor move. */
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;

/** Removes control characters from a player's words before others are shown them. */
export const removeControls = (text: string): string =>
  text
    .replace(/[\u2028\u2029]/g, '\n')
    .replace(DIRECTION_MARKS, '')
    .replace(CONTROLS, '');

const OPTION = /^(?:--?|[\u2013\u2014])([a-z][a-z0-9_-]*)(?:=(.*))?$/i;

/** Splits a line into words and options. `**`, pbmserv's mark for a comment, is no word. */
export const parseLine = (text: string): ParsedWords => (text.length > LONG ? splitLong(text) : splitLine(text));

function splitLine(text: string): ParsedWords {
  const words: string[] = [];
  const options: (readonly [string, string | true])[] = [];
  for (const word of tidy(text).split(' ')) {
    const option = OPTION.exec(word);
    if (option !== null) options.push([(option[1] ?? '').toLowerCase(), option[2] ?? true]);
    else if (word !== '' && word !== '**') words.push(word);
  }
  return { words, options };
}

const splitLong = rememberLast(splitLine);

/** The prefixes that mail programs put before the Subject of a reply, in many languages. Before one of our Subjects any short word is one. */
const PREFIXES: ReadonlySet<string> = new Set(
  (
    're aw sv antw antwort odp rv res rif ref r vs vl ynt yanit vá bls ad atb fw fwd wg tr i enc doorst vb pd ' +
    '回复 回覆 答复 答覆 返信 转发 轉寄'
  ).split(' '),
);
const PREFIX = /^([^\s:.\uff1a[(]+)\.? ?(?:\[\d+\]|\(\d+\))? ?[:\uff1a] ?/;
const SHORT_PREFIX = /^(?!reminder|nexpost)[\p{L}\p{M}]{1,9}\.? ?[:\uff1a] ?/iu;

/** The beginning of our Subjects that name a board, and of some others. */
export const OUR_SUBJECT = /^ ?(?:(?:new |reminder: )?[a-z]+ (?:board|chat) \d|nexpost\b)/i;

/** What gateways put before a Subject: `[EXT]`, `*SPAM*`, `External: ` before a known prefix. */
const TAG =
  /^(?:\[[^[\]]{1,40}\]|\([^()]{1,40}\)|\{[^{}]{1,40}\}|<[^<>]{1,40}>|【[^【】]{1,40}】|(\*{1,3})[^*]{1,40}\1)[:-]? ?(?=.)|^[^\s:]{1,20}[:-]? (?=(?:re|aw|fwd?|sv|antw|wg): )/iu;

/** The length of the prefix of a tidy Subject. 0: it has none. */
function prefixLength(text: string): number {
  const [prefix = '', word = ''] = PREFIX.exec(text) ?? [];
  if (PREFIXES.has(word.toLowerCase())) return prefix.length;
  const short = SHORT_PREFIX.exec(text)?.[0] ?? '';
  return OUR_SUBJECT.test(text.slice(short.length)) ? short.length : (TAG.exec(text)?.[0].length ?? 0);
}

/** Those of a mail that a person passes on. Its Subject is the words of another. */
const FORWARD_PREFIXES: ReadonlySet<string> = new Set('fw fwd wg tr rv i enc doorst vb vl pd 转发 轉寄'.split(' '));

/** Has the Subject a prefix of a forwarded mail, among others? */
export function isForwarded(subject: string): boolean {
  let text = tidy(subject);
  for (let length = prefixLength(text); length > 0; length = prefixLength(text)) {
    if (FORWARD_PREFIXES.has(PREFIX.exec(text)?.[1]?.toLowerCase() ?? '')) return true;
    text = text.slice(length);
  }
  return false;
}

/** The Subject without reply prefixes, however many. */
export function stripReplyPrefixes(subject: string): string {
  let text = tidy(subject);
  for (let length = prefixLength(text); length > 0; length = prefixLength(text)) text = text.slice(length);
  return text;
}

/** Shorter names resemble too many words. */
const MIN_NAME_LENGTH = 3;
/** Longer words are not typing errors. Characters. */
const MAX_WORD_LENGTH = 40;

/** The letters of a word that the other does not have. At least this many steps lead from one to the other. */
function countMissingLetters(word: string, other: string): number {
  let rest = other;
  let count = 0;
  for (const letter of word) {
    const index = rest.indexOf(letter);
    if (index === -1) count += 1;
    else rest = rest.slice(0, index) + rest.slice(index + 1);
  }
  return count;
}

/** The known words nearest to a misspelt one, by letters left out, added, changed, or two exchanged. */
export function findNearest(word: string, known: readonly string[]): readonly string[] {
  const typed = word.toLowerCase();
  if (typed.length > MAX_WORD_LENGTH) return [];
  const maxSteps = typed.length <= 5 ? 1 : 2;
  const isNear = (name: string): boolean =>
    name.length >= MIN_NAME_LENGTH &&
    Math.abs(name.length - typed.length) <= maxSteps &&
    countMissingLetters(name, typed) <= maxSteps &&
    countMissingLetters(typed, name) <= maxSteps;
  const candidates = [...new Set(known.filter(isNear))]
    .map(name => ({ name, steps: distance(typed, name).steps }))
    .filter(({ steps }) => steps <= maxSteps);
  const minSteps = Math.min(...candidates.map(({ steps }) => steps));
  return candidates.filter(({ steps }) => steps === minSteps).map(({ name }) => name);
}
