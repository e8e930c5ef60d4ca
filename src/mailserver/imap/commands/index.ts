// Every IMAP command there is.
import type { Verbs } from '../session.ts';
import { arrivalVerbs } from './append.ts';
import { loginVerbs } from './login.ts';
import { mailboxVerbs } from './mailboxes.ts';
import { messageVerbs } from './messages.ts';

export const verbs: Verbs = { ...loginVerbs, ...mailboxVerbs, ...messageVerbs, ...arrivalVerbs };
export { capabilities } from './login.ts';
