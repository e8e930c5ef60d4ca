// Asks an owner whether a mail that nothing proved is theirs.
import { tell } from '../compose-context.ts';
import type { Addressed, MessageKind } from '../message-kind.ts';
import { tokenOf } from '#core/identity/token.ts';
import { quoted } from '../text.ts';

/** A mail that waits for its owner's word. */
export interface AskedMail {
  readonly userid: string;
  readonly id: string;
  readonly lines: readonly string[];
  /** How many lines are not shown. */
  readonly more: number;
  /** How the words below them begin. */
  readonly words: string;
}

/** What a template shows of it. */
export const askedLines = ({ lines, more, words }: Pick<AskedMail, 'lines' | 'more' | 'words'>): object => ({
  ...{ lines, more },
  words: words === '' ? '' : quoted(words),
});

export const confirmMail: MessageKind<Addressed & AskedMail> = {
  charge: 'unasked',
  write: (context, { userid, id, ...asked }) => ({
    subject: tell(context, { code: 'subject-confirm-mail', parts: {} }),
    token: tokenOf({ kind: 'parked', id, userid }, context.sign),
    text: context.templates.render('confirm-mail.txt', askedLines(asked)),
  }),
};
