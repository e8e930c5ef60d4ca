// What IMAP writes: from bytes to commands and their parts, and names, strings, dates and sets.
import iconv from 'iconv-lite';
import { limits } from '../limits.ts';

/** A command that cannot be carried out. Any code below a command may throw it. One place answers it as NO or BAD. */
export class CommandRefused extends Error {
  readonly status: 'NO' | 'BAD';
  constructor(status: 'NO' | 'BAD', text: string) {
    super(text);
    this.status = status;
  }
}

/** The client's grammar is wrong, or it asks for what this server does not know. */
export const createBad = (text: string): CommandRefused => new CommandRefused('BAD', text);
/** The client is right, but it cannot be done. */
export const createNo = (text: string): CommandRefused => new CommandRefused('NO', text);

/** A part of a command: the text between literals, or a literal. */
export interface Segment {
  readonly literal: boolean;
  readonly bytes: Buffer;
}

export type Unit =
  | { readonly kind: 'command'; readonly segments: readonly Segment[] }
  /** The client waits for our go-ahead before it sends a literal. */
  | { readonly kind: 'literal asked for' }
  /** Fatal if the bytes that follow can no longer be told from commands. */
  | { readonly kind: 'refused'; readonly tag: string; readonly reason: string; readonly fatal: boolean };

/** What a connection may send now. */
interface Allowance {
  readonly lineBytes: () => number;
  readonly literalBytes: (head: string) => number;
  /** Reserves `bytes` bytes of the memory that all connections share. Returns false if there is not enough left. */
  readonly reserve: (bytes: number) => boolean;
}

export class CommandReader {
  readonly #allowance: Allowance;
  #rest: Buffer = Buffer.alloc(0);
  #scanned = 0;
  #segments: Segment[] = [];
  #literal: { missing: number; readonly chunks: Buffer[] } | undefined;

  constructor(allowance: Allowance) {
    this.#allowance = allowance;
  }

  push(chunk: Buffer): void {
    this.#rest = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
  }

  /** The next unit. `undefined` until more bytes come. */
  next(): Unit | undefined {
    for (;;) {
      if (this.#literal && !this.#takeLiteral(this.#literal)) return undefined;
      const unit = this.#takeLine();
      if (unit !== 'more') return unit;
    }
  }

  #takeLiteral(literal: { missing: number; readonly chunks: Buffer[] }): boolean {
    const part = this.#rest.subarray(0, literal.missing);
    if (part.length > 0) literal.chunks.push(part);
    literal.missing -= part.length;
    this.#rest = this.#rest.subarray(part.length);
    if (literal.missing > 0) return false;
    this.#segments.push({ literal: true, bytes: Buffer.concat(literal.chunks) });
    this.#literal = undefined;
    return true;
  }

