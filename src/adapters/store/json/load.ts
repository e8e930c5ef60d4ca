// Loads entries into a data folder, as checkpoints write them, without a journal.
// The index of finished boards is made at the first start.
import { mkdir, readdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type EntryTarget, noonOf, type StoreEntry, createInUseError } from '../entry-stream.ts';
import { FOLDER_NAMES, runInBatches, syncFolder, writeDocuments } from './files.ts';
import { refuseNewerFormat, writeFormat } from './format.ts';
import { FAILED_FOLDER, writeGivenUp } from './given-up.ts';
import { writeKey } from './key.ts';
import { readLoaded } from './dump.ts';
import { lockFolder } from './lock.ts';
import { makeFolder } from './make-folder.ts';
import { makeMailFolders, OUTBOX_FOLDER, writeMailFile } from './outbox.ts';
import { SEEN_FOLDER, writeSeen } from './seen.ts';
import { COPY_MARK, markCopy, readCopyMark, unmarkCopy } from './unfinished-copy.ts';

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
const IGNORED_NAMES: ReadonlySet<string> = new Set(['lock', 'mail', 'control.sock', 'in-hand.json']);

/** Names of the files and folders that a load writes, except the mark. */
const LOADED_NAMES: readonly string[] = [...FOLDER_NAMES, SEEN_FOLDER, OUTBOX_FOLDER, FAILED_FOLDER];

/** The temporary file of an atomic write that was killed before the rename. */
const HALF_WRITTEN = /^(?:key|format|copy-unfinished)\.\d+$/;

async function beginCopy(dir: string, from: string): Promise<void> {
  const markedSource = await readCopyMark(dir);
  if (markedSource !== null && markedSource !== from)
    throw new Error(`${dir} holds an unfinished copy of ${markedSource}: end that one, or choose another folder.`);
  const otherName = (await readdir(dir)).find(name => !IGNORED_NAMES.has(name) && !name.startsWith(`${COPY_MARK}.`));
  if (markedSource === null && otherName !== undefined)
    throw createInUseError(`${dir} is not empty: there is ${otherName}.`);
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
  for (const { value } of page.filter(entry => entry.kind === 'fact')) await writeKey(dir, Buffer.from(value, 'hex'));
  const documents = page.filter(entry => entry.kind === 'document');
  await writeDocuments(dir, new Map(documents.map(({ key, document }) => [key, { version: 1, document }])));
  const causes = page.filter(entry => entry.kind === 'cause');
  await writeSeen(dir, causes.map(({ key, day }) => ({ cause: key, at: noonOf(day) }))); // prettier-ignore
  const mails = page.filter(entry => entry.kind === 'mail');
  await runInBatches(mails, ({ mail }) =>
    writeMailFile(dir, { ...mail, id: requireName(mail.id), place: nextPlace() }),
  );
  const givenUp = page.filter(entry => entry.kind === 'given-up mail');
  await runInBatches(givenUp, ({ key, why, raw }) => writeGivenUp(dir, { id: requireName(key), why, raw }));
}

/** Ids become file names. */
function requireName(id: string): string {
  if (/^[\w+=@-][\w.+=@-]{0,199}$/.test(id)) return id;
  throw new Error(`A mail is called ${JSON.stringify(id)}, which makes no name of a file.`);
}

/** Syncs the names of folders and files, the innermost first. The contents of files are synced when they are written. */
async function syncFolders(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true }))
    if (entry.isDirectory() && entry.name !== 'mail') await syncFolders(join(folder, entry.name));
  await syncFolder(folder);
}
