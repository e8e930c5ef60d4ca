// Asks an owner whether a mail is theirs that concerns their account: a token alone proved it.
import { asking } from './confirm-mail.ts';

export const confirmAccount = asking('free', ({ render }, asked) => render('confirm-account.txt', asked));
