// The state of the JSON store: loads it at the start, or read-only, and writes checkpoints.
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { DocumentKey } from '#core/kernel/documents.ts';
import type { Finding } from '#service/ports.ts';
import { type ReadOnlyStore, listCopyFindings } from '../entry-stream.ts';
import { type AppliedChange, InMemoryDocuments, type Versioned, createReadCalls } from '../in-memory-documents.ts';
import type { InMemoryOutbox } from '../stored-mail.ts';
import { type ChangeLine, type DamagedDocument, type JournalLine, unpackMails, writeDocuments } from './files.ts';
import { FinishedBoardCache, fillMemoryFromIndex, inspectIndex } from './finished.ts';
import { COPY_MARK, readCopyMark, refuseNewerFormat } from './folder.ts';
import { checkIntegrity, fillMemory } from './integrity-check.ts';
import { type Journal, SEEN_FOLDER, type SeenMark, openJournal, readJournal, readSeen, writeSeen } from './journal.ts';
import { type MailsByPath, makeMailFolders, readOutbox, writeOutbox } from './outbox.ts';

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

export async function loadState(dir: string): Promise<StoreState> {
  await mkdir(join(dir, SEEN_FOLDER), { recursive: true, mode: 0o700 });
  await makeMailFolders(dir);
  const state = await readState(dir, fillMemoryFromIndex, true);
  // The journal is opened last, so that an earlier failure leaves no file open.
  return { ...state, finishedBoards: new FinishedBoardCache(dir, state.memory), journal: await openJournal(dir) };
}

/** Without `isRepairing` a service may run in the folder, and nothing is written. `fill`: reads the documents. */
async function readState(
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
      // A checkpoint that was cut short may have filed a later mail, and not these.
      for (const { id } of line.outgoing) state.outbox.mark(id, { kind: 'sent' });
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
  for (const mail of unpackMails(line)) state.outbox.add(mail);
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

/** Opens a data folder read-only, without a lock, beside a running service. Rejects if the folder does not exist or its journal is damaged. */
export async function openReadOnly(dir: string): Promise<ReadOnlyStore> {
  await refuseNewerFormat(dir);
  const { memory, findings: faults } = await readState(dir, fillMemory, false);
  const findings = [
    ...listCopyFindings(COPY_MARK, await readCopyMark(dir)),
    ...faults,
    ...(await inspectIndex(dir, memory)),
  ];
  return {
    read: keys => Promise.resolve(memory.read(keys)),
    ...createReadCalls(() => Promise.resolve(memory)),
    seenAt: cause => Promise.resolve(memory.seenAt(cause)),
    findings: () => Promise.resolve(findings),
    async *all(kind) {
      for (const key of memory.keysOf(kind)) {
        const document = memory.get(key);
        // The reader's other work can run between documents.
        if (document !== undefined) yield await Promise.resolve(document);
      }
    },
  };
}
