// The Mailbox port over a Maildir: LMTP, `nexpost deliver` or another program puts mails there.
import { createHash } from 'node:crypto';
import { type FSWatcher, watch } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { reasonOf } from '#games/kit/assert.ts';
import type { Clock, HeldMail, InboxMail, Log, MailArchive, Mailbox, Quarantine } from '#service/ports.ts';
import { FOLDER_BY_DESTINATION, listMails, makeMaildir, moveMail, readMailFile } from './folders.ts';

/** The Quarantine port over a Maildir: the mails of its folder for quarantined mail. */
const FOLDER = FOLDER_BY_DESTINATION.quarantined;

const idOf = ({ name }: { readonly name: string }): string =>
  `q${createHash('sha256').update(name).digest('hex').slice(0, 12)}`;

/** `readHeader`: sender and Subject from the header of a mail. */
export function createMaildirQuarantine(
  dir: string,
  readHeader: (head: Uint8Array) => Pick<HeldMail, 'from' | 'subject'>,
): Quarantine {
  const find = async (id: string) => (await listMails(dir, FOLDER)).find(mail => idOf(mail) === id);
  return {
    list: async limit => {
      const held: HeldMail[] = [];
      for (const mail of (await listMails(dir, FOLDER)).slice(0, limit)) {
        const file = await readMailFile(join(dir, mail.path), 0);
        const [id, state] = [idOf(mail), 'quarantined'] as const;
        if (file === 'gone') continue;
        // It can be dropped, and it can be read again when its rights are right.
        if (file === 'broken') held.push({ ...{ id, state, from: '', subject: '', size: 0, came: null } });
        else held.push({ ...{ id, state, size: file.size, came: file.changedAt }, ...readHeader(file.raw) });
      }
      return held;
    },
    read: async id => {
      const mail = await find(id);
      const file = mail === undefined ? 'gone' : await readMailFile(join(dir, mail.path), Infinity);
      return typeof file === 'object' ? file.raw : null;
    },
    retry: async id => {
      const mail = await find(id);
      if (mail !== undefined) await moveMail(dir, mail, '');
      return mail !== undefined;
    },
    drop: async id => {
      const mail = await find(id);
      if (mail !== undefined) await rm(join(dir, mail.path), { force: true });
      return mail !== undefined;
    },
  };
}

/** `listParties`: the addresses of senders and recipients in the header of a mail, in lower case. */
export function createMaildirArchive(dir: string, listParties: (head: Uint8Array) => readonly string[]): MailArchive {
  const isOf = async (path: string, addresses: readonly string[]): Promise<boolean> => {
    const file = await readMailFile(path, 0);
    return typeof file === 'object' && listParties(file.raw).some(address => addresses.includes(address));
  };
  const isOlder = async (path: string, before: number): Promise<boolean> => {
    const found = await stat(path).catch(() => null);
    return found !== null && found.mtimeMs < before;
  };
  return {
    erase: async what => {
      // Mails that were written in part by a process that died.
      const parts = (await readdir(join(dir, 'tmp'))).map(name => join('tmp', name));
      const archived = await Promise.all(Object.values(FOLDER_BY_DESTINATION).map(folder => listMails(dir, folder)));
      for (const path of [...parts, ...archived.flat().map(mail => mail.path)].map(each => join(dir, each)))
        if ('before' in what ? await isOlder(path, what.before) : await isOf(path, what.of))
          await rm(path, { force: true });
    },
  };
}

interface MaildirSettings {
  readonly dir: string;
  /** The longest time between two looks. New mail is noticed at once, except on some network file systems. */
  readonly sweepMs: number;
  /** Larger mails are not read whole. */
  readonly mailBytes: number;
}

/** Pause after a fault of the folder, and the time for which a mail that could not be moved is left out. Milliseconds. */
const RETRY_MS = 5_000;

