// The folders of a Maildir, and its mails in the order of their arrival.
import { randomBytes } from 'node:crypto';
import { constants, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import type { Destination } from '#service/ports.ts';

/** The work list is the Maildir itself. The other folders are within it, as Maildir++ has them. */
export type MaildirFolder = '' | '.Processed' | '.Quarantine';

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
  const temporary = join(dir, 'tmp', name);
  const file = await open(temporary, 'wx', 0o600);
  try {
    try {
      await file.writeFile(raw);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, join(dir, 'new', name));
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined);
    throw error;
  }
  // Makes new names in a folder survive a power cut.
  const folder = join(dir, 'new');
  const handle = await open(folder, constants.O_RDONLY);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Moves a mail, unless it has vanished. Its flags say that it was seen. */
export async function moveMail(dir: string, { name, path }: FoundMail, folder: MaildirFolder): Promise<void> {
  const target = folder === '' ? join('new', name) : join(folder, 'cur', `${name}:2,S`);
  await rename(join(dir, path), join(dir, target)).catch((error: unknown) => {
    if (!isMissing(error)) throw error;
  });
}

/** The bytes of a mail, or only the first ones of a mail over a limit. */
export interface MaildirMail {
  readonly size: number;
  readonly raw: Uint8Array;
  readonly isWhole: boolean;
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
