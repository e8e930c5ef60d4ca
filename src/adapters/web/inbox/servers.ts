// Where there is an inbox, and what it is an inbox of.
import { randomBytes } from 'node:crypto';
import type { WebSettings } from '../messages.ts';

/** The embedded mail servers, as the inbox reaches them. */
export interface InboxServers {
  readonly smtp: number;
  readonly imap: number;
  /** The service's own address: its mailbox is the service's work list, and nobody else's. */
  readonly service: string;
  /** The address of the inbox ends in it. The program prints it, so a visitor who has it may see the mailboxes. */
  readonly key: string;
  /** What a page must know to send anything; another one each time the server starts. */
  readonly secret: string;
}

const isLoopback = (host: string): boolean => ['127.0.0.1', '::1', 'localhost'].includes(host);

/** null: the mail servers are real ones, or the pages are there for others than this machine; then there is none. */
export function inboxServers({ connect, host, address }: WebSettings): InboxServers | null {
  if (connect === null || !isLoopback(host)) return null;
  return { ...connect, service: address, secret: randomBytes(32).toString('base64url') };
}
