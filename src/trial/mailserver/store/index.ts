// The exports of the mail store.
export type { MailAccount, ResponseCode } from './account.ts';
export type { NewMessage } from './jobs.ts';
export { MailboxClosed, type StoredMailbox } from './mailbox.ts';
export { canonicaliseName, delimiter, listSuperiors } from './names.ts';
export type { IndexChange, StoredMessage } from './record.ts';
export { MailStore } from './store.ts';
