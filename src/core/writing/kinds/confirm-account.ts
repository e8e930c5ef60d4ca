// Asks an owner whether they sent a mail about their account: only a token proved it.
import { type AskedMail, createOwnerQuestion } from './confirm-mail.ts';

declare module '#core/decision/message.ts' {
  interface MessageFields {
    readonly 'confirm-account': AskedMail;
  }
}

export const confirmAccount = createOwnerQuestion('free', ({ render }, asked) => render('confirm-account.txt', asked));
