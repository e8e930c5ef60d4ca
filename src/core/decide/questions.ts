// Finds questions about a mail without a certain command.
// Each possible command is tried without effect. The answer asks about those that would work.
import type { Phrase } from '#games/kit/refusal.ts';
import type { Decision } from '../decision/decision.ts';
import { isAskable } from '../mail/token.ts';
import type { Statement } from '../reading/statement.ts';
import type { Question } from '../decision/question.ts';
import type { Day, Holiday } from '../kernel/calendar.ts';
import { formatDay } from '../kernel/sentence.ts';
import { isSameBoard, type MatchRef } from '../kernel/documents.ts';

/** Finds the doubtful lines that could be done at this board now, each once. `decide` decides a line without effect. */
export function findQuestions(
  doubts: readonly Statement[],
  board: MatchRef | null,
  decide: (doubt: Statement) => Decision,
): readonly Question[] {
  const isHere = ({ match }: Statement): boolean => board !== null && (match === null || isSameBoard(match, board));
  const questions = doubts.filter(isHere).flatMap(doubt => {
    const decision = decide(doubt);
    const question = decision.ok ? createQuestion(doubt, decision) : null;
    return question !== null && isAskable(question.line) ? [question] : [];
  });
  return questions.filter(({ line }, index) => questions.findIndex(each => each.line === line) === index);
}

/** A question names a move in the notation of the record, and a final command by its name. */
function createQuestion({ command, line }: Statement, { value }: Decision & { readonly ok: true }): Question | null {
  for (const event of value.events) {
    const entry = event.kind === 'match-continued' ? event.record.at(-1) : undefined;
    if (entry?.kind === 'move') return { line: entry.text, description: findDescription(value.notifications) };
    const change = event.kind === 'calendar-changed' ? event.changes[0] : undefined;
    if (change?.kind === 'booked') return askAboutHoliday(change);
  }
  if (command === null) return null;
  return { line: command.isFinal === true ? command.name : line.toLowerCase(), description: null };
}

/** Names the days with their year, since `tomorrow` is another day when the answer comes. */
const askAboutHoliday = ({ from, to }: Holiday): Question => ({
  line: `vacation ${formatTypedDay(from)} to ${formatTypedDay(to)}`,
  description: null,
  sentence:
    from === to
      ? { code: 'ask-holiday-day', parts: { day: formatDay(from) } }
      : { code: 'ask-holiday', parts: { from: formatDay(from), to: formatDay(to) } },
});

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** `24 dec 2026`: a token holds no dots and no hyphens. */
function formatTypedDay(day: Day): string {
  const [year = '', month = '', date = ''] = day.split('-');
  return `${Number(date)} ${MONTHS[Number(month) - 1] ?? ''} ${year}`;
}

function findDescription(notifications: (Decision & { readonly ok: true })['value']['notifications']): Phrase | null {
  for (const notice of notifications) {
    const description = notice.kind === 'board-changed' ? notice.news?.parts['what'] : undefined;
    if (typeof description === 'object') return description;
  }
  return null;
}
