// Classifies each line of a mail, by the words and marks programs use to quote, sign and forward.
import { limits } from '#core/kernel/limits.ts';
import { findAttribution } from './attribution.ts';
import { findHeaderBlock, labelled } from './headers.ts';
import { isForwarded, isListFooter, isMobile, isOriginal } from './phrases.ts';
import type { Kind } from './kind.ts';

const INVISIBLE = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060\ufeff]/g;

/** A line as the rules see it: no invisible characters, no blanks at the ends, not longer than the limit. */
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
/** The longest name of a game or a player in them. Characters. */
const LONGEST_NAME = 21;

/** A digest begins so. */
const OWN_DIGEST = /^(?:\d{1,3} boards? waits? for your move|It's your move on \d{1,3} boards?\b)/;

function isOwn(line: string): boolean {
  if (OWN_DIGEST.test(line)) return true;
  const [, board = '', news = ''] = OWN_BOARD.exec(line) ?? [];
  if (OWN_NEWS.some(each => each.test(news))) return board.length <= LONGEST_NAME && /^\p{Lu}\p{L}+$/u.test(board);
  const game = OWN_MESSAGE.exec(line)?.[1];
  return game !== undefined && game.length <= LONGEST_NAME && /^\p{L}+$/u.test(game);
}

const OWN_END =
  /^(?:Or with one of:|You can reply with one of:|To answer, reply with a first line|To answer, reply with (?:one line|the move|`chat` as the first line) |To answer: Subject )/;

/** The marks a line carries by itself; what depends on its neighbours comes afterwards. */
function ownKind(line: string): Kind {
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

export function classifyLines(lines: readonly string[]): readonly Kind[] {
  const bares = lines.map(bare);
  const kinds = bares.map(ownKind);
  unescape(lines, kinds);
  const labels = bares.map(labelled);
  for (let at = 0; at < kinds.length;) {
    const end = kinds[at] === 'text' ? findHeaderBlock(bares, labels, at) : null;
    if (end !== null) kinds.fill('header', at, end);
    at = end ?? at + 1;
  }
  quotePipes(bares, kinds);
  const isQuoteNext = quoteNext(kinds);
  for (let at = 0; at < kinds.length; at++) {
    if (kinds[at] !== 'text' && kinds[at] !== 'own') continue;
    const first = findAttribution(bares, kinds, at, isQuoteNext[at] ?? false);
    if (first !== null) kinds.fill('attribution', first, at + 1);
  }
  for (let at = 0; at < kinds.length; at++) if (kinds[at] === 'rule') kinds[at] = ruleKind(bares, kinds, at);
  return kinds;
}

/** `>From here …` was typed: mail stores put the mark before a line that begins with From. */
function unescape(lines: readonly string[], kinds: Kind[]): void {
  lines.forEach((line, at) => {
    if (line.startsWith('>From ') && kinds[at - 1] !== 'quote' && !(lines[at + 1] ?? '').startsWith('>'))
      kinds[at] = 'text';
  });
}

/** Lines that begin with `|` are a quote if one of them is from our mail. Else they may have been typed, a drawing perhaps. */
function quotePipes(bares: readonly string[], kinds: Kind[]): void {
  for (let at = 0; at < kinds.length; at++) {
    const from = at;
    while (kinds[at] === 'piped') at += 1;
    const isOurs = bares.slice(from, at).some(line => OURS.has(ownKind(bare(line.replace(/^(?:\| ?)+/, '')))));
    if (isOurs) kinds.fill('quote', from, at);
  }
}

const OURS: ReadonlySet<Kind> = new Set(['own', 'own-end']);

/** For each line: is the next line that is not empty a quote? */
function quoteNext(kinds: readonly Kind[]): readonly boolean[] {
  const found: boolean[] = [];
  let isQuote = false;
  for (let at = kinds.length - 1; at >= 0; at--) {
    found[at] = isQuote;
    if (kinds[at] !== 'empty') isQuote = QUOTED.has(kinds[at] ?? 'text');
  }
  return found;
}

const QUOTED: ReadonlySet<Kind> = new Set(['quote', 'piped', 'own']);

/** A line of underscores belongs to what stands right below it. */
function ruleKind(bares: readonly string[], kinds: readonly Kind[], at: number): Kind {
  const below = kinds[at + 1] === 'empty' ? at + 2 : at + 1;
  if (kinds[below] === 'header') return 'original';
  return bares.slice(at + 1, at + 6).some(line => isListFooter(line)) ? 'footer' : 'text';
}
