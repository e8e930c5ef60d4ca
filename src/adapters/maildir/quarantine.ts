// Moves mails that are done to another folder, and those that ended the process to the quarantine.
import { createHash } from 'node:crypto';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { HeldMail, MailArchive, Quarantine } from '#service/ports.ts';
import { FOLDER_BY_DESTINATION, listMails, moveMail, readMailFile } from './folders.ts';

/** The Quarantine port over a Maildir: the mails of its folder for quarantined mail. */
const FOLDER = FOLDER_BY_DESTINATION.quarantined;

const idOf = ({ name }: { readonly name: string }): string =>
  `q${createHash('sha256').update(name).digest('hex').slice(0, 12)}`;

/** `readHeader`: sender and Subject from the header of a mail. */
export function createMaildirQuarantine(
  dir: string,
  readHeader: (head: Uint8Array) => Pick<HeldMail, 'from' | 'subject'>,
): Quarantine {
  const find = async (id: string) => (await listMails(dir, FOLDER)).find(mail => idOf(mail) === id);
  return {
    list: async limit => {
      const held: HeldMail[] = [];
      for (const mail of (await listMails(dir, FOLDER)).slice(0, limit)) {
        const file = await readMailFile(join(dir, mail.path), 0);
        const [id, state] = [idOf(mail), 'quarantined'] as const;
        if (file === 'gone') continue;
        // It can be dropped, and it can be read again when its rights are right.
        if (file === 'broken') held.push({ ...{ id, state, from: '', subject: '', size: 0, came: null } });
        else held.push({ ...{ id, state, size: file.size, came: file.changedAt }, ...readHeader(file.raw) });
      }
      return held;
    },
    read: async id => {
      const mail = await find(id);
      const file = mail === undefined ? 'gone' : await readMailFile(join(dir, mail.path), Infinity);
      return typeof file === 'object' ? file.raw : null;
    },
    retry: async id => {
      const mail = await find(id);
      if (mail !== undefined) await moveMail(dir, mail, '');
      return mail !== undefined;
    },
    drop: async id => {
      const mail = await find(id);
      if (mail !== undefined) await rm(join(dir, mail.path), { force: true });
      return mail !== undefined;
    },
  };
}

/** Only the header is read. */
const HEAD_BYTES = 0;

/** `listParties`: the addresses of senders and recipients in the header of a mail, in lower case. */
export function createMaildirArchive(dir: string, listParties: (head: Uint8Array) => readonly string[]): MailArchive {
  const isOf = async (path: string, addresses: readonly string[]): Promise<boolean> => {
    const file = await readMailFile(path, HEAD_BYTES);
    return typeof file === 'object' && listParties(file.raw).some(address => addresses.includes(address));
  };
  const isOlder = async (path: string, before: number): Promise<boolean> => {
    const found = await stat(path).catch(() => null);
    return found !== null && found.mtimeMs < before;
  };
  return {
    erase: async what => {
      // Mails that were written in part by a process that died.
      const parts = (await readdir(join(dir, 'tmp'))).map(name => join('tmp', name));
      const archived = await Promise.all(Object.values(FOLDER_BY_DESTINATION).map(folder => listMails(dir, folder)));
      for (const path of [...parts, ...archived.flat().map(mail => mail.path)].map(each => join(dir, each)))
        if ('before' in what ? await isOlder(path, what.before) : await isOf(path, what.of))
          await rm(path, { force: true });
    },
  };
}
