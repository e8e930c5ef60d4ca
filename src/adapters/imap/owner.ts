// Marks a mailbox as that of one service, by an empty folder: two would share out its mails.
import type { ImapFlow } from 'imapflow';
import { folderPath } from '#core/mail/mail-servers.ts';

/** Another service reads the mailbox, or has read it. Only the operator knows. */
export class ForeignMailbox extends Error {
  constructor(folder: string) {
    super(
      `another service marked this mailbox as its own by the folder "${folder}". If that service is gone, delete the folder`,
    );
    this.name = 'ForeignMailbox';
  }
}

/**
 * Makes the folder `Processed-<owner>` if there is none. `owner`: the id of the service, eight characters a-z2-7. Rejects
 * with `ForeignMailbox` if there is such a folder of another service. `prefix`: the server's personal namespace.
 */
export async function claimMailbox(client: ImapFlow, processed: string, owner: string, prefix: string): Promise<void> {
  const start = folderPath(`${processed}-`, prefix);
  const folders = (await client.list()).map(({ path }) => path);
  const owners = folders.filter(path => path.startsWith(start)).map(path => path.slice(start.length));
  const other = owners.find(each => each !== owner && /^[a-z2-7]{8}$/.test(each));
  if (other !== undefined) throw new ForeignMailbox(`${start}${other}`);
  if (!owners.includes(owner)) await client.mailboxCreate(`${processed}-${owner}`);
}
