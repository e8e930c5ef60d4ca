// Holds comments that came with a move, for readers who want no mail about that move.
// The board stores them until a mail shows them.
import { hasBlocked } from '../accounts/blocked.ts';
import { limits } from '../kernel/limits.ts';
import { type Comment, type Match, userids } from '../board/match-document.ts';
import { isSecret } from '../board/secret.ts';
import type { State } from '../kernel/state.ts';

const heldCommentsOf = ({ unheard = [] }: Match, reader: string | null): readonly Comment[] =>
  unheard.filter(words => words.reader === reader).map(({ by, text }) => ({ by, text }));

/** The comments that the next board mail shows its reader, oldest first: the held ones and the one with the last move. */
export function listHeldComments(state: State, match: Match, reader: string | null): readonly Comment[] {
  const earlier = heldCommentsOf(match, reader);
  const last =
    match.comment === null || (earlier.at(-1)?.by === match.comment.by && earlier.at(-1)?.text === match.comment.text)
      ? []
      : [match.comment];
  const isPlayer = reader !== null && userids(match).includes(reader);
  return [...earlier, ...last].filter(
    ({ by, text }) => !hasBlocked(state, reader, by) && (isPlayer || !isSecret(text)),
  );
}

/** Can the comment with the last move wait for this reader's next mail? */
export const mayWait = (match: Match, reader: string): boolean =>
  match.comment === null || heldCommentsOf(match, reader).length < limits.wordsHeld;

/** The board with the comment of the last move held for this reader. */
export const holdComment = (match: Match, reader: string): Match =>
  match.comment === null ? match : { ...match, unheard: [...(match.unheard ?? []), { ...match.comment, reader }] };

/** The board without the comments that were held for this reader, after a mail has shown them. */
export function dropHeldComments(match: Match, reader: string): Match {
  const { unheard = [], ...rest } = match;
  const remaining = unheard.filter(words => words.reader !== reader);
  return remaining.length === unheard.length ? match : remaining.length === 0 ? rest : { ...rest, unheard: remaining };
}
