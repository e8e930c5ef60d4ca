// Dumps a data folder: that of a stopped service, or one that a load has filled.
import { join } from 'node:path';
import { dayOf } from '#core/kernel/time.ts';
import { type Document, type DocumentKey, isOfKind } from '#core/kernel/documents.ts';
import { createDamageError, type EntrySource, sortByText, type StoreEntry } from '../entry-stream.ts';
import { InMemoryDocuments } from '../in-memory-documents.ts';
import { documentPathOf, readDocument } from './files.ts';
import { refuseNewerFormat } from './format.ts';
import { listGivenUp, readGivenUp } from './given-up.ts';
import { readKey } from './key.ts';
import { lockFolder } from './lock.ts';
import { fillMemory } from './integrity-check.ts';
import { readOutbox } from './outbox.ts';
import { storedMail } from '../stored-mail.ts';
import type { FiledMail } from './schema.ts';
import { readSeen } from './seen.ts';
import { loadState } from './state.ts';
import { refuseUnfinishedCopy } from './unfinished-copy.ts';

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
    const mails = [...outbox.listWaiting()];
    const sizes = {
      fact: 1,
      document: memory.keys().length,
      cause: [...memory.seenMarks()].length,
      mail: mails.length,
    };
    return {
      entries: () => readEntries(dir, memory, mails),
      sizes: { ...sizes, 'given-up mail': (await listGivenUp(dir)).length },
      close: lock.release,
    };
  } catch (error) {
    await lock.release();
    throw error;
  }
}

/** Reads the data that a load has written, without repairs. Boards are read when they are needed. */
export async function* readLoaded(dir: string): AsyncGenerator<StoreEntry> {
  const memory = new InMemoryDocuments();
  const unread = { version: 1, lists: [] };
  await fillMemory(memory, dir, {
    findIndexed: key => (isOfKind('match', key) ? unread : null),
    toEvicted: () => null,
  });
  for (const { cause, at } of await readSeen(dir)) memory.markSeen(cause, at);
  yield* readEntries(dir, memory, (await readOutbox(dir)).filedMails);
}

async function* readEntries(
  dir: string,
  memory: InMemoryDocuments,
  mails: readonly FiledMail[],
): AsyncGenerator<StoreEntry> {
  const signingKey = await readKey(dir);
  if (signingKey !== null) yield { kind: 'fact', key: 'signing-key', value: signingKey.toString('hex') };
  for (const key of sortByText(memory.keys()))
    yield { kind: 'document', key, document: memory.get(key) ?? (await readUnloaded(dir, key)) };
  for (const [cause, at] of sortByText([...memory.seenMarks()], ([name, when]) => `${dayOf(when)} ${name}`))
    // A crash may leave an empty line, which is no cause.
    if (cause !== '') yield { kind: 'cause', key: cause, day: dayOf(at) };
  for (const mail of mails)
    yield { kind: 'mail', key: mail.id, mail: storedMail.parse({ ...mail, written: mail.written ?? mail.due }) };
  const waiting = new Set(mails.map(({ id }) => id));
  for (const id of sortByText(await listGivenUp(dir))) {
    // A mail that also waits will be given up again.
    const mail = waiting.has(id) ? null : await readGivenUp(dir, id);
    if (mail !== null) yield { kind: 'given-up mail', key: id, why: mail.why, raw: mail.raw };
  }
}

async function readUnloaded(dir: string, key: DocumentKey): Promise<Document> {
  const found = await readDocument(dir, key, join(dir, documentPathOf(key)));
  if ('why' in found) throw createDamageError(`${found.where}: ${found.why}.`);
  return found.entry.document;
}
