// Selects the words of others that a board's mail shows.
import { listHeldComments } from '#core/matches/held-comments.ts';
import type { BoardMailContext } from '#core/wording/board-status.ts';
import type { BoardView } from './board-view.ts';
import type { ComposeContext } from '#core/wording/compose-context.ts';
import { quoteText } from '#core/wording/text.ts';

/**
 * Answers to a mistake do not repeat what was written, and an invited player reads it when the game is on. The last reminder holds no words
 * of others: if the server refused it because of them, the clock would run out.
 */
export const tellsWords = ({
  match,
  message: { occasion, ply, imagined, isLastReminder },
}: BoardMailContext): boolean =>
  ply === null &&
  imagined === undefined &&
  occasion !== 'error' &&
  occasion !== 'question' &&
  isLastReminder !== true &&
  match.state !== 'invited';

/** The words that came with the last move, and those that were not told yet. */
export const commentsOf = ({ state }: ComposeContext, seen: BoardMailContext): BoardView['comments'] =>
  tellsWords(seen)
    ? listHeldComments(state, seen.match, seen.message.reader).map(words => ({
        ...words,
        quoted: quoteText(words.text),
      }))
    : [];
