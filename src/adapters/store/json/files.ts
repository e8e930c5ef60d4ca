// Reads and writes the files of documents, through lowdb with a writer that is atomic and syncs.
import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { Low } from 'lowdb';
import * as z from 'zod';
import { DOCUMENTS } from '#core/features.ts';
import { count, definitionOf, instant } from '#core/kernel/document-definition.ts';
import { type Document, type DocumentKey, type DocumentKind, compareKeys, kindOf } from '#core/kernel/documents.ts';
import { must } from '#games/kit/assert.ts';
import { type Result, no, ok } from '#games/kit/result.ts';
import type { Change, Finding } from '#service/ports.ts';
import { createAtomicFile, syncFolder } from '#adapters/value-file.ts';
import type { EvictedDocument, Versioned } from '../in-memory-documents.ts';
import { type StoredMail, listTexts, storedMail } from '../stored-mail.ts';

/** Size in bytes, mtime and ctime in milliseconds. */
export type Stamp = readonly [size: number, modified: number, changed: number];

/** undefined: there is no such file. Synchronous, because asynchronous calls take more than twice the time for many files. */
export function stampOf(file: string): Stamp | undefined {
  const stat = statSync(file, { throwIfNoEntry: false });
  return stat?.isFile() === true ? [stat.size, stat.mtimeMs, stat.ctimeMs] : undefined;
}

/** `indexed`: read from an index, so its values are unchecked. */
export const isSameStamp = (indexed: Stamp, found: Stamp | undefined): boolean =>
  found?.every((value, i) => value === indexed[i]) === true;

/** Thrown for a file the service cannot start without. */
export class DamagedData extends Error {
  constructor(file: string, what: string) {
    super(
      `${file} is damaged: ${what}. Put a copy from a backup in its place and start again. Moved away, the last changes it holds are lost, and the numbers of boards opened last may be given again.`,
    );
    this.name = 'DamagedData';
  }
}

/** Is a damaged document of this kind replaced by a new one? */
export const isReplaced = (key: DocumentKey): boolean => DOCUMENTS[kindOf(key)].isRenewed === true;

export const createDamageFinding = (kind: DocumentKind, where: string, why: string): Finding => ({
  level: DOCUMENTS[kind].isRenewed === true ? 'warn' : 'error',
  where,
  what: `it is damaged: ${why}. ${DOCUMENTS[kind].ifDamaged}.`,
});

type DocumentFile = z.ZodType<{
  readonly key?: string | undefined;
  readonly version: number;
  readonly document: Document;
}>;

/** The file of a document, by its kind: what lowdb reads and writes. */
export const FILE_SCHEMAS = Object.fromEntries(
  Object.entries(DOCUMENTS).map(([kind, { schema: document }]): [string, DocumentFile] => [
    kind,
    // The key is in the file if the file name is too short for it.
    z.object({ key: z.string().optional(), version: z.number().int().positive(), document }) as DocumentFile,
  ]),
) as Readonly<Record<DocumentKind, DocumentFile>>;

/** A document and its key, as the journal holds them. */
const documentEntry = z
  .tuple([z.string(), z.object({ version: z.number().int().positive(), document: z.unknown() })])
  .transform(([key, { version, document }], context) => {
    const kind = key.split('/')[0] ?? '';
    const checked = Object.hasOwn(DOCUMENTS, kind) ? DOCUMENTS[kind as DocumentKind].schema.safeParse(document) : null;
    if (checked?.success === true) return [key as DocumentKey, { version, document: checked.data }] as const;
    context.addIssue(`${key} is not what it should be`);
    return z.NEVER;
  });

export const journalLine = z.discriminatedUnion('kind', [
  z
    .object({
      kind: z.literal('change'),
      cause: z.string(),
      at: instant,
      documents: z.array(documentEntry),
      /** Documents that were deleted. */
      dropped: z.array(z.string()).optional(),
      /** `raw`: the places in `texts` of those that make the mail. Earlier versions wrote the whole text. */
      outgoing: z.array(storedMail.extend({ raw: z.union([z.string(), z.array(count)]) })),
      texts: z.array(z.string()).default([]),
    })
    .refine(({ outgoing, texts }) =>
      outgoing.every(({ raw }) => typeof raw === 'string' || raw.every(place => place < texts.length)),
    ),
  /** Written by earlier versions. */
  z.object({ kind: z.literal('dropped'), keys: z.array(z.string()) }),
  z.object({ kind: z.literal('sent'), id: z.string() }),
  z.object({ kind: z.literal('failed'), id: z.string(), why: z.string() }),
  z.object({ kind: z.literal('later'), id: z.string(), tries: z.number().int(), due: instant }),
]);

