// Tells why a mail was not read at all.
import { tell } from '../compose-context.ts';
import type { Addressed, MessageKind } from '../message-kind.ts';
import type { UnreadReason } from '../message.ts';

interface Unreadable extends Addressed {
  readonly reason: UnreadReason;
  /** Bytes. */
  readonly limit: number;
}

export const unreadable: MessageKind<Unreadable> = {
  write: (context, { reason, limit }) => ({
    subject: tell(context, { code: 'subject-unreadable', parts: {} }),
    text: context.templates.render('unreadable.txt', { reason, limit: Math.floor(limit / 1000) }),
  }),
};
