// The form of a mail to be sent in files, journals and backups.
import { z } from 'zod';
import { PRIORITIES } from '#core/writing/mail-plan.ts';
import { count, instant } from '#core/kernel/document-definition.ts';
import type { Instant } from '#core/kernel/time.ts';
import type { Outgoing } from '#service/ports.ts';
import type { StoreEntry } from './entry-stream.ts';

export const storedMail = z.object({
  id: z.string(),
  from: z.string(),
  to: z.array(z.string()).readonly(),
  messageId: z.string(),
  /** The bytes as Latin-1 characters: mail is nearly always ASCII, and stays readable. */
  raw: z.string(),
  tries: z.number().int().nonnegative(),
  due: instant,
  /** When it was committed. Older versions stored none. */
  written: instant.exactOptional(),
  /** Absent: `board`. */
  priority: z.enum(PRIORITIES).exactOptional(),
  receipt: z.object({ match: z.object({ game: z.string(), number: count }), sent: instant }).exactOptional(),
});

export type StoredMail = z.infer<typeof storedMail>;

/** A mail in its own file, with its place in the outbox. `failed`: why it was given up. */
export const filedMail = storedMail.extend({
  place: z.number().int().default(0),
  failed: z.string().exactOptional(),
});

export type FiledMail = z.infer<typeof filedMail>;

export const toStoredMail = (mail: Outgoing, due: Instant, written: Instant): StoredMail => ({
  ...mail,
  raw: Buffer.from(mail.raw).toString('latin1'),
  due,
  written,
});

export function toOutgoing(mail: StoredMail | FiledMail): Outgoing {
  const { due: _, written: __, place: ___, failed: ____, raw, ...rest } = { place: 0, failed: '', ...mail };
  return { ...rest, raw: Buffer.from(raw, 'latin1') };
}

type MailEntry = Extract<StoreEntry, { readonly kind: 'mail' | 'given-up mail' }>;

/** A mail as an entry of a dump. */
export const toMailEntry = (mail: FiledMail): MailEntry =>
  mail.failed === undefined
    ? { kind: 'mail', key: mail.id, mail: storedMail.parse({ ...mail, written: mail.written ?? mail.due }) }
    : { kind: 'given-up mail', key: mail.id, why: mail.failed, raw: mail.raw };

export const listMailsOf = (page: readonly StoreEntry[]): readonly FiledMail[] =>
  page.flatMap(entry => {
    if (entry.kind === 'mail') return { ...entry.mail, place: 0 };
    return entry.kind === 'given-up mail' ? parseGivenUp(entry.key, entry.why, entry.raw) : [];
  });

/** A mail that was given up, from its bytes. The fields of its header tell whose mail it was. */
export function parseGivenUp(id: string, failed: string, raw: string): FiledMail {
  const [header = ''] = raw.split('\r\n\r\n', 1);
  const fields = header.replace(/\r\n[ \t]+/g, ' ').split('\r\n');
  const findField = (name: string): string =>
    fields.find(line => line.toLowerCase().startsWith(`${name}:`))?.slice(name.length + 1) ?? '';
  const findAddresses = (name: string): readonly string[] =>
    findField(name)
      .toLowerCase()
      .split(/[\s,<>]+/)
      .filter(word => word.includes('@'));
  // A mail without a date never gets old enough to be deleted: this is the last day of all.
  const written = Date.parse(findField('date')) || 8.64e15;
  return {
    ...{ id, failed, raw, written, due: written, place: 0, tries: 0 },
    ...{ from: findAddresses('from')[0] ?? '', to: findAddresses('to'), messageId: findField('message-id').trim() },
  };
}
