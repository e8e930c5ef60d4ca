// The port Store on disk: the journal first, the documents behind it; nothing acknowledged is ever lost, and a game is a readable file.
import { mkdir } from 'node:fs/promises';
import type { CommitResult, Log, Store } from '../../../service/ports.ts';
import type { DocumentKey, Documents, DocumentKind, Instant } from '../../../core/world.ts';
import type { Versioned } from '../shelf.ts';
import { Shelf } from '../shelf.ts';
import { readDocuments, writeDocuments } from './files.ts';
import type { Journal } from './journal.ts';
import { openJournal, readJournal } from './journal.ts';
import { lockFolder } from './lock.ts';
import { Outbox, stored } from './outbox.ts';
import type { JournalLine } from './schema.ts';
import { forgetSeen, readSeen, writeSeen } from './seen.ts';

/** Documents are brought up to date when nothing has happened for so long … */
const QUIET_MS = 1_000;
/** … or when the journal has grown to this. */
const JOURNAL_BYTES = 16_000_000;

/** What is in memory: everything the disk holds, and what is on its way there. */
interface Held {
  readonly shelf: Shelf;
  readonly outbox: Outbox;
  readonly journal: Journal;
  /** Durable in the journal, not yet in the documents. */
  dirty: Map<DocumentKey, Versioned>;
  marks: { readonly cause: string; readonly at: Instant }[];
}

export async function openJsonStore(dir: string, log: Log): Promise<Store> {
  await mkdir(dir, { recursive: true, mode: 0o700 });
  const unlock = await lockFolder(dir);
  let held: Held;
  try {
    held = await load(dir);
  } catch (error) {
    await unlock();
    throw error;
  }
  let quiet: NodeJS.Timeout | undefined;
  let checkpointing: Promise<void> | null = null;
  let reloading: Promise<void> | null = null;

  const checkpoint = (): Promise<void> => {
    checkpointing ??= carryOver(dir, held)
      .catch((error: unknown) => log.error('checkpoint-failed', { why: error instanceof Error ? error.message : String(error) }))
      .finally(() => {
        checkpointing = null;
      });
    return checkpointing;
  };

  const touched = (): void => {
    clearTimeout(quiet);
    if (held.journal.size() > JOURNAL_BYTES) void checkpoint();
    else quiet = setTimeout(() => void checkpoint(), QUIET_MS);
  };

  /** After a failed write memory is ahead of the disk: begin again from what the disk holds. */
  const reload = (): Promise<void> => {
    reloading ??= (async () => {
      await checkpointing;
      await held.journal.close().catch(() => undefined);
      held = await load(dir);
    })().finally(() => {
      reloading = null;
    });
    return reloading;
  };

  const ready = async (): Promise<Held> => {
    if (reloading !== null) await reloading;
    return held;
  };

  const append = async (line: JournalLine, settled: () => void): Promise<void> => {
    const { journal } = held;
    try {
      await journal.append(line, settled);
    } catch (error) {
      if (held.journal === journal) await reload();
      throw error;
    }
    touched();
  };

  if (held.dirty.size > 0 || held.marks.length > 0) touched();

  return {
    read: async keys => (await ready()).shelf.read(keys),
    boards: async (by, name) => (await ready()).shelf.boards(by, name),
    isSeen: async cause => (await ready()).shelf.isSeen(cause),
    commit: async change => {
      const now = await ready();
      const result: CommitResult = now.shelf.check(change);
      if (result !== 'committed') return { result, durable: Promise.resolve() };
      const changed = now.shelf.apply(change);
      const mails = change.outgoing.map(mail => stored(mail, change.at));
      const line: JournalLine = { kind: 'change', cause: change.cause, at: change.at, documents: [...changed], outgoing: mails };
      const durable = append(line, () => settle(now, changed, line));
      // Whoever waits sees the rejection; nobody waiting must not end the process.
      durable.catch(() => undefined);
      return { result, durable };
    },
    dueMail: async (now, most) => (await ready()).outbox.due(now, most),
    nextDue: async () => (await ready()).outbox.nextDue(),
    markMail: async (id, fate) => {
      const { outbox } = await ready();
      if (fate.kind === 'failed') await outbox.setAside(id, fate.why);
      const line: JournalLine =
        fate.kind === 'later' ? { kind: 'later', id, tries: outbox.tries(id) + 1, due: fate.due } : fate.kind === 'sent' ? { kind: 'sent', id } : { kind: 'failed', id, why: fate.why };
      replayMail(outbox, line);
      await append(line, () => undefined);
    },
    forget: async before => {
      (await ready()).shelf.forget(before);
      await forgetSeen(dir, before);
    },
    close: async () => {
      clearTimeout(quiet);
      await checkpointing;
      await held.journal.close();
      await unlock();
    },
  };
}

/** A change has reached the disk: its mails may go, its documents are due for their files. */
function settle(held: Held, changed: ReadonlyMap<DocumentKey, Versioned>, line: Extract<JournalLine, { readonly kind: 'change' }>): void {
  for (const [key, entry] of changed) held.dirty.set(key, entry);
  for (const mail of line.outgoing) held.outbox.add(mail);
  held.marks.push({ cause: line.cause, at: line.at });
}

async function load(dir: string): Promise<Held> {
  const shelf = new Shelf();
  const outbox = new Outbox(dir);
  for await (const [key, entry] of readDocuments(dir)) shelf.put(key, entry);
  for (const { cause, at } of await readSeen(dir)) shelf.see(cause, at);
  await outbox.load();
  const lines = await readJournal(dir);
  const held: Held = { shelf, outbox, journal: await openJournal(dir), dirty: new Map(), marks: [] };
  for (const line of lines) replay(held, line);
  return held;
}

function replay(held: Held, line: JournalLine): void {
  if (line.kind !== 'change') {
    replayMail(held.outbox, line);
    return;
  }
  const newer = new Map<DocumentKey, Versioned>();
  for (const [text, entry] of line.documents) {
    const key = text as DocumentKey;
    if ((held.shelf.get(key)?.version ?? 0) >= entry.version) continue;
    newer.set(key, { version: entry.version, document: entry.document as Documents[DocumentKind] });
  }
  for (const [key, entry] of newer) held.shelf.put(key, entry);
  held.shelf.see(line.cause, line.at);
  settle(held, newer, line);
}

function replayMail(outbox: Outbox, line: Exclude<JournalLine, { readonly kind: 'change' }>): void {
  if (line.kind === 'later') outbox.postpone(line.id, line.tries, line.due);
  else outbox.remove(line.id);
}

/** Brings the documents, the outbox and the seen-marks up to the journal, then lets the old journal go. */
async function carryOver(dir: string, held: Held): Promise<void> {
  const removeOld = await held.journal.rotate();
  const { dirty, marks } = held;
  [held.dirty, held.marks] = [new Map(), []];
  try {
    await writeDocuments(dir, dirty);
    await writeSeen(dir, marks);
    await held.outbox.checkpoint();
    await removeOld();
  } catch (error) {
    // The old journal stays, and with it everything; what could not be written is tried again.
    held.dirty = new Map([...dirty, ...held.dirty]);
    held.marks = [...marks, ...held.marks];
    throw error;
  }
}
