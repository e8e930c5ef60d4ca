// The probe of an address, and the mail that tells others of a player whom no mail reaches.
import type { Addressed, Recipient } from '#core/decision/message.ts';
import type { MailsOf, MessageKind } from '#core/wording/message-kind.ts';
import { writeToken } from '#core/mail/token.ts';
import { limits } from '#core/kernel/limits.ts';
import type { MatchRef } from '#core/kernel/documents.ts';
import { sayPhrase } from '#core/wording/compose-context.ts';
import { gameTitle } from '#core/wording/board-names.ts';
import type { Absence } from '#core/players/deliverability.ts';
import { computeCalendar, dayAt } from '#core/kernel/calendar.ts';
import { formatDay } from '#core/kernel/formats.ts';

interface Probe extends Addressed {
  readonly to: Recipient & { readonly kind: 'address' };
  readonly userid: string;
  readonly address: string;
  /** The claim of a board that causes the probe, and the claiming player. null: a mail came back. */
  readonly claim: { readonly player: string; readonly match: MatchRef } | null;
}

const probe: MessageKind<Probe> = {
  charge: 'free',
  write: (context, { userid, address, claim }) => ({
    subject: sayPhrase(context, { code: 'subject-probe', parts: {} }),
    token: writeToken({ kind: 'digest', userid }, context.sign),
    idToken: writeToken({ kind: 'probe', userid, address, at: context.now }, context.sign),
    text: context.templates.render('probe.txt', {
      ...{ userid, address, days: limits.claimDays },
      claim: claim === null ? null : { player: claim.player, board: boardNamed(context, claim.match) },
    }),
  }),
};

const boardNamed = (
  context: Parameters<typeof sayPhrase>[0] & Parameters<typeof gameTitle>[0],
  match: MatchRef,
): string =>
  sayPhrase(context, { code: 'board-named', parts: { game: gameTitle(context, match.game), number: match.number } });

interface Returned extends Addressed {
  readonly userid: string;
  readonly absence: Absence;
  /** The addresses from which mail came back. */
  readonly addresses: readonly string[];
}

const returned: MessageKind<Returned> = {
  charge: 'free',
  write: (context, { userid, absence, addresses }) => {
    const { zone } = computeCalendar(context.state.account(userid)?.calendar ?? []);
    return {
      subject: sayPhrase(context, { code: 'subject-returned', parts: {} }),
      token: writeToken({ kind: 'digest', userid }, context.sign),
      text: context.templates.render('returned.txt', {
        since: sayPhrase(context, formatDay(dayAt(zone, absence.from))),
        addresses,
        userid,
        claimed: absence.claimed.map(({ game, number }) =>
          sayPhrase(context, { code: 'board-named', parts: { game: gameTitle(context, game), number } }),
        ),
      }),
    };
  },
};

export const messages = { probe, returned };

type Mails = MailsOf<typeof messages>;

declare module '#core/decision/message.ts' {
  interface MessageFields extends Mails {}
}
