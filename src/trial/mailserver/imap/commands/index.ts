// The list of IMAP commands.
import type { ImapCommands } from '../session.ts';
import { arrivalCommands } from './append.ts';
import { loginCommands } from './login.ts';
import { mailboxCommands } from './mailboxes.ts';
import { messageCommands } from './messages.ts';

export const commands: ImapCommands = { ...loginCommands, ...mailboxCommands, ...messageCommands, ...arrivalCommands };
export { capabilities } from './login.ts';
