// Asks an owner whether a mail is theirs that concerns their account: a token alone proved it.
import { tell } from '../compose-context.ts';
import type { Addressed, MessageKind } from '../message-kind.ts';
import { tokenOf } from '#core/identity/token.ts';
import { type AskedMail, askedLines } from './confirm-mail.ts';

export const confirmAccount: MessageKind<Addressed & AskedMail> = {
  charge: 'free',
  write: (context, { userid, id, ...asked }) => ({
    subject: tell(context, { code: 'subject-confirm-mail', parts: {} }),
    token: tokenOf({ kind: 'parked', id, userid }, context.sign),
    text: context.templates.render('confirm-account.txt', askedLines(asked)),
  }),
};
