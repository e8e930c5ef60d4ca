// The port Quarantine over IMAP: the mails of the folder `imap.quarantine`.
// Each call uses its own connection.
import type { ImapFlow } from 'imapflow';
import { folderPath } from '#core/mail/mail-servers.ts';
import type { HeldMail, Quarantine } from '#service/ports.ts';
import { folderPrefixOf, type ImapSettings, useClient } from './connection.ts';

/** null: the id means no mail of this folder. */
function parseId(id: string, validity: bigint): number | null {
  const [, idValidity = '', uid = ''] = /^q(\d{1,20})x(\d{1,10})$/.exec(id) ?? [];
  return uid !== '' && BigInt(idValidity) === validity ? Number(uid) : null;
}

export function createImapQuarantine(settings: ImapSettings): Quarantine {
  /** Acts on the open folder. `none`: the answer if there is no such folder. */
  const useFolder = <Value>(none: Value, act: (client: ImapFlow, validity: bigint) => Promise<Value>): Promise<Value> =>
    useClient(settings, async client => {
      const path = folderPath(settings.quarantine, folderPrefixOf(client));
      if (!(await client.list()).some(each => each.path === path)) return none;
      const { uidValidity } = await client.mailboxOpen(settings.quarantine);
      return act(client, uidValidity);
    });

  /** Acts on one mail. */
  const useMail = <Value>(
    id: string,
    none: Value,
    act: (client: ImapFlow, uid: string) => Promise<Value>,
  ): Promise<Value> =>
    useFolder(none, async (client, validity) => {
      const uid = parseId(id, validity);
      if (uid === null) return none;
      const found = await client.search({ uid: String(uid) }, { uid: true });
      return Array.isArray(found) && found.includes(uid) ? act(client, String(uid)) : none;
    });

  return {
    list: limit =>
      useFolder<readonly HeldMail[]>([], async (client, validity) => {
        const uids = await client.search({ all: true }, { uid: true });
        const first = (uids === false || uids === undefined ? [] : uids).slice(0, limit);
        if (first.length === 0) return [];
        const mails = await client.fetchAll(
          first,
          { uid: true, envelope: true, size: true, internalDate: true },
          { uid: true },
        );
        return mails.map(({ uid, envelope, size = 0, internalDate }) => ({
          // With the UIDVALIDITY, so that an id of an earlier folder means no mail.
          ...{ id: `q${validity}x${uid}`, state: 'quarantined', from: envelope?.from?.[0]?.address ?? '' },
          ...{
            subject: envelope?.subject ?? '',
            size,
            came: internalDate === undefined ? null : Number(new Date(internalDate)),
          },
        }));
      }),
    read: id =>
      useMail<Uint8Array | null>(id, null, async (client, uid) => {
        const mail = await client.fetchOne(uid, { source: true }, { uid: true });
        return mail === false ? null : (mail.source ?? null);
      }),
    retry: id =>
      useMail(
        id,
        false,
        async (client, uid) => (await client.messageMove(uid, settings.inbox, { uid: true })) !== false,
      ),
    drop: id => useMail(id, false, (client, uid) => client.messageDelete(uid, { uid: true })),
  };
}
