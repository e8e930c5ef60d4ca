// All accounts of the embedded server, opened on demand, with one counter of UIDVALIDITY.
import { mkdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { MailAccount } from './account.ts';
import { replaceDurably, syncFolder } from './files.ts';

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
