// Extracts what the sender newly wrote: the text without quotes and without the signature.
import { limits } from '../kernel/limits.ts';
import { type LineKind, bare, classifyLines } from './reply/kinds.ts';

/**
 * Classifies each line (reply/kinds.ts) and walks over the kinds once, in linear time. A doubtful line is kept, because losing a
 * player's words is worse than keeping too much (docs/decisions/004-reply-extraction.md).
 */
export function extractNewText(text: string): string {
  const unmarked = removeArmour(text.slice(0, limits.textLength).replace(/\r\n?/g, '\n'));
  const lines = unmarked.split('\n').flatMap(splitAtDashes);
  const kinds = classifyLines(lines);
  const state: Walk = {
    kinds,
    lastQuote: kinds.lastIndexOf('quote'),
    lastEnd: kinds.lastIndexOf('own-end'),
    nextFilled: nextFilledLines(kinds),
    isKept: kinds.map(() => false),
    hasText: false,
  };
  let index = 0;
  while (index < kinds.length) index = STEPS[kinds[index] ?? 'text'](state, index);
  const isKept = state.isKept;
  return lines
    .filter((_, index) => isKept[index] ?? false)
    .map(line => (bare(line) === '' ? '' : line.trimEnd()))
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/** The longest warning that a gateway puts above the words. Characters. */
const MAX_BANNER = 600;

/** The words of a mail without the warning of a gateway above them. `mark`: of `AutomaticMarks`. */
export function removeBanner(text: string, mark: RegExp): string {
  const end = text.search(/\n[^\S\n]*\n/);
  const banner = text.slice(0, Math.max(0, end)).replace(/\s+/g, ' ').toLowerCase();
  // A move above such words is a person's.
  if (/^[a-z]\d/.test(banner) || banner.length > MAX_BANNER || !mark.test(banner)) return text;
  const words = text.slice(end).trim();
  return words === '' ? text : words;
}

/** The words of an OpenPGP message that is signed in its text. */
function removeArmour(text: string): string {
  const begin = !text.includes('-----BEGIN')
    ? null
    : /^-----BEGIN PGP SIGNED MESSAGE-----\n(?:[A-Z][A-Za-z-]{1,20}: .*\n)*/m.exec(text);
  if (begin === null) return text;
  const words = text.slice(0, begin.index) + text.slice(begin.index + begin[0].length).replace(/^- (?=-)/gm, '');
  const end = words.search(/^-----BEGIN PGP SIGNATURE-----$/m);
  return end === -1 ? words : words.slice(0, end);
}

/** Some programs write the attribution behind the last word: `b3,a3--- On Saturday games@example.test wrote:`. */
function splitAtDashes(line: string): readonly string[] {
  const dashes = line.length > MAX_SHARED_LINE || !line.includes('@') ? -1 : line.indexOf('---');
  return dashes < 1 || line.startsWith('-') ? [line] : [line.slice(0, dashes), line.slice(dashes)];
}

/** Characters of a line that may be split. */
const MAX_SHARED_LINE = 300;

/** The state of the walk over the lines. */
interface Walk {
  readonly kinds: readonly LineKind[];
  /** Index of the last `>` line, and of the last line that closes one of our mails. -1: none. */
  readonly lastQuote: number;
  readonly lastEnd: number;
  /** For each line, the index of the next one that is not empty. */
  readonly nextFilled: readonly number[];
  readonly isKept: boolean[];
  hasText: boolean;
}

/** For each line, the index of the first later line that is not empty, or the end. */
function nextFilledLines(kinds: readonly LineKind[]): readonly number[] {
  const next: number[] = [];
  let nextFilled = kinds.length;
  for (let index = kinds.length - 1; index >= 0; index--) {
    next[index] = nextFilled;
    if (kinds[index] !== 'empty') nextFilled = index;
  }
  return next;
}

const SIGNATURE_ENDS: ReadonlySet<LineKind> = new Set(['quote', 'attribution', 'original', 'header', 'forward', 'own']);

/** Handles a line of each kind. Returns the index of the line to continue with. */
const STEPS: Readonly<Record<LineKind, (state: Walk, index: number) => number>> = {
  text: (state, index) => keep(state, index, true),
  empty: (state, index) => keep(state, index, true),
  piped: (state, index) => keep(state, index, true),
  rule: (state, index) => keep(state, index, true),
  'own-end': (state, index) => keep(state, index, true),
  mobile: (state, index) => keep(state, index, !isBeforeQuote(state, index)),
  quote: (_, index) => index + 1,
  forward: ({ kinds }) => kinds.length,
  footer: ({ kinds }) => kinds.length,
  signature: ({ kinds }, index) => findRunEnd(kinds, index, each => !SIGNATURE_ENDS.has(each)),
  attribution: (state, index) =>
    skipAttribution(
      state,
      findRunEnd(state.kinds, index, each => each === 'attribution'),
    ),
  original: (state, index) =>
    state.kinds[state.nextFilled[index] ?? -1] === 'attribution' ? index + 1 : skipHeaderBlock(state, index + 1),
  header: (state, index) => skipHeaderBlock(state, index + 1),
  // One of our mails without quote marks: skips to its last line, if the mail still has it.
  own: ({ kinds, lastEnd }, index) => (lastEnd > index ? lastEnd + 1 : kinds.length),
};

function keep(state: Walk, index: number, isTyped: boolean): number {
  state.isKept[index] = isTyped;
  if (isTyped && state.kinds[index] !== 'empty') state.hasText = true;
  return index + 1;
}

function findRunEnd(kinds: readonly LineKind[], start: number, isPartOfRun: (kind: LineKind) => boolean): number {
  let index = start + 1;
  while (index < kinds.length && isPartOfRun(kinds[index] ?? 'text')) index += 1;
  return index;
}

const QUOTE_STARTS: ReadonlySet<LineKind> = new Set([...SIGNATURE_ENDS, 'signature', 'footer', 'mobile', 'rule']);

/** `Sent from my phone` is a signature only if no typed text is below it. */
function isBeforeQuote({ kinds, nextFilled: next }: Walk, index: number): boolean {
  const below = next[index] ?? kinds.length;
  return below >= kinds.length || QUOTE_STARTS.has(kinds[below] ?? 'text');
}

/** After `On … wrote:` come lines with `>`, or a quote that has lost its marks, or typed text. */
function skipAttribution(state: Walk, index: number): number {
  const { kinds, lastQuote, lastEnd } = state;
  const below = kinds[index] === 'empty' ? (state.nextFilled[index] ?? kinds.length) : index;
  if (kinds[below] === 'piped') return findRunEnd(kinds, below, each => each === 'piped' || each === 'empty');
  if (lastQuote >= index) return index;
  if (lastEnd >= index) return lastEnd + 1;
  return state.hasText ? kinds.length : index;
}

/** Everything below a header block is the answered mail, unless its lines are marked as a quote. */
function skipHeaderBlock(state: Walk, index: number): number {
  const { kinds, lastEnd } = state;
  const below = kinds[index] === 'empty' ? (state.nextFilled[index] ?? kinds.length) : index;
  if (kinds[below] === 'quote' || kinds[below] === 'header') return below;
  return lastEnd >= index ? lastEnd + 1 : kinds.length;
}
