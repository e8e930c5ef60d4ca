// Dumps and loads a data folder, or copies it as it is at one moment.
import { type FileHandle, copyFile, mkdir, open, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Document, type DocumentKey, isOfKind } from '#core/kernel/documents.ts';
import { dayOf } from '#core/kernel/time.ts';
import { syncFolder } from '#adapters/value-file.ts';
import {
  type EntrySource,
  type EntryTarget,
  type StoreEntry,
  createDamageError,
  createInUseError,
  isBegun,
  noonOf,
  sortByText,
} from '../entry-stream.ts';
import { InMemoryDocuments } from '../in-memory-documents.ts';
import { type InMemoryOutbox, listMailsOf, toMailEntry } from '../stored-mail.ts';
import { FOLDER_NAMES, documentPathOf, ignoreMissing, readDocument, runInBatches, writeDocuments } from './files.ts';
import {
  COPY_MARK,
  FORMAT_NAME,
  KEY_NAME,
  keyFile,
  lockFolder,
  makeFolder,
  markCopy,
  readCopyMark,
  refuseNewerFormat,
  refuseUnfinishedCopy,
  unmarkCopy,
  writeFormat,
} from './folder.ts';
import { FAILED_FOLDER, OUTBOX_FOLDER, makeMailFolders, readOutbox, writeMailFile } from './outbox.ts';
import { fillMemory } from './integrity-check.ts';
import { SEEN_FOLDER, listSegments, readSeen, serialOf, writeSeen } from './journal.ts';
import { loadState } from './state.ts';

/** Locks the folder and loads it as a service does at its start. Rejects with one sentence if it is locked, empty or damaged. */
export async function openFolderSource(dir: string): Promise<EntrySource> {
  await refuseNewerFormat(dir);
  const lock = await lockFolder(dir);
  try {
    await refuseUnfinishedCopy(dir);
    const { memory, outbox, journal, findings } = await loadState(dir);
    await journal.close();
    const damage = findings.find(({ level }) => level === 'error');
    if (damage !== undefined) throw createDamageError(`${damage.where}: ${damage.what}`);
    if (memory.keys().length === 0) throw new Error(`There is no data of nexpost in ${dir}.`);
    const sizes = {
      fact: 1,
      document: memory.keys().length,
      cause: [...memory.seenMarks()].length,
      mail: outbox.waiting.length,
      'given-up mail': outbox.givenUp.length,
    };
    return { entries: () => readEntries(dir, memory, outbox), sizes, close: lock.release };
  } catch (error) {
    await lock.release();
    throw error;
  }
}

/** Reads the data that a load has written, without repairs. Boards are read when they are needed. */
async function* readLoaded(dir: string): AsyncGenerator<StoreEntry> {
  const memory = new InMemoryDocuments();
  const unread = { version: 1, lists: [] };
  await fillMemory(memory, dir, {
    findIndexed: key => (isOfKind('match', key) ? unread : null),
    toEvicted: () => null,
  });
  for (const { cause, at } of await readSeen(dir)) memory.markSeen(cause, at);
  yield* readEntries(dir, memory, (await readOutbox(dir)).outbox);
}

async function* readEntries(
  dir: string,
  memory: InMemoryDocuments,
  { waiting, givenUp }: InMemoryOutbox,
): AsyncGenerator<StoreEntry> {
  const value = await keyFile(dir).read();
  if (value !== null) yield { kind: 'fact', key: 'signing-key', value };
  for (const key of sortByText(memory.keys()))
    yield { kind: 'document', key, document: memory.get(key) ?? (await readUnloaded(dir, key)) };
  for (const [cause, at] of sortByText([...memory.seenMarks()], ([name, when]) => `${dayOf(when)} ${name}`))
    // A crash may leave an empty line, which is no cause.
    if (cause !== '') yield { kind: 'cause', key: cause, day: dayOf(at) };
  yield* [...waiting, ...sortByText(givenUp, ({ id }) => id)].map(toMailEntry);
}

async function readUnloaded(dir: string, key: DocumentKey): Promise<Document> {
  const found = await readDocument(dir, key, join(dir, documentPathOf(key)));
  if ('why' in found) throw createDamageError(`${found.where}: ${found.why}.`);
  return found.entry.document;
}

// Loading. The index of finished boards is made at the first start.

/** Rejects with one sentence if a service has locked the folder. */
export async function openFolderTarget(dir: string): Promise<EntryTarget> {
  await refuseNewerFormat(dir);
  await makeFolder(dir);
  const lock = await lockFolder(dir);
  let lastPlace = 0;
  return {
    begin: from => beginCopy(dir, from),
    write: page => writePage(dir, page, () => (lastPlace += 1)),
    finish: async () => {
      await syncFolders(dir);
      await unmarkCopy(dir);
    },
    entries: () => readLoaded(dir),
    close: lock.release,
  };
}

/** Names that an empty folder may contain: the mail of the embedded servers, and files that every process leaves. */
const IGNORED_NAMES: ReadonlySet<string> = new Set(['lock', 'mail', 'control.sock', 'in-flight.json', 'in-hand.json']);

/** Names of the files and folders that a load writes, except the mark. */
const LOADED_NAMES: readonly string[] = [...FOLDER_NAMES, SEEN_FOLDER, OUTBOX_FOLDER, FAILED_FOLDER];

