// The feature `problems`: a position a day in which one move wins, by mail and on a page.
import { INBOX_CHECK_MS } from '#core/board/clocks/schedule.ts';
import type { Event } from '#core/kernel/documents.ts';
import { refused } from '#core/kernel/refusal.ts';
import { type State, apply } from '#core/kernel/state.ts';
import { DAY_MS, HOUR_MS, type Instant } from '#core/kernel/time.ts';
import { type Command, parseCredentials } from '#core/language/command.ts';
import { type Account, findBan, findNextDigest } from '#core/players/account.ts';
import {
  type CommandContext,
  type Decision,
  allow,
  deny,
  sendMail,
  writeDocument,
  tell,
} from '#core/players/decision.ts';
import { type BoardMessage, type Consequence, createBoardMessage } from '#core/players/message.ts';
import type { DueAlarm, Feature, ProblemAnswer, RequestContext } from '#core/writing/feature.ts';
import { must } from '#games/kit/assert.ts';
import type { Phrase } from '#games/kit/refusal.ts';
import { ok } from '#games/kit/result.ts';
import { updateSettings } from '../settings/index.ts';
import { problemPage } from './page.ts';
import {
  PROBLEM,
  type Problem,
  type ProblemPlayer,
  chooseProblem,
  createSolver,
  describeProblem,
  replayProblem,
  findProblem,
  noteAnswer,
  noteSent,
  problemLimits,
} from './problem.ts';

type Told = Pick<State, 'games'>;

/** What a mail about a problem says. `more`: the move after it. */
interface ProblemTold {
  readonly userid: string;
  readonly what: Phrase;
  readonly news: readonly Phrase[];
  readonly more?: readonly string[];
}

/** The mail with a problem, or with the answer to one. */
function buildMessage(state: Told, problem: Problem, { userid, what, news, more = [] }: ProblemTold): BoardMessage {
  const { match } = replayProblem(state, problem, more);
  return {
    ...createBoardMessage({ game: match.game, number: 0 }, { kind: 'account', userid }, userid),
    ...{ occasion: 'problem', problem: problem.number, news },
    imagined: { match, what, askedLine: null },
  };
}

/** `before`: null where no answer has changed the rating. */
function tellSolver({ rating, streak, longest, solved }: ProblemPlayer, before: ProblemPlayer | null): Phrase {
  const change = before === null ? 0 : Math.round(rating) - Math.round(before.rating);
  const parts = { streak, longest, solved, rating: Math.round(rating), change: `${change < 0 ? '' : '+'}${change}` };
  return { code: before === null ? 'problem-solver' : 'problem-changed', parts };
}

function buildProblem(state: Told, solver: ProblemPlayer, problem: Problem): BoardMessage {
  const isLast = solver.missed >= problemLimits.problemsUnanswered;
  return buildMessage(state, problem, {
    userid: solver.userid,
    what: describeProblem(replayProblem(state, problem), problem.number),
    news: [
      { code: 'problem-how', parts: {} },
      ...(solver.sent.some(({ isRight }) => isRight !== null) ? [tellSolver(solver, null)] : []),
      ...(isLast ? [{ code: 'problem-pause', parts: { count: problemLimits.problemsUnanswered } }] : []),
    ],
  });
}

const setSolver = (solver: ProblemPlayer): Event => writeDocument(`problem/${solver.userid}`, solver);

const solverOf = (state: State, userid: string): ProblemPlayer =>
  state.get(`problem/${userid}`) ?? createSolver(userid);

const wantsProblems = (account: Account, now: Instant): boolean =>
  account.settings.problem === 'daily' &&
  !account.closed &&
  account.addresses.length > 0 &&
  findBan(account, now) === null;

/** The next hour of daily mails, but not soon after another problem. */
const findNextHour = (account: Account, now: Instant): Instant =>
  findNextDigest({ ...account, digest: { wake: null, last: null } }, now + LEAST_GAP_MS);

const LEAST_GAP_MS = 18 * HOUR_MS;

/** A sign of the player lets the daily problems come again. */
function welcomeBack(state: State, solver: ProblemPlayer, now: Instant): ProblemPlayer {
  const account = state.account(solver.userid);
  const isAsleep = solver.wake === null && account !== null && wantsProblems(account, now);
  return { ...solver, missed: 0, wake: isAsleep ? findNextHour(account, now) : solver.wake };
}

