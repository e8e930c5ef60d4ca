// Classifies each line of a mail, by the words and marks programs use to quote, sign and forward.
import { limits } from '#core/kernel/limits.ts';
import { findAttribution } from './attribution.ts';
import { findHeaderBlock, parseLabelledLine } from './headers.ts';
import { isForwarded, isListFooter, isMobile, isOriginal } from './phrases.ts';
import type { LineKind } from './kind.ts';

const INVISIBLE = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060\ufeff]/g;

/** Trims a line for classification: no invisible characters, no blanks at the ends, at most the limit's length. */
export const bare = (line: string): string =>
  line
    .slice(0, limits.lineLength)
    .replace(INVISIBLE, '')
    .replace(/\u00a0/g, ' ')
    .trim();

const OWN_BOARD = /^(?:Nothing has changed on )?(\S+) board \d+([ :.].*)$/;
const OWN_NEWS = [
  /^: (?:it is \S+ turn|your turn, \S+\.|waiting for \S+ \(|you won, \S+!)/,
  /^(?:: | )stands as before|^\. It(?:'s still| is) /,
  /^: \S+ \([^()]+\) (?:has won|won\.)/,
  /^ (?:waits for an answer|is waiting for an answer|is a draw|does not count:|after move \d+ of)/,
];
const OWN_MESSAGE = /^\S+ writes on (\S+) board \d+:$/;
/** The longest name of a game in the lines of our mails. Characters. */
const MAX_NAME_LENGTH = 21;

/** The first line of a digest. */
const OWN_DIGEST = /^(?:\d{1,3} boards? waits? for your move|It's your move on \d{1,3} boards?\b)/;

function isOwn(line: string): boolean {
  if (OWN_DIGEST.test(line)) return true;
  const [, board = '', news = ''] = OWN_BOARD.exec(line) ?? [];
  if (OWN_NEWS.some(each => each.test(news))) return board.length <= MAX_NAME_LENGTH && /^\p{Lu}\p{L}+$/u.test(board);
  const game = OWN_MESSAGE.exec(line)?.[1];
  return game !== undefined && game.length <= MAX_NAME_LENGTH && /^\p{L}+$/u.test(game);
}

const OWN_END =
  /^(?:Or with one of:|You can reply with one of:|To answer, reply with a first line|To answer, reply with (?:one line|the move|`chat` as the first line) |To answer: Subject )/;

/** Classifies a line without looking at its neighbours. */
function classifyLine(line: string): LineKind {
  if (line === '') return 'empty';
  if (line.startsWith('>')) return 'quote';
  if (line.startsWith('|')) return 'piped';
  if (line === '--') return 'signature';
  if (/^_{10,}$/.test(line)) return 'rule';
  if (isOriginal(line)) return 'original';
  if (isForwarded(line)) return 'forward';
  if (isMobile(line)) return 'mobile';
  if (isOwn(line)) return 'own';
  return OWN_END.test(line) ? 'own-end' : 'text';
}

export function classifyLines(lines: readonly string[]): readonly LineKind[] {
  const trimmedLines = lines.map(bare);
  const kinds = trimmedLines.map(classifyLine);
  // Marks `>From here …` as text, because mail stores put `>` before a typed line that begins with From.
  lines.forEach((line, index) => {
    if (line.startsWith('>From ') && kinds[index - 1] !== 'quote' && !(lines[index + 1] ?? '').startsWith('>'))
      kinds[index] = 'text';
  });
  const labels = trimmedLines.map(parseLabelledLine);
  for (let index = 0; index < kinds.length;) {
    const end = kinds[index] === 'text' ? findHeaderBlock(trimmedLines, labels, index) : null;
    if (end !== null) kinds.fill('header', index, end);
    index = end ?? index + 1;
  }
  markQuotedLines(trimmedLines, kinds);
  const isQuoteNext = findQuoteNext(kinds);
  for (let index = 0; index < kinds.length; index++) {
    if (kinds[index] !== 'text' && kinds[index] !== 'own') continue;
    const first = findAttribution(trimmedLines, kinds, index, isQuoteNext[index] ?? false);
    if (first !== null) kinds.fill('attribution', first, index + 1);
  }
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

/** A line of underscores belongs to the header block or footer right below it. */
function classifyRule(trimmedLines: readonly string[], kinds: readonly LineKind[], index: number): LineKind {
  const below = kinds[index + 1] === 'empty' ? index + 2 : index + 1;
  if (kinds[below] === 'header') return 'original';
  return trimmedLines.slice(index + 1, index + 6).some(line => isListFooter(line)) ? 'footer' : 'text';
}
