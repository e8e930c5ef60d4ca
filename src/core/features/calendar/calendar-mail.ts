// The mail with the private address of a player's calendar feed.
import type { Addressed } from '#core/decision/message.ts';
import { sayPhrase } from '#core/wording/compose-context.ts';
import type { MailsOf, MessageKind } from '#core/wording/message-kind.ts';
import { calendarPath } from '#core/wording/page-context.ts';

interface CalendarAddress extends Addressed {
  readonly token: string;
}

const calendar: MessageKind<CalendarAddress> = {
  write: (context, { token }) => ({
    subject: sayPhrase(context, { code: 'subject-calendar', parts: {} }),
    text: context.templates.render('calendar.txt', { address: context.webUrl + calendarPath(token) }),
  }),
};

export const messages = { calendar };

type Mails = MailsOf<typeof messages>;

declare module '#core/decision/message.ts' {
  interface MessageFields extends Mails {}
}
