// The token of mails about an account.
import { writeToken } from '../mail/token.ts';
import type { ComposeContext } from './compose-context.ts';
import type { Recipient } from '../decision/message.ts';

/** A reply to a mail about an account can come from any reader of mail at its address. */
export function accountToken(context: ComposeContext, userid: string | null, to: Recipient): string | null {
  if (userid === null || to.kind !== 'address') return null;
  const isOwnAddress = context.state.account(userid)?.addresses.includes(to.address) ?? false;
  return isOwnAddress ? writeToken({ kind: 'account', userid, address: to.address }, context.sign) : null;
}
