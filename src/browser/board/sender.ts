// Finds the sender of the mails that begin on the page.
// If a board mail led here, its token is kept in memory, and nowhere else.
import { formatDetailAddress } from '#core/mail/token.ts';
import type { BoardData } from '#core/desk/pages/board-data.ts';
import { findById } from '../elements.ts';
import { mailboxIn, type ReplyToken, replyTokenIn, removeReader } from './fragment.ts';

export interface LetterWriter {
  /** The address of replies. It carries a token if the reply is about the present position. */
  readonly address: string;
  /** The service's own address. */
  readonly service: string;
  /** An index among the players. null: the reader of the page is unknown. */
  readonly player: number | null;
}

/** The reader of the page, as the address tells it. */
export interface PageReader {
  /** null: no board mail led here. */
  readonly reply: ReplyToken | null;
  /** The mailbox in the inbox that shows this page. null: no inbox shows it. */
  readonly mailbox: string | null;
}

/** Takes the token out of the address at once, so that the address does not show it and copies of it do not hold it. */
export function takeReader(game: string, { number }: BoardData): PageReader {
  const fragment = location.hash.slice(1);
  const rest = removeReader(fragment);
  if (rest !== fragment)
    history.replaceState(null, '', location.pathname + location.search + (rest === '' ? '' : `#${rest}`));
  return { reply: replyTokenIn(fragment, { game, number }), mailbox: mailboxIn(fragment) };
}

/** The token to answer with from now on. An older mail to the same player does not take the place of a newer one. */
export const chooseToken = (known: ReplyToken | null, fresh: ReplyToken): ReplyToken =>
  known !== null &&
  known.player === fresh.player &&
  (fresh.takeBacks < known.takeBacks || (fresh.takeBacks === known.takeBacks && fresh.ply < known.ply))
    ? known
    : fresh;

export function findWriter({ reply }: PageReader, data: BoardData): LetterWriter {
  const { address: service = '' } = findById('try', HTMLElement).dataset;
  const moves = data.steps.filter(step => typeof step === 'string').length;
  const player = reply?.player ?? null;
  // A mail about an earlier board does not answer this one.
  if (reply?.ply !== moves || reply.takeBacks !== data.takeBacks) return { address: service, service, player };
  const [local = '', domain = ''] = service.split('@');
  return { address: formatDetailAddress({ local, domain }, reply.token), service, player };
}
