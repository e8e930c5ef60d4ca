// The feature `problems`: a position a day in which one move wins, by mail and on a page.
import { INBOX_CHECK_MS } from '#core/board/clocks/schedule.ts';
import type { Match } from '#core/board/match-document.ts';
import type { Event } from '#core/kernel/documents.ts';
import { refused } from '#core/kernel/refusal.ts';
import { type State, apply } from '#core/kernel/state.ts';
import { DAY_MS, type Instant } from '#core/kernel/time.ts';
import { type Command, parseCredentials } from '#core/language/command.ts';
import { type Account, findNextDigest } from '#core/players/account.ts';
import { type CommandContext, type Decision, allow, deny } from '#core/players/decision.ts';
import { type BoardMessage, type Consequence, createBoardMessage } from '#core/players/message.ts';
import type { DueAlarm, Feature, RequestContext } from '#core/writing/feature.ts';
import { must } from '#games/kit/assert.ts';
import type { Phrase } from '#games/kit/refusal.ts';
import { ok } from '#games/kit/result.ts';
import { problemPage } from './page.ts';
import {
  PROBLEM,
  type Problem,
  type ProblemPlayer,
  chooseProblem,
  countUnanswered,
  createSolver,
  describeProblem,
  replayProblem,
  findProblem,
  noteAnswer,
  noteSent,
  problemLimits,
} from './problem.ts';

type Told = Pick<State, 'games'>;

/** A board without players, after the moves of a problem and more. */
function imagineMatch({ games }: Told, problem: Problem, more: readonly string[], now: Instant): Match {
  const { game } = replayProblem(games, problem);
  const seats = game.seats(problem.setup);
  return {
    ...{ game: game.name, number: 0, setup: problem.setup, swap: false, challenger: '', state: 'active' },
    players: seats.map(() => ({ kind: 'account', userid: '-' })),
    record: [...problem.moves, ...more].map(text => ({ kind: 'move', text, at: now })),
    ...{ comment: null, threads: seats.map(() => null), opened: now },
  };
}

/** The mail with a problem, or with the answer to one (`more`: the move after it). */
function buildMessage(
  state: Told,
  problem: Problem,
  {
    userid,
    what,
    news,
    more = [],
    now,
  }: {
    readonly userid: string;
    readonly what: Phrase;
    readonly news: readonly Phrase[];
    readonly more?: readonly string[];
    readonly now: Instant;
  },
): BoardMessage {
  const match = imagineMatch(state, problem, more, now);
  return {
    ...createBoardMessage({ game: match.game, number: 0 }, { kind: 'account', userid }, userid),
    ...{ occasion: 'problem', problem: problem.number, news },
    imagined: { match, what, askedLine: null },
  };
}

/** `before`: null where no answer has changed the rating. */
function tellSolver({ rating, streak, longest, solved }: ProblemPlayer, before: ProblemPlayer | null): Phrase {
  const change = before === null ? 0 : Math.round(rating) - Math.round(before.rating);
  const parts = {
    rating: Math.round(rating),
    streak,
    longest,
    solved,
    change: change < 0 ? `${change}` : `+${change}`,
  };
  return { code: before === null ? 'problem-solver' : 'problem-changed', parts };
}

function buildProblem(state: Told, solver: ProblemPlayer, problem: Problem, now: Instant): BoardMessage {
  const isLast = solver.wake === null && countUnanswered(solver) >= problemLimits.problemsUnanswered;
  return buildMessage(state, problem, {
    ...{ userid: solver.userid, what: describeProblem(state, problem), now },
    news: [
      { code: 'problem-how', parts: {} },
      ...(solver.sent.some(({ isRight }) => isRight !== null) ? [tellSolver(solver, null)] : []),
      ...(isLast ? [{ code: 'problem-pause', parts: { count: problemLimits.problemsUnanswered } }] : []),
    ],
  });
}

const setSolver = (solver: ProblemPlayer): Event => ({
  kind: 'documents-changed',
  documents: [[`problem/${solver.userid}`, solver]],
});

const solverOf = (state: State, userid: string): ProblemPlayer =>
  state.get(`problem/${userid}`) ?? createSolver(userid);

const wantsProblems = ({ settings, closed, addresses }: Account): boolean =>
  settings.problem === 'daily' && !closed && addresses.length > 0;

/** An answer lets the daily problems come again. */
function findWake(state: State, { wake, userid }: ProblemPlayer, now: Instant): Instant | null {
  const account = state.account(userid);
  return wake === null && account !== null && wantsProblems(account)
    ? findNextDigest({ ...account, digest: { wake: null, last: null } }, now)
    : wake;
}

