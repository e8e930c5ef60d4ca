// The MailArchive port over IMAP: erases processed mails in the folders they were moved to.
// Each erasure uses its own connection.
import type { FetchMessageObject, ImapFlow, SearchObject } from 'imapflow';
import type { MailArchive } from '#service/ports.ts';
import { type ImapSettings, folderPrefixOf, useClient } from './connection.ts';
import { folderPath } from '#core/mail/mail-servers.ts';

export function createImapArchive(settings: ImapSettings): MailArchive {
  return {
    erase: what =>
      useClient(settings, async client => {
        const paths = new Set((await client.list()).map(({ path }) => path));
        for (const folder of [settings.processed, settings.quarantine]) {
          if (!paths.has(folderPath(folder, folderPrefixOf(client)))) continue;
          await client.mailboxOpen(folder);
          const uids =
            'before' in what
              ? await search(client, { before: new Date(what.before) })
              : await findMailsOf(client, what.of);
          if (uids.length > 0) await client.messageDelete([...uids], { uid: true });
        }
      }),
  };
}

async function search(client: ImapFlow, query: SearchObject): Promise<readonly number[]> {
  const uids = await client.search(query, { uid: true });
  if (uids === false || uids === undefined) throw new Error('the server does not search');
  return uids;
}

/** The mails from or to these addresses. Servers match parts of an address too, so the results are checked. */
async function findMailsOf(client: ImapFlow, addresses: readonly string[]): Promise<readonly number[]> {
  const uids = new Set<number>();
  for (const address of addresses)
    for (const field of ['from', 'to', 'cc'] as const)
      for (const uid of await search(client, { [field]: address })) uids.add(uid);
  if (uids.size === 0) return [];
  const mails = await client.fetchAll([...uids], { uid: true, envelope: true }, { uid: true });
  return mails.filter(mail => isSentOrReceivedBy(mail, addresses)).map(({ uid }) => uid);
}

function isSentOrReceivedBy({ envelope }: FetchMessageObject, addresses: readonly string[]): boolean {
  const { from = [], sender = [], replyTo = [], to = [], cc = [] } = envelope ?? {};
  return [...from, ...sender, ...replyTo, ...to, ...cc].some(({ address = '' }) =>
    addresses.includes(address.toLowerCase()),
  );
}
