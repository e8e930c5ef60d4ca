// The Store port on disk: an append-only journal, and a readable file for each document.
// A change is acknowledged once it is synced in the journal. Checkpoints bring the documents up to date.
import { reasonOf } from '#games/kit/assert.ts';
import type { Instant } from '#core/kernel/time.ts';
import type { Change, CommitResult, DeliveryStatus, Finding, Log, Outgoing, Snapshot, Store } from '#service/ports.ts';
import { applyToOutbox, carryOver, type ChangeLine, type Held, load, type MailLine, settle } from './state.ts';
import { refuseNewerFormat, writeFormat } from './format.ts';
import { eraseGivenUp } from './given-up.ts';
import { type FolderLock, lockFolder } from './lock.ts';
import { makeFolder } from './make-folder.ts';
import { modesIn } from './modes.ts';
import { stored } from './outbox.ts';
import type { JournalLine } from './schema.ts';
import { forgetSeen } from './seen.ts';
import { refuseUnfinishedCopy } from './unfinished-copy.ts';

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
    const loose = await modesIn(dir, true);
    const held = await load(dir);
    await writeFormat(dir);
    logFindings(log, [...held.findings, ...loose]);
    return new JsonStore(dir, log, { held, lock, quietMs });
  } catch (error) {
    await lock.release();
    throw error;
  }
}

class JsonStore implements Store {
  readonly #dir: string;
  readonly #log: Log;
  readonly #lock: FolderLock;
  readonly #quietMs: number;
  #isLockLost = false;
  #held: Held;
  #quiet: NodeJS.Timeout | undefined;
  #checkpointing: Promise<void> | null = null;
  /** A write failed, so memory is ahead of the disk. All calls wait until the disk has been read again. */
  #isAhead = false;
  #reloading: Promise<void> | null = null;
  #isClosed = false;

  constructor(dir: string, log: Log, { held, lock, quietMs }: { held: Held; lock: FolderLock; quietMs: number }) {
    this.#dir = dir;
    this.#log = log;
    this.#held = held;
    this.#lock = lock;
    this.#quietMs = quietMs;
    if (held.isBehind) this.#touched();
  }

  readonly read: Store['read'] = async (keys): Promise<Snapshot> => {
    let held = await this.#ready();
    for (;;) {
      const { shelf, resting } = held;
      resting.touch(keys);
      const asleep = keys.filter(key => shelf.isResting(key));
      if (asleep.length === 0) return shelf.read(keys);
      const found = await resting.read(asleep);
      // The state may have been reloaded from the disk meanwhile. What is loaded now is read before anything else can happen.
      held = await this.#ready();
      for (const { where, why } of held.resting.wake(found)) this.#log.error('document-damaged', { where, why });
    }
  };