/** `problem`: the problem that waits for an answer, or another one. */
function sendProblem(context: CommandContext): Decision {
  const { state, now } = context;
  const solver = solverOf(state, context.actor ?? '');
  const open = solver.sent.at(-1);
  const waiting = open?.isRight === null && open.at > now - DAY_MS ? findProblem(open.number) : null;
  if (waiting !== null) return allow([], [{ kind: 'message', message: buildProblem(state, solver, waiting, now) }]);
  const { problemsPerDay } = problemLimits;
  if (solver.sent.filter(({ at }) => at > now - DAY_MS).length >= problemsPerDay)
    return deny(refused('problems-today', { most: problemsPerDay }));
  const problem = chooseProblem(solver, now);
  if (problem === null) return deny(refused('problems-solved'));
  const after = noteSent({ ...solver, wake: findWake(state, solver, now) }, problem, now);
  return allow([setSolver(after)], [{ kind: 'message', message: buildProblem(state, after, problem, now) }]);
}

/** The answer to a problem. What is no move and no command is refused with the problem, so that a reply to that can answer it. */
function answerProblem(
  context: CommandContext,
  { number, line, hasCommand }: { readonly number: number; readonly line: string; readonly hasCommand: boolean },
): Decision | null {
  const { state, now } = context;
  const solver = solverOf(state, context.actor ?? '');
  const problem = findProblem(number);
  const sent = solver.sent.find(each => each.number === number);
  if (problem === null || sent === undefined) return null;
  const { game, position } = replayProblem(state.games, problem);
  const move = game.parse(position, line);
  if (!move.ok && (hasCommand || sent.isRight !== null)) return null;
  if (sent.isRight !== null) return deny(refused('problem-answered'));
  if (!move.ok) {
    const message = { ...buildProblem(state, solver, problem, now), refusedLines: [{ line, refused: move.reason }] };
    return allow([], [{ kind: 'message', message }]);
  }
  const answer = game.format(position, move.value);
  const best = must(problem.line[0], 'a problem has an answer');
  const isRight = answer === best;
  const after = noteAnswer({ ...solver, wake: findWake(state, solver, now) }, problem, isRight);
  const told = buildMessage(state, problem, {
    ...{ userid: solver.userid, more: [best], now },
    what: { code: isRight ? 'problem-right' : 'problem-wrong', parts: { move: answer, best } },
    news: [
      { code: 'problem-line', parts: { line: problem.line.join(' ') } },
      tellSolver(after, solver),
      { code: 'problem-next', parts: {} },
    ],
  });
  return allow([setSolver(after)], [{ kind: 'message', message: told }]);
}

const problem: Command = {
  name: 'problem',
  aliases: ['puzzle'],
  usage: 'problem [userid password]',
  example: 'problem',
  permission: 'account',
  parse: commandLine => {
    const { credentials, rest } = parseCredentials(commandLine, 0);
    return rest.length > 0 ? null : ok({ credentials, run: sendProblem });
  },
};

/** Sends the problem of a player's day. */
function decideProblem({ state, document: solver, context }: DueAlarm<'problem'>): Consequence | null {
  const { now, inboxEmptyAt } = context;
  const account = state.account(solver.userid);
  const keep = (wake: Instant | null): Consequence => ({
    messages: [],
    state: apply(state, setSolver({ ...solver, wake })),
  });
  if (account === null || !wantsProblems(account)) return keep(null);
  // Answers that came while the service was down may still be in the mailbox.
  if (inboxEmptyAt === -Infinity) return keep(now + INBOX_CHECK_MS);
  const next = chooseProblem(solver, now);
  if (next === null) return keep(now + DAY_MS);
  const sent = noteSent(solver, next, now);
  const isLast = countUnanswered(sent) >= problemLimits.problemsUnanswered;
  const wake = isLast ? null : findNextDigest({ ...account, digest: { wake: null, last: null } }, now);
  const after = { ...sent, wake };
  return { messages: [buildProblem(state, after, next, now)], state: apply(state, setSolver(after)) };
}

/** Begins with the players who want problems from now on. */
const beginProblems = (before: State, after: State, { now }: RequestContext): Consequence => ({
  messages: [],
  state: after.changedOfKind('account').reduce((state, account) => {
    const isNew = wantsProblems(account) && before.account(account.userid)?.settings.problem !== 'daily';
    const solver = isNew ? solverOf(state, account.userid) : null;
    return solver?.wake === null ? apply(state, setSolver({ ...solver, wake: now })) : state;
  }, after),
});

export const problems = {
  documents: { problem: PROBLEM },
  refusals: { 'problems-today': ['most'], 'problems-solved': [], 'problem-answered': [] } as const,
  commands: [problem],
  pages: [problemPage],
  alarms: { problem: decideProblem },
  acceptors: { problem: answerProblem },
  reaction: beginProblems,
} satisfies Feature;
