// Asks what a mail without a certain command meant.
// Each possible command is tried without effect, and those that would work are asked about.
import type { Phrase } from '#games/kit/refusal.ts';
import type { Decision } from '../decision/decision.ts';
import { isAskable } from '../mail/token.ts';
import type { Statement } from '../reading/statement.ts';
import type { Question } from '../decision/question.ts';
import { isSameBoard, type MatchRef } from '../kernel/documents.ts';

/** The doubtful lines that could be done at this board as it stands, each once. `decide` says what would become of a line. */
export function findQuestions(
  doubts: readonly Statement[],
  board: MatchRef | null,
  decide: (doubt: Statement) => Decision,
): readonly Question[] {
  const isHere = ({ match }: Statement): boolean => match !== null && board !== null && isSameBoard(match, board);
  const questions = doubts.filter(isHere).flatMap(doubt => {
    const decision = decide(doubt);
    const question = decision.ok ? questionOf(doubt, decision) : null;
    return question !== null && isAskable(question.line) ? [question] : [];
  });
  return questions.filter(({ line }, index) => questions.findIndex(each => each.line === line) === index);
}

/** A move is asked about as the record would have it, what cannot be taken back by the name of its command. */
function questionOf({ command, line }: Statement, { value }: Decision & { readonly ok: true }): Question | null {
  for (const event of value.events) {
    const entry = event.kind === 'match-continued' ? event.record.at(-1) : undefined;
    if (entry?.kind === 'move') return { line: entry.text, what: whatOf(value.notifications) };
  }
  if (command === null) return null;
  return { line: command.isFinal === true ? command.name : line.toLowerCase(), what: null };
}

function whatOf(notifications: (Decision & { readonly ok: true })['value']['notifications']): Phrase | null {
  for (const notice of notifications) {
    const what = notice.kind === 'board-changed' ? notice.news?.parts['what'] : undefined;
    if (typeof what === 'object') return what;
  }
  return null;
}
