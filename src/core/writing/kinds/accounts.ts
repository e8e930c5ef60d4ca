// The mails about an account: the welcome, questions to its owner, and news of changes.
import type { Addressed, Recipient } from '#core/players/message.ts';
import { limits } from '#core/kernel/limits.ts';
import { writeToken } from '#core/mail/token.ts';
import { type MessageKind, accountToken, listOtherLanguages, sayPhrase } from '#core/writing/compose-context.ts';
import type { Templates } from '#core/writing/mail-plan.ts';
import { quoteText, wrap, wrapParagraph } from '#core/writing/text.ts';
import { namesOf } from '#games/game.ts';
import type { Phrase } from '#games/kit/refusal.ts';

interface Welcome extends Addressed {
  readonly userid: string;
  /** `dropped`: the sign-up was not proved, so its password was not set. */
  readonly password: 'set' | 'none' | 'dropped';
}

/** The first mail to a new account: tells how to begin. */
export const welcome: MessageKind<Welcome> = {
  write: (context, { userid, password, to }) => ({
    subject: sayPhrase(context, { code: 'subject-welcome', parts: { userid } }),
    token: accountToken(context, userid, to),
    text: context.templates.render('welcome.txt', {
      otherLanguages: listOtherLanguages(context, 'language-welcome'),
      userid,
      password,
      hasRobots: context.state.robots.length > 0,
      games: wrap(context.state.games.flatMap(namesOf).join(', '), 68),
      address: `${context.own.local}@${context.own.domain}`,
    }),
  }),
};

interface ConfirmAddress extends Addressed {
  readonly userid: string;
  readonly address: string;
  readonly fresh: boolean;
}

/** Asks an address whether it belongs to an account. */
export const confirmAddress: MessageKind<ConfirmAddress> = {
  charge: 'unasked',
  write: (context, { userid, address, fresh }) => ({
    subject: sayPhrase(context, { code: 'subject-confirm-address', parts: { userid } }),
    token: writeToken({ kind: 'address', userid, address }, context.sign),
    text: context.templates.render('confirm-address.txt', { userid, address, fresh }),
  }),
};

/** A parked mail that waits for the answer of the account's owner. */
interface AskedMail extends Addressed {
  readonly userid: string;
  readonly id: string;
  readonly lines: readonly string[];
  /** The beginning of the text below the command lines. */
  readonly words: string;
}

/** `text`: renders the template of the question. */
const createOwnerQuestion = (
  charge: 'free' | 'unasked',
  text: (templates: Pick<Templates, 'render'>, asked: object) => string,
): MessageKind<AskedMail> => ({
  charge,
  write: (context, { userid, id, lines, words }) => ({
    subject: sayPhrase(context, { code: 'subject-confirm-mail', parts: {} }),
    token: writeToken({ kind: 'parked', id, userid }, context.sign),
    text: text(context.templates, { lines, words: words === '' ? '' : quoteText(words) }),
  }),
});

/** Asks an owner whether they sent a mail without any proof. */
export const confirmMail = createOwnerQuestion('unasked', ({ render }, asked) => render('confirm-mail.txt', asked));

/** Asks an owner whether they sent a mail about their account: only a token proved it. */
export const confirmAccount = createOwnerQuestion('free', ({ render }, asked) => render('confirm-account.txt', asked));

interface ConfirmPassword extends Addressed {
  readonly to: Recipient & { readonly kind: 'address' };
  readonly userid: string;
  readonly id: string;
}

/** Asks an address of an account whether its owner set a new password. The mail that set it was proved by a token alone. */
export const confirmPassword: MessageKind<ConfirmPassword> = {
  charge: 'free',
  write: (context, { userid, id, to }) => ({
    subject: sayPhrase(context, { code: 'subject-confirm-password', parts: { userid } }),
    token: writeToken({ kind: 'alert', id, address: to.address }, context.sign),
    text: context.templates.render('confirm-password.txt', { userid, days: limits.undoDays }),
  }),
};

interface AlertMail extends Addressed {
  readonly to: Recipient & { readonly kind: 'address' };
  readonly userid: string;
  readonly id: string;
  readonly alert: 'change' | 'lock';
  readonly news: readonly Phrase[];
}

/** Tells the owner of an account about a change or a lock, also if they caused it. */
export const alert: MessageKind<AlertMail> = {
  charge: 'free',
  write: (context, { userid, id, to, news, alert: kind }) => ({
    subject: sayPhrase(context, { code: 'subject-account', parts: { userid } }),
    token: writeToken({ kind: 'alert', id, address: to.address }, context.sign),
    text: context.templates.render('alert.txt', {
      news: news.map(phrase => wrapParagraph(sayPhrase(context, phrase))),
      alert: kind,
      userid,
      days: limits.undoDays,
    }),
  }),
};
