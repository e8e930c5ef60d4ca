// Chooses the language of a mail.
import { FIRST_LANGUAGE, type Language } from '../kernel/languages.ts';
import type { ComposeContext } from './compose-context.ts';
import type { Message } from '../decision/message.ts';

/**
 * A player's mails have their own language, also if sent to an address and about the account. An invitation has the inviter's language.
 * Readers without an account get the language of the mail we answer.
 */
export function chooseLanguage(context: Pick<ComposeContext, 'state' | 'sender'>, message: Message): Language {
  const { state, sender } = context;
  const { to } = message;
  const languageOfAccount = (userid: string | null): Language | null =>
    userid === null ? null : (state.account(userid)?.settings.language ?? null);
  if (to.kind === 'account') return languageOfAccount(to.userid) ?? FIRST_LANGUAGE;
  const isAnswer = to.address === sender?.address;
  const answerLanguage = isAnswer ? (languageOfAccount(sender.userid) ?? sender.language) : null;
  return languageOfAccount(findConcernedAccount(context, message)) ?? answerLanguage ?? FIRST_LANGUAGE;
}

/** The account a mail to an address is about. null: none we know. */
function findConcernedAccount({ state }: Pick<ComposeContext, 'state'>, message: Message): string | null {
  if (message.kind === 'invitation') return state.match(message.match)?.challenger ?? null;
  return 'userid' in message ? message.userid : null;
}
