// The folders of a Maildir: its owner, its mails in their order, and how a mail is put there.
import { randomBytes } from 'node:crypto';
import { constants, mkdir, open, readFile, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { syncFolder, writeAtomically } from '#adapters/value-file.ts';
import type { DeliverMail, Destination, InboxMail } from '#service/ports.ts';

/** The work list is the Maildir itself. The other folders are within it, as Maildir++ has them. */
type MaildirFolder = '' | '.Processed' | '.Quarantine';

export const FOLDER_BY_DESTINATION: Readonly<Record<Destination, MaildirFolder>> = {
  processed: '.Processed',
  quarantined: '.Quarantine',
};

/** Other programs move mails from `new` to `cur` when they have shown them. */
const PARTS = ['new', 'cur'] as const;

/** Makes the folders that are missing. */
export async function makeMaildir(dir: string, folder: MaildirFolder = ''): Promise<void> {
  for (const part of ['tmp', ...PARTS]) await mkdir(join(dir, folder, part), { recursive: true, mode: 0o700 });
}

/** A name begins with the second of the arrival. Programs of others write the rest as they like. */
const secondOf = (name: string): number => Number(/^\d{1,15}/.exec(name)?.[0] ?? 0);

interface FoundMail {
  /** The name of the file, without its flags. */
  readonly name: string;
  /** The path below the Maildir. */
  readonly path: string;
}

const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT';

/** All mails of a folder, the oldest first. Rejects if the Maildir itself is missing. */
export async function listMails(dir: string, folder: MaildirFolder): Promise<readonly FoundMail[]> {
  const found = await Promise.all(
    PARTS.map(async part => {
      const names = await readdir(join(dir, folder, part)).catch((error: unknown) => {
        if (folder !== '' && isMissing(error)) return [];
        throw error;
      });
      return names
        .filter(name => !name.startsWith('.'))
        .map(name => ({ name: name.replace(/:.*$/s, ''), path: join(folder, part, name) }));
    }),
  );
  return found
    .flat()
    .toSorted((one, other) => secondOf(one.name) - secondOf(other.name) || (one.name < other.name ? -1 : 1));
}

/** The time since the oldest mail came, in milliseconds. null: there is none, or this process does not see the folder. */
export async function findOldestMs(dir: string, now: number): Promise<number | null> {
  try {
    const [oldest] = await listMails(dir, '');
    return oldest === undefined ? null : Math.max(0, now - (await stat(join(dir, oldest.path))).mtimeMs);
  } catch {
    return null;
  }
}

let sequence = 0;

/** Puts a mail on the work list. When this resolves, the mail survives a power cut. A mail is never there in part. */
export async function writeMail(dir: string, raw: Uint8Array): Promise<void> {
  // A name that no other program chooses. The order of names is that of arrival.
  const now = Date.now();
  sequence = (sequence + 1) % 1_000_000;
  const pad = (number: number): string => String(number).padStart(6, '0');
  const micros = pad((now % 1_000) * 1_000);
  const host = hostname().replace(/[^\w.-]/g, '_');
  const name = `${Math.floor(now / 1_000)}.M${micros}Q${pad(sequence)}P${process.pid}R${randomBytes(6).toString('hex')}.${host}`;
  await writeAtomically(join(dir, 'new', name), raw, { temporary: join(dir, 'tmp', name) });
  await syncFolder(join(dir, 'new'));
}

/** Moves a mail, unless it has vanished. Its flags say that it was seen. */
export async function moveMail(dir: string, { name, path }: FoundMail, folder: MaildirFolder): Promise<void> {
  const target = folder === '' ? join('new', name) : join(folder, 'cur', `${name}:2,S`);
  await rename(join(dir, path), join(dir, target)).catch((error: unknown) => {
    if (!isMissing(error)) throw error;
  });
}

/** The bytes of a mail, or only the first ones of a mail over a limit. */
interface MaildirMail extends Omit<InboxMail, 'key'> {
  readonly changedAt: number;
}

/** If a mail is over the limit, only these bytes are read. */
const HEADER_BYTES = 64_000;

/** Faults of one file: it may not be read, or it is a link, a folder or a pipe. */
const BROKEN: ReadonlySet<string> = new Set(['EACCES', 'EPERM', 'ELOOP', 'EISDIR', 'ENXIO']);

/** `gone`: the mail was moved or removed. `broken`: it can never be read. Rejects if reading may work later. */
export async function readMailFile(path: string, mailBytes: number): Promise<MaildirMail | 'gone' | 'broken'> {
  try {
    // A pipe would block, and a link may lead anywhere.
    const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    try {
      const stat = await file.stat();
      if (!stat.isFile()) return 'broken';
      const isWhole = stat.size <= mailBytes;
      const buffer = Buffer.alloc(isWhole ? stat.size : Math.min(stat.size, HEADER_BYTES));
      const { bytesRead } = await file.read(buffer, 0, buffer.length, 0);
      return { size: stat.size, raw: buffer.subarray(0, bytesRead), isWhole, changedAt: stat.mtimeMs };
    } finally {
      await file.close();
    }
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return 'gone';
    if (BROKEN.has(code)) return 'broken';
    throw error;
  }
}

/** Waits for our own test mail to arrive in a Maildir (`nexpost check --mail`), and removes it. */
const POLL_MS = 1_000;
/** The newest mails of a folder that are looked at. */
const MAX_MAILS = 200;

/** Waits for the mail with this Message-ID, deletes it and returns its header. null: the mail has not come in time. */
export async function waitForDelivery(dir: string, messageId: string, timeoutMs: number): Promise<string | null> {
  for (const end = Date.now() + timeoutMs; Date.now() < end; await new Promise(done => setTimeout(done, POLL_MS))) {
    const header = (await takeFromFolder(dir, '', messageId)) ?? (await takeFromFolder(dir, '.Processed', messageId));
    if (header !== null) return header;
  }
  return null;
}

async function takeFromFolder(dir: string, folder: '' | '.Processed', messageId: string): Promise<string | null> {
  for (const { path } of (await listMails(dir, folder)).slice(-MAX_MAILS)) {
    const file = await readMailFile(join(dir, path), 0);
    if (typeof file !== 'object') continue;
    const [header = ''] = Buffer.from(file.raw)
      .toString('latin1')
      .split(/\r?\n\r?\n/, 1);
    if (!header.includes(messageId)) continue;
    await rm(join(dir, path), { force: true });
    return header;
  }
  return null;
}

/** Marks a Maildir as that of one service, by a file: two would share out its mails. */
const OWNER_FILE = 'nexpost-service';

/** `owner`: the id of the service, eight characters a-z2-7. Rejects with one sentence if the folder is that of another service. */
export async function claimMaildir(dir: string, owner: string): Promise<void> {
  const file = join(dir, OWNER_FILE);
  const claim = (flag: 'w' | 'wx'): Promise<void> => writeFile(file, `${owner}\n`, { flag, mode: 0o600 });
  try {
    await claim('wx');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    const found = (await readFile(file, 'utf8')).trim();
    if (/^[a-z2-7]{8}$/.test(found) && found !== owner)
      throw new Error(
        `Another service reads ${dir} ('delivery.maildir'), and two would share out its mails. If that service is gone, delete ${file}.`,
        { cause: error },
      );
    // A process that was killed may have left an empty file.
    if (found !== owner) await claim('w');
  }
}

/** Mails that wait to be read. A service that works reads hundreds a second, and the mail server keeps what we refuse. */
const MAX_WAITING = 1_000;

const FULL: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT']);

export function createDeliverMail(dir: string): DeliverMail {
  return async raw => {
    try {
      if ((await listMails(dir, '')).length >= MAX_WAITING) return 'full';
      await writeMail(dir, raw);
      return 'delivered';
    } catch (error) {
      if (FULL.has((error as NodeJS.ErrnoException).code ?? '')) return 'full';
      throw error;
    }
  };
}
