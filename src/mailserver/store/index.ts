// The door to the mail store.
export type { Account, Refusal } from './account.ts';
export type { Incoming } from './jobs.ts';
export { MailboxClosed, type Mailbox } from './mailbox.ts';
export { canonicalName, delimiter } from './names.ts';
export type { Change, Message } from './record.ts';
export { MailStore } from './store.ts';
