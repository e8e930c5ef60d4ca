// Announcements by the operator: the same text goes out only once, unless it is sent as a repeat.
import type { Sign } from '#core/mail/token.ts';
import { limits } from '#core/kernel/limits.ts';
import type { Instant } from '#core/kernel/time.ts';
import { type Mailing, mailing } from './mailing.ts';

/** Is this text valid: not empty, not too long, without control characters? */
export const mayAnnounce = (text: string): boolean =>
  text.trim() !== '' && text.length <= limits.announcementLength && !/[\0-\x08\x0b\x0c\x0e-\x1f\x7f\ufffd]/.test(text);

export const announcementId = (text: string, sign: Sign): string => sign(`announcement|${text}`);

/** The mailing to store. `before`: the mailing with the same text. null: the same text is being sent, or was sent just now. */
export function announcementAfter(
  before: Mailing | null,
  { text, isAgain, now }: { readonly text: string; readonly isAgain: boolean; readonly now: Instant },
  sign: Sign,
): { readonly id: string; readonly mailing: Mailing } | null {
  const next = mailing(null, text, now);
  // If no service is running, the old mailing is not deleted in time.
  if (before === null || (before.isDone && before.wake <= now))
    return { id: announcementId(text, sign), mailing: next };
  return isAgain ? { id: sign(`announcement|${text}|${now}`), mailing: next } : null;
}
