// Decides whether there is an inbox, and holds the addresses and secrets it needs.
import { randomBytes } from 'node:crypto';
import type { WebSettings } from '#adapters/web/messages.ts';

/** The embedded mail servers that the inbox uses. */
export interface InboxServers {
  readonly smtp: number;
  readonly imap: number;
  /** The service's own address. Its mailbox is the service's work list and is not shown. */
  readonly service: string;
  /** The end of the inbox's address. The program prints it, and any visitor with it may see the mailboxes. */
  readonly key: string;
  /** A page needs it to send mail. It changes at each start of the server. */
  readonly secret: string;
}

const isLoopback = (host: string): boolean => ['127.0.0.1', '::1', 'localhost'].includes(host);

/** null: there is no inbox, because the mail servers are real ones, or other machines can reach the pages. */
export function findInboxServers({ connect, host, address }: WebSettings): InboxServers | null {
  if (connect === null || !isLoopback(host)) return null;
  return { ...connect, service: address, secret: randomBytes(32).toString('base64url') };
}
