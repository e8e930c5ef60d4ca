// The mails about what is stored of a player, and about forgetting it.
import { type MailsOf, type MessageKind, sayPhrase } from '#core/writing/compose-context.ts';
import { must } from '#games/kit/assert.ts';
import { computeCalendar, dayAt } from '#core/kernel/calendar.ts';
import { limits } from '#core/kernel/limits.ts';
import type { Addressed, Recipient } from '#core/players/message.ts';
import { writeToken } from '#core/mail/token.ts';

interface Privacy extends Addressed {
  readonly userid: string;
  /** The counts by name. templates/letters/privacy.txt shows each. */
  readonly counts: Readonly<Record<string, number>>;
  /** The player's addresses that want no invitations. */
  readonly optedOut: readonly string[];
}

const privacy: MessageKind<Privacy> = {
  write: (context, { userid, counts, optedOut }) => {
    const account = must(context.state.account(userid), 'whoever asks has an account');
    const { addresses, wanted, restorable, passwordFrom, passwordHash, opened, calendar = [] } = account;
    const { bounced, former } = account;
    return {
      subject: sayPhrase(context, { code: 'subject-privacy', parts: { userid } }),
      text: context.templates.render('privacy.txt', {
        ...{ userid, counts, addresses, wanted: wanted ?? [], passwordFrom, optedOut },
        ...{ before: restorable?.addresses ?? [], bounced: Object.keys(bounced ?? {}) },
        former: former?.userid ?? null,
        hasPassword: passwordHash !== null,
        hasFeed: account.feed?.isOn === true,
        opened: dayAt(computeCalendar(calendar).zone, opened),
        ...{ parked: limits.parkedDays, mailbox: limits.mailboxDays, seen: limits.seenDays },
      }),
    };
  },
};

interface ConfirmForget extends Addressed {
  readonly to: Recipient & { readonly kind: 'address' };
  readonly userid: string;
  readonly id: string;
}

const confirmForget: MessageKind<ConfirmForget> = {
  charge: 'free',
  write: (context, { userid, id, to }) => ({
    subject: sayPhrase(context, { code: 'subject-confirm-forget', parts: { userid } }),
    token: writeToken({ kind: 'alert', id, address: to.address }, context.sign),
    text: context.templates.render('confirm-forget.txt', { userid, days: limits.undoDays }),
  }),
};

export const messages = { 'confirm-forget': confirmForget, privacy };

type Mails = MailsOf<typeof messages>;

declare module '#core/players/message.ts' {
  interface MessageFields extends Mails {}
}