export type JournalLine = z.infer<typeof journalLine>;

export type ChangeLine = Extract<JournalLine, { readonly kind: 'change' }>;

/** A text that several mails have in common is in the line once. */
export function packMails({ outgoing, at }: Change): Pick<ChangeLine, 'outgoing' | 'texts'> {
  const places = new Map<string, number>();
  const placeOf = (text: string): number => {
    const place = places.get(text) ?? places.size;
    places.set(text, place);
    return place;
  };
  const packed = outgoing.map(mail => ({ ...mail, raw: listTexts(mail.raw).map(placeOf), due: at, written: at }));
  return { outgoing: packed, texts: [...places.keys()] };
}

export const unpackMails = ({ outgoing, texts }: ChangeLine): readonly StoredMail[] => {
  const textAt = (place: number): string => must(texts[place], 'a text of the mail');
  const join = (raw: string | number[]): string => (typeof raw === 'string' ? raw : raw.map(textAt).join(''));
  return outgoing.map(mail => ({ ...mail, raw: join(mail.raw) }));
};

/**
 * Validates a document that was read from a file or a database. The key in it, which may differ from the key of its file
 * name, the document with defaults for fields that are newer, or the reason why it is invalid.
 */
export function checkDocument(
  expectedKey: DocumentKey,
  data: unknown,
): Result<{ readonly key: DocumentKey; readonly entry: Versioned }, string> {
  const kind = expectedKey.slice(0, expectedKey.indexOf('/'));
  if (!Object.hasOwn(FILE_SCHEMAS, kind)) return no('there are no documents of this kind');
  const checked = FILE_SCHEMAS[kind as DocumentKind].safeParse(data);
  if (!checked.success) {
    const [issue] = checked.error.issues;
    return no(`${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'not what it should be'}`);
  }
  const ownKey = definitionOf(DOCUMENTS, expectedKey).ownKey?.(checked.data.document) ?? null;
  if (ownKey !== null && ownKey !== expectedKey) return no(`it is of ${ownKey}`);
  return ok({ key: (checked.data.key ?? expectedKey) as DocumentKey, entry: checked.data });
}

export const KINDS = Object.keys(DOCUMENTS) as DocumentKind[];

export const FOLDER_NAMES: readonly string[] = KINDS.map(kind => DOCUMENTS[kind].folder);

/** The path of a document below the data folder. Boards are in a folder for each game. Any other id is one file name, whatever it contains. */
export const documentPathOf = (key: DocumentKey): string => {
  const at = key.indexOf('/');
  const kind = key.slice(0, at) as DocumentKind;
  const id = key.slice(at + 1);
  const names = (kind === 'match' ? id.split('/') : [id]).map(fileName);
  return join(DOCUMENTS[kind].folder, `${names.join('/')}.json`);
};

/** File systems allow 255 bytes. An escape takes three bytes for one. */
const MAX_NAME_LENGTH = 200;

/** Is an id no file name, because it is too long or contains half a surrogate pair? */
const isNameless = (id: string): boolean =>
  /\p{Surrogate}/u.test(id) || encodeURIComponent(id).length > MAX_NAME_LENGTH;

/** `..` would be another folder. */
const fileName = (id: string): string =>
  isNameless(id)
    ? `~${createHash('sha256').update(id).digest('hex')}`
    : encodeURIComponent(id).replace(/^\.+$/, dots => '%2E'.repeat(dots.length));

/** null: the document is dropped. */
export async function writeDocuments(dir: string, entries: ReadonlyMap<DocumentKey, Versioned | null>): Promise<void> {
  const folders = new Set([...entries.keys()].map(key => dirname(join(dir, documentPathOf(key)))));
  for (const folder of folders) await mkdir(folder, { recursive: true, mode: 0o700 });
  await runInBatches([...entries], ([key, entry]) => {
    const file = join(dir, documentPathOf(key));
    if (entry === null) return rm(file, { force: true });
    // The file contains the key if its name does not.
    const content = isNameless(key.slice(key.indexOf('/') + 1)) ? { key, ...entry } : entry;
    return new Low(createAtomicFile(file), `${JSON.stringify(content, null, 2)}\n`).write();
  });
  // The parents as well: a folder may be new.
  await runInBatches([...new Set([...folders, ...[...folders].map(dirname), dir])], syncFolder);
}

/** Files that are read or written concurrently. A disk writes several as fast as one. Each keeps a file open. */
const BATCH_SIZE = 16;

