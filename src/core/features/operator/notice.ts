// A mail to a player about an act of the operator.
import type { Phrase } from '#games/kit/refusal.ts';
import type { Notification } from '#core/decision/decision.ts';
import type { Message } from '#core/decision/message.ts';

/** `news`: the paragraphs of the mail. */
export const buildNotice = (userid: string, ...news: readonly Phrase[]): Notification => {
  const message: Message = { kind: 'notice', to: { kind: 'account', userid }, userid, news };
  return { kind: 'message', message };
};
