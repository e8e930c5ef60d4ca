// The state of the JSON store: loads it from the disk at the start, and writes checkpoints.
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { DocumentKey } from '#core/kernel/documents.ts';
import type { Finding } from '#service/ports.ts';
import { type AppliedChange, InMemoryDocuments, type Versioned } from '../in-memory-documents.ts';
import type { InMemoryOutbox } from '../in-memory-outbox.ts';
import { type JournalLine, writeDocuments } from './files.ts';
import { type Journal, openJournal, readJournal } from './journal.ts';
import { checkIntegrity } from './integrity-check.ts';
import { type MailsByPath, makeMailFolders, readOutbox, writeOutbox } from './outbox.ts';
import { FinishedBoardCache, fillMemoryFromIndex } from './finished.ts';
import { type SeenMark, readSeen, writeSeen } from './seen.ts';

/** The state of the store in memory. */
export interface StoreState {
  readonly memory: InMemoryDocuments;
  readonly finishedBoards: FinishedBoardCache;
  readonly outbox: InMemoryOutbox;
  readonly filedMails: MailsByPath;
  readonly journal: Journal;
  /** Documents that are durable in the journal and not yet in their files. null: the document was dropped. */
  dirty: Map<DocumentKey, Versioned | null>;
  marks: SeenMark[];
  /** Did the replayed journal have any lines? */
  readonly isBehind: boolean;
  /** The faults found. */
  readonly findings: readonly Finding[];
}

/** The parts that lines of the journal change. */
type ReplayedState = Pick<StoreState, 'memory' | 'outbox' | 'dirty' | 'marks'>;

export type ChangeLine = Extract<JournalLine, { readonly kind: 'change' }>;

export async function loadState(dir: string): Promise<StoreState> {
  const memory = new InMemoryDocuments();
  const damaged = await fillMemoryFromIndex(memory, dir);
  await mkdir(join(dir, 'seen'), { recursive: true, mode: 0o700 });
  for (const { cause, at } of await readSeen(dir)) memory.markSeen(cause, at);
  await makeMailFolders(dir);
  const { outbox, filedMails, findings: outboxFindings } = await readOutbox(dir);
  const lines = await readJournal(dir, true);
  const state: ReplayedState = { memory, outbox, dirty: new Map(), marks: [] };
  for (const line of lines) replayLine(state, line);
  const findings = [...(await checkIntegrity(dir, memory, damaged)), ...outboxFindings];
  // The journal is opened last, so that an earlier failure leaves no file open.
  const finishedBoards = new FinishedBoardCache(dir, memory);
  return {
    ...state,
    filedMails,
    finishedBoards,
    journal: await openJournal(dir),
    isBehind: lines.length > 0,
    findings,
  };
}

function replayLine(state: ReplayedState, line: JournalLine): void {
  switch (line.kind) {
    case 'dropped':
      dropAll(state.memory, line);
      for (const key of line.keys as DocumentKey[]) state.dirty.set(key, null);
      return;
    case 'change':
      applyDurable(state, replayChange(state.memory, line), line);
      return;
    case 'sent':
    case 'failed':
    case 'later':
      state.outbox.mark(line.id, line);
  }
}

/** Applies a change of the journal. Returns the documents that were newer than those in memory, and the dropped keys. */
export function replayChange(
  memory: InMemoryDocuments,
  { cause, at, documents, dropped = [] }: ChangeLine,
): AppliedChange {
  const newer = new Map(documents.filter(([key, { version }]) => memory.version(key) < version));
  for (const [key, entry] of newer) memory.put(key, entry);
  const keys = dropped as DocumentKey[];
  for (const key of keys) memory.drop(key);
  memory.markSeen(cause, at);
  return { changed: newer, dropped: keys };
}

export function dropAll(memory: InMemoryDocuments, { keys }: Extract<JournalLine, { readonly kind: 'dropped' }>): void {
  for (const key of keys) memory.drop(key as DocumentKey);
}

/**
 * A change is durable: its mails may be sent, and its documents are written to their files at the next checkpoint. A later change
 * may create a dropped document again.
 */
export function applyDurable(state: ReplayedState, { changed, dropped }: AppliedChange, line: ChangeLine): void {
  for (const [key, entry] of changed) state.dirty.set(key, entry);
  for (const key of dropped) state.dirty.set(key, null);
  for (const mail of line.outgoing) state.outbox.add(mail);
  state.marks.push({ cause: line.cause, at: line.at });
}

/** Writes a checkpoint: the documents, the outbox and the seen marks. Then removes the old journal. */
export async function writeCheckpoint(dir: string, state: StoreState): Promise<void> {
  const removeOld = await state.journal.rotate();
  const { dirty, marks } = state;
  state.dirty = new Map();
  state.marks = [];
  try {
    await writeDocuments(dir, dirty);
    await state.finishedBoards.noteWritten(dirty);
    await writeSeen(dir, marks);
    await writeOutbox(dir, state.outbox, state.filedMails);
    await removeOld();
  } catch (error) {
    // The old journal stays, so no change is lost. The next checkpoint writes these documents again.
    state.dirty = new Map([...dirty, ...state.dirty]);
    state.marks = [...marks, ...state.marks];
    throw error;
  }
}
