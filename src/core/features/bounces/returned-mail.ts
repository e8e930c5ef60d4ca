// Tells a player, once mail reaches them again, what happened while their mail bounced.
import type { Addressed } from '#core/decision/message.ts';
import type { MessageKind } from '#core/wording/message-kind.ts';
import type { Absence } from '#core/players/deliverability.ts';
import { computeCalendar, dayAt } from '#core/kernel/calendar.ts';
import { formatDay } from '#core/kernel/formats.ts';
import { writeToken } from '#core/mail/token.ts';
import { tell } from '#core/wording/compose-context.ts';
import { gameTitle } from '#core/wording/board-names.ts';

interface Returned extends Addressed {
  readonly userid: string;
  readonly absence: Absence;
  /** The addresses from which mail came back. */
  readonly addresses: readonly string[];
}

declare module '#core/decision/message.ts' {
  interface MessageFields {
    readonly returned: Returned;
  }
}

export const returned: MessageKind<Returned> = {
  charge: 'free',
  write: (context, { userid, absence, addresses }) => {
    const { zone } = computeCalendar(context.state.account(userid)?.calendar ?? []);
    return {
      subject: tell(context, { code: 'subject-returned', parts: {} }),
      token: writeToken({ kind: 'digest', userid }, context.sign),
      text: context.templates.render('returned.txt', {
        since: tell(context, formatDay(dayAt(zone, absence.from))),
        addresses,
        userid,
        claimed: absence.claimed.map(({ game, number }) =>
          tell(context, { code: 'board-named', parts: { game: gameTitle(context, game), number } }),
        ),
      }),
    };
  },
};
