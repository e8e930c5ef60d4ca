// Reads and writes document files: one lowdb a document over an atomic, fsyncing writer.
import { createHash } from 'node:crypto';
import { type Dirent, readFileSync } from 'node:fs';
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { type Adapter, Low } from 'lowdb';
import writeFileAtomic from 'write-file-atomic';
import { no, ok, type Result } from '#games/kit/result.ts';
import { DOCUMENTS } from '#core/features.ts';
import { compareKeys, type DocumentKey, type DocumentKind } from '#core/kernel/documents.ts';
import type { Resting, Versioned } from '../in-memory-documents.ts';
import { checkedDocument } from './checked-document.ts';
import { type Stamp, stampOf } from './stamp.ts';

const KINDS = Object.keys(DOCUMENTS) as DocumentKind[];

export const FOLDER_NAMES: readonly string[] = KINDS.map(kind => DOCUMENTS[kind].folder);

/** lowdb's own writer neither fsyncs nor survives a full disk in the middle of a file. This one does both. */
function atomicFile(file: string): Adapter<Versioned> {
  return {
    // Synchronous: a start reads thousands of files of a few kilobytes, and asynchronous reads would take much longer.
    read: () => Promise.resolve(JSON.parse(readFileSync(file, 'utf8')) as Versioned),
    write: data => writeFileAtomic(file, `${JSON.stringify(data, null, 2)}\n`, { mode: 0o600, fsync: true }),
  };
}

/** The path of a document below the data folder. Boards are in a folder for each game. Any other id is one file name, whatever it contains. */
export const placeOf = (key: DocumentKey): string => {
  const at = key.indexOf('/');
  const kind = key.slice(0, at) as DocumentKind;
  const id = key.slice(at + 1);
  const names = (kind === 'match' ? id.split('/') : [id]).map(fileName);
  return join(DOCUMENTS[kind].folder, `${names.join('/')}.json`);
};

/** File systems allow 255 bytes. An escape takes three bytes for one. */
const LONGEST_NAME = 200;

/** An id that cannot be a file name: too long, or with half a surrogate pair in it. */
const isNameless = (id: string): boolean => /\p{Surrogate}/u.test(id) || encodeURIComponent(id).length > LONGEST_NAME;

const fileName = (id: string): string =>
  isNameless(id) ? `~${createHash('sha256').update(id).digest('hex')}` : encodeURIComponent(id);

/** The content of the file, with the key if the file name does not give it. */
const contentOf = (key: DocumentKey, entry: Versioned): Versioned & { readonly key?: DocumentKey } =>
  isNameless(key.slice(key.indexOf('/') + 1)) ? { key, ...entry } : entry;

/** null: the document is dropped. */
export async function writeDocuments(dir: string, entries: ReadonlyMap<DocumentKey, Versioned | null>): Promise<void> {
  const folders = new Set<string>();
  for (const key of entries.keys()) folders.add(dirname(join(dir, placeOf(key))));
  for (const folder of folders) await mkdir(folder, { recursive: true, mode: 0o700 });
  await inBatches([...entries], ([key, entry]) => writeDocument(join(dir, placeOf(key)), key, entry));
  for (const folder of folders) await syncFolder(folder);
}

const writeDocument = (file: string, key: DocumentKey, entry: Versioned | null): Promise<void> =>
  entry === null ? rm(file, { force: true }) : new Low<Versioned>(atomicFile(file), contentOf(key, entry)).write();

/** Concurrent writes: a disk does several as fast as one. Each keeps a file open. */
const AT_A_TIME = 16;

/** Runs `act` for all items, some at a time. After a fault it throws the first one, when no write is running any more. */
export async function inBatches<Item>(items: readonly Item[], act: (item: Item) => Promise<void>): Promise<void> {
  for (let at = 0; at < items.length; at += AT_A_TIME) {
    const done = await Promise.allSettled(items.slice(at, at + AT_A_TIME).map(act));
    const failed = done.find(({ status }) => status === 'rejected');
    if (failed?.status === 'rejected') throw failed.reason;
  }
}

/** Makes new names in a folder survive a power cut. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** A document that cannot be read. `where`: its file, below the data folder. */
export interface Damaged {
  readonly key: DocumentKey;
  readonly kind: DocumentKind;
  readonly where: string;
  readonly why: string;
}

