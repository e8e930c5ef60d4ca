// Chooses the form of a mail: with a picture, plain text, or a chat message.
import type { PlayerSettings } from '../players/settings.ts';
import type { ComposeContext } from './compose-context.ts';
import type { Recipient } from '../decision/message.ts';

export type Form = PlayerSettings['mail'];

/** An answer to a chat program is a chat message. A player's other mails have the form of the last mail from them, or the one they have set. */
export function chooseForm({ state, sender }: Pick<ComposeContext, 'state' | 'sender'>, to: Recipient): Form {
  const isAnswer = to.kind === 'address' && to.address === sender?.address;
  if (isAnswer && sender.isChat) return 'chat';
  // Of an unproved address we know no more than that we answer it.
  const userid = to.kind === 'account' ? to.userid : isAnswer ? sender.userid : null;
  const account = userid === null ? null : state.account(userid);
  if (account === null) return 'html';
  return account.inChat === true ? 'chat' : account.settings.mail;
}
