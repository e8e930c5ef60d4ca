// All accounts of the mail server, and the mailboxes of each, one change at a time.
import { randomBytes } from 'node:crypto';
import { mkdir, readFile, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { limits } from './limits.ts';
import { IndexFile, openContents, parseJson, replaceDurably, syncFolder } from './index-file.ts';
import { StoredMailbox } from './mailbox.ts';

/** The hierarchy delimiter: `Games/Finished` lies below `Games`. */
export const delimiter = '/';

/** INBOX is the one name in which case does not matter, also as the first of several. */
export function canonicaliseName(name: string): string {
  return name.replace(/^inbox(?=\/|$)/i, 'INBOX');
}

function isMailboxName(name: string): boolean {
  if (/[\p{Cc}\p{Surrogate}*%]/u.test(name)) return false;
  if (name.split(delimiter).some(level => level.trim() === '')) return false;
  return folderOf(name).length <= limits.folderName;
}

/** Letters, digits, `_` and `-` as they are, all else escaped: no name can leave its place or begin with a dot. */
function folderOf(name: string): string {
  const escape = (character: string): string =>
    [...Buffer.from(character, 'utf8')].map(byte => `%${byte.toString(16).padStart(2, '0').toUpperCase()}`).join('');
  return name.replace(/[^A-Za-z0-9_-]/gu, escape);
}

/** `undefined` for a folder that is no mailbox's. */
function nameOf(folder: string): string | undefined {
  try {
    const name = decodeURIComponent(folder);
    return folderOf(name) === folder && isMailboxName(name) ? name : undefined;
  } catch {
    return undefined;
  }
}

/** `a/b/c` → `a`, `a/b`. */
export function listSuperiors(name: string): string[] {
  const levels = name.split(delimiter);
  return levels.slice(1).map((_, at) => levels.slice(0, at + 1).join(delimiter));
}

/** Why a change was refused, in IMAP's response codes (RFC 5530). */
export type ResponseCode = 'ALREADYEXISTS' | 'NONEXISTENT' | 'CANNOT' | 'LIMIT';

export class MailAccount {
  readonly #folder: string;
  readonly #nextUidvalidity: () => Promise<number>;
  readonly #names = new Set<string>();
  readonly #open = new Map<string, Promise<StoredMailbox | undefined>>();
  #subscribed = new Set<string>();
  #last: Promise<unknown> = Promise.resolve();

  private constructor(folder: string, nextUidvalidity: () => Promise<number>) {
    this.#folder = folder;
    this.#nextUidvalidity = nextUidvalidity;
  }

  /** With its INBOX, which is made when the account is new. */
  static async load(folder: string, nextUidvalidity: () => Promise<number>): Promise<MailAccount> {
    const account = new MailAccount(folder, nextUidvalidity);
    const made = await mkdir(folder, { recursive: true, mode: 0o700 });
    if (made !== undefined) await syncFolder(join(folder, '..'));
    await account.#read();
    if (!account.#names.has('INBOX')) await account.#make('INBOX');
    return account;
  }

  /** In the order of the alphabet, INBOX first. */
  get names(): readonly string[] {
    const rank = (name: string): string => (name === 'INBOX' ? '' : name);
    return [...this.#names].sort((left, right) => (rank(left) < rank(right) ? -1 : 1));
  }

  get subscriptions(): ReadonlySet<string> {
    return this.#subscribed;
  }

  async open(name: string): Promise<StoredMailbox | undefined> {
    if (!this.#names.has(name)) return undefined;
    const known = this.#open.get(name);
    if (known) return known;
    const loading = StoredMailbox.load(join(this.#folder, folderOf(name)), this.#nextUidvalidity);
    this.#open.set(name, loading);
    loading.catch(() => this.#open.delete(name));
    return loading;
  }

  create(name: string): Promise<ResponseCode | undefined> {
    return this.#exclusively(async () => {
      if (!isMailboxName(name)) return 'CANNOT';
      if (this.#names.has(name)) return 'ALREADYEXISTS';
      const wanted = [...listSuperiors(name), name].filter(level => !this.#names.has(level));
      if (this.#names.size + wanted.length > limits.mailboxes) return 'LIMIT';
      for (const level of wanted) await this.#make(level);
      return undefined;
    });
  }

  remove(name: string, by: unknown): Promise<ResponseCode | undefined> {
    return this.#exclusively(async () => {
      if (name === 'INBOX') return 'CANNOT';
      if (!this.#names.has(name)) return 'NONEXISTENT';
      await this.#forget(name, by);
      // Renamed first: a crash in the midst of the removal must not leave half a mailbox.
      const doomed = join(this.#folder, `.doomed-${randomBytes(6).toString('hex')}`);
      await rename(join(this.#folder, folderOf(name)), doomed);
      await syncFolder(this.#folder);
      await rm(doomed, { recursive: true, force: true });
      return undefined;
    });
  }

  /** With all mailboxes below it. No mail program renames INBOX. */
  rename(from: string, to: string, by: unknown): Promise<ResponseCode | undefined> {
    return this.#exclusively(async () => {
      const refusal = this.#refuseRename(from, to);
      if (refusal) return refusal;
      for (const level of listSuperiors(to)) if (!this.#names.has(level)) await this.#make(level);
      for (const name of this.#at(from)) await this.#renameOne(name, to + name.slice(from.length), by);
      return undefined;
    });
  }

  subscribe(name: string, wanted: boolean): Promise<ResponseCode | undefined> {
    return this.#exclusively(async () => {
      if (!isMailboxName(name)) return 'CANNOT';
      if (this.#subscribed.has(name) === wanted) return undefined;
      if (wanted && this.#subscribed.size >= limits.mailboxes) return 'LIMIT';
      const next = new Set(this.#subscribed);
      if (wanted) next.add(name);
      else next.delete(name);
      await replaceDurably(join(this.#folder, 'subscriptions.json'), `${JSON.stringify([...next])}\n`);
      this.#subscribed = next;
      return undefined;
    });
  }

  async close(): Promise<void> {
    await this.#last;
    for (const opening of this.#open.values()) await (await opening)?.close();
  }

  async #read(): Promise<void> {
    for (const entry of await readdir(this.#folder, { withFileTypes: true })) {
      const name = entry.isDirectory() ? nameOf(entry.name) : undefined;
      if (name !== undefined) this.#names.add(name);
      if (entry.name.startsWith('.doomed-')) await rm(join(this.#folder, entry.name), { recursive: true, force: true });
    }
    // A folder without an index: a crash came between the two.
    for (const name of [...this.#names]) if (!(await this.open(name))) this.#drop(name);
    const text = await readFile(join(this.#folder, 'subscriptions.json'), 'utf8').catch(() => '["INBOX"]');
    const names = parseJson(text);
    this.#subscribed = new Set(Array.isArray(names) ? names.filter(name => typeof name === 'string') : []);
  }

  async #make(name: string): Promise<void> {
    const folder = join(this.#folder, folderOf(name));
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const opening = { uidvalidity: await this.#nextUidvalidity(), uidnext: 1, digests: [] };
    await new IndexFile(folder).rewrite(openContents(opening));
    await syncFolder(this.#folder);
    this.#names.add(name);
  }

  #refuseRename(from: string, to: string): ResponseCode | undefined {
    if (from === 'INBOX' || to.startsWith(from + delimiter)) return 'CANNOT';
    if (!this.#names.has(from)) return 'NONEXISTENT';
    if (this.#names.has(to)) return 'ALREADYEXISTS';
    const targets = this.#at(from).map(name => to + name.slice(from.length));
    if (!targets.every(isMailboxName) || targets.some(name => this.#names.has(name))) return 'CANNOT';
    return undefined;
  }

  #at(name: string): string[] {
    return this.names.filter(other => other === name || other.startsWith(name + delimiter));
  }

  async #renameOne(from: string, to: string, by: unknown): Promise<void> {
    const mailbox = await this.#forget(from, by);
    await mailbox?.renumber(await this.#nextUidvalidity());
    await rename(join(this.#folder, folderOf(from)), join(this.#folder, folderOf(to)));
    await syncFolder(this.#folder);
    this.#names.add(to);
  }

  async #forget(name: string, by: unknown): Promise<StoredMailbox | undefined> {
    const mailbox = await this.open(name);
    this.#drop(name);
    await mailbox?.vanish(by);
    return mailbox;
  }

  #drop(name: string): void {
    this.#names.delete(name);
    this.#open.delete(name);
  }

  #exclusively<T>(act: () => Promise<T>): Promise<T> {
    const turn = this.#last.then(act);
    this.#last = turn.catch(() => undefined);
    return turn;
  }
}

/** All accounts of the embedded server, opened on demand, with one counter of UIDVALIDITY. */
export class MailStore {
  readonly #dir: string;
  readonly #accounts = new Map<string, Promise<MailAccount>>();
  #uidvalidity: Promise<number>;

  private constructor(dir: string, uidvalidity: number) {
    this.#dir = dir;
    this.#uidvalidity = Promise.resolve(uidvalidity);
  }

  static async open(dir: string): Promise<MailStore> {
    await mkdir(join(dir, 'users'), { recursive: true, mode: 0o700 });
    for (const folder of [dir, dirname(dir)]) await syncFolder(folder);
    const last = await readFile(join(dir, 'uidvalidity'), 'utf8').catch(() => '0');
    return new MailStore(dir, Number.parseInt(last, 10) || 0);
  }

  /** `local` is the name of an account as `addresses.ts` yields it: sane, and in lower case. */
  account(local: string): Promise<MailAccount> {
    const known = this.#accounts.get(local);
    if (known) return known;
    const loading = MailAccount.load(join(this.#dir, 'users', local), () => this.#nextUidvalidity());
    this.#accounts.set(local, loading);
    loading.catch(() => this.#accounts.delete(local));
    return loading;
  }

  async close(): Promise<void> {
    const accounts = await Promise.allSettled(this.#accounts.values());
    for (const account of accounts) if (account.status === 'fulfilled') await account.value.close();
  }

  // Never the same twice, also for a name that was deleted, also when the clock was turned back.
  #nextUidvalidity(): Promise<number> {
    const next = this.#uidvalidity.then(async last => {
      const value = Math.max(Math.floor(Date.now() / 1000), last + 1);
      await replaceDurably(join(this.#dir, 'uidvalidity'), `${value}\n`);
      return value;
    });
    const before = this.#uidvalidity;
    this.#uidvalidity = next.catch(() => before);
    return next;
  }
}
