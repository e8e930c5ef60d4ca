// Delivers mail to the folder, tells when it has arrived, and whose the folder is.
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { DeliverMail } from '#service/ports.ts';
import { listMails, readMailFile, writeMail } from './folders.ts';

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
