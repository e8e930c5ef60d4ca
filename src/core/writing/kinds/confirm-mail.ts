// Asks an owner whether they sent a mail without any proof.
import { sayPhrase } from '#core/wording/compose-context.ts';
import type { Addressed } from '#core/decision/message.ts';
import type { MessageKind } from '#core/wording/message-kind.ts';
import { writeToken } from '#core/mail/token.ts';
import type { Templates } from '#core/wording/mail-plan.ts';
import { quoteText } from '#core/wording/text.ts';

/** A parked mail that waits for the answer of the account's owner. */
export interface AskedMail extends Addressed {
  readonly userid: string;
  readonly id: string;
  readonly lines: readonly string[];
  /** The beginning of the text below the command lines. */
  readonly words: string;
}

declare module '#core/decision/message.ts' {
  interface MessageFields {
    readonly 'confirm-mail': AskedMail;
  }
}

/** `text`: renders the template of the question. */
export const createOwnerQuestion = (
  charge: 'free' | 'unasked',
  text: (templates: Pick<Templates, 'render'>, asked: object) => string,
): MessageKind<AskedMail> => ({
  charge,
  write: (context, { userid, id, lines, words }) => ({
    subject: sayPhrase(context, { code: 'subject-confirm-mail', parts: {} }),
    token: writeToken({ kind: 'parked', id, userid }, context.sign),
    text: text(context.templates, { lines, words: words === '' ? '' : quoteText(words) }),
  }),
});

export const confirmMail = createOwnerQuestion('unasked', ({ render }, asked) => render('confirm-mail.txt', asked));