export function createMaildirMailbox(settings: MaildirSettings, clock: Clock, log: Log): Mailbox {
  const { dir, sweepMs } = settings;
  const held = createHeldMails(clock);
  const dispose = createDispose(dir, held.hold, log);
  const noteFault = createFaultLog(log);

  const look = async (limit: number): Promise<{ readonly count: number; readonly mails: readonly InboxMail[] }> => {
    const found = await listMails(dir, '');
    const mails: InboxMail[] = [];
    for (const { path } of found) {
      if (mails.length === limit) break;
      if (held.has(path)) continue;
      const file = await readMailFile(join(dir, path), settings.mailBytes);
      if (file === 'broken') await removeBroken(path);
      else if (file !== 'gone') mails.push({ key: path, size: file.size, raw: file.raw, isWhole: file.isWhole });
    }
    return { count: found.length, mails };
  };

  /** Moves a mail that cannot be read to the quarantine. Its sender cannot be told. */
  const removeBroken = async (path: string): Promise<void> => {
    log.error('mail-broken', { mail: path, folder: FOLDER_BY_DESTINATION.quarantined });
    await dispose([path], 'quarantined');
  };

  const next: Mailbox['next'] = async (limit, signal, beginLook) => {
    while (!signal.aborted) {
      // It listens before the look, so that mail that comes meanwhile leads to another look.
      const news = listen(join(dir, 'new'));
      try {
        const endLook = beginLook?.();
        const { count, mails } = await look(limit);
        endLook?.(count === 0);
        noteFault(null);
        if (mails.length > 0) return mails;
        const waitMs = count === 0 ? sweepMs : Math.min(sweepMs, RETRY_MS);
        await clock.sleep(waitMs, AbortSignal.any([signal, news.signal]));
      } catch (error) {
        noteFault(reasonOf(error));
        await clock.sleep(RETRY_MS, signal);
      } finally {
        news.stop();
      }
    }
    return [];
  };
  return { next, dispose, close: () => Promise.resolve() };
}

/** Logs the first of several faults, and their end. */
function createFaultLog(log: Log): (why: string | null) => void {
  let isFailing = false;
  return why => {
    if (why !== null && !isFailing) log.warn('maildir-unreadable', { why });
    if (why === null && isFailing) log.info('maildir-readable');
    isFailing = why !== null;
  };
}

/** Mails that could not be moved. They are not read again at once. */
function createHeldMails(clock: Pick<Clock, 'now'>) {
  const ends = new Map<string, number>();
  return {
    hold: (path: string): void => {
      ends.set(path, clock.now() + RETRY_MS);
    },
    has: (path: string): boolean => {
      const end = ends.get(path);
      if (end === undefined) return false;
      if (end > clock.now()) return true;
      ends.delete(path);
      return false;
    },
  };
}

const KEY = /^(?:new|cur)\/[^/.\0][^/\0]*$/;

function createDispose(dir: string, hold: (path: string) => void, log: Log): Mailbox['dispose'] {
  const move = async (path: string, to: keyof typeof FOLDER_BY_DESTINATION): Promise<void> => {
    const folder = FOLDER_BY_DESTINATION[to];
    try {
      const name = path.slice('new/'.length).replace(/:.*$/s, '');
      await moveMail(dir, { name, path }, folder);
    } catch (error) {
      hold(path);
      log.warn('mail-not-moved', { mail: path, folder, why: reasonOf(error) });
    }
  };
  return async (keys, to) => {
    const paths = keys.filter(key => KEY.test(key));
    if (paths.length === 0) return;
    // Without the folder each move fails, and says why.
    await makeMaildir(dir, FOLDER_BY_DESTINATION[to]).catch(() => undefined);
    for (const path of paths) await move(path, to);
  };
}

/** The signal aborts when a mail comes. Without a watcher only the sweep finds mail. */
function listen(folder: string): { readonly signal: AbortSignal; readonly stop: () => void } {
  const news = new AbortController();
  let watcher: FSWatcher | null = null;
  try {
    watcher = watch(folder, { persistent: false }, () => news.abort('news'));
    watcher.on('error', () => undefined);
  } catch {
    // The folder is missing, which the look tells, or the system watches too many folders.
  }
  return { signal: news.signal, stop: () => watcher?.close() };
}
