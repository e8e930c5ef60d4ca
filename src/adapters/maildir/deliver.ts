// Puts mails on the work list of a Maildir, as far as there is room.
import type { DeliverMail } from '#service/ports.ts';
import { listMails, writeMail } from './folders.ts';

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
