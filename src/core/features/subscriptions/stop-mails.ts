// `stop` or `unsubscribe` alone: ends what sends these mails, or asks which mails shall end.
import type { Phrase } from '#games/kit/refusal.ts';
import { stopInvitations } from '#core/matches/invitations.ts';
import { type CommandContext, type Decision, deny } from '#core/decision/decision.ts';
import { limits } from '#core/kernel/limits.ts';
import { refused } from '#core/kernel/refusal.ts';
import { type Match, userids } from '#core/board/match-document.ts';
import { listSending, unsubscribe } from './subscribe.ts';

/** Ends what a sender follows at a board of others, and invitations elsewhere. At a board of their own it may mean many things. */
export function stopMails(context: CommandContext): Decision {
  const match = context.board === null ? null : context.state.match(context.board.match);
  if (context.token?.kind === 'seat') return stopInvitations(context);
  if (match !== null && isOwn(context, match)) return askWhich(match, context.actor ?? '');
  const sending = match === null ? [] : listSending(context, match);
  return sending.length > 0 ? unsubscribe(context, sending) : stopInvitations(context);
}

/** As `stop`, but without a board it ends whatever is followed. */
export function unsubscribeAny(context: CommandContext): Decision {
  const following = context.board === null ? listSending(context, null) : [];
  return following.length > 0 ? unsubscribe(context, following) : stopMails(context);
}

const isOwn = ({ actor }: CommandContext, match: Match): boolean => actor !== null && userids(match).includes(actor);

const BOARD_ENDINGS: Readonly<Record<Match['state'], string>> = {
  active: 'stop-board-active',
  invited: 'stop-board-invited',
  over: 'stop-board-over',
  removed: 'stop-board-over',
};

function askWhich({ game, number, state }: Match, userid: string): Decision {
  const board: Phrase = { code: BOARD_ENDINGS[state], parts: {} };
  return deny(refused('stop-which', { board, userid, days: limits.undoDays }), { game, number });
}
