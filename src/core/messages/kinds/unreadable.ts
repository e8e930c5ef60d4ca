// A mail was not read at all, and why.
import type { Addressed, MessageKind } from '../message-kind.ts';
import type { UnreadReason } from '../message.ts';

interface Unreadable extends Addressed {
  readonly reason: UnreadReason;
  /** Bytes. */
  readonly limit: number;
}

export const unreadable: MessageKind<Unreadable> = {
  write: (context, { reason, limit }) => ({
    subject: 'Your mail to nexpost could not be read',
    text: context.templates.render('unreadable.txt', { reason, limit: Math.floor(limit / 1000) }),
  }),
};
