// The state of the JSON store: loads it from the disk at the start, and writes checkpoints.
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { DocumentKey } from '#core/kernel/documents.ts';
import type { Finding } from '#service/ports.ts';
import { type Applied, InMemoryDocuments, type Versioned } from '../in-memory-documents.ts';
import { writeDocuments } from './files.ts';
import { type Journal, openJournal, readJournal } from './journal.ts';
import { mend } from './mending.ts';
import { StoredOutbox } from './outbox.ts';
import { fillResting, RestingBoards } from './resting.ts';
import type { JournalLine } from './schema.ts';
import { readSeen, type SeenMark, writeSeen } from './seen.ts';

/** Everything that is on the disk, or being written to it. */
export interface Held {
  readonly shelf: InMemoryDocuments;
  readonly resting: RestingBoards;
  readonly outbox: StoredOutbox;
  readonly journal: Journal;
  /** Durable in the journal, not yet in the documents. null: dropped. */
  dirty: Map<DocumentKey, Versioned | null>;
  marks: SeenMark[];
  /** Did the replayed journal have any lines? */
  readonly isBehind: boolean;
  /** The faults found. */
  readonly findings: readonly Finding[];
}

/** The parts that lines of the journal change. */
type Replayed = Pick<Held, 'shelf' | 'outbox' | 'dirty' | 'marks'>;

export type ChangeLine = Extract<JournalLine, { readonly kind: 'change' }>;
export type MailLine = Exclude<JournalLine, { readonly kind: 'change' | 'dropped' }>;

export async function load(dir: string): Promise<Held> {
  const shelf = new InMemoryDocuments();
  const outbox = new StoredOutbox(dir);
  const damaged = await fillResting(shelf, dir);
  await mkdir(join(dir, 'seen'), { recursive: true, mode: 0o700 });
  for (const { cause, at } of await readSeen(dir)) shelf.see(cause, at);
  const unsent = await outbox.load();
  const lines = await readJournal(dir, true);
  const read: Replayed = { shelf, outbox, dirty: new Map(), marks: [] };
  for (const line of lines) replay(read, line);
  const findings = [...(await mend(dir, shelf, damaged)), ...unsent];
  // The journal is opened last, so that an earlier failure leaves no file open.
  const resting = new RestingBoards(dir, shelf);
  return { ...read, resting, journal: await openJournal(dir), isBehind: lines.length > 0, findings };
}

function replay(held: Replayed, line: JournalLine): void {
  switch (line.kind) {
    case 'dropped':
      dropAll(held.shelf, line);
      for (const key of line.keys as DocumentKey[]) held.dirty.set(key, null);
      return;
    case 'change':
      settle(held, replayChange(held.shelf, line), line);
      return;
    case 'sent':
    case 'failed':
    case 'later':
      applyToOutbox(held.outbox, line);
  }
}

/** Applies a change of the journal. Returns the documents that were newer than those in memory, and the dropped keys. */
export function replayChange(shelf: InMemoryDocuments, { cause, at, documents, dropped = [] }: ChangeLine): Applied {
  const newer = new Map(documents.filter(([key, { version }]) => shelf.version(key) < version));
  for (const [key, entry] of newer) shelf.put(key, entry);
  const keys = dropped as DocumentKey[];
  for (const key of keys) shelf.drop(key);
  shelf.see(cause, at);
  return { changed: newer, dropped: keys };
}

export function dropAll(shelf: InMemoryDocuments, { keys }: Extract<JournalLine, { readonly kind: 'dropped' }>): void {
  for (const key of keys) shelf.drop(key as DocumentKey);
}

export function applyToOutbox(outbox: StoredOutbox, line: MailLine): void {
  if (line.kind === 'later') outbox.postpone(line.id, line.tries, line.due);
  else outbox.remove(line.id);
}

/**
 * A change is durable: its mails may be sent, and its documents are written to their files at the next checkpoint. A later change
 * may create a dropped document again.
 */
export function settle(held: Replayed, { changed, dropped }: Applied, line: ChangeLine): void {
  for (const [key, entry] of changed) held.dirty.set(key, entry);
  for (const key of dropped) held.dirty.set(key, null);
  for (const mail of line.outgoing) held.outbox.add(mail);
  held.marks.push({ cause: line.cause, at: line.at });
}

/** A checkpoint: writes the documents, the outbox and the seen-marks, then removes the old journal. */
export async function carryOver(dir: string, held: Held): Promise<void> {
  const removeOld = await held.journal.rotate();
  const { dirty, marks } = held;
  held.dirty = new Map();
  held.marks = [];
  try {
    await writeDocuments(dir, dirty);
    await held.resting.written(dirty);
    await writeSeen(dir, marks);
    await held.outbox.checkpoint();
    await removeOld();
  } catch (error) {
    // The old journal stays, so nothing is lost. What could not be written is tried again.
    held.dirty = new Map([...dirty, ...held.dirty]);
    held.marks = [...marks, ...held.marks];
    throw error;
  }
}
