// Waits for our own test mail to arrive in a Maildir (`nexpost check --mail`), and removes it.
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { listMails, readMailFile } from './folders.ts';

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
