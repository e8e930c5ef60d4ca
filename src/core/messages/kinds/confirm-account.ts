// Asks an owner whether they sent a mail about their account: only a token proved it.
import { asking } from './confirm-mail.ts';

export const confirmAccount = asking('free', ({ render }, asked) => render('confirm-account.txt', asked));
