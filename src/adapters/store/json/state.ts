// The state of the JSON store: loads it from the disk at the start, and writes checkpoints.
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { DocumentKey } from '#core/kernel/documents.ts';
import type { Finding } from '#service/ports.ts';
import { type AppliedChange, InMemoryDocuments, type Versioned } from '../in-memory-documents.ts';
import type { InMemoryOutbox } from '../in-memory-outbox.ts';
import { type DamagedDocument, type JournalLine, writeDocuments } from './files.ts';
import { type Journal, openJournal, readJournal } from './journal.ts';
import { checkIntegrity } from './integrity-check.ts';
import { type MailsByPath, makeMailFolders, readOutbox, writeOutbox } from './outbox.ts';
import { FinishedBoardCache, fillMemoryFromIndex } from './finished.ts';
import { SEEN_FOLDER, type SeenMark, readSeen, writeSeen } from './seen.ts';

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
  await mkdir(join(dir, SEEN_FOLDER), { recursive: true, mode: 0o700 });
  await makeMailFolders(dir);
  const state = await readState(dir, fillMemoryFromIndex, true);
  // The journal is opened last, so that an earlier failure leaves no file open.
  return { ...state, finishedBoards: new FinishedBoardCache(dir, state.memory), journal: await openJournal(dir) };
}

/** Without `isRepairing` a service may run in the folder, and nothing is written. `fill`: reads the documents. */
export async function readState(
  dir: string,
  fill: (memory: InMemoryDocuments, dir: string) => Promise<readonly DamagedDocument[]>,
  isRepairing: boolean,
): Promise<Omit<StoreState, 'finishedBoards' | 'journal'>> {
  const memory = new InMemoryDocuments();
  // The journal is read first: changes that are removed from it meanwhile are already in the documents.
  const lines = await readJournal(dir, isRepairing);
  const damaged = await fill(memory, dir);
  for (const { cause, at } of await readSeen(dir)) memory.markSeen(cause, at);
  const { outbox, filedMails, findings } = await readOutbox(dir);
  const state: ReplayedState = { memory, outbox, dirty: new Map(), marks: [] };
  for (const line of lines) replayLine(state, line);
  return {
    ...{ ...state, filedMails, isBehind: lines.length > 0 },
    findings: [...(await checkIntegrity(dir, memory, damaged)), ...findings],
  };
}

function replayLine(state: ReplayedState, line: JournalLine): void {
  switch (line.kind) {
    case 'dropped':
      for (const key of line.keys as DocumentKey[]) {
        state.memory.drop(key);
        state.dirty.set(key, null);
      }
      return;
    case 'change': {
      // The files may hold later versions.
      const changed = new Map(line.documents.filter(([key, { version }]) => state.memory.version(key) < version));
      const dropped = (line.dropped ?? []) as DocumentKey[];
      for (const [key, entry] of changed) state.memory.put(key, entry);
      for (const key of dropped) state.memory.drop(key);
      state.memory.markSeen(line.cause, line.at);
      applyDurable(state, { changed, dropped }, line);
      return;
    }
    case 'sent':
    case 'failed':
    case 'later':
      state.outbox.mark(line.id, line);
  }
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
