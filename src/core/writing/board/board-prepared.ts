// Tells the reader of a board mail, and no one else, the answers they have prepared.
import type { Phrase } from '#games/kit/refusal.ts';
import { linesOf, treeOf } from '#core/board/answer-tree.ts';
import { personAt } from '#core/board/proposals.ts';
import type { BoardMailContext } from '#core/wording/board-status.ts';
import { wrap } from '#core/wording/text.ts';

/** The lines that would prepare it again. None in a look at the board: such mails are shown around. `player`: the reader's place at the table; -1: none. */
export function listPrepared({ match, message }: BoardMailContext, player: number): readonly string[] {
  const isLook = message.ply !== null || message.occasion === 'show' || message.occasion === 'preview';
  if (player === -1 || isLook || match.state !== 'active') return [];
  const lines = match.prepared?.find(({ by }) => by === personAt(match, player))?.lines ?? [];
  const tree = treeOf(lines);
  return tree.answers.length === 0 && tree.otherwise !== null ? [`queue ${tree.otherwise}`] : linesOf(tree);
}

/** A sentence for each, broken before `then`: no line of it begins like a command, lest it be read as one when it comes back. */
export const formatPrepared = (
  seen: BoardMailContext,
  player: number,
  tell: (phrase: Phrase) => string,
): readonly string[] =>
  listPrepared(seen, player).map(line => {
    const clauses = tell({ code: 'prepared', parts: { line } }).split(/ (?=then )/);
    return wrap(clauses.map(clause => clause.replaceAll(' ', TIED)).join(' '))
      .join('\n')
      .replaceAll(TIED, ' ');
  });

/** Stands for a blank at which no line is broken. */
const TIED = '\u00a0';