const countToday = ({ sent }: ProblemPlayer, now: Instant): number => sent.filter(({ at }) => at > now - DAY_MS).length;

/** `problem`: the problem that waits for an answer, or another one. */
function sendProblem(context: CommandContext): Decision {
  const { state, now } = context;
  const solver = welcomeBack(state, solverOf(state, context.actor ?? ''), now);
  const open = solver.sent.at(-1);
  const waiting = open?.isRight === null && open.at > now - DAY_MS ? findProblem(open.number) : null;
  if (waiting !== null) return allow([setSolver(solver)], [sendMail(buildProblem(state, solver, waiting))]);
  const { problemsPerDay } = problemLimits;
  if (countToday(solver, now) >= problemsPerDay) return deny(refused('problems-today', { most: problemsPerDay }));
  const problem = chooseProblem(solver, now);
  if (problem === null) return deny(refused('problems-solved'));
  const after = noteSent(solver, problem, now);
  return allow([setSolver(after)], [sendMail(buildProblem(state, after, problem))]);
}

/** The answer to a problem. What is no move and no command is refused with the problem, so that a reply to that can answer it. */
function answerProblem(context: CommandContext, { number, line, hasCommand, isStop }: ProblemAnswer): Decision | null {
  const { state, now } = context;
  const solver = solverOf(state, context.actor ?? '');
  const problem = findProblem(number);
  const sent = solver.sent.find(each => each.number === number);
  if (problem === null || sent === undefined) return null;
  if (isStop)
    return allow(updateSettings(context, { problem: 'off' }), [tell('settings-now', { settings: 'problem=off' })]);
  const { game, matchState } = replayProblem(state, problem);
  const { position } = matchState;
  const move = game.parse(position, line);
  if (!move.ok && (hasCommand || sent.isRight !== null)) return null;
  if (sent.isRight !== null) return deny(refused('problem-answered'));
  if (!move.ok) {
    const message = { ...buildProblem(state, solver, problem), refusedLines: [{ line, refused: move.reason }] };
    return allow([], [sendMail(message)]);
  }
  const answer = game.format(position, move.value);
  const best = must(problem.line[0], 'a problem has an answer');
  const isRight = answer === best;
  const after = noteAnswer(welcomeBack(state, solver, now), problem, isRight);
  const told = buildMessage(state, problem, {
    ...{ userid: solver.userid, more: [best] },
    what: { code: isRight ? 'problem-right' : 'problem-wrong', parts: { move: answer, best } },
    news: [
      { code: 'problem-line', parts: { line: problem.line.join(' ') } },
      tellSolver(after, solver),
      { code: 'problem-next', parts: {} },
    ],
  });
  return allow([setSolver(after)], [sendMail(told)]);
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
  if (account === null || !wantsProblems(account, now)) return keep(null);
  // Answers that came while the service was down may still be in the mailbox.
  if (inboxEmptyAt === -Infinity) return keep(now + INBOX_CHECK_MS);
  const next = countToday(solver, now) < problemLimits.problemsPerDay ? chooseProblem(solver, now) : null;
  if (next === null) return keep(findNextHour(account, now));
  const missed = solver.missed + 1;
  const wake = missed >= problemLimits.problemsUnanswered ? null : findNextHour(account, now);
  const after = { ...noteSent(solver, next, now), missed, wake };
  return { messages: [buildProblem(state, after, next)], state: apply(state, setSolver(after)) };
}

/** Begins with the players who want problems from now on. */
const beginProblems = (before: State, after: State, { now }: RequestContext): Consequence => ({
  messages: [],
  state: after.changedOfKind('account').reduce((state, account) => {
    const isNew = wantsProblems(account, now) && before.account(account.userid)?.settings.problem !== 'daily';
    const solver = isNew ? solverOf(state, account.userid) : null;
    if (solver?.wake !== null) return state;
    // The first comes at once.
    const wake = countToday(solver, now) === 0 ? now : findNextHour(account, now);
    return apply(state, setSolver({ ...solver, missed: 0, wake }));
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
