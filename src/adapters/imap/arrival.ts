// Waits for our own test mail to arrive, for `nexpost check --mail`, and removes it again.
import type { ImapFlow } from 'imapflow';
import { type ImapSettings, openClient } from './connection.ts';

const POLL_MS = 1_000;

/** Waits for the mail with this Message-ID, deletes it and returns its header. null: the mail has not come in time. */
export async function waitForMail(
  settings: ImapSettings,
  messageId: string,
  timeoutMs: number,
): Promise<string | null> {
  const client = await openClient(settings);
  try {
    for (const end = Date.now() + timeoutMs; Date.now() < end; await new Promise(done => setTimeout(done, POLL_MS))) {
      const header =
        (await takeFromFolder(client, settings.inbox, messageId)) ??
        (await takeFromFolder(client, settings.processed, messageId));
      if (header !== null) return header;
    }
    return null;
  } finally {
    client.close();
  }
}

async function takeFromFolder(client: ImapFlow, folder: string, messageId: string): Promise<string | null> {
  // A service creates the folder for processed mail with the first mail, so it may be missing.
  const folderInfo = await client.mailboxOpen(folder).catch(() => null);
  if (folderInfo === null) return null;
  const uids = await client.search({ header: { 'message-id': messageId } }, { uid: true });
  const [uid] = uids === undefined || uids === false ? [] : uids;
  if (uid === undefined) return null;
  const mail = await client.fetchOne(String(uid), { headers: true }, { uid: true });
  await client.messageDelete(String(uid), { uid: true });
  return mail === false ? '' : String(mail.headers ?? '');
}

/** Above this share a mailbox may reject larger mails. */
const FULL_SHARE = 0.99;

const formatMegabytes = (bytes: number): string => (bytes / 1024 ** 2).toFixed(1);

/** The usage of a full inbox: `50.0 of 50.0 MB`. null: the inbox is not full, or the server does not report its quota. */
export async function findFullQuota(settings: ImapSettings): Promise<string | null> {
  const client = await openClient(settings);
  try {
    const quota = await client.getQuota(settings.inbox);
    const { usage = 0, limit = 0 } = (quota === false ? undefined : quota.storage) ?? {};
    return limit > 0 && usage >= FULL_SHARE * limit
      ? `${formatMegabytes(usage)} of ${formatMegabytes(limit)} MB`
      : null;
  } finally {
    client.close();
  }
}
