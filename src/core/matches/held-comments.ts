// Keeps words that came with a move, for readers who want no mail about that move.
// They are kept at the board until a mail of it shows them.
import { hasBlocked } from '../accounts/blocked.ts';
import { limits } from '../kernel/limits.ts';
import { type Comment, type Match, userids } from '../board/match-document.ts';
import { isSecret } from '../board/secret.ts';
import type { State } from '../kernel/state.ts';

const unheardBy = ({ unheard = [] }: Match, reader: string | null): readonly Comment[] =>
  unheard.filter(words => words.reader === reader).map(({ by, text }) => ({ by, text }));

const isSame = (a: Comment | undefined, b: Comment): boolean => a?.by === b.by && a.text === b.text;

/** What a mail of this board has to tell its reader, oldest first: what was not told yet, and what came with the last move. */
export function listHeldComments(state: State, match: Match, reader: string | null): readonly Comment[] {
  const earlier = unheardBy(match, reader);
  const last = match.comment === null || isSame(earlier.at(-1), match.comment) ? [] : [match.comment];
  const isPlayer = reader !== null && userids(match).includes(reader);
  return [...earlier, ...last].filter(
    ({ by, text }) => !hasBlocked(state, reader, by) && (isPlayer || !isSecret(text)),
  );
}

/** Can the words with the last move wait for this reader's next mail? */
export const mayWait = (match: Match, reader: string): boolean =>
  match.comment === null || unheardBy(match, reader).length < limits.wordsHeld;

/** The board with the words of the last move kept for this reader. */
export const holdComment = (match: Match, reader: string): Match =>
  match.comment === null ? match : { ...match, unheard: [...(match.unheard ?? []), { ...match.comment, reader }] };

/** The board once a mail has told this reader everything. */
export function dropHeldComments(match: Match, reader: string): Match {
  const { unheard = [], ...rest } = match;
  const left = unheard.filter(words => words.reader !== reader);
  return left.length === unheard.length ? match : left.length === 0 ? rest : { ...rest, unheard: left };
}
