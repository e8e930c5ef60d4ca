// One mailbox: its mails as files, its index, and its watchers. One queue holds all changes.
import { readFileSync } from 'node:fs';
import { copyFile, link, rm } from 'node:fs/promises';
import { codeOf, errorOf } from './connections.ts';
import { limits } from './limits.ts';
import {
  type Added,
  type Contents,
  type IndexChange,
  IndexFile,
  type StoredMessage,
  applyChange,
  buildMailPath,
  recover,
  syncFolder,
  writeNew,
} from './index-file.ts';

export interface NewMessage {
  /** The mail byte for byte, in pieces. */
  readonly chunks: readonly Buffer[];
  readonly flags: readonly string[];
  readonly date: number;
  /** Set for mails that must not be stored twice. */
  readonly digest?: string;
}

/** The mailbox that a job works on. */
interface MailboxFiles {
  readonly folder: string;
  readonly contents: Contents;
}

/** It works on files and returns the lines for the index. */
type Work = (files: MailboxFiles) => Promise<readonly IndexChange[]>;
/** A mail to be added, or other work. */
type Job = NewMessage | Work;

/** Several mails written side by side, one sync of the folder. A mail that cannot be written fails alone. */
async function addMails(
  files: MailboxFiles,
  mails: readonly NewMessage[],
): Promise<readonly (readonly Added[] | Error)[]> {
  const known = new Set(files.contents.digests);
  let uid = files.contents.uidnext;
  const writing = mails.map(mail => {
    if (mail.digest !== undefined && known.has(mail.digest)) return Promise.resolve([]);
    if (mail.digest !== undefined) known.add(mail.digest);
    return addMail(files.folder, uid++, mail);
  });
  const results = await Promise.all(writing);
  if (results.some(result => !(result instanceof Error) && result.length > 0)) await syncFolder(files.folder);
  return results;
}

async function addMail(folder: string, uid: number, mail: NewMessage): Promise<readonly Added[] | Error> {
  const path = buildMailPath(folder, uid);
  const { chunks, flags, date, digest } = mail;
  const size = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
  try {
    await writeNew(path, chunks);
    return [{ add: uid, flags, date, size, ...(digest === undefined ? {} : { digest }) }];
  } catch (cause) {
    await rm(path, { force: true }).catch(() => undefined);
    return errorOf(cause);
  }
}

interface LinkedMail {
  readonly message: StoredMessage;
  /** Its uid in the other mailbox. */
  readonly uid: number;
}

/** Copies mails as second links to the same files, which are never written again. */
async function linkAll(
  source: MailboxFiles,
  uids: readonly number[],
  target: MailboxFiles,
): Promise<readonly LinkedMail[]> {
  const found = uids.flatMap(uid => source.contents.messages.get(uid) ?? []);
  const news = found.map((message, at) => ({ message, uid: target.contents.uidnext + at }));
  const targetPath = (uid: number): string => buildMailPath(target.folder, uid);
  try {
    await eachOf(news, ({ message, uid }) => linkMail(buildMailPath(source.folder, message.uid), targetPath(uid)));
    return news;
  } catch (cause) {
    await eachOf(news, ({ uid }) => rm(targetPath(uid), { force: true }));
    // Somebody else expunged one meanwhile: the others, then.
    const vanished = found.some(({ uid }) => !source.contents.messages.has(uid));
    if (vanished && codeOf(cause) === 'ENOENT') return linkAll(source, uids, target);
    throw cause;
  }
}

async function linkMail(from: string, to: string): Promise<void> {
  await rm(to, { force: true });
  try {
    await link(from, to);
  } catch (cause) {
    if (codeOf(cause) === 'ENOENT') throw cause;
    // Some file systems have no links.
    await copyFile(from, to);
  }
}

