// The Store port on disk: an append-only journal, and a readable file for each document.
// A change is acknowledged once it is synced in the journal. Checkpoints bring the documents up to date.
import { reasonOf } from '#games/kit/assert.ts';
import type { Change, CommitResult, Log, Snapshot, Store } from '#service/ports.ts';
import { completeChange, createReadCalls } from '../in-memory-documents.ts';
import { createMailCalls } from '../stored-mail.ts';
import { type StoreState, applyDurable, loadState, writeCheckpoint } from './state.ts';
import {
  type FolderLock,
  checkModes,
  lockFolder,
  makeFolder,
  migrateFolder,
  refuseNewerFormat,
  refuseUnfinishedCopy,
  writeFormat,
} from './folder.ts';
import { type PaceFile, createPaceFile } from './outbox.ts';
import { type ChangeLine, type JournalLine, packMails } from './files.ts';
import { forgetSeen } from './journal.ts';

/** A checkpoint runs when nothing has been written for this long, by default … */
const QUIET_MS = 1_000;
/** … or when the journal has grown to this. */
const JOURNAL_BYTES = 16_000_000;
/** The pause before a failed checkpoint is tried again, for instance on a full disk. */
const RETRY_MS = 10_000;

/**
 * Rejects with one sentence if the folder is in use, of a newer format, or its journal is damaged. Other damage is logged as findings, and
 * the store works without the damaged data.
 */
export async function openJsonStore(dir: string, log: Log, quietMs = QUIET_MS): Promise<Store> {
  await refuseNewerFormat(dir);
  await makeFolder(dir);
  const lock = await lockFolder(dir);
  try {
    await refuseUnfinishedCopy(dir);
    await migrateFolder(dir);
    const modeFindings = await checkModes(dir, true);
    const state = await loadState(dir);
    await writeFormat(dir);
    const findings = [...state.findings, ...modeFindings];
    for (const { level, where, what } of findings) log.warn('data-finding', { severity: level, where, what });
    const errors = findings.filter(({ level }) => level === 'error');
    if (errors.length > 0) log.error('data-damaged', { findings: errors.length, where: errors[0]?.where ?? '' });
    const store = new JsonStore(dir, log, { state, lock, quietMs });
    return Object.assign(store, {
      ...createReadCalls(async () => (await store.ready()).memory),
      ...createMailCalls(async () => (await store.ready()).outbox, store.markMail),
    });
  } catch (error) {
    await lock.release();
    throw error;
  }
}

type MemoryCalls = ReturnType<typeof createReadCalls> & ReturnType<typeof createMailCalls>;

class JsonStore implements Omit<Store, keyof MemoryCalls> {
  readonly #dir: string;
  readonly #log: Log;
  readonly #lock: FolderLock;
  readonly #quietMs: number;
  readonly #pace: PaceFile;
  #isLockLost = false;
  #state: StoreState;
  #checkpointTimer: NodeJS.Timeout | undefined;
  #checkpointing: Promise<void> | null = null;
  /** A write failed, so memory is ahead of the disk. All calls wait until the state is reloaded from the disk. */
  #isMemoryAhead = false;
  #reloading: Promise<void> | null = null;
  /** Settles when the last change with a `seal` is committed. */
  #sealing: Promise<unknown> = Promise.resolve();
  #isClosed = false;

  constructor(
    dir: string,
    log: Log,
    { state, lock, quietMs }: { state: StoreState; lock: FolderLock; quietMs: number },
  ) {
    this.#dir = dir;
    this.#log = log;
    this.#state = state;
    this.#lock = lock;
    this.#quietMs = quietMs;
    this.#pace = createPaceFile(dir);
    if (state.isBehind) this.#scheduleCheckpoint();
  }

  readonly read: Store['read'] = async (keys): Promise<Snapshot> => {
    let state = await this.ready();
    for (;;) {
      const { memory, finishedBoards } = state;
      finishedBoards.touch(keys);
      const evictedKeys = keys.filter(key => memory.isEvicted(key));
      if (evictedKeys.length === 0) return memory.read(keys);
      const found = await finishedBoards.read(evictedKeys);
      // The state may have been reloaded from the disk meanwhile. No other code runs between this load and the read.
      state = await this.ready();
      for (const { where, why } of state.finishedBoards.add(found)) this.#log.error('document-damaged', { where, why });
    }
  };

  readonly commit: Store['commit'] = change => {
    if (change.seal === undefined) return this.#commit(change);
    const commit = this.#sealing.then(async () => this.#commit(await completeChange(change, this.read)));
    this.#sealing = commit.catch(() => undefined);
    return commit;
  };

