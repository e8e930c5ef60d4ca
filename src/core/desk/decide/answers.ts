// Answers to ordinary language: questions to ask back, and dates for questions about time.
import { zoneOf } from '#core/players/account.ts';
import { lookUp } from '#games/kit/look-up.ts';
import { type Phrase, formatCommaList } from '#games/kit/refusal.ts';
import { userids } from '#core/board/match-document.ts';
import { playerName, nameBoard } from '#core/board/match.ts';
import type { CommandContext, Decision } from '#core/players/decision.ts';
import type { Question } from '#core/players/message.ts';
import { type Day, type Holiday } from '#core/kernel/calendar.ts';
import { type MatchRef, isSameBoard } from '#core/kernel/documents.ts';
import { type CoreRefusal, type Refused, refused } from '#core/kernel/refusal.ts';
import { formatDay, formatDuration, formatInstant } from '#core/kernel/sentence.ts';
import { isAskable } from '#core/mail/token.ts';
import { loadMatch, loadRunningMatches } from '#core/board/acts/require-match.ts';
import { isDeclining } from '#core/board/acts/resign.ts';
import type { Statement } from '#core/language/statement.ts';
import { type Deadline, findDeadline } from '#core/writing/attached-files.ts';

// Questions. Each possible command is tried without effect. The answer asks about those that would work.

/** Finds the doubtful lines that could be done at this board now, each once. `decide` decides a line without effect. */
function findQuestions(
  doubts: readonly Statement[],
  board: MatchRef | null,
  decide: (doubt: Statement) => Decision,
): readonly Question[] {
  const isHere = ({ match }: Statement): boolean => match === null || (board !== null && isSameBoard(match, board));
  const questions = doubts.filter(isHere).flatMap(doubt => {
    const { wish, parseResult } = doubt;
    const decision = decide(doubt);
    const isAnswered = wish !== undefined && !parseResult.ok;
    const question = isAnswered
      ? { line: wish, description: null }
      : decision.ok
        ? createQuestion(doubt, decision)
        : null;
    return question !== null && isAskable(question.line) ? [question] : [];
  });
  return questions.filter(({ line }, index) => questions.findIndex(each => each.line === line) === index);
}

/**
 * The questions to ask: about the lines that were typed, else about what a sentence may mean. `understood`: the only wish that is left, if
 * nothing is done by it, so that it is answered and not asked about.
 */
export function chooseQuestions(
  doubts: readonly Statement[],
  board: MatchRef | null,
  decide: (doubt: Statement) => Decision,
): { readonly questions: readonly Question[]; readonly understood: Statement | null } {
  const isAgain = doubts.some(({ isAnswer }) => isAnswer === true);
  const typed = findQuestions(
    doubts.filter(({ wish }) => isAgain || wish === undefined),
    board,
    decide,
  );
  if (typed.length > 0) return { questions: typed, understood: null };
  const wished = doubts.filter(({ wish }) => wish !== undefined);
  const questions = findQuestions(wished, board, decide);
  const only =
    questions.length === 1 ? wished.find(doubt => findQuestions([doubt], board, decide).length > 0) : undefined;
  return only !== undefined && (only.isLook === true || !only.parseResult.ok)
    ? { questions: [], understood: only }
    : { questions, understood: null };
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

/** Boards that the answer to a mail without a board names. */
const MOST_BOARDS = 5;

/** What an answer is about: whose deadlines it tells. */
const ABOUT: Readonly<Partial<Record<CoreRefusal, 'all' | 'others' | 'own'>>> = {
  'everyday-time': 'all',
  'everyday-time-left': 'all',
  'everyday-more-time': 'own',
  'everyday-opponent': 'others',
  'everyday-remind': 'others',
};

/** The same answer with the dates of the board, or of the sender's boards. Other refusals stay. */
export function addDeadline(context: CommandContext, reason: Refused, { match }: Pick<Statement, 'match'>): Refused {
  const board = match ?? context.board?.match ?? null;
  const about = lookUp(ABOUT, reason.code);
  if (about === undefined || context.actor === null) return reason;
  if (board === null) return listDeadlines(context, context.actor, reason, about);
  const loadedMatch = loadMatch(context.state, board);
  const deadline = loadedMatch.ok ? findDeadline(loadedMatch.value, context.state, context.now) : null;
  return deadline === null ? reason : answerAtBoard(context, reason, deadline);
}

const playerOf = ({ loadedMatch: { match }, player }: Deadline): string => playerName(match.players[player]);

/** The date in the time zone of the reader, and the time until then. */
function partsOf({ state, actor, now }: CommandContext, { at }: Deadline): Record<'until' | 'left', Phrase> {
  const zone = zoneOf(state.account(actor ?? ''));
  return { until: formatInstant(zone, at), left: formatDuration(at - now) };
}

function answerAtBoard(context: CommandContext, { code }: Refused, deadline: Deadline): Refused {
  const { loadedMatch } = deadline;
  const player = playerOf(deadline);
  const parts = partsOf(context, deadline);
  const others = formatCommaList(userids(loadedMatch.match).filter(userid => userid !== context.actor));
  if (player === context.actor) {
    if (code === 'everyday-more-time') return refused('deadline-more', { ...parts, others });
    const isAboutOthers = lookUp(ABOUT, code) === 'others';
    return isAboutOthers ? refused('deadline-your-turn', { ...parts, others }) : refused('deadline-yours', parts);
  }
  if (code === 'everyday-more-time') return refused('deadline-give', { ...parts, player });
  if (code === 'everyday-remind') return refused('deadline-remind', { ...parts, player });
  const end = {
    code: isDeclining(loadedMatch, player) ? 'deadline-end-removed' : 'deadline-end-lost',
    parts: { player },
  };
  return refused('deadline-theirs', { ...parts, player, end });
}

/** The answer, and the first deadlines of the sender's boards. Without any, the answer alone. */
function listDeadlines(
  context: CommandContext,
  actor: string,
  answer: Refused,
  about: 'all' | 'others' | 'own',
): Refused {
  const rows = loadRunningMatches(context.state, actor)
    .flatMap(match => {
      const loadedMatch = loadMatch(context.state, match);
      return loadedMatch.ok ? (findDeadline(loadedMatch.value, context.state, context.now) ?? []) : [];
    })
    .filter(deadline => about === 'all' || (about === 'own') === (playerOf(deadline) === actor))
    .toSorted((a, b) => a.at - b.at)
    .slice(0, MOST_BOARDS)
    .map(deadline => formatRow(context, deadline));
  const [first, ...others] = rows;
  if (first === undefined) return answer;
  const boards = others.reduce((before, row): Phrase => ({ code: 'deadline-rows', parts: { before, row } }), first);
  return refused('deadline-boards', { answer, boards });
}

function formatRow(context: CommandContext, deadline: Deadline): Phrase {
  const parts = { ...partsOf(context, deadline), ...nameBoard(deadline.loadedMatch) };
  const player = playerOf(deadline);
  return player === context.actor
    ? { code: 'deadline-row-yours', parts }
    : { code: 'deadline-row', parts: { ...parts, player } };
}
