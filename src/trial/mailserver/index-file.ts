// The index of a mailbox: its lines, and the file they are appended to durably, and recovery.
import { randomBytes } from 'node:crypto';
import { open, readFile, readdir, rename, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as z from 'zod';
import { codeOf } from './connections.ts';
import { limits } from './limits.ts';

/** Makes new, renamed and removed names in a folder durable. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r').catch(ignoreUnsyncable);
  if (folder === undefined) return;
  try {
    await folder.sync().catch(ignoreUnsyncable);
  } finally {
    await folder.close();
  }
}

// Windows cannot open or sync folders.
function ignoreUnsyncable(cause: unknown): undefined {
  if (['EISDIR', 'EPERM', 'EINVAL', 'EACCES'].includes(codeOf(cause))) return undefined;
  throw cause;
}

/**
 * Writes a new file and syncs its content. The caller syncs the folder.
 * A file that an earlier crash left under that name is unlinked, never written over: it may be a second link to a good mail.
 */
export async function writeNew(path: string, chunks: readonly Buffer[]): Promise<void> {
  await rm(path, { force: true });
  await writeFile(path, chunks, { flag: 'wx', mode: 0o600, flush: true });
}

/** The whole file anew, or the old one untouched. */
export async function replaceDurably(path: string, text: string): Promise<void> {
  const temporary = `${path}.${randomBytes(6).toString('hex')}.tmp`;
  try {
    await writeNew(temporary, [Buffer.from(text)]);
    await rename(temporary, path);
  } catch (cause) {
    await rm(temporary, { force: true });
    throw cause;
  }
  await syncFolder(dirname(path));
}

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

type Opening = Readonly<z.infer<typeof opening>>;
export type Added = Readonly<z.infer<typeof added>>;
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
  const { messages } = contents;
  if ('add' in change) applyAdded(contents, change);
  else if ('gone' in change) for (const gone of change.gone) messages.delete(gone);
  else
    for (const each of change.of) {
      const message = messages.get(each);
      if (message) messages.set(each, { ...message, flags: change.flags });
    }
}

function applyAdded(contents: Contents, { add, flags, date, size, digest }: Added): void {
  contents.messages.set(add, { uid: add, flags, date, size });
  contents.uidnext = Math.max(contents.uidnext, add + 1);
  if (digest === undefined) return;
  contents.digests.add(digest);
  const [oldest = ''] = contents.digests;
  if (contents.digests.size > limits.digests) contents.digests.delete(oldest);
}

function formatLine(line: Opening | IndexChange): string {
  return `${JSON.stringify(line)}\n`;
}

/** `undefined` for what is no JSON. */
export function parseJson(text = ''): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The append-only index of a mailbox: read at start, repaired after a crash, compacted when long. */
interface LoadedIndex {
  readonly contents: Contents;
  /** A line other than the last could not be read: a fault of the disk, not a crash of the server. */
  readonly damaged: boolean;
}

export class IndexFile {
  readonly #path: string;
  #bytes = 0;
  #lines = 0;
  #torn = false;

  constructor(folder: string) {
    this.#path = join(folder, 'index');
  }

  /** `undefined` when there is no such mailbox. An index that lost its first line begins a new UIDVALIDITY. */
  async load(nextUidvalidity: () => Promise<number>): Promise<LoadedIndex | undefined> {
    const bytes = await readFile(this.#path).catch((cause: unknown) => {
      if (codeOf(cause) !== 'ENOENT') throw cause;
    });
    if (!bytes) return undefined;
    const whole = bytes.lastIndexOf(0x0a) + 1;
    const lines = bytes.toString('utf8', 0, whole).split('\n').slice(0, -1);
    this.#bytes = whole;
    this.#lines = lines.length;
    if (whole < bytes.length) await truncate(this.#path, whole);
    const first = opening.safeParse(parseJson(lines[0])).data;
    if (first) return replay(first, lines.slice(1));
    const anew = { uidvalidity: await nextUidvalidity(), uidnext: 1, digests: [] };
    return { ...replay(anew, lines.slice(1)), damaged: true };
  }

  /** One write and one sync, however many lines. Either all of them count or none. */
  async append(changes: readonly IndexChange[]): Promise<void> {
    if (this.#torn) await this.#mend();
    const bytes = Buffer.from(changes.map(formatLine).join(''));
    try {
      await writeFile(this.#path, bytes, { flag: 'a', flush: true });
      this.#bytes += bytes.length;
      this.#lines += changes.length;
    } catch (cause) {
      this.#torn = true;
      await this.#mend().catch(() => undefined);
      throw cause;
    }
  }

  /** Much longer than needed. */
  isLong(contents: Contents): boolean {
    return this.#lines > 100 && this.#lines > 2 * contents.messages.size;
  }

  /** The shortest index that says the same. */
  async rewrite(contents: Contents): Promise<void> {
    const { uidvalidity, uidnext, digests, messages } = contents;
    const lines = [formatLine({ uidvalidity, uidnext, digests: [...digests] })];
    for (const { uid, flags, date, size } of messages.values()) lines.push(formatLine({ add: uid, flags, date, size }));
    const text = lines.join('');
    await replaceDurably(this.#path, text);
    this.#bytes = Buffer.byteLength(text);
    this.#lines = lines.length;
  }

  // The rest of a failed append must not come before the next line.
  async #mend(): Promise<void> {
    await truncate(this.#path, this.#bytes);
    this.#torn = false;
  }
}

function replay(first: Opening, lines: readonly string[]): LoadedIndex {
  const contents = openContents(first);
  let damaged = false;
  for (const line of lines) {
    const change = indexChange.safeParse(parseJson(line)).data;
    if (change) applyChange(contents, change);
    else damaged = true;
  }
  return { contents, damaged };
}

export const buildMailPath = (folder: string, uid: number): string => join(folder, `${uid}.eml`);

/**
 * A mail is delivered when its line is in the index. So a mail file without a line was never acknowledged, or is
 * expunged, and is removed. If the index itself is damaged, such files are adopted.
 */
export async function recover(
  folder: string,
  index: IndexFile,
  nextUidvalidity: () => Promise<number>,
): Promise<Contents | undefined> {
  const loaded = await index.load(nextUidvalidity);
  if (!loaded) return undefined;
  const { contents, damaged } = loaded;
  const names = await readdir(folder);
  const files = names.flatMap(name => (/^[1-9]\d{0,9}\.eml$/.test(name) ? [Number.parseInt(name, 10)] : []));
  const strangers = files.filter(uid => !contents.messages.has(uid));
  const adopted = damaged ? await adoptMails(folder, strangers) : [];
  if (!damaged) for (const uid of strangers) await rm(buildMailPath(folder, uid), { force: true });
  const present = new Set(files);
  const missing = [...contents.messages.keys()].filter(uid => !present.has(uid));
  const changes = missing.length > 0 ? [...adopted, { gone: missing }] : adopted;
  for (const change of changes) applyChange(contents, change);
  if (damaged || index.isLong(contents)) await index.rewrite(contents);
  else if (changes.length > 0) await index.append(changes);
  return { ...contents, messages: new Map([...contents.messages].sort(([left], [right]) => left - right)) };
}

async function adoptMails(folder: string, uids: readonly number[]): Promise<IndexChange[]> {
  const adopted: IndexChange[] = [];
  for (const uid of uids.toSorted((left, right) => left - right)) {
    const facts = await stat(buildMailPath(folder, uid));
    adopted.push({ add: uid, flags: [], date: Math.floor(facts.mtimeMs), size: facts.size });
  }
  return adopted;
}