/** The temporary file of an atomic write that was killed before the rename. */
const HALF_WRITTEN = /^(?:key|format|copy-unfinished)\.\d+$/;

async function beginCopy(dir: string, from: string): Promise<void> {
  const isResumed = isBegun(dir, await readCopyMark(dir), from);
  const otherName = (await readdir(dir)).find(name => !IGNORED_NAMES.has(name) && !name.startsWith(`${COPY_MARK}.`));
  if (!isResumed && otherName !== undefined) throw createInUseError(`${dir} is not empty: there is ${otherName}.`);
  await markCopy(dir, from);
  await syncFolder(dirname(dir));
  await writeFormat(dir);
  for (const name of await readdir(dir))
    if (LOADED_NAMES.includes(name) || HALF_WRITTEN.test(name)) await rm(join(dir, name), { recursive: true });
  await makeMailFolders(dir);
  await mkdir(join(dir, SEEN_FOLDER), { mode: 0o700 });
}

/** `nextPlace`: the next place in the queue of mails. */
async function writePage(dir: string, page: readonly StoreEntry[], nextPlace: () => number): Promise<void> {
  for (const { value } of page.filter(entry => entry.kind === 'fact')) await keyFile(dir).write(value);
  const documents = page.filter(entry => entry.kind === 'document');
  await writeDocuments(dir, new Map(documents.map(({ key, document }) => [key, { version: 1, document }])));
  const causes = page.filter(entry => entry.kind === 'cause');
  await writeSeen(dir, causes.map(({ key, day }) => ({ cause: key, at: noonOf(day) }))); // prettier-ignore
  await runInBatches(listMailsOf(page), mail => {
    // Ids become file names.
    if (!/^[\w+=@-][\w.+=@-]{0,199}$/.test(mail.id))
      throw new Error(`A mail is called ${JSON.stringify(mail.id)}, which makes no name of a file.`);
    return writeMailFile(dir, { ...mail, place: nextPlace() });
  });
}

/** Syncs the names of folders and files, the innermost first. The contents of files are synced when they are written. */
async function syncFolders(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true }))
    if (entry.isDirectory() && entry.name !== 'mail') await syncFolders(join(folder, entry.name));
  await syncFolder(folder);
}

// Snapshots. The documents are copied one after the other, and the journal tells what has changed meanwhile.

const COPIED_NAMES: readonly string[] = [
  ...FOLDER_NAMES,
  ...[SEEN_FOLDER, OUTBOX_FOLDER, FAILED_FOLDER, KEY_NAME, FORMAT_NAME],
];

/** The files of the journal, held open, so that they can be read when the service has removed them. */
class HeldJournal {
  readonly #dir: string;
  readonly #files = new Map<string, FileHandle>();

  constructor(dir: string) {
    this.#dir = dir;
  }

  /** Opens the files that are new. */
  async look(): Promise<void> {
    for (const name of await listSegments(this.#dir)) {
      if (this.#files.has(name)) continue;
      const file = await open(join(this.#dir, name)).catch(ignoreMissing);
      if (file !== null) this.#files.set(name, file);
    }
  }

  /** Has a file come and gone between two looks? */
  hasGap(): boolean {
    const serials = [...this.#files.keys()].map(serialOf).sort((a, b) => a - b);
    return serials.some((serial, index) => index > 0 && serial !== (serials[index - 1] ?? 0) + 1);
  }

  async writeTo(dir: string): Promise<void> {
    for (const [name, file] of [...this.#files].sort(([a], [b]) => (a < b ? -1 : 1)))
      await writeFile(join(dir, name), await file.readFile(), { mode: 0o600 });
  }

  async close(): Promise<void> {
    for (const file of this.#files.values()) await file.close();
  }
}

/** Between two looks at the journal at most this number of files is copied. */
const FILES_PER_LOOK = 50;

/** How often the copy is begun anew before the service is called too busy. */
const TRIES = 5;

/** Copies the folder `dir` into new folders in `target`. Resolves to the one that holds the copy. */
export async function copySnapshot(dir: string, target: string): Promise<string> {
  await refuseUnfinishedCopy(dir);
  for (let tries = 1; tries <= TRIES; tries++) {
    const copy = join(target, String(tries));
    await mkdir(copy, { mode: 0o700 });
    const journal = new HeldJournal(dir);
    try {
      await journal.look();
      let filesToLook = FILES_PER_LOOK;
      const copyPath = async (path: string): Promise<void> => {
        const found = await stat(join(dir, path)).catch(ignoreMissing);
        if (found?.isDirectory() === true) {
          await mkdir(join(copy, path), { mode: 0o700 });
          for (const name of await readdir(join(dir, path))) await copyPath(join(path, name));
          return;
        }
        // A mail that was sent meanwhile is gone.
        if (found !== null) await copyFile(join(dir, path), join(copy, path)).catch(ignoreMissing);
        filesToLook -= 1;
        if (filesToLook > 0) return;
        await journal.look();
        filesToLook = FILES_PER_LOOK;
      };
      for (const name of COPIED_NAMES) await copyPath(name);
      await journal.look();
      if (journal.hasGap()) continue;
      await journal.writeTo(copy);
      return copy;
    } finally {
      await journal.close();
    }
  }
  throw new Error(`The service writes to ${dir} faster than it can be copied. Try again at a quieter time.`);
}
