// Tells why a mail was not read at all.
import { sayPhrase } from '#core/wording/compose-context.ts';
import type { Addressed, UnreadReason } from '#core/decision/message.ts';
import type { MessageKind } from '#core/wording/message-kind.ts';

interface Unreadable extends Addressed {
  readonly reason: UnreadReason;
  /** Bytes. */
  readonly limit: number;
}

declare module '#core/decision/message.ts' {
  interface MessageFields {
    readonly unreadable: Unreadable;
  }
}

export const unreadable: MessageKind<Unreadable> = {
  write: (context, { reason, limit }) => ({
    subject: sayPhrase(context, { code: 'subject-unreadable', parts: {} }),
    text: context.templates.render('unreadable.txt', { reason, limit: Math.floor(limit / 1000) }),
  }),
};
