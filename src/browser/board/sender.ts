// Acts for a player by the token of the mail that led to this page.
// The token is kept in memory, and nowhere else.
import { formatDetailAddress } from '#core/mail/token.ts';
import type { BoardData } from '#core/desk/pages/board-data.ts';
import { findById } from '../elements.ts';
import { type ReplyToken, tapIn, removeReader, replyTokenIn } from './fragment.ts';
import type { LetterWriter } from './letters.ts';
import { type SendBar, type SendWay, WORDS } from './send-bar.ts';
import type { Tell } from './telling.ts';

/** The reader of the page, as the address tells it. */
export interface PageReader {
  /** null: no board mail led here. */
  readonly reply: ReplyToken | null;
  /** The spot of the mail's picture that led here. null: none did. */
  readonly tapped: string | null;
}

/**
 * Takes the token out of the address at once, so that the address does not show it and copies of it do not hold it. `fragment`: that of the
 * address which led here. Meanwhile a click may have written another.
 */
export function takeReader(game: string, { number }: BoardData, fragment: string): PageReader {
  const shown = location.hash.slice(1);
  const rest = removeReader(shown);
  if (rest !== shown)
    history.replaceState(null, '', location.pathname + location.search + (rest === '' ? '' : `#${rest}`));
  return { reply: replyTokenIn(fragment, { game, number }), tapped: tapIn(fragment) };
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
  if (reply?.ply !== moves || reply.takeBacks !== data.takeBacks) return { address: service, token: null, player };
  const [local = '', domain = ''] = service.split('@');
  return { address: formatDetailAddress({ local, domain }, reply.token), token: reply.token, player };
}

/** Seconds from an act to each look whether the board has changed: a robot answers soon, a person later. */
const LOOKS = [1, 3, 7, 15, 30, 60, 120, 300, 600];

/** Tells the inbox around this page, if there is one, that something is being sent: an event at its frame. */
const tellInbox = (): void => void window.frameElement?.dispatchEvent(new Event('sending'));

interface SendingPage {
  readonly bar: () => SendBar;
  /** The board as it is known. Another object is a newer one. */
  readonly known: () => BoardData;
  /** Shows the server's present board. */
  readonly refresh: () => Promise<void>;
  /** Nothing is begun any more. `isSpent`: prepared answers were sent, which no page shows. */
  readonly done: (isSpent: boolean) => void;
}

/** Sends by the token, and says in the bar what became of it. */
export function postFromPage(tell: Tell, { bar, known, refresh, done }: SendingPage): SendWay['send'] {
  let looks: readonly ReturnType<typeof setTimeout>[] = [];
  const field = findById('message-text', HTMLTextAreaElement);
  return ({ token, lines, act }) => {
    const isBlank = act === WORDS && field.value.trim() === '';
    if (isBlank) field.focus();
    if (token === null || isBlank) return;
    const before = known();
    bar().wait(true);
    bar().tell(tell('try-sending'));
    // The answer to an act may be about another board.
    if (act !== null) tellInbox();
    void postAct({ token, lines, words: act === WORDS ? field.value : '' }, tell('try-lost')).then(async why => {
      if (why === null) await refresh();
      bar().wait(false);
      // A mail may have brought the newer board sooner, and what was begun on it since stays.
      if (why === null && known() === before) done(act === null);
      bar().tell(why ?? tell('try-done'));
      if (why !== null) return;
      field.value = '';
      looks.forEach(clearTimeout);
      looks = LOOKS.map(seconds => setTimeout(() => void refresh(), seconds * 1_000));
    });
  };
}
/** Acts at the board as a reply with this token does. Resolves to the reason why nothing was done. null: it is done. */
async function postAct(
  { token, lines, words }: { readonly token: string; readonly lines: readonly string[]; readonly words: string },
  lost: string,
): Promise<string | null> {
  const headers = { 'Content-Type': 'application/json' };
  const id = crypto.getRandomValues(new Uint32Array(4)).join('-');
  const body = JSON.stringify({ token, id, lines, words });
  const answer = await fetch('/act', { method: 'POST', headers, body }).catch(() => null);
  if (answer?.ok === true) return null;
  const { why = lost } = ((await answer?.json().catch(() => null)) ?? {}) as { readonly why?: string };
  return why;
}