  readonly list: Store['list'] = async (name, from, most) => (await this.#ready()).shelf.list(name, from, most);

  readonly newest: Store['newest'] = async (name, before, most) =>
    (await this.#ready()).shelf.newest(name, before, most);

  readonly accounts: Store['accounts'] = async (after, most) => (await this.#ready()).shelf.accounts(after, most);

  readonly dueAlarms: Store['dueAlarms'] = async (now, most) => (await this.#ready()).shelf.dueAlarms(now, most);

  readonly nextAlarm: Store['nextAlarm'] = async () => (await this.#ready()).shelf.nextAlarm();

  readonly isSeen: Store['isSeen'] = async (cause): Promise<boolean> => (await this.#ready()).shelf.isSeen(cause);

  readonly commit: Store['commit'] = async (change: Change) => {
    const held = await this.#ready();
    const result: CommitResult = held.shelf.check(change);
    if (result !== 'committed') return { result, durable: Promise.resolve() };
    const applied = held.shelf.apply(change);
    const { changed, dropped } = applied;
    const line: ChangeLine = {
      kind: 'change',
      cause: change.cause,
      at: change.at,
      documents: [...changed],
      ...(dropped.length > 0 ? { dropped: [...dropped] } : {}),
      outgoing: change.outgoing.map(mail => stored(mail, change.at)),
    };
    const durable = this.#append(line, () => settle(held, applied, line));
    // A caller that awaits `durable` sees the rejection. Without one, the rejection must not end the process.
    durable.catch(() => undefined);
    return { result, durable };
  };

  readonly dueMail: Store['dueMail'] = async (now, most, readers): Promise<readonly Outgoing[]> =>
    (await this.#ready()).outbox.due(now, most, readers);

  readonly dueReaders: Store['dueReaders'] = async (now, most) => (await this.#ready()).outbox.dueReaders(now, most);

  readonly dueCount: Store['dueCount'] = async now => (await this.#ready()).outbox.dueCount(now);

  readonly nextDue: Store['nextDue'] = async (): Promise<Instant | null> => (await this.#ready()).outbox.nextDue();

  readonly markMail: Store['markMail'] = async (id: string, fate: DeliveryStatus) => {
    if (fate.kind === 'failed') await (await this.#ready()).outbox.setAside(id, fate.why);
    const { outbox } = await this.#ready();
    const line: MailLine =
      fate.kind === 'later'
        ? { kind: 'later', id, tries: fate.tries, due: fate.due }
        : fate.kind === 'sent'
          ? { kind: 'sent', id }
          : { kind: 'failed', id, why: fate.why };
    applyToOutbox(outbox, line);
    await this.#append(line, () => undefined);
  };

  readonly erase: Store['erase'] = async addresses => {
    const { outbox } = await this.#ready();
    for (const id of outbox.to(addresses)) await this.markMail(id, { kind: 'sent' });
    await eraseGivenUp(this.#dir, addresses);
    while (this.#checkpointing !== null) await this.#checkpointing;
    const carried = this.#ready().then(async held => {
      await carryOver(this.#dir, held);
      await held.resting.tidy();
    });
    this.#checkpointing = carried
      .catch(() => undefined)
      .finally(() => {
        this.#checkpointing = null;
      });
    await carried;
  };

  readonly forget: Store['forget'] = async before => {
    const held = await this.#ready();
    await forgetSeen(this.#dir, before);
    held.shelf.forget(before);
  };

  readonly close: Store['close'] = async () => {
    this.#isClosed = true;
    clearTimeout(this.#quiet);
    await this.#checkpointing;
    await this.#reloading?.catch(() => undefined);
    await this.#held.journal.close();
    await this.#lock.release();
  };

  async #ready(): Promise<Held> {
    if (this.#isAhead) await this.#reload();
    // Another process may have locked the folder by now.
    if (this.#isClosed) throw new Error('the store is closed');
    return this.#held;
  }

  async #append(line: JournalLine, settled: () => void): Promise<void> {
    const { journal } = this.#held;
    try {
      await journal.append(line, settled);
    } catch (error) {
      this.#isAhead ||= this.#held.journal === journal;
      throw error;
    }
    this.#touched();
  }

  #touched(): void {
    if (this.#held.journal.size() > JOURNAL_BYTES) this.#checkpoint();
    else this.#checkpointIn(this.#quietMs);
  }

  #checkpointIn(ms: number): void {
    clearTimeout(this.#quiet);
    if (this.#isClosed) return;
    this.#quiet = setTimeout(() => {
      this.#checkpoint();
    }, ms);
  }

  /** Starts a checkpoint, one at a time. Changes made meanwhile are in the journal, and cause the next checkpoint. */
  #checkpoint(): void {
    if (this.#isAhead || this.#isClosed) return;
    this.#checkpointing ??= this.#carryOver().finally(() => {
      this.#checkpointing = null;
    });
  }

  async #carryOver(): Promise<void> {
    clearTimeout(this.#quiet);
    await this.#minded();
    try {
      await carryOver(this.#dir, this.#held);
      if (this.#held.journal.size() > 0) this.#checkpointIn(this.#quietMs);
    } catch (error) {
      this.#log.error('checkpoint-failed', { why: reasonOf(error) });
      this.#checkpointIn(RETRY_MS);
    }
  }

  /**
   * Checks that the lock file was not removed or replaced. Otherwise another service could start in this folder, and both would write.
   * Logged once.
   */
  async #minded(): Promise<void> {
    if (this.#isLockLost || (await this.#lock.isIntact())) return;
    this.#isLockLost = true;
    this.#log.error('lock-lost', { why: 'the file lock was removed or replaced; stop all services of this folder' });
  }

  /** Reloads the state from the disk. The next call tries again if this fails. */
  #reload(): Promise<void> {
    this.#reloading ??= this.#loadAgain().finally(() => {
      this.#reloading = null;
    });
    return this.#reloading;
  }

  async #loadAgain(): Promise<void> {
    await this.#checkpointing;
    await this.#held.journal.close().catch(() => undefined);
    const held = await load(this.#dir);
    held.shelf.succeed(this.#held.shelf);
    this.#held = held;
    this.#isAhead = false;
    this.#touched();
  }
}

function logFindings(log: Log, findings: readonly Finding[]): void {
  for (const { level, where, what } of findings) log.warn('data-finding', { severity: level, where, what });
  const errors = findings.filter(({ level }) => level === 'error');
  if (errors.length > 0) log.error('data-damaged', { findings: errors.length, where: errors[0]?.where ?? '' });
}
