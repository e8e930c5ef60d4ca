// Classifies each line of a mail, by the words and marks programs use to quote, sign and forward.
import { limits } from '#core/kernel/limits.ts';
import { OUR_SUBJECT, stripReplyPrefixes } from '#core/kernel/words.ts';
import { findHeaderBlock, parseLabelledLine } from './headers.ts';
import { isForwarded, isListFooter, isMobile } from './phrases.ts';

/** The kinds of lines in a mail. */
export type LineKind =
  | 'empty'
  | 'text'
  /** `> …` */
  | 'quote'
  /** ` |…`, a quote below an attribution only. */
  | 'piped'
  /** A line of `On … wrote:`. */
  | 'attribution'
  /** `-----Original Message-----`, with a mail of somebody below. */
  | 'original'
  /** A line of the block From:, Sent:, To:, Subject:. */
  | 'header'
  /** `----- Forwarded message -----` */
  | 'forward'
  /** `-- `: the signature follows. */
  | 'signature'
  /** `Sent from my …` */
  | 'mobile'
  /** `____________`, or a word between dashes. It becomes `original` above a mail, `footer` above that of a list, and elsewhere text. */
  | 'rule'
  /** The footer of a mailing list begins. */
  | 'footer'
  /** The first line of one of our mails. */
  | 'own'
  /** The last line of one of our mails. */
  | 'own-end';

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

/** What an attribution tells of a mail: an address, a time, a date, and that somebody wrote it. */
const MARKS_OF_MAIL: readonly ((text: string) => boolean)[] = [
  text => ADDRESS.test(text),
  text => TIME.test(text),
  text => DATE.test(text),
  text => WROTE.some(word => text.toLowerCase().includes(word)),
];

const countMarks = (text: string): number => MARKS_OF_MAIL.filter(isMarked => isMarked(text)).length;

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
 * The first line of the attribution that ends on this line: the topmost that says something new. null: none ends here. Right above a quote two marks are enough, because
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
  const join = (first: number): string => trimmedLines.slice(first, last + 1).join(' ');
  let first = last;
  for (let index = last - 1; index >= top; index--) {
    const line = trimmedLines[index] ?? '';
    if (MARKS_OF_MAIL.some(isMarked => isMarked(line) && !isMarked(join(first)))) first = index;
    // A line with a number that tells nothing new may be a move.
    else if (/\p{N}/u.test(line)) break;
  }
  return isEnough(join(first)) ? first : isQuoteNext && isEnough(join(last)) ? last : null;
}

/** The first line that an attribution ending on line `last` can reach. All its lines are text without a gap. */
function findTop(trimmedLines: readonly string[], kinds: readonly LineKind[], last: number): number {
  let top = last;
  while (last - top < MAX_LINES - 1 && kinds[top - 1] === 'text' && !ENDS.test(trimmedLines[top - 1] ?? '')) top -= 1;
  return top;
}

/** Classifies each line of a mail, by the words and marks programs use to quote, sign and forward. */
const INVISIBLE = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g;

/** Trims a line for classification: no invisible characters, no blanks at the ends, at most the limit's length. */
export const bare = (line: string): string =>
  line
    .slice(0, limits.lineLength)
    .replace(INVISIBLE, '')
    .replace(/\u00a0|&nbsp;/g, ' ')
    .trim();