/** Runs `act` for all items, in batches. After a fault it waits until the batch has ended, and throws the first fault. */
export async function runInBatches<Item>(items: readonly Item[], act: (item: Item) => Promise<void>): Promise<void> {
  for (let start = 0; start < items.length; start += BATCH_SIZE) {
    const results = await Promise.allSettled(items.slice(start, start + BATCH_SIZE).map(act));
    const failure = results.find(({ status }) => status === 'rejected');
    if (failure?.status === 'rejected') throw failure.reason;
  }
}

/** A document that cannot be read. `where`: its file, below the data folder. */
export interface DamagedDocument {
  readonly key: DocumentKey;
  readonly kind: DocumentKind;
  readonly where: string;
  readonly why: string;
}

/** A document that was read, or that is damaged. `stamp`: the stamp of its file before it was read. */
export type FoundDocument =
  | { readonly key: DocumentKey; readonly entry: Versioned; readonly stamp: Stamp }
  | DamagedDocument;

/** A document that need not be read, because its index line is valid. */
interface UnreadDocument {
  readonly key: DocumentKey;
  readonly evicted: EvictedDocument;
}

/** Reads all documents, boards in the order of their numbers. `findIndexed`: the index line of the document. null: it must be read. */
export async function* readDocuments(
  dir: string,
  findIndexed: (key: DocumentKey, file: string) => EvictedDocument | null,
): AsyncGenerator<FoundDocument | UnreadDocument> {
  for (const kind of KINDS) {
    const folder = join(dir, DOCUMENTS[kind].folder);
    const files = (await listFilesBelow(folder, MAX_DEPTH)).map(file => ({
      key: `${kind}/${decodePath(file.slice(folder.length + 1, -'.json'.length))}` as const,
      file,
    }));
    let unread: typeof files = [];
    for (const { key, file } of files.sort((a, b) => compareKeys(a.key, b.key))) {
      const evicted = findIndexed(key, file);
      if (evicted !== null) yield { key, evicted };
      else if (unread.push({ key, file }) === BATCH_SIZE) {
        yield* await Promise.all(unread.map(each => readDocument(dir, each.key, each.file)));
        unread = [];
      }
    }
    yield* await Promise.all(unread.map(each => readDocument(dir, each.key, each.file)));
  }
}

/** A file that is not ours may have any name. */
function decodePath(path: string): string {
  if (!path.includes('%')) return path;
  try {
    return path.split('/').map(decodeURIComponent).join('/');
  } catch {
    return path;
  }
}

/** Boards are in a folder for each game. Deeper folders are not ours, and may be links that lead back. */
const MAX_DEPTH = 3;

/** Handles a read error. Returns null if the file does not exist, and throws other errors. */
export function ignoreMissing(error: unknown): null {
  if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
  throw error;
}

/** Handles a read error of a folder. A missing folder counts as empty. Other errors are thrown. */
export function ignoreMissingFolder(error: unknown): [] {
  const { code, path } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT') return [];
  throw new Error(`${path ?? 'a folder of the data'} cannot be read (${code ?? ''}): it should be a folder`, {
    cause: error,
  });
}

/** All files with names of documents in a folder and its subfolders, which may be links. */
async function listFilesBelow(folder: string, depth: number): Promise<string[]> {
  const found: string[] = [];
  for (const entry of await readdir(folder, { withFileTypes: true }).catch(ignoreMissingFolder)) {
    const path = join(folder, entry.name);
    if (entry.name.endsWith('.json')) found.push(path);
    else if (depth > 0 && (await stat(path).catch(() => null))?.isDirectory() === true)
      found.push(...(await listFilesBelow(path, depth - 1)));
  }
  return found;
}

/** Errors of a machine that lacks memory or file descriptors. The file can be read later. */
const SHORTAGES: ReadonlySet<string> = new Set(['EMFILE', 'ENFILE', 'ENOMEM']);

export async function readDocument(dir: string, expectedKey: DocumentKey, file: string): Promise<FoundDocument> {
  const kind = expectedKey.slice(0, expectedKey.indexOf('/')) as DocumentKind;
  const toDamaged = (why: string): DamagedDocument => ({ key: expectedKey, kind, where: relative(dir, file), why });
  const low = new Low(createAtomicFile(file), '');
  try {
    // A folder or a pipe of that name must not count as missing, and a pipe must not block the read.
    const stamp = stampOf(file);
    if (stamp === undefined) return toDamaged('it is not a file');
    await low.read();
    const checked = checkDocument(expectedKey, JSON.parse(low.data));
    return checked.ok ? { ...checked.value, stamp } : toDamaged(checked.reason);
  } catch (error) {
    if (SHORTAGES.has((error as NodeJS.ErrnoException).code ?? '')) throw error;
    return toDamaged(error instanceof Error ? error.message : 'it cannot be read');
  }
}
