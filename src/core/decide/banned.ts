// Answers a mail from a banned account with one sentence, and does nothing else.
import { findBan, banPhrase } from '../players/account.ts';
import type { Message } from '../decision/message.ts';
import type { MailState, MailOutcome } from './mail-state.ts';

/** Answers a mail from a banned account. null: the account is not banned. */
export function answerBanned({ request, state, identity }: MailState): MailOutcome | null {
  const { sender, ownerToAsk } = identity;
  const account = state.account(sender.userid ?? ownerToAsk ?? '');
  const ban = findBan(account, request.now);
  if (account === null || ban === null) return null;
  const to = { kind: 'address', address: sender.address } as const;
  const news = banPhrase(account, ban, { permanent: 'banned-answer', until: 'banned-answer-until' });
  const message: Message = { kind: 'notice', to, userid: account.userid, news: [news] };
  return { events: [], messages: [message], state, identity, proof: sender.proof, hasCommand: false };
}
