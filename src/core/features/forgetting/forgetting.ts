// What is forgotten of a player, when, the names that ratings keep, and the mails about it.
import { zoneOf } from '#core/players/account.ts';
import * as z from 'zod';
import { erasePlayerOfMatch } from '#core/board/match-definition.ts';
import type { Match } from '#core/board/match-document.ts';
import { dayAt } from '#core/kernel/calendar.ts';
import { type DocumentDefinition, type Stored, instant, userid } from '#core/kernel/document-definition.ts';
import { limits } from '#core/kernel/limits.ts';
import type { Instant } from '#core/kernel/time.ts';
import type { Sign } from '#core/mail/token.ts';
import { pseudonymOf } from '#core/players/userid.ts';
import type { MessageKind } from '#core/writing/compose-context.ts';
import type { ConfirmationMail } from '#core/writing/kinds/accounts.ts';
import { must } from '#games/kit/assert.ts';

declare module '#core/kernel/documents.ts' {
  interface Documents {
    /** One for each player to be forgotten, by the hash of the userid. */
    readonly forgetting: Forgetting;
    /** Userids and mailboxes that cannot sign up, by their hash. */
    readonly forgotten: Stored<typeof forgottenSchema>;
  }
}

/** The steps in their order. In `mail` the service erases the player's mails: in the outbox, in `failed/`, and in the mailbox. */
const STEPS = ['leave', 'rename', 'boards', 'tournaments', 'accounts', 'rest', 'mail'] as const;

const forgettingSchema = z.object({
  userid,
  pseudonym: userid,
  addresses: z.array(z.string()),
  /** The addresses of a sign-up that was never confirmed, and that belong to no account. Only their mails are erased. */
  asked: z.array(z.string()).exactOptional(),
  /** The userid before the player chose the present one. Absent: there is none. */
  former: userid.exactOptional(),
  step: z.enum(STEPS),
  /** The position up to which this step is done. '': the step begins. */
  after: z.string(),
  wake: instant,
});

export type Forgetting = Stored<typeof forgettingSchema>;

/** A userid that is never given again, or a mailbox that cannot sign up for some days. `until` null: permanently. */
const forgottenSchema = z.object({ at: instant, until: instant.nullable() });

/** The next step, from its beginning. null: all is done. */
export function nextStep(forgetting: Forgetting): Forgetting | null {
  const step = STEPS[STEPS.indexOf(forgetting.step) + 1];
  return step === undefined ? null : { ...forgetting, step, after: '' };
}

export const FORGETTING: DocumentDefinition<'forgetting'> = {
  schema: forgettingSchema,
  folder: 'forgetting',
  ifDamaged:
    'Put a copy from a backup in its place, or run `nexpost forget` again: forgetting somebody has stopped halfway',
  alarm: ({ wake }) => wake,
  prefetch: ({ userid: gone }) => [`account/${gone}`],
};

export const FORGOTTEN: DocumentDefinition<'forgotten'> = {
  schema: forgottenSchema,
  folder: 'forgotten',
  ifDamaged: 'Put a copy from a backup in its place: it keeps a userid from being given again',
  alarm: ({ until }) => until,
};

/** The first state of a forgetting. `cause` makes the pseudonym one that others cannot guess. */
export const forgettingOf = (userid: string, cause: string, now: Instant, sign: Sign): Forgetting => ({
  ...{ userid, pseudonym: pseudonymOf(userid, cause, sign), addresses: [] },
  ...{ step: 'leave', after: '', wake: now },
});

/** The board with the names under which ratings are stored. Ratings are renamed before boards, so the names can differ in between. */
export function renameForRatings(match: Match, forgettings: readonly Forgetting[]): Match {
  const moved = forgettings.filter(({ step }) => STEPS.indexOf(step) > STEPS.indexOf('rename'));
  const players = match.players.map(player => moved.reduce(erasePlayerOfMatch, player));
  return moved.length === 0 ? match : { ...match, players };
}

/** The mails about what is stored of a player, and about forgetting it. */
interface Privacy {
  readonly userid: string;
  /** The counts by name. templates/letters/privacy.txt shows each. */
  readonly counts: Readonly<Record<string, number>>;
  /** The player's addresses that want no invitations. */
  readonly optedOut: readonly string[];
}

const privacy: MessageKind<Privacy> = {
  write: (context, { userid, counts, optedOut }) => {
    const account = must(context.state.account(userid), 'whoever asks has an account');
    const { addresses, wanted, restorable, passwordFrom, passwordHash, opened } = account;
    const { bounced, former } = account;
    return {
      subject: { code: 'subject-privacy', parts: { userid } },
      text: context.templates.render('privacy.txt', {
        ...{ userid, counts, addresses, wanted: wanted ?? [], passwordFrom, optedOut },
        ...{ before: restorable?.addresses ?? [], bounced: Object.keys(bounced ?? {}) },
        former: former?.userid ?? null,
        hasPassword: passwordHash !== null,
        hasFeed: account.feed?.isOn === true,
        opened: dayAt(zoneOf(account), opened),
        ...{ parked: limits.parkedDays, mailbox: limits.mailboxDays, seen: limits.seenDays },
      }),
    };
  },
};

const confirmForget: MessageKind<ConfirmationMail> = {
  charge: 'free',
  write: (context, { userid, id, to }) => ({
    subject: { code: 'subject-confirm-forget', parts: { userid } },
    token: { kind: 'alert', id, address: to.address },
    text: context.templates.render('confirm-forget.txt', { userid, days: limits.undoDays }),
  }),
};

export const messages = { 'confirm-forget': confirmForget, privacy };
