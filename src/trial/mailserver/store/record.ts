// The lines of a mailbox's index: their format, and how they are parsed and applied.
import { z } from 'zod';
import { limits } from '../limits.ts';

export interface StoredMessage {
  readonly uid: number;
  /** In IMAP's own writing: `\Seen`, `$Forwarded`. */
  readonly flags: readonly string[];
  /** Internal date, milliseconds since 1970. */
  readonly date: number;
  readonly size: number;
}

const count = z.number().int().nonnegative();
const uid = count.positive().lt(2 ** 32);
const uids = z.array(uid).readonly();
const texts = z.array(z.string()).readonly();

/** The first line of an index. A compacted index carries on what its removed lines had said. */
const opening = z.object({ uidvalidity: uid, uidnext: uid, digests: texts });
const added = z.object({
  add: uid,
  flags: texts,
  date: count,
  size: count,
  /** For a mail from the service itself: sha256 of the bytes as submitted. */
  digest: z.string().optional(),
});
const flagged = z.object({ flags: texts, of: uids });
const indexChange = z.union([z.object({ gone: uids }), flagged, added]);

export type Opening = Readonly<z.infer<typeof opening>>;
export type Added = Readonly<z.infer<typeof added>>;
type Flagged = Readonly<z.infer<typeof flagged>>;
export type IndexChange = Readonly<z.infer<typeof indexChange>>;

export interface Contents {
  readonly uidvalidity: number;
  uidnext: number;
  /** In the order of their uids. */
  readonly messages: Map<number, StoredMessage>;
  /** The latest ones, oldest first. */
  readonly digests: Set<string>;
}

export function openContents(line: Opening): Contents {
  return { ...line, messages: new Map(), digests: new Set(line.digests) };
}

export function applyChange(contents: Contents, change: IndexChange): void {
  if ('add' in change) applyAdded(contents, change);
  else if ('gone' in change) for (const gone of change.gone) contents.messages.delete(gone);
  else applyFlags(contents, change);
}

function applyAdded(contents: Contents, { add, flags, date, size, digest }: Added): void {
  contents.messages.set(add, { uid: add, flags, date, size });
  contents.uidnext = Math.max(contents.uidnext, add + 1);
  if (digest === undefined) return;
  contents.digests.add(digest);
  for (const oldest of contents.digests) {
    if (contents.digests.size <= limits.digests) break;
    contents.digests.delete(oldest);
  }
}

function applyFlags(contents: Contents, { flags, of }: Flagged): void {
  for (const each of of) {
    const message = contents.messages.get(each);
    if (message) contents.messages.set(each, { ...message, flags });
  }
}

export function formatLine(line: Opening | IndexChange): string {
  return `${JSON.stringify(line)}\n`;
}

export const parseOpening = (line: string | undefined): Opening | undefined => opening.safeParse(parseJson(line)).data;

export const parseChange = (line: string): IndexChange | undefined => indexChange.safeParse(parseJson(line)).data;

/** `undefined` for what is no JSON. */
export function parseJson(text = ''): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
