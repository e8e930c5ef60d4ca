// The mails to all players: an announcement, and a broadcast.
import { sayPhrase } from '#core/wording/compose-context.ts';
import { writeToken } from '#core/mail/token.ts';
import type { Addressed } from '#core/decision/message.ts';
import type { MailsOf, MessageKind } from '#core/wording/message-kind.ts';
import { quoteText } from '#core/wording/text.ts';

interface Announcement extends Addressed {
  readonly userid: string;
  readonly text: string;
}

const announcement: MessageKind<Announcement> = {
  charge: 'free',
  priority: 'mailing',
  write: (context, { userid, text }) => ({
    subject: sayPhrase(context, { code: 'subject-announcement', parts: {} }),
    token: writeToken({ kind: 'digest', userid }, context.sign),
    text: context.templates.render('announcement.txt', { userid, text: quoteText(text) }),
  }),
};

interface Broadcast extends Addressed {
  readonly userid: string;
  readonly from: string;
  readonly text: string;
}

const broadcast: MessageKind<Broadcast> = {
  charge: 'free',
  priority: 'mailing',
  write: (context, { userid, from, text }) => ({
    subject: sayPhrase(context, { code: 'subject-broadcast', parts: { from } }),
    token: writeToken({ kind: 'digest', userid }, context.sign),
    text: context.templates.render('broadcast.txt', { from, text: quoteText(text) }),
    unsubscribe: { list: { kind: 'broadcast' }, line: 'set broadcast=off' },
  }),
};

export const messages = { announcement, broadcast };

type Mails = MailsOf<typeof messages>;

declare module '#core/decision/message.ts' {
  interface MessageFields extends Mails {}
}
