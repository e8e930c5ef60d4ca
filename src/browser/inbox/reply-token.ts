// Reads the token in the Reply-To address of a mail: it says what the mail is about.
import { detailOf, parseToken, type UnverifiedToken } from '#core/mail/token.ts';
import { facts } from './page-parts.ts';

/** null: an answer goes to another address, or the address has no token. */
export function readToken(replyTo: string): { readonly token: string; readonly claims: UnverifiedToken } | null {
  const [local = '', domain = ''] = facts.service.split('@');
  const token = detailOf({ local, domain }, replyTo);
  const claims = token === null ? null : parseToken(token);
  return token === null || claims === null ? null : { token, claims };
}

/** The player who gets these mails. null: none of them names one. */
export function findOwner(mails: readonly { readonly replyTo: string }[]): string | null {
  for (const { replyTo } of mails) {
    const claims = readToken(replyTo)?.claims;
    if (claims?.kind === 'account' || claims?.kind === 'digest') return claims.userid;
  }
  return null;
}
