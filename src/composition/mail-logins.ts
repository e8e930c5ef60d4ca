// Joins the settings of the mail servers with what they log in with: passwords, or access tokens.
import { systemClock } from '#adapters/clock.ts';
import type { ImapSettings } from '#adapters/imap/connection.ts';
import { createAccessTokens } from '#adapters/oauth/access-tokens.ts';
import { resolveProvider } from '#adapters/oauth/provider.ts';
import { createCommand, createRefresh } from '#adapters/oauth/renewals.ts';
import { type ServiceSettings, hasOauth } from '#adapters/settings.ts';
import type { SmtpSettings } from '#adapters/smtp/sender.ts';
import type { AccessTokens, Log } from '#service/ports.ts';

export interface MailLogins {
  /** null: mails are delivered to a folder. */
  readonly imap: ImapSettings | null;
  readonly smtp: SmtpSettings;
  /** null: both servers take passwords. */
  readonly tokens: AccessTokens | null;
}

/** Both servers share the tokens. A server with a password uses that. */
export function createMailLogins(settings: ServiceSettings, log: Log): MailLogins {
  const { imap = null, smtp, oauth } = settings;
  if (!hasOauth(settings)) return { imap, smtp, tokens: null };
  const renew =
    oauth.command === '' ? createRefresh(resolveProvider(oauth), oauth.tokenFile, log) : createCommand(oauth.command);
  const tokens = createAccessTokens(renew, systemClock.now, log);
  return {
    imap: imap?.password === '' ? { ...imap, tokens } : imap,
    smtp: smtp.password === '' ? { ...smtp, tokens } : smtp,
    tokens,
  };
}