/** The new flags of the mails that an edit changes, those with the same new flags together. */
function listEdits(
  { messages }: Contents,
  uids: readonly number[],
  edit: (flags: readonly string[]) => readonly string[],
): readonly IndexChange[] {
  const groups = new Map<string, { flags: readonly string[]; of: number[] }>();
  for (const uid of uids) {
    const message = messages.get(uid);
    if (!message) continue;
    const flags = edit(message.flags);
    const key = flags.join(' ');
    if (key === message.flags.join(' ')) continue;
    const group = groups.get(key) ?? { flags, of: [] };
    group.of.push(uid);
    groups.set(key, group);
  }
  return [...groups.values()];
}

async function eachOf<T>(items: readonly T[], act: (item: T) => Promise<void>): Promise<void> {
  for (let at = 0; at < items.length; at += 32) {
    // All have ended when one has failed: what comes next must not overtake a straggler.
    const results = await Promise.allSettled(items.slice(at, at + 32).map(act));
    for (const result of results) if (result.status === 'rejected') throw result.reason;
  }
}

interface Watcher {
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

  /** Its uid. `undefined` if a mail of that digest had come before. */
  async add(mail: NewMessage): Promise<number | undefined> {
    const [change] = await this.#submit(mail);
    return change && 'add' in change ? change.add : undefined;
  }

  /** Pairs of old and new uid, ascending. All or nothing. Mails that are gone meanwhile are left out. */
  async copyFrom(source: StoredMailbox, uids: readonly number[]): Promise<readonly (readonly [number, number])[]> {
    let linked: readonly LinkedMail[] = [];
    await this.#submit(async files => {
      linked = await linkAll(source.#files, uids, files);
      if (linked.length > 0) await syncFolder(files.folder);
      return linked.map(({ message: { flags, date, size }, uid }) => ({ add: uid, flags, date, size }));
    });
    return linked.map(({ message, uid }) => [message.uid, uid]);
  }

  async editFlags(
    uids: readonly number[],
    edit: (flags: readonly string[]) => readonly string[],
    by?: unknown,
  ): Promise<void> {
    await this.#submit(({ contents }) => Promise.resolve(listEdits(contents, uids, edit)), by);
  }

  async expunge(uids: readonly number[]): Promise<void> {
    let gone: readonly number[] = [];
    await this.#submit(({ contents }) => {
      gone = uids.filter(uid => contents.messages.has(uid));
      return Promise.resolve(gone.length > 0 ? [{ gone }] : []);
    });
    // The files after the index: a crash in between leaves files that the next start removes.
    await eachOf(gone, uid => rm(buildMailPath(this.folder, uid), { force: true }).catch(() => undefined));
  }

  /** The bytes of a mail. `undefined` if it is gone. At once, since that is quicker than four turns of the thread pool. */
  read(uid: number): Buffer | undefined {
    if (!this.messages.has(uid)) return undefined;
    try {
      return readFileSync(buildMailPath(this.folder, uid));
    } catch {
      return undefined;
    }
  }

  watch(watcher: Watcher): () => void {
    this.#watchers.add(watcher);
    return () => void this.#watchers.delete(watcher);
  }

  /** Waits for the changes under way. Later changes are refused. */
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

  #submit(job: Job, by?: unknown): Promise<readonly IndexChange[]> {
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

  // A service that runs for months stores and moves many mails. If it fails, the long index is as good.
  async #shorten(): Promise<void> {
    if (this.#index.isLong(this.#contents)) await this.#index.rewrite(this.#contents).catch(() => undefined);
  }

  // Mails that arrive side by side share their syncs. All other jobs run one by one, since they build on the contents.
  #nextBatch(): Waiting[] {
    const end = this.#queue.findIndex(({ job }) => typeof job === 'function');
    const adds = end < 0 ? this.#queue.length : end;
    return this.#queue.slice(0, Math.max(1, Math.min(adds, limits.batch)));
  }

  async #perform(batch: readonly Waiting[]): Promise<void> {
    const [first] = batch;
    if (typeof first?.job === 'function') {
      const changes = await first.job(this.#files);
      if (changes.length > 0) await this.#index.append(changes);
      this.#settle(first, changes);
      return;
    }
    const mails = batch.flatMap(({ job }) => (typeof job === 'function' ? [] : [job]));
    const results = await addMails(this.#files, mails);
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
