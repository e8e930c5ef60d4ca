// The tournaments that are open, running, or finished most recently.
import { computeCalendar } from '#core/kernel/calendar.ts';
import type { Refused } from '#core/kernel/refusal.ts';
import type { Tournament } from '#core/features/tournaments/tournament.ts';
import { type ComposeContext, tell } from '#core/wording/compose-context.ts';
import { accountToken } from '#core/wording/account-token.ts';
import { gameTitle } from '#core/wording/board-names.ts';
import type { Addressed } from '#core/decision/message.ts';
import type { MessageKind } from '#core/wording/message-kind.ts';
import { wrapParagraph } from '#core/wording/text.ts';
import { standOf, termsOf, titleOf, winnersOf } from './tournament-told.ts';

interface TournamentList extends Addressed {
  /** null: of all games. */
  readonly game: string | null;
  readonly tournaments: readonly Tournament[];
  readonly userid: string | null;
  /** Why the reader may not open one; null: they may. */
  readonly whyNot: Refused | null;
}

declare module '#core/decision/message.ts' {
  interface MessageFields {
    readonly tournaments: TournamentList;
  }
}

export const tournaments: MessageKind<TournamentList> = {
  write: (context, { to, game, tournaments: all, userid, whyNot }) => {
    const rows = (state: Tournament['state']): readonly string[] =>
      all.filter(each => each.state === state).map(each => wrapParagraph(rowOf(context, each, userid)));
    const [open = null] = all.filter(each => each.state === 'open');
    const title = game === null ? '' : gameTitle(context, game);
    return {
      subject: tell(context, { code: 'subject-tournaments', parts: {} }),
      token: accountToken(context, userid, to),
      text: context.templates.render('tournaments.txt', {
        ...{ open: rows('open'), running: rows('running'), over: rows('over') },
        ...{ first: all.find(each => canEnter(each, userid))?.number ?? null, shown: (open ?? all[0])?.number ?? null },
        ...{ canOpen: whyNot === null, later: laterOf(context, whyNot) },
        ...{ title, name: game ?? context.state.games[0]?.name },
      }),
    };
  },
};

const canEnter = ({ state, entrants }: Tournament, userid: string | null): boolean =>
  state === 'open' && entrants.every(entrant => entrant.userid !== userid);

/** When the reader may open one; '' where nothing is missing but time. */
const laterOf = (context: ComposeContext, whyNot: Refused | null): string =>
  whyNot?.code === 'tournament-games'
    ? wrapParagraph(tell(context, { code: 'tournaments-later', parts: whyNot.parts }))
    : '';

/** `3 (Spring-Cup): Nex, size 11x11, Swiss … It begins at …` */
function rowOf(context: ComposeContext, tournament: Tournament, userid: string | null): string {
  const account = userid === null ? null : context.state.account(userid);
  const stand =
    winnersOf(context, tournament) ?? standOf(context, tournament, computeCalendar(account?.calendar ?? []));
  return `${titleOf(context, tournament)}: ${termsOf(context, tournament)}. ${stand}`;
}