  #takeLine(): Unit | 'more' | undefined {
    const end = this.#rest.indexOf(0x0a, this.#scanned);
    const length = end < 0 ? this.#rest.length : end + 1;
    const before = this.#segments.reduce((sum, { literal, bytes }) => sum + (literal ? 0 : bytes.length), 0);
    if (before + length > this.#allowance.lineBytes()) return this.#refuse('the command is too long', true);
    this.#scanned = end < 0 ? length : 0;
    if (end < 0) return undefined;
    const line = this.#rest.subarray(0, end > 0 && this.#rest[end - 1] === 0x0d ? end - 1 : end);
    this.#rest = this.#rest.subarray(end + 1);
    this.#segments.push({ literal: false, bytes: line });
    const [, size, plus] = /\{(\d{1,10})(\+?)\}$/.exec(line.toString('latin1', Math.max(0, line.length - 16))) ?? [];
    if (size !== undefined) return this.#startLiteral(Number(size), plus === '+');
    return { kind: 'command', segments: this.#segments.splice(0) };
  }

  #startLiteral(size: number, unasked: boolean): Unit | 'more' {
    const head = this.#segments[0]?.bytes.toString('latin1', 0, 200) ?? '';
    const literals = this.#segments.length / 2;
    if (literals > limits.literalsPerCommand) return this.#refuse('too many literals', true);
    if (size > this.#allowance.literalBytes(head)) return this.#refuse('[TOOBIG] the literal is too large', unasked);
    if (!this.#allowance.reserve(size)) return this.#refuse('[LIMIT] too much is under way, try again later', unasked);
    this.#literal = { missing: size, chunks: [] };
    return unasked ? 'more' : { kind: 'literal asked for' };
  }

  #refuse(reason: string, fatal: boolean): Unit {
    const head = this.#segments[0]?.bytes ?? this.#rest;
    this.#segments = [];
    return { kind: 'refused', tag: findTag(head), reason, fatal };
  }
}

/** The tag alone, for an answer to a command that is otherwise unreadable. */
export const findTag = (line: Buffer | undefined): string =>
  /^[^\s(){%*"\\+\x00-\x1f\x7f-\xff]{1,64}/.exec(line?.toString('latin1', 0, 80) ?? '')?.[0] ?? '*';

export type Token =
  | { readonly kind: 'atom'; readonly text: string }
  | { readonly kind: 'string'; readonly bytes: Buffer }
  | { readonly kind: 'list'; readonly items: readonly Token[] };

export interface TaggedCommand {
  readonly tag: string;
  /** In capitals. */
  readonly name: string;
  readonly args: readonly Token[];
}

export function parseCommand(segments: readonly Segment[]): TaggedCommand {
  const tag = findTag(segments[0]?.bytes);
  /** The lists that are not closed yet, the innermost last. */
  const open: Token[][] = [[]];
  segments.forEach(({ literal, bytes }, at) => {
    const text = bytes.toString('latin1');
    if (literal) open.at(-1)?.push({ kind: 'string', bytes });
    else readText(segments[at + 1]?.literal === true ? text.replace(/\{\d+\+?\}$/, '') : text, open);
  });
  const [[first, second, ...args] = []] = open;
  if (open.length > 1) throw createBad('a parenthesis is missing');
  if (first?.kind !== 'atom' || first.text !== tag) throw createBad('a command begins with a tag');
  if (second?.kind !== 'atom') throw createBad('a command has a name');
  return { tag, name: second.text.toUpperCase(), args };
}

/** The section of a body is one token with its blanks and parentheses: `BODY[HEADER.FIELDS (FROM TO)]<0.99>`. */
const TOKEN =
  /(?<mark>[()])|"(?<quoted>(?:[^"\\\0]|\\["\\])*)"|(?<atom>BODY(?:\.PEEK)?\[[^\]\0]{0,4000}\](?:<[\d.]*>)?|[^ ()"{\0]+)|[^ ]/gi;

function readText(text: string, open: Token[][]): void {
  for (const { groups: { mark, quoted, atom } = {} } of text.matchAll(TOKEN)) {
    const closed = mark === ')' && open.length > 1 ? open.pop() : undefined;
    const items = open.at(-1) ?? [];
    if (mark === '(') open.push([]);
    else if (closed) items.push({ kind: 'list', items: closed });
    else if (atom !== undefined) items.push({ kind: 'atom', text: atom });
    else if (quoted === undefined) throw createBad('a character that cannot be there');
    else items.push({ kind: 'string', bytes: Buffer.from(quoted.replace(/\\(.)/g, '$1'), 'latin1') });
    if (open.length > limits.nesting + 1) throw createBad('too deeply nested');
  }
}

/** An astring or nstring as text. Bytes above 127 are read as UTF-8. */
export function textOf(token: Token | undefined, what: string): string {
  if (!token || token.kind === 'list') throw createBad(`${what} is missing`);
  return token.kind === 'atom' ? Buffer.from(token.text, 'latin1').toString() : token.bytes.toString();
}

export function atomOf(token: Token | undefined, what: string): string {
  if (token?.kind !== 'atom') throw createBad(`${what} is missing`);
  return token.text;
}

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

/** Modified UTF-7 (RFC 3501 5.1.3). */
const encodeName = (name: string): string => iconv.encode(name, 'utf7-imap').toString('latin1');

/** The name of a mailbox as it is sent. */
export function formatName(name: string): string {
  const encoded = encodeName(name);
  return /^[A-Za-z0-9_./&,+-]+$/.test(encoded) && !/^nil$/i.test(encoded) ? encoded : formatString(encoded);
}

/** `undefined` for a name that is not well-formed. */
export function decodeName(encoded: string): string | undefined {
  if (/[^\x20-\x7e]/.test(encoded)) return encoded;
  const name = iconv.decode(Buffer.from(encoded, 'latin1'), 'utf7-imap');
  return encodeName(name) === encoded ? name : undefined;
}

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
  return mergeRanges(ranges.sort((left, right) => left.first - right.first));
}

/** Joins ranges that overlap or follow each other, in the order of their first numbers. */
function mergeRanges(ranges: readonly Range[]): Range[] {
  const merged: { first: number; last: number }[] = [];
  for (const range of ranges) {
    const before = merged.at(-1);
    if (before && range.first <= before.last + 1) before.last = Math.max(before.last, range.last);
    else merged.push({ ...range });
  }
  return merged;
}

/** Uids, ascending, as a short set: `1:3,7`. */
export const formatUidSet = (uids: readonly number[]): string =>
  mergeRanges(uids.map(uid => ({ first: uid, last: uid })))
    .map(({ first, last }) => (first === last ? `${first}` : `${first}:${last}`))
    .join(',');
