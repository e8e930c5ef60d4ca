// Waits for our own test mail to arrive, for `nexpost check --mail`, and removes it again.
import type { ImapFlow } from 'imapflow';
import { type ImapSettings, openClient } from './connection.ts';

const LOOK_MS = 1_000;

/** The header of the mail with this Message-ID, in any folder a service may have moved it to. null: it has not come in time. */
export async function arrival(settings: ImapSettings, messageId: string, withinMs: number): Promise<string | null> {
  const client = await openClient(settings);
  try {
    for (const end = Date.now() + withinMs; Date.now() < end; await new Promise(done => setTimeout(done, LOOK_MS))) {
      const header =
        (await foundIn(client, settings.inbox, messageId)) ?? (await foundIn(client, settings.processed, messageId));
      if (header !== null) return header;
    }
    return null;
  } finally {
    client.close();
  }
}

async function foundIn(client: ImapFlow, folder: string, messageId: string): Promise<string | null> {
  // A folder that is made when it is first needed may not be there yet.
  const opened = await client.mailboxOpen(folder).catch(() => null);
  if (opened === null) return null;
  const found = await client.search({ header: { 'message-id': messageId } }, { uid: true });
  const [uid] = found === undefined || found === false ? [] : found;
  if (uid === undefined) return null;
  const mail = await client.fetchOne(String(uid), { headers: true }, { uid: true });
  await client.messageDelete(String(uid), { uid: true });
  return mail === false ? '' : String(mail.headers ?? '');
}

/** Above this share a mailbox may reject larger mails. */
const FULL = 0.99;

const inMegabytes = (bytes: number): string => (bytes / 1024 ** 2).toFixed(1);

/** How full the inbox is, if it is full: `50.0 of 50.0 MB`. Null if it is not, or if the server does not say. */
export async function findFullQuota(settings: ImapSettings): Promise<string | null> {
  const client = await openClient(settings);
  try {
    const quota = await client.getQuota(settings.inbox);
    const { usage = 0, limit = 0 } = (quota === false ? undefined : quota.storage) ?? {};
    return limit > 0 && usage >= FULL * limit ? `${inMegabytes(usage)} of ${inMegabytes(limit)} MB` : null;
  } finally {
    client.close();
  }
}
