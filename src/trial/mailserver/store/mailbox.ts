// One mailbox: its mails as files, its index, and its watchers. All changes go through one queue.
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { limits } from '../limits.ts';
import { IndexFile } from './index-file.ts';
import {
  addMails,
  copyJob,
  createEditJob,
  createExpungeJob,
  type NewMessage,
  type Job,
  type MailboxFiles,
} from './jobs.ts';
import { applyChange, type IndexChange, type Contents, type StoredMessage } from './record.ts';
import { buildMailPath, recover } from './recover.ts';

export interface Watcher {
  /** The mailbox has changed durably. `by` is what asked for it, so that it is not told twice. */
  readonly changed: (change: IndexChange, by: unknown) => void;
  /** Deleted or renamed: it is no more. */
  readonly vanished: (by: unknown) => void;
}

/** The mailbox was deleted or renamed, or the server is ending. */
export class MailboxClosed extends Error {}

interface Waiting {
  readonly job: Job;
  readonly by: unknown;
  readonly resolve: (changes: readonly IndexChange[]) => void;
  readonly reject: (cause: unknown) => void;
}

export class StoredMailbox {
  readonly folder: string;
  readonly #index: IndexFile;
  readonly #contents: Contents;
  readonly #watchers = new Set<Watcher>();
  readonly #queue: Waiting[] = [];
  #running: Promise<void> = Promise.resolve();
  #closed = false;

  private constructor(folder: string, index: IndexFile, contents: Contents) {
    this.folder = folder;
    this.#index = index;
    this.#contents = contents;
  }

  /** `undefined` when the folder holds no mailbox. */
  static async load(folder: string, nextUidvalidity: () => Promise<number>): Promise<StoredMailbox | undefined> {
    const index = new IndexFile(folder);
    const contents = await recover(folder, index, nextUidvalidity);
    return contents && new StoredMailbox(folder, index, contents);
  }

  get #files(): MailboxFiles {
    return { folder: this.folder, contents: this.#contents };
  }
  get uidvalidity(): number {
    return this.#contents.uidvalidity;
  }
  get uidnext(): number {
    return this.#contents.uidnext;
  }
  get messages(): ReadonlyMap<number, StoredMessage> {
    return this.#contents.messages;
  }

  /** The uid it got; `undefined` when a mail of that digest had come before. */
  async add(mail: NewMessage, by?: unknown): Promise<number | undefined> {
    const [change] = await this.#submit({ kind: 'add', mail }, by);
    return change && 'add' in change ? change.add : undefined;
  }

  /** Pairs of old and new uid, ascending; all or nothing. Mails that are gone meanwhile are left out. */
  async copyFrom(source: StoredMailbox, uids: readonly number[]): Promise<readonly (readonly [number, number])[]> {
    const pairs: [number, number][] = [];
    await this.#submit(copyJob(source.#files, uids, pairs), undefined);
    return pairs;
  }

  async editFlags(
    uids: readonly number[],
    edit: (flags: readonly string[]) => readonly string[],
    by?: unknown,
  ): Promise<void> {
    await this.#submit(createEditJob(uids, edit), by);
  }

  async expunge(uids: readonly number[], by?: unknown): Promise<void> {
    await this.#submit(createExpungeJob(uids), by);
  }

  /** The bytes of a mail; `undefined` when it is gone. Small ones at once, large ones without holding up the rest. */
  read(uid: number): Buffer | undefined | Promise<Buffer | undefined> {
    const message = this.messages.get(uid);
    if (!message) return undefined;
    const path = buildMailPath(this.folder, uid);
    if (message.size > limits.readAtOnce) return readFile(path).catch(() => undefined);
    try {
      return readFileSync(path);
    } catch {
      return undefined;
    }
  }

  watch(watcher: Watcher): () => void {
    this.#watchers.add(watcher);
    return () => void this.#watchers.delete(watcher);
  }

  /** Ends what is under way; afterwards every change is refused. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#running;
  }

  /** As `close`, for a mailbox that is deleted or renamed. */
  async vanish(by: unknown): Promise<void> {
    await this.close();
    for (const watcher of [...this.#watchers]) watcher.vanished(by);
  }

  /** Under a new UIDVALIDITY, before a rename: a name that is used again must not bring an older one back. */
  async renumber(uidvalidity: number): Promise<void> {
    await this.#running;
    await this.#index.rewrite({ ...this.#contents, uidvalidity });
  }

  #submit(job: Job, by: unknown): Promise<readonly IndexChange[]> {
    if (this.#closed) return Promise.reject(new MailboxClosed('the mailbox is closed'));
    return new Promise((resolve, reject) => {
      this.#queue.push({ job, by, resolve, reject });
      if (this.#queue.length === 1) this.#running = this.#running.then(() => this.#work());
    });
  }

  async #work(): Promise<void> {
    while (this.#queue.length > 0) {
      const batch = this.#nextBatch();
      await this.#perform(batch).catch((cause: unknown) => {
        for (const { reject } of batch) reject(cause);
      });
      await this.#shorten();
      // Jobs leave the queue only now: while it is not empty, no second worker starts.
      this.#queue.splice(0, batch.length);
    }
  }

  // A service that runs for months takes in and moves on many mails. When it fails, the long index is as good.
  async #shorten(): Promise<void> {
    if (this.#index.isLong(this.#contents)) await this.#index.rewrite(this.#contents).catch(() => undefined);
  }

  // Mails that arrive side by side share their syncs; everything else goes one by one, since it builds on what is there.
  #nextBatch(): Waiting[] {
    const end = this.#queue.findIndex(({ job }) => job.kind !== 'add');
    const adds = end < 0 ? this.#queue.length : end;
    return this.#queue.slice(0, Math.max(1, Math.min(adds, limits.batch)));
  }

  async #perform(batch: readonly Waiting[]): Promise<void> {
    const files = this.#files;
    const [first] = batch;
    if (first?.job.kind === 'work') {
      const changes = await first.job.prepare(files);
      if (changes.length > 0) await this.#index.append(changes);
      this.#settle(first, changes);
      await first.job.after?.(files, changes);
      return;
    }
    const mails = batch.flatMap(({ job }) => (job.kind === 'add' ? [job.mail] : []));
    const results = await addMails(files, mails);
    const changes = results.flatMap(result => (result instanceof Error ? [] : result));
    if (changes.length > 0) await this.#index.append(changes);
    batch.forEach((waiting, at) => this.#settle(waiting, results[at] ?? []));
  }

  #settle({ by, resolve, reject }: Waiting, result: readonly IndexChange[] | Error): void {
    if (result instanceof Error) {
      reject(result);
      return;
    }
    for (const change of result) {
      applyChange(this.#contents, change);
      for (const watcher of [...this.#watchers]) watcher.changed(change, by);
    }
    resolve(result);
  }
}
