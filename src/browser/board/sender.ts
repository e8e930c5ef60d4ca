// Finds the sender of the mails that begin on the page.
// If a board mail led here, its token is kept in memory, and nowhere else.
import { formatDetailAddress } from '#core/mail/token.ts';
import type { BoardData } from '#core/pages/board-data.ts';
import { findById } from '../elements.ts';
import { type ReplyToken, replyTokenIn, removeToken } from './fragment.ts';

export interface LetterWriter {
  /** Mails go to this address: the service's, with the token behind its local part where it answers the board as it stands. */
  readonly address: string;
  /** null: the sender of these mails is unknown. */
  readonly reply: ReplyToken | null;
  /** Is there an inbox beside this page? Then mails can be begun there as well. */
  readonly hasInbox: boolean;
}

/** Takes the token out of the address at once, so that the address does not show it and copies of it do not hold it. */
export function readSender(game: string, data: BoardData): LetterWriter {
  const { address = '', inbox = '' } = findById('try', HTMLElement).dataset;
  const hasInbox = inbox !== '';
  const fragment = location.hash.slice(1);
  const rest = removeToken(fragment);
  if (rest !== fragment)
    history.replaceState(null, '', location.pathname + location.search + (rest === '' ? '' : `#${rest}`));
  const reply = replyTokenIn(fragment, { game, number: data.number });
  const moves = data.steps.filter(step => typeof step === 'string').length;
  // A mail about an earlier board does not answer this one.
  if (reply?.ply !== moves || reply.takeBacks !== data.takeBacks) return { address, reply: null, hasInbox };
  const [local = '', domain = ''] = address.split('@');
  return { address: formatDetailAddress({ local, domain }, reply.token), reply, hasInbox };
}
