// The jobs of a mailbox: each works on files and yields the lines for the index.
import { copyFile, link, rm } from 'node:fs/promises';
import { codeOf, errorOf } from '../failures.ts';
import { syncFolder, writeNew } from './files.ts';
import type { Added, IndexChange, Contents, StoredMessage } from './record.ts';
import { buildMailPath } from './recover.ts';

export interface NewMessage {
  /** The mail byte for byte, in pieces. */
  readonly chunks: readonly Buffer[];
  readonly flags: readonly string[];
  readonly date: number;
  /** Set for mails that must not be stored twice. */
  readonly digest?: string;
}

/** The mailbox that a job works on. */
export interface MailboxFiles {
  readonly folder: string;
  readonly contents: Contents;
}

export interface Work {
  readonly kind: 'work';
  readonly prepare: (files: MailboxFiles) => Promise<readonly IndexChange[]>;
  /** Tidying once the change is durable. */
  readonly after?: (files: MailboxFiles, changes: readonly IndexChange[]) => Promise<void>;
}
export type Job = { readonly kind: 'add'; readonly mail: NewMessage } | Work;

/** Several mails written side by side, one sync of the folder; a mail that cannot be written fails alone. */
export async function addMails(
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

/** Copies as second links to the same file, which is never written again. `pairs` is filled with old and new uids. */
export function copyJob(source: MailboxFiles, uids: readonly number[], pairs: [number, number][]): Work {
  const prepare = async (files: MailboxFiles): Promise<readonly IndexChange[]> => {
    const news = await linkAll(source, uids, files);
    if (news.length > 0) await syncFolder(files.folder);
    for (const { message, uid } of news) pairs.push([message.uid, uid]);
    return news.map(({ message: { flags, date, size }, uid }) => ({ add: uid, flags, date, size }));
  };
  return { kind: 'work', prepare };
}

/** The mails that were linked, with their new uids. */
async function linkAll(
  source: MailboxFiles,
  uids: readonly number[],
  target: MailboxFiles,
): Promise<readonly { readonly message: StoredMessage; readonly uid: number }[]> {
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

/** New flags for each mail; only what differs is written. */
export function createEditJob(uids: readonly number[], edit: (flags: readonly string[]) => readonly string[]): Work {
  const prepare = ({ contents }: MailboxFiles): Promise<readonly IndexChange[]> => {
    const groups = new Map<string, { flags: readonly string[]; of: number[] }>();
    for (const uid of uids) {
      const message = contents.messages.get(uid);
      if (!message) continue;
      const flags = edit(message.flags);
      const key = flags.join(' ');
      if (key === message.flags.join(' ')) continue;
      const group = groups.get(key) ?? { flags, of: [] };
      group.of.push(uid);
      groups.set(key, group);
    }
    return Promise.resolve([...groups.values()]);
  };
  return { kind: 'work', prepare };
}

/** The index first, the files afterwards: a crash in between leaves files that the next start removes. */
export function createExpungeJob(uids: readonly number[]): Work {
  return {
    kind: 'work',
    prepare: ({ contents }) => {
      const gone = uids.filter(uid => contents.messages.has(uid));
      return Promise.resolve(gone.length > 0 ? [{ gone }] : []);
    },
    after: ({ folder }, changes) =>
      eachOf(
        changes.flatMap(change => ('gone' in change ? change.gone : [])),
        uid => rm(buildMailPath(folder, uid), { force: true }).catch(() => undefined),
      ),
  };
}

async function eachOf<T>(items: readonly T[], act: (item: T) => Promise<void>): Promise<void> {
  for (let at = 0; at < items.length; at += 32) {
    // All have ended when one has failed: what comes next must not overtake a straggler.
    const results = await Promise.allSettled(items.slice(at, at + 32).map(act));
    for (const result of results) if (result.status === 'rejected') throw result.reason;
  }
}
