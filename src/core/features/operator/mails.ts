// The mails of the operator, and to the operator.
import type { Phrase } from '#games/kit/refusal.ts';
import { writeToken } from '#core/mail/token.ts';
import { type MailsOf, type MessageKind, accountToken, sayPhrase } from '#core/writing/compose-context.ts';
import type { Addressed, Recipient } from '#core/players/message.ts';
import { wrapParagraph } from '#core/writing/text.ts';

interface Notice extends Addressed {
  readonly to: Recipient;
  readonly userid: string;
  /** The paragraphs of the mail. */
  readonly news: readonly Phrase[];
}

const notice: MessageKind<Notice> = {
  write: (context, { to, userid, news }) => ({
    subject: sayPhrase(context, { code: 'subject-account', parts: { userid } }),
    token:
      to.kind === 'address' ? accountToken(context, userid, to) : writeToken({ kind: 'digest', userid }, context.sign),
    text: context.templates.render('notice.txt', {
      news: news.map(phrase => wrapParagraph(sayPhrase(context, phrase))),
    }),
  }),
};

interface ServerErrors extends Addressed {
  /** `service-ill store`, `mail-failed`: the mail of the day about this kind of lines. */
  readonly about: string;
  readonly lines: readonly string[];
  readonly unlisted: number;
}

const operator: MessageKind<ServerErrors> = {
  charge: 'free',
  write: (context, { about, lines, unlisted }) => ({
    subject: `nexpost: ${about} on your server`,
    kindLetter: 'o',
    text: context.templates.render('operator.txt', { lines, unlisted }),
  }),
};

export const messages = { notice, operator };

type Mails = MailsOf<typeof messages>;

declare module '#core/players/message.ts' {
  interface MessageFields extends Mails {}
}
