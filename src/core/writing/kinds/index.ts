// The kinds of mail that belong to no feature.
import { alert, confirmAccount, confirmAddress, confirmMail, confirmPassword, welcome } from './accounts.ts';
import { asked, invitation, invited, removed } from './beginnings.ts';
import { games, history } from './lists.ts';
import { report, unreadable } from './report.ts';
import { chat, message } from './words.ts';
import type { MailsOf } from '#core/writing/compose-context.ts';

export const KINDS = {
  alert,
  asked,
  chat,
  'confirm-account': confirmAccount,
  'confirm-address': confirmAddress,
  'confirm-mail': confirmMail,
  'confirm-password': confirmPassword,
  games,
  history,
  invitation,
  invited,
  message,
  removed,
  report,
  unreadable,
  welcome,
};

type Mails = MailsOf<typeof KINDS>;

declare module '#core/players/message.ts' {
  interface MessageFields extends Mails {}
}