const OWN_BOARD = /^(?:Nothing has changed on )?(\S+) board \d+([ :.].*)$/;
const OWN_NEWS = [
  /^: (?:it is \S+ turn|your turn, \S+\.|waiting for \S+ \(|you won, \S+!)/,
  /^(?:: | )stands as before|^\. It(?:'s still| is) /,
  /^: \S+ \([^()]+\) (?:has won|won\.)/,
  /^ (?:waits for an answer|is waiting for an answer|is a draw(?:\.$| \()|does not count:|after move \d+ of)/,
];
const OWN_MESSAGE = /^\S+ writes on (\S+) board \d+:$/;
/** The longest name of a game in the lines of our mails. Characters. */
const MAX_NAME_LENGTH = 21;

/** The first line of a digest. */
const OWN_DIGEST =
  /^(?:\d{1,3} boards? waits? for your move[.:]?$|It's your move on \d{1,3} boards?(?:\.?$|, the most urgent))/;

function isOwn(line: string): boolean {
  if (OWN_DIGEST.test(line)) return true;
  const [, board = '', news = ''] = OWN_BOARD.exec(line) ?? [];
  if (OWN_NEWS.some(each => each.test(news))) return board.length <= MAX_NAME_LENGTH && /^\p{Lu}\p{L}+$/u.test(board);
  const game = OWN_MESSAGE.exec(line)?.[1];
  return game !== undefined && game.length <= MAX_NAME_LENGTH && /^\p{L}+$/u.test(game);
}

const OWN_END =
  /^(?:Or with one of:|You can reply with one of:|To answer, reply with a first line|To answer, reply with (?:one line|the move|your words|`chat` as the first line)|To answer(?: [a-z0-9_-]{1,16})?: Subject )/;

/** A line of dashes and their like, or words between them: `----- Original -----`. */
const RULE =
  /^[-_=*~\u2010-\u2015]{3,}$|^(?:[-_=\u2010-\u2015]{2}|[*~]{2,} ).{1,60}(?:[-_=\u2010-\u2015]{2}| [*~]{2,})$/u;

/** A line with a number may be a move, unless it is a date. */
const isRule = (line: string): boolean => RULE.test(line) && (/^\P{N}*$/u.test(line) || DATE.test(line));

/** Classifies a line without looking at its neighbours. */
function classifyLine(line: string): LineKind {
  if (line === '') return 'empty';
  if (line.startsWith('>')) return 'quote';
  if (line.startsWith('|')) return 'piped';
  if (line === '--') return 'signature';
  if (isForwarded(line)) return 'forward';
  if (/^-{5,} ?original message ?-{5,}$/i.test(line)) return 'original';
  if (isRule(line)) return 'rule';
  if (isMobile(line)) return 'mobile';
  if (isOwn(line)) return 'own';
  return OWN_END.test(line) ? 'own-end' : 'text';
}

/** A quoted line of which some programs put the end on a line of its own, without a mark. */
const BROKEN = /^.{60,}[\p{L}\p{N},]$/u;

export function classifyLines(lines: readonly string[]): readonly LineKind[] {
  const trimmedLines = lines.map(bare);
  const kinds = trimmedLines.map(classifyLine);
  // Marks `>From here …` as text, because mail stores put `>` before a typed line that begins with From.
  lines.forEach((line, index) => {
    if (line.startsWith('>From ') && kinds[index - 1] !== 'quote' && !(lines[index + 1] ?? '').startsWith('>'))
      kinds[index] = 'text';
  });
  // Our last line goes on below it, set in. The words of a player in our mails are set in, too.
  lines.forEach((line, index) => {
    if (!/^\s{2,}\S/.test(line)) return;
    if (kinds[index] === 'own-end') kinds[index] = 'text';
    else if (kinds[index - 1] === 'own-end' && kinds[index] === 'text') kinds[index] = 'own-end';
  });
  const labels = trimmedLines.map(parseLabelledLine);
  for (let index = 0; index < kinds.length;) {
    const end = kinds[index] === 'text' ? findHeaderBlock(trimmedLines, labels, index) : null;
    if (end !== null) kinds.fill('header', index, end);
    index = end ?? index + 1;
  }
  markQuotedLines(trimmedLines, kinds);
  trimmedLines.forEach((_, index) => {
    const isBetween = kinds[index] === 'text' && kinds[index - 1] === 'quote' && kinds[index + 1] === 'quote';
    if (isBetween && BROKEN.test(trimmedLines[index - 1] ?? '')) kinds[index] = 'quote';
  });
  const isQuoteNext = findQuoteNext(kinds);
  for (let index = 0; index < kinds.length; index++) {
    if (kinds[index] !== 'text' && kinds[index] !== 'own') continue;
    const first = findAttribution(trimmedLines, kinds, index, isQuoteNext[index] ?? false);
    if (first !== null) kinds.fill('attribution', first, index + 1);
  }
  const { first: head, end } = findQuoteHead(trimmedLines, kinds);
  kinds.fill('attribution', head, end);
  for (let index = 0; index < kinds.length; index++)
    if (kinds[index] === 'rule') kinds[index] = classifyRule(trimmedLines, kinds, index);
  return kinds;
}

/** The marks before a quoted line: signs such as `» `, or letters and a sign, such as `Al> `. */
const MARKS = /^(?:([^\p{L}\p{N}])[^\p{L}\p{N}]{0,12}|(\p{L}{1,12}[>|]) ?)/u;

/** The sign or name that begins the lines of a quote, if this is a quoted line of our mail. null: it is not. */
function findMarks(line: string): string | null {
  const [marks = '', sign, name] = MARKS.exec(line) ?? [];
  const isOurs = marks !== '' && OWN_KINDS.has(classifyLine(bare(line.slice(marks.length))));
  return isOurs ? (sign ?? name ?? null) : null;
}

/** Marks the lines around a line of our mail that begin with the same sign as a quote. Elsewhere such lines may be typed. */
function markQuotedLines(trimmedLines: readonly string[], kinds: LineKind[]): void {
  for (let index = 0; index < kinds.length; index++) {
    const marks = kinds[index] === 'text' || kinds[index] === 'piped' ? findMarks(trimmedLines[index] ?? '') : null;
    if (marks === null) continue;
    const isQuoted = (line: number): boolean => trimmedLines[line]?.startsWith(marks) === true;
    let start = index;
    while (isQuoted(start - 1) && kinds[start - 1] !== 'quote') start -= 1;
    while (isQuoted(index + 1)) index += 1;
    kinds.fill('quote', start, index + 1);
  }
}

const OWN_KINDS: ReadonlySet<LineKind> = new Set(['own', 'own-end']);

/** For each line: is the next line that is not empty a quote? */
function findQuoteNext(kinds: readonly LineKind[]): readonly boolean[] {
  const result: boolean[] = [];
  let isQuote = false;
  for (let index = kinds.length - 1; index >= 0; index--) {
    result[index] = isQuote;
    if (kinds[index] !== 'empty') isQuote = QUOTE_KINDS.has(kinds[index] ?? 'text');
  }
  return result;
}

const QUOTE_KINDS: ReadonlySet<LineKind> = new Set(['quote', 'piped', 'own']);

/** A rule belongs to the mail or the footer below it. */
function classifyRule(trimmedLines: readonly string[], kinds: readonly LineKind[], index: number): LineKind {
  const below = kinds[index + 1] === 'empty' ? index + 2 : index + 1;
  if (QUOTED.has(kinds[below] ?? 'text')) return 'original';
  const isOfList = /^_{10,}$/.test(trimmedLines[index] ?? '');
  return isOfList && trimmedLines.slice(index + 1, index + 6).some(line => isListFooter(line)) ? 'footer' : 'text';
}

// The head of a quote in any language: the lines between the words of the writer and the quote itself.

/** Lines above a quote that are looked at, beside empty ones. */
const MAX_HEAD_LINES = 14;
/** Characters of a line that are looked at. */
const MAX_HEAD_LENGTH = 300;
/** An address between angle brackets, or beside a date, a time, a colon or dashes. People write other addresses in their own words. */
const HEAD_OF_MAIL =
  /<[^<>]*@[^<>]*>|(?:\p{N}{4}|\p{N}[.:/-]\p{N}).*@|@.*(?:\p{N}{4}|\p{N}[.:/-]\p{N}|[:\uff1a\u2013-]\s*$)|[:\uff1a].*@/u;

const QUOTED: ReadonlySet<LineKind> = new Set(['quote', 'own', 'header', 'attribution', 'original']);

/** The first line of the head of the first quote, and the first line below it. The two are the same if it has none. */
function findQuoteHead(
  trimmedLines: readonly string[],
  kinds: readonly LineKind[],
): { readonly first: number; readonly end: number } {
  const found = kinds.findIndex(kind => QUOTED.has(kind));
  const end = Math.max(0, found);
  // An attribution that is known as one needs no head.
  const isWhole = kinds[end] === 'attribution';
  const candidates = isWhole ? [] : kinds.slice(0, end).flatMap((kind, index) => (kind === 'empty' ? [] : [index]));
  let first = end;
  for (const index of candidates.slice(-MAX_HEAD_LINES).toReversed()) {
    const line = (trimmedLines[index] ?? '').slice(0, MAX_HEAD_LENGTH);
    if (isHead(line) || (first < end && isPart(line, index === first - 1))) first = index;
    else if (!isField(line)) break;
  }
  return { first, end };
}

/** Is it a line above one with an address, right above it or with a date and a time? */
const isPart = (line: string, isAdjacent: boolean): boolean =>
  (DATE.test(line) && TIME.test(line)) ||
  (isAdjacent && (/^[^\p{L}\p{N}]+$/u.test(line) || RULE.test(line) || isField(line)));

/** A field between the lines with an address, such as `Datum: …`, or the end of a sentence such as `wrote:`. */
function isField(line: string): boolean {
  const value = parseLabelledLine(line)?.value ?? '';
  if (/^\P{N}{1,40}[:\uff1a]$/u.test(line)) return true;
  return DATE.test(value) || TIME.test(value) || OUR_SUBJECT.test(stripReplyPrefixes(value));
}

/** A line that begins like a move is a person's. */
const isHead = (line: string): boolean => !/^[a-z]\d/i.test(line) && ADDRESS.test(line) && HEAD_OF_MAIL.test(line);
