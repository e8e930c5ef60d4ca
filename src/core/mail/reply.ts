// Extracts what the sender newly wrote: the text without quotes and without the signature.
import { limits } from '../kernel/limits.ts';
import type { Kind } from './reply/kind.ts';
import { bare, classifyLines } from './reply/kinds.ts';

/**
 * Every line gets one letter (reply/kinds.ts), the letters are walked once. Losing nothing a player typed matters more than
 * leaving a line in: what cannot be told from typed text stays. Linear in the text (docs/decisions/004-reply-extraction.md).
 */
export function extractNewText(text: string): string {
  const lines = text.slice(0, limits.textLength).replace(/\r\n?/g, '\n').split('\n');
  const kinds = classifyLines(lines);
  const isKept = walk(kinds);
  return lines
    .filter((_, at) => isKept[at] ?? false)
    .map(line => (bare(line) === '' ? '' : line.trimEnd()))
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/** The walk's memory: how far it is, and what it has kept. */
interface Walk {
  readonly kinds: readonly Kind[];
  /** Position of the last `>` line and of the last line that closes one of our mails; -1: none. */
  readonly lastQuote: number;
  readonly lastEnd: number;
  /** For each line: the next one that is not empty. */
  readonly next: readonly number[];
  readonly isKept: boolean[];
  hasText: boolean;
}

function walk(kinds: readonly Kind[]): readonly boolean[] {
  const state: Walk = {
    kinds,
    lastQuote: kinds.lastIndexOf('quote'),
    lastEnd: kinds.lastIndexOf('own-end'),
    next: nextFull(kinds),
    isKept: kinds.map(() => false),
    hasText: false,
  };
  let at = 0;
  while (at < kinds.length) at = STEPS[kinds[at] ?? 'text'](state, at);
  return state.isKept;
}

/** What follows each line: the first line behind it that is not empty, or the end. */
function nextFull(kinds: readonly Kind[]): readonly number[] {
  const next: number[] = [];
  let full = kinds.length;
  for (let at = kinds.length - 1; at >= 0; at--) {
    next[at] = full;
    if (kinds[at] !== 'empty') full = at;
  }
  return next;
}

const ENDS_A_SIGNATURE: ReadonlySet<Kind> = new Set(['quote', 'attribution', 'original', 'header', 'forward', 'own']);

/** What to do at a line of each kind; the answer is the next place to look at. */
const STEPS: Readonly<Record<Kind, (state: Walk, at: number) => number>> = {
  text: (state, at) => keep(state, at, true),
  empty: (state, at) => keep(state, at, true),
  piped: (state, at) => keep(state, at, true),
  rule: (state, at) => keep(state, at, true),
  'own-end': (state, at) => keep(state, at, true),
  mobile: (state, at) => keep(state, at, !isBeforeQuote(state, at)),
  quote: (_, at) => at + 1,
  forward: ({ kinds }) => kinds.length,
  footer: ({ kinds }) => kinds.length,
  signature: ({ kinds }, at) => endOf(kinds, at, each => !ENDS_A_SIGNATURE.has(each)),
  attribution: (state, at) =>
    behindAttribution(
      state,
      endOf(state.kinds, at, each => each === 'attribution'),
    ),
  original: (state, at) => (state.kinds[state.next[at] ?? -1] === 'attribution' ? at + 1 : behindHeader(state, at + 1)),
  header: (state, at) =>
    behindHeader(
      state,
      endOf(state.kinds, at, each => each === 'header'),
    ),
  // One of our mails that came back without marks: up to its last line, where that is still there.
  own: ({ kinds, lastEnd }, at) => (lastEnd > at ? lastEnd + 1 : kinds.length),
};

function keep(state: Walk, at: number, isTyped: boolean): number {
  state.isKept[at] = isTyped;
  if (isTyped && state.kinds[at] !== 'empty') state.hasText = true;
  return at + 1;
}

function endOf(kinds: readonly Kind[], from: number, goesOn: (kind: Kind) => boolean): number {
  let at = from + 1;
  while (at < kinds.length && goesOn(kinds[at] ?? 'text')) at += 1;
  return at;
}

const QUOTE_BEGINS: ReadonlySet<Kind> = new Set([...ENDS_A_SIGNATURE, 'signature', 'footer', 'mobile', 'rule']);

/** `Sent from my phone` is a signature only where nothing typed stands below it. */
function isBeforeQuote({ kinds, next }: Walk, at: number): boolean {
  const below = next[at] ?? kinds.length;
  return below >= kinds.length || QUOTE_BEGINS.has(kinds[below] ?? 'text');
}

/** Below `On … wrote:` stand lines with `>`; without any, a quote that has lost its marks, or what somebody typed below it. */
function behindAttribution(state: Walk, at: number): number {
  const { kinds, lastQuote, lastEnd } = state;
  const below = kinds[at] === 'empty' ? (state.next[at] ?? kinds.length) : at;
  if (kinds[below] === 'piped') return endOf(kinds, below, each => each === 'piped' || each === 'empty');
  if (lastQuote >= at || kinds[below] === 'own') return at;
  if (lastEnd >= at) return lastEnd + 1;
  return state.hasText ? kinds.length : at;
}

/** Below a header block everything is the mail answered, unless its lines are marked. */
function behindHeader(state: Walk, at: number): number {
  const { kinds, lastEnd } = state;
  const below = kinds[at] === 'empty' ? (state.next[at] ?? kinds.length) : at;
  if (kinds[below] === 'quote' || kinds[below] === 'header') return below;
  return lastEnd >= at ? lastEnd + 1 : kinds.length;
}
