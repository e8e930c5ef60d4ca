// A data folder as the target of a copy, written as checkpoints write it, without a journal.
// The index of finished boards is made at the first start.
import { mkdir, readdir, rm } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import type { DocumentKey } from '#core/kernel/documents.ts';
import {
  type CopiedCause,
  type CopiedDocument,
  type CopyTarget,
  type GivenUpMail,
  paged,
  TargetInUse,
  type WaitingMail,
} from '../transfer.ts';
import type { Resting } from '../in-memory-documents.ts';
import { readGivenUpPages, readWaitingPages } from './copy-source.ts';
import { inBatches, placeOf, readDocument, readDocuments, syncFolder, writeDocuments } from './files.ts';
import { refuseNewerFormat, writeFormat } from './format.ts';
import { FAILED, listGivenUp, writeGivenUp } from './given-up.ts';
import { lockFolder } from './lock.ts';
import { makeFolder } from './make-folder.ts';
import { makeMailFolders, OUTBOX, readOutbox, stored, writeFiled } from './outbox.ts';
import { readSeen, SEEN, writeSeen } from './seen.ts';
import { stampOf } from './stamp.ts';
import { COPY_MARK, markCopy, readCopyMark, unmarkCopy } from './unfinished-copy.ts';

/** Names that an empty folder may contain: the embedded servers' mail, and files that a process has left. */
const NOTHING: ReadonlySet<string> = new Set(['lock', 'mail', 'control.sock', 'in-hand.json']);

/** Rejects with one sentence if a service has locked the folder. */
export async function openFolderTarget(dir: string): Promise<CopyTarget> {
  await refuseNewerFormat(dir);
  await makeFolder(dir);
  const lock = await lockFolder(dir);
  let places = 0;
  return {
    begin: from => begin(dir, from),
    textsOf: keys => textsOf(dir, keys),
    put: documents => writeDocuments(dir, new Map(documents.map(({ key, version, document }) => [key, { version, document }]))), // prettier-ignore
    keepOnly: keys => keepOnly(dir, keys),
    clear: async () => {
      places = 0;
      await clear(dir);
    },
    putCauses: causes => writeSeen(dir, causes),
    putWaiting: mails =>
      inBatches(
        mails.map(({ due, ...mail }) => ({ ...stored(mail, due), place: (places += 1) })),
        mail => writeFiled(dir, named(mail)),
      ),
    putGivenUp: mails => inBatches([...mails], mail => writeGivenUp(dir, named(mail))),
    documents: () => documentPages(dir),
    causes: () => causePages(dir),
    waiting: () => waitingIn(dir),
    givenUp: () => givenUpIn(dir),
    finish: async () => {
      await syncAll(dir);
      await unmarkCopy(dir);
    },
    close: lock.release,
  };
}

async function begin(dir: string, from: string): Promise<boolean> {
  const marked = await readCopyMark(dir);
  if (marked !== null && marked !== from)
    throw new Error(`${dir} holds an unfinished copy of ${marked}: end that one, or choose another folder.`);
  if (marked === null) await markEmpty(dir, from);
  await writeFormat(dir);
  return marked === null;
}

async function markEmpty(dir: string, from: string): Promise<void> {
  const [other] = (await readdir(dir)).filter(name => !NOTHING.has(name) && !name.startsWith(`${COPY_MARK}.`));
  if (other !== undefined) throw new TargetInUse(`${dir} is not empty: there is ${other}.`);
  await markCopy(dir, from);
  await syncFolder(dirname(dir));
}

async function textsOf(dir: string, keys: readonly DocumentKey[]): Promise<ReadonlyMap<DocumentKey, string>> {
  const files = keys.map(key => ({ key, file: join(dir, placeOf(key)) }));
  const there = files.filter(({ file }) => stampOf(file) !== undefined);
  const found = await Promise.all(there.map(({ key, file }) => readDocument(dir, key, file)));
  return new Map(found.flatMap(each => ('why' in each ? [] : [[each.key, JSON.stringify(each.entry.document)]])));
}

/** Stands for documents that are not read: the names of the files suffice. */
const UNREAD: Resting = { version: 0, lists: [] };

async function keepOnly(dir: string, keys: ReadonlySet<DocumentKey>): Promise<void> {
  const places = new Set([...keys].map(placeOf));
  const surplus = new Map<DocumentKey, null>();
  for await (const { key } of readDocuments(dir, () => UNREAD)) if (!places.has(placeOf(key))) surplus.set(key, null);
  await writeDocuments(dir, surplus);
  await sweep(dir);
}

/** The temporary file of an atomic write that was killed before the rename. */
const HALF_WRITTEN = /(?:\.json|key|copy-unfinished|format)\.\d+$/;

async function sweep(dir: string): Promise<void> {
  for (const entry of await readdir(dir, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile() && HALF_WRITTEN.test(entry.name) && !isMail(dir, path)) await rm(path);
  }
}

/** The folder of the embedded mail servers. */
const isMail = (dir: string, path: string): boolean => relative(dir, path).split(sep)[0] === 'mail';

async function clear(dir: string): Promise<void> {
  await makeMailFolders(dir);
  await mkdir(join(dir, SEEN), { recursive: true, mode: 0o700 });
  for (const folder of [OUTBOX, FAILED, SEEN])
    for (const name of await readdir(join(dir, folder))) await rm(join(dir, folder, name));
}

/** Ids become file names. */
function named<Mail extends { readonly id: string }>(mail: Mail): Mail {
  if (/^[\w+=@-][\w.+=@-]{0,199}$/.test(mail.id)) return mail;
  throw new Error(`A mail is called ${JSON.stringify(mail.id)}, which makes no name of a file.`);
}

async function* documentPages(dir: string): AsyncGenerator<readonly CopiedDocument[]> {
  let page: CopiedDocument[] = [];
  for await (const found of readDocuments(dir, () => null)) {
    if ('why' in found) throw new Error(`What was written into ${dir} is damaged: ${found.where}: ${found.why}.`);
    if ('entry' in found) page.push({ key: found.key, ...found.entry });
    if (page.length < PAGE) continue;
    yield page;
    page = [];
  }
  yield page;
}

const PAGE = 500;

async function* causePages(dir: string): AsyncGenerator<readonly CopiedCause[]> {
  // An empty line is no cause.
  const marks = (await readSeen(dir)).filter(({ cause }) => cause !== '');
  yield* paged(marks);
}

async function* waitingIn(dir: string): AsyncGenerator<readonly WaitingMail[]> {
  yield* readWaitingPages((await readOutbox(dir)).filed);
}

async function* givenUpIn(dir: string): AsyncGenerator<readonly GivenUpMail[]> {
  yield* readGivenUpPages(dir, await listGivenUp(dir));
}

/** Syncs the names of folders and files, from the innermost out. The contents were synced as they were written. */
async function syncAll(dir: string): Promise<void> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true });
  const folders = entries
    .filter(entry => entry.isDirectory())
    .map(entry => join(entry.parentPath, entry.name))
    .filter(folder => !isMail(dir, folder));
  for (const folder of folders.toReversed()) await syncFolder(folder);
  await syncFolder(dir);
}
