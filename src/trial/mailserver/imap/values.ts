// Values as IMAP writes them: names of mailboxes, strings, dates, flags, and sets of messages.
import { limits } from '../limits.ts';
import { createBad, createNo, type Token } from './syntax.ts';

/** NIL, a quoted string, or a literal if quotes cannot hold it. Bytes are latin1 characters until they are sent. */
export function formatNString(text: string | undefined): string {
  return text === undefined ? 'NIL' : formatString(text);
}

export function formatString(text: string): string {
  const clean = text.replaceAll('\0', '');
  if (/[\r\n\x80-\xff]/.test(clean) || clean.length > 1000) return `{${clean.length}}\r\n${clean}`;
  return `"${clean.replace(/["\\]/g, '\\$&')}"`;
}

export const formatList = (items: readonly string[]): string => `(${items.join(' ')})`;

/** The name of a mailbox in modified UTF-7 (RFC 3501 5.1.3). */
export function formatName(name: string): string {
  const encoded = name
    .replaceAll('&', '&-')
    .replace(
      /[^\x20-\x7e]+/g,
      run => `&${Buffer.from(run, 'utf16le').swap16().toString('base64').replaceAll('=', '').replaceAll('/', ',')}-`,
    );
  return /^[A-Za-z0-9_./&,+-]+$/.test(encoded) && !/^nil$/i.test(encoded) ? encoded : formatString(encoded);
}

/** `undefined` for a name that is not well-formed. */
export function decodeName(encoded: string): string | undefined {
  if (/[^\x20-\x7e]/.test(encoded)) return encoded;
  if (!/^(?:[^&]|&[A-Za-z0-9+,]*-)*$/.test(encoded)) return undefined;
  const runs = [...encoded.matchAll(/&([^&-]*)-/g)].map(([, run = '']) => decodeRun(run));
  if (runs.some(bytes => bytes.length % 2 === 1)) return undefined;
  return encoded.replace(/&([^&-]*)-/g, (_, run: string) =>
    run === '' ? '&' : decodeRun(run).swap16().toString('utf16le'),
  );
}

const decodeRun = (run: string): Buffer => Buffer.from(run.replaceAll(',', '/'), 'base64');

/** `" 7-Feb-1994 21:52:25 +0000"` with its quotes. */
export function formatDate(time: number): string {
  const [, day = '', month, year, clock] = new Date(time).toUTCString().split(' ');
  return `"${day.replace(/^0/, ' ')}-${month}-${year} ${clock} +0000"`;
}

/** Milliseconds since 1970 of `1-Feb-1994` or `1-Feb-1994 21:52:25 -0800`. A day is a day of UTC. */
export function parseDate(text: string): number {
  const [, day, month, year, clock = '00:00:00 +0000'] =
    /^ ?(\d{1,2})-([a-z]{3})-(\d{4})(?: (\d\d:\d\d:\d\d [+-]\d{4}))?$/i.exec(text) ?? [];
  const time = Date.parse(`${day} ${month} ${year} ${clock}`);
  if (Number.isNaN(time)) throw createBad('that is no date');
  return Math.max(0, time);
}

export const systemFlags = ['\\Answered', '\\Flagged', '\\Deleted', '\\Seen', '\\Draft'] as const;

export function parseFlags(token: Token | undefined): readonly string[] {
  if (token?.kind !== 'list') throw createBad('the flags in parentheses are missing');
  return mergeFlags([], token.items.map(parseFlag));
}

function parseFlag(token: Token): string {
  const text = token.kind === 'atom' ? token.text : '';
  const known = systemFlags.find(name => name.toLowerCase() === text.toLowerCase());
  if (known) return known;
  if (text.length > limits.keywordLength || !/^[!#$&'+,\-./0-9:;<=>?@A-Z^_`a-z|~[]+$/.test(text))
    throw createBad('that is no flag');
  return text;
}

const hasFlag = (flags: readonly string[], flag: string): boolean =>
  flags.some(other => other.toLowerCase() === flag.toLowerCase());

/** Each flag once. A keyword keeps the case in which it was first written. */
function mergeFlags(present: readonly string[], more: readonly string[]): readonly string[] {
  const result = [...present];
  for (const flag of more) {
    if (!hasFlag(result, flag)) result.push(flag);
    if (result.length > limits.keywords) throw createNo('[LIMIT] too many keywords on one message');
  }
  return result;
}

/** The three ways of STORE: `+FLAGS`, `-FLAGS` and `FLAGS`. */
export function createFlagEdit(
  action: string,
  flags: readonly string[],
): (present: readonly string[]) => readonly string[] {
  if (action.startsWith('+')) return present => mergeFlags(present, flags);
  if (action.startsWith('-')) return present => present.filter(flag => !hasFlag(flags, flag));
  return () => flags;
}

interface Range {
  readonly first: number;
  readonly last: number;
}

/** The uids of a view that a set such as `1:3,7,*` selects, ascending as the view is. */
export function selectUids(set: string, view: readonly number[]): number[] {
  const ranges = parseSet(set, view.at(-1) ?? 0);
  let at = 0;
  return view.filter(uid => {
    while (at < ranges.length && (ranges[at]?.last ?? 0) < uid) at += 1;
    const range = ranges[at];
    return range !== undefined && range.first <= uid;
  });
}

/** The same by sequence number. A number beyond the mailbox is the client's fault. */
export function selectNumbers(set: string, view: readonly number[]): number[] {
  const ranges = parseSet(set, view.length);
  // `1:*` asks for all there is, also of an empty mailbox.
  if (view.length === 0 && set.includes('*')) return [];
  if ((ranges.at(-1)?.last ?? 0) > view.length) throw createBad('there is no message of that number');
  return ranges.flatMap(({ first, last }) => view.slice(Math.max(0, first - 1), last));
}

// Sorted and merged, so that a hostile set costs no more than its length.
function parseSet(set: string, star: number): Range[] {
  const ranges = set.split(',').map(part => {
    const match = /^(\*|[1-9]\d{0,9})(?::(\*|[1-9]\d{0,9}))?$/.exec(part);
    if (!match) throw createBad('that is no set of messages');
    const ends = [match[1], match[2] ?? match[1]].map(end => (end === '*' ? star : Number(end)));
    return { first: Math.min(...ends), last: Math.max(...ends) };
  });
  ranges.sort((left, right) => left.first - right.first);
  const merged: { first: number; last: number }[] = [];
  for (const range of ranges) {
    const before = merged.at(-1);
    if (before && range.first <= before.last) before.last = Math.max(before.last, range.last);
    else merged.push({ ...range });
  }
  return merged;
}

/** Uids, ascending, as a short set: `1:3,7`. */
export function formatUidSet(uids: readonly number[]): string {
  const ranges: { first: number; last: number }[] = [];
  for (const uid of uids) {
    const before = ranges.at(-1);
    if (before?.last === uid - 1) before.last = uid;
    else ranges.push({ first: uid, last: uid });
  }
  return ranges.map(({ first, last }) => (first === last ? `${first}` : `${first}:${last}`)).join(',');
}
