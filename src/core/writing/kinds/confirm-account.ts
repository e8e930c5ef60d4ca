// Asks an owner whether they sent a mail about their account: only a token proved it.
import { type AskedMail, asking } from './confirm-mail.ts';

declare module '#core/decision/message.ts' {
  interface MessageFields {
    readonly 'confirm-account': AskedMail;
  }
}

export const confirmAccount = asking('free', ({ render }, asked) => render('confirm-account.txt', asked));
