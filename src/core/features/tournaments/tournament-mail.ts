// Tells one reader about a tournament: news, state, tables and games.
import { computeCalendar } from '#core/kernel/calendar.ts';
import type { Phrase } from '#games/kit/refusal.ts';
import { must } from '#games/kit/assert.ts';
import { writeToken } from '#core/mail/token.ts';
import { accountToken } from '#core/wording/account-token.ts';
import type { Tournament } from '#core/features/tournaments/tournament.ts';
import { type ComposeContext, tell } from '#core/wording/compose-context.ts';
import type { Addressed } from '#core/decision/message.ts';
import type { MessageKind } from '#core/wording/message-kind.ts';
import { wrapParagraph } from '#core/wording/text.ts';
import { gamesOf, standOf, tablesOf, termsOf, titleOf, winnersOf } from './tournament-told.ts';

interface OneTournament extends Addressed {
  readonly number: number;
  /** The player whose games are shown. null: none. */
  readonly userid: string | null;
  readonly news: Phrase | null;
}

declare module '#core/decision/message.ts' {
  interface MessageFields {
    readonly tournament: OneTournament;
  }
}

export const tournament: MessageKind<OneTournament> = {
  write: (context, { to, number, userid, news }) => {
    const found = must(context.state.get(`tournament/${number}`), `there is a tournament ${number}`);
    const account = userid === null ? null : context.state.account(userid);
    const own = found.entrants.some(each => each.userid === userid && !each.hasLeft);
    const view = {
      news: news === null ? '' : wrapParagraph(tell(context, news)),
      terms: wrapParagraph(termsOf(context, found)),
      stand: wrapParagraph(standOf(context, found, computeCalendar(account?.calendar ?? []))),
      won: wrapParagraph(winnersOf(context, found) ?? ''),
      // A reader who asked to see it sees all of it.
      ...bodyOf(context, found, { userid, isAsked: news === null }),
      ...{ number, isIn: own, isOpen: found.state === 'open', isRunning: found.state === 'running' },
      isSeries: found.series !== null,
      isOwn: found.state === 'open' && found.organiser !== null && found.organiser === userid,
    };
    // A reader who asked gets an answer. Mails that come unasked can be ended.
    const isTable = to.kind === 'account' && news?.code === 'tournament-news';
    return {
      subject: tell(context, { code: 'subject-tournament', parts: { name: titleOf(context, found) } }),
      token:
        to.kind === 'account'
          ? writeToken({ kind: 'digest', userid: to.userid }, context.sign)
          : accountToken(context, userid, to),
      text: context.templates.render('tournament.txt', view),
      ...(isTable ? { unsubscribe: 'set tables=none' } : {}),
    };
  },
};

/** The entrants, and once it has begun, the tables and games. */
function bodyOf(
  context: ComposeContext,
  found: Tournament,
  { userid, isAsked }: { readonly userid: string | null; readonly isAsked: boolean },
): { readonly names: string; readonly tables: readonly string[]; readonly games: readonly string[] } {
  const isBegun = found.state === 'running' || found.state === 'over';
  return {
    names: found.state === 'open' ? wrapParagraph(found.entrants.map(each => each.userid).join(', ')) : '',
    tables: isBegun ? tablesOf(context, found, isAsked ? null : userid) : [],
    games: gamesOf(context, found, userid).map(wrapParagraph),
  };
}
