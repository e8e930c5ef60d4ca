// The tournaments that can be entered, those that are played, and the last ones that are over.
import { calendarAfter } from '#core/clocks/calendar.ts';
import type { Tournament } from '#core/state/documents.ts';
import type { ComposeContext } from '../compose-context.ts';
import { accountToken } from '../account-token.ts';
import { gameTitle } from '../board-mail.ts';
import type { Addressed, MessageKind } from '../message-kind.ts';
import { paragraph } from '../text.ts';
import { standOf, termsOf, titleOf, winnersOf } from '../tournament-told.ts';

interface TournamentList extends Addressed {
  /** null: of all games. */
  readonly game: string | null;
  readonly tournaments: readonly Tournament[];
}

export const tournaments: MessageKind<TournamentList> = {
  write: (context, { to, game, tournaments: all }) => {
    const userid = context.sender?.userid ?? null;
    const rows = (state: Tournament['state']): readonly string[] =>
      all.filter(each => each.state === state).map(each => paragraph(rowOf(context, each, userid)));
    const [open = null] = all.filter(each => each.state === 'open');
    const title = game === null ? '' : gameTitle(context, game);
    return {
      subject: 'nexpost: tournaments',
      token: accountToken(context, userid, to),
      text: context.templates.render('tournaments.txt', {
        ...{ open: rows('open'), running: rows('running'), over: rows('over') },
        ...{ first: open?.number ?? null, shown: (open ?? all[0])?.number ?? null },
        ...{ title, name: game ?? context.state.games[0]?.name },
      }),
    };
  },
};

/** `3 (Spring-Cup): Nex, size 11x11, Swiss … It begins at …` */
function rowOf(context: ComposeContext, tournament: Tournament, userid: string | null): string {
  const account = userid === null ? null : context.state.account(userid);
  const stand = winnersOf(context, tournament) ?? standOf(context, tournament, calendarAfter(account?.calendar ?? []));
  return `${titleOf(context, tournament)}: ${termsOf(context, tournament)}. ${stand}`;
}
