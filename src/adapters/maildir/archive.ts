// The MailArchive port over a Maildir: erases processed mails in the folders they were moved to.
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { MailArchive } from '#service/ports.ts';
import { FOLDER_BY_DESTINATION, listMails, readMailFile } from './folders.ts';

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