  async #commit(change: Change): ReturnType<Store['commit']> {
    const state = await this.ready();
    const result: CommitResult = state.memory.check(change);
    if (result !== 'committed') return { result, durable: Promise.resolve() };
    const applied = state.memory.apply(change);
    const { changed, dropped } = applied;
    const line: ChangeLine = {
      ...{ kind: 'change', cause: change.cause, at: change.at, documents: [...changed] },
      ...(dropped.length > 0 ? { dropped: [...dropped] } : {}),
      ...packMails(change),
    };
    const durable = this.#append(line, () => applyDurable(state, applied, line));
    // A caller that awaits `durable` sees the rejection. Without one, the rejection must not end the process.
    durable.catch(() => undefined);
    return { result, durable };
  }

  readonly markMail: Store['markMail'] = async (id, status) => {
    const { outbox } = await this.ready();
    outbox.mark(id, status);
    await this.#append({ ...status, id }, () => undefined);
  };

  readonly readPace: Store['readPace'] = () => this.#pace.read();

  readonly updatePace: Store['updatePace'] = update => this.#pace.update(update);

  readonly erase: Store['erase'] = async addresses => {
    const { outbox } = await this.ready();
    for (const id of outbox.listIdsTo(addresses)) await this.markMail(id, { kind: 'sent' });
    while (this.#checkpointing !== null) await this.#checkpointing;
    const running = this.ready().then(async state => {
      await writeCheckpoint(this.#dir, state);
      await state.finishedBoards.rewriteIndex();
    });
    this.#checkpointing = running
      .catch(() => undefined)
      .finally(() => {
        this.#checkpointing = null;
      });
    await running;
  };

  readonly forget: Store['forget'] = async before => {
    const state = await this.ready();
    await forgetSeen(this.#dir, before);
    state.memory.forget(before);
  };

  readonly close: Store['close'] = async () => {
    this.#isClosed = true;
    clearTimeout(this.#checkpointTimer);
    await this.#checkpointing;
    await this.#reloading?.catch(() => undefined);
    await this.#state.journal.close();
    await this.#lock.release();
  };

  /** Resolves to the state when memory is not ahead of the disk. */
  async ready(): Promise<StoreState> {
    if (this.#isMemoryAhead) await this.#reload();
    // Another process may have locked the folder by now.
    if (this.#isClosed) throw new Error('the store is closed');
    return this.#state;
  }

  async #append(line: JournalLine, onDurable: () => void): Promise<void> {
    const { journal } = this.#state;
    try {
      await journal.append(line, onDurable);
    } catch (error) {
      this.#isMemoryAhead ||= this.#state.journal === journal;
      throw error;
    }
    this.#scheduleCheckpoint();
  }

  #scheduleCheckpoint(): void {
    if (this.#state.journal.size() > JOURNAL_BYTES) this.#checkpoint();
    else this.#checkpointIn(this.#quietMs);
  }

  #checkpointIn(ms: number): void {
    clearTimeout(this.#checkpointTimer);
    if (this.#isClosed) return;
    this.#checkpointTimer = setTimeout(() => {
      this.#checkpoint();
    }, ms);
  }

  /** Starts a checkpoint, one at a time. Changes made meanwhile are in the journal, and cause the next checkpoint. */
  #checkpoint(): void {
    if (this.#isMemoryAhead || this.#isClosed) return;
    this.#checkpointing ??= this.#runCheckpoint().finally(() => {
      this.#checkpointing = null;
    });
  }

  async #runCheckpoint(): Promise<void> {
    clearTimeout(this.#checkpointTimer);
    await this.#checkLock();
    try {
      await writeCheckpoint(this.#dir, this.#state);
      if (this.#state.journal.size() > 0) this.#checkpointIn(this.#quietMs);
    } catch (error) {
      this.#log.error('checkpoint-failed', { why: reasonOf(error) });
      this.#checkpointIn(RETRY_MS);
    }
  }

  /**
   * Checks that the lock file was not removed or replaced. Otherwise another service could start in this folder, and both would write.
   * Logged once.
   */
  async #checkLock(): Promise<void> {
    if (this.#isLockLost || (await this.#lock.isIntact())) return;
    this.#isLockLost = true;
    this.#log.error('lock-lost', { why: 'the file lock was removed or replaced; stop all services of this folder' });
  }

  /** Reloads the state from the disk. The next call tries again if this fails. */
  #reload(): Promise<void> {
    this.#reloading ??= this.#loadState().finally(() => {
      this.#reloading = null;
    });
    return this.#reloading;
  }

  async #loadState(): Promise<void> {
    await this.#checkpointing;
    await this.#state.journal.close().catch(() => undefined);
    const state = await loadState(this.#dir);
    state.memory.supersede(this.#state.memory);
    this.#state = state;
    this.#isMemoryAhead = false;
    this.#scheduleCheckpoint();
  }
}