/** A document as it was found. `stamp`: of its file, before it was read. */
export type Found = { readonly key: DocumentKey; readonly entry: Versioned; readonly stamp: Stamp } | Damaged;

/** A document that need not be read. */
interface Unread {
  readonly key: DocumentKey;
  readonly resting: Resting;
}

/** Boards in the order of their numbers. `known`: the index entry of the document in this file. null: it must be read. */
export async function* readDocuments(
  dir: string,
  known: (key: DocumentKey, file: string) => Resting | null,
): AsyncGenerator<Found | Unread> {
  for (const kind of KINDS) {
    const folder = join(dir, DOCUMENTS[kind].folder);
    const files = (await filesBelow(folder, FOLDERS_DEEP)).map(file => ({ key: keyOf(kind, folder, file), file }));
    let unread: typeof files = [];
    for (const { key, file } of files.sort((a, b) => compareKeys(a.key, b.key))) {
      const resting = known(key, file);
      if (resting !== null) yield { key, resting };
      else if (unread.push({ key, file }) === AT_A_TIME) {
        yield* await Promise.all(unread.map(each => readDocument(dir, each.key, each.file)));
        unread = [];
      }
    }
    yield* await Promise.all(unread.map(each => readDocument(dir, each.key, each.file)));
  }
}

const keyOf = (kind: DocumentKind, folder: string, file: string): DocumentKey =>
  `${kind}/${decoded(file.slice(folder.length + 1, -'.json'.length))}`;

/** A file that is not ours may have any name. */
function decoded(path: string): string {
  if (!path.includes('%')) return path;
  try {
    return path.split('/').map(decodeURIComponent).join('/');
  } catch {
    return path;
  }
}

/** Boards are in a folder for each game. Deeper folders are not ours, and may be links that lead back. */
const FOLDERS_DEEP = 3;

const isFolder = async (entry: Dirent, path: string): Promise<boolean> =>
  entry.isDirectory() || (entry.isSymbolicLink() && (await stat(path).catch(() => null))?.isDirectory() === true);

/** Handles a read error: null if the file does not exist. */
export function nullIfMissing(error: unknown): null {
  if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
  throw error;
}

/** Only a missing folder counts as empty. A folder that cannot be read must not. */
export function nothingThere(error: unknown): [] {
  const { code, path } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT') return [];
  throw new Error(`${path ?? 'a folder of the data'} cannot be read (${code ?? ''}): it should be a folder`, {
    cause: error,
  });
}

/** All files named like documents, below folders that may be links. */
async function filesBelow(folder: string, deep: number): Promise<string[]> {
  const found: string[] = [];
  for (const entry of await readdir(folder, { withFileTypes: true }).catch(nothingThere)) {
    const path = join(folder, entry.name);
    if (entry.name.endsWith('.json')) found.push(path);
    else if (deep > 0 && (await isFolder(entry, path))) found.push(...(await filesBelow(path, deep - 1)));
  }
  return found;
}

/** Errors that are not about the file: the machine is short of something, and the file can be read later. */
const SHORTAGES: ReadonlySet<string> = new Set(['EMFILE', 'ENFILE', 'ENOMEM']);

export async function readDocument(dir: string, named: DocumentKey, file: string): Promise<Found> {
  const kind = named.slice(0, named.indexOf('/')) as DocumentKind;
  const damaged = (why: string): Damaged => ({ key: named, kind, where: relative(dir, file), why });
  const content = await contentIn(file);
  if (!content.ok) return damaged(content.reason);
  const checked = checkedDocument(named, content.value.data);
  return checked.ok ? { ...checked.value, stamp: content.value.stamp } : damaged(checked.reason);
}

async function contentIn(
  file: string,
): Promise<Result<{ readonly data: Versioned | null; readonly stamp: Stamp }, string>> {
  const low = new Low<Versioned | null>(atomicFile(file) as Adapter<Versioned | null>, null);
  try {
    // A folder or a pipe of that name must not count as missing, and a pipe must not block the read.
    const stamp = stampOf(file);
    if (stamp === undefined) return no('it is not a file');
    await low.read();
    return ok({ data: low.data, stamp });
  } catch (error) {
    if (SHORTAGES.has((error as NodeJS.ErrnoException).code ?? '')) throw error;
    return no(error instanceof Error ? error.message : 'it cannot be read');
  }
}
