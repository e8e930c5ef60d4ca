// Asks an owner whether a mail that nothing proved is theirs.
import { tell } from '../compose-context.ts';
import type { Addressed, MessageKind } from '../message-kind.ts';
import { tokenOf } from '#core/identity/token.ts';
import type { Instant } from '#core/state/documents.ts';
import { quoted } from '../text.ts';

interface ConfirmMail extends Addressed {
  readonly userid: string;
  readonly id: string;
  readonly lines: readonly string[];
  /** How many lines are not shown. */
  readonly more: number;
  /** How the words below them begin. */
  readonly words: string;
  readonly at: Instant;
}

export const confirmMail: MessageKind<ConfirmMail> = {
  charge: 'unasked',
  write: (context, { userid, id, lines, more, words }) => ({
    subject: tell(context, { code: 'subject-confirm-mail', parts: {} }),
    token: tokenOf({ kind: 'parked', id, userid }, context.sign),
    text: context.templates.render('confirm-mail.txt', { lines, more, words: words === '' ? '' : quoted(words) }),
  }),
};
