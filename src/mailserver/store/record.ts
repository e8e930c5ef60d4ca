// The lines of a mailbox's index: what each says, how it is written, read and applied.
import { limits } from '../limits.ts';

export interface StoredMessage {
  readonly uid: number;
  /** In IMAP's own writing: `\Seen`, `$Forwarded`. */
  readonly flags: readonly string[];
  /** Internal date, milliseconds since 1970. */
  readonly date: number;
  readonly size: number;
}

/** The first line of an index. A compacted index carries on what its removed lines had said. */
export interface Opening {
  readonly uidvalidity: number;
  readonly uidnext: number;
  readonly digests: readonly string[];
}
export interface Added {
  readonly add: number;
  readonly flags: readonly string[];
  readonly date: number;
  readonly size: number;
  /** Of a mail from the service itself: sha256 of the bytes as submitted. */
  readonly digest?: string;
}
export interface Flagged {
  readonly flags: readonly string[];
  readonly of: readonly number[];
}
export interface Gone {
  readonly gone: readonly number[];
}
export type IndexChange = Added | Flagged | Gone;

export interface Contents {
  readonly uidvalidity: number;
  uidnext: number;
  /** In the order of their uids. */
  readonly messages: Map<number, StoredMessage>;
  /** The latest ones, oldest first. */
  readonly digests: Set<string>;
}

export function openContents(opening: Opening): Contents {
  return { ...opening, messages: new Map(), digests: new Set(opening.digests) };
}

export function applyChange(contents: Contents, change: IndexChange): void {
  if ('add' in change) applyAdded(contents, change);
  else if ('gone' in change) for (const uid of change.gone) contents.messages.delete(uid);
  else applyFlags(contents, change);
}

function applyAdded(contents: Contents, { add: uid, flags, date, size, digest }: Added): void {
  contents.messages.set(uid, { uid, flags, date, size });
  contents.uidnext = Math.max(contents.uidnext, uid + 1);
  if (digest === undefined) return;
  contents.digests.add(digest);
  for (const oldest of contents.digests) {
    if (contents.digests.size <= limits.digests) break;
    contents.digests.delete(oldest);
  }
}

function applyFlags(contents: Contents, { flags, of }: Flagged): void {
  for (const uid of of) {
    const message = contents.messages.get(uid);
    if (message) contents.messages.set(uid, { ...message, flags });
  }
}

export function formatLine(line: Opening | IndexChange): string {
  return `${JSON.stringify(line)}\n`;
}

export function parseOpening(line: string | undefined): Opening | undefined {
  const value = parseObject(line);
  if (!value || !isUid(value['uidvalidity']) || !isUid(value['uidnext']) || !isTexts(value['digests']))
    return undefined;
  return { uidvalidity: value['uidvalidity'], uidnext: value['uidnext'], digests: value['digests'] };
}

export function parseChange(line: string): IndexChange | undefined {
  const value = parseObject(line);
  if (!value) return undefined;
  const { add, flags, date, size, digest, of, gone } = value;
  if (isUids(gone)) return { gone };
  if (!isTexts(flags)) return undefined;
  if (isUids(of)) return { flags, of };
  if (!isUid(add) || !isCount(date) || !isCount(size)) return undefined;
  return { add, flags, date, size, ...(typeof digest === 'string' ? { digest } : {}) };
}

function parseObject(line: string | undefined): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(line ?? '');
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;
const isUid = (value: unknown): value is number => isCount(value) && value > 0 && value < 2 ** 32;
const isUids = (value: unknown): value is number[] => Array.isArray(value) && value.every(isUid);
const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every(text => typeof text === 'string');
