// Tells a player, once mail reaches them again, what happened while their mail bounced.
import type { Addressed } from '../message.ts';
import type { MessageKind } from '../message-kind.ts';
import type { Absence } from '#core/accounts/deliverability.ts';
import { computeCalendar, dayAt } from '#core/clocks/calendar.ts';
import { formatDay } from '#core/formats.ts';
import { writeToken } from '#core/identity/token.ts';
import { tell } from '../compose-context.ts';
import { gameTitle } from '../board-mail.ts';

interface Returned extends Addressed {
  readonly userid: string;
  readonly absence: Absence;
  /** The addresses from which mail came back. */
  readonly addresses: readonly string[];
}

declare module '../message.ts' {
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
