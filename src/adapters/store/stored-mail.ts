// The zod schema of a mail to be sent, as files, journals and backups hold it.
import { z } from 'zod';
import { PRIORITIES } from '#core/writing/mail-plan.ts';
import { count, instant } from '#core/kernel/document-definition.ts';

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
