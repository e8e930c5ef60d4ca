// The collection of problems, and what is kept of a player with problems.
import * as z from 'zod';
import { createMatchWithoutPlayers } from '#core/board/acts/show.ts';
import { type LoadedMatch, matchStateOf, requireGame } from '#core/board/match.ts';
import { type DocumentDefinition, type Stored, count, instant, userid } from '#core/kernel/document-definition.ts';
import { DAY_MS, type Instant } from '#core/kernel/time.ts';
import { type AnyGame, type Setup, titleOf } from '#games/game.ts';
import { must } from '#games/kit/assert.ts';
import type { Phrase } from '#games/kit/refusal.ts';
import { makeOnce } from '#games/kit/remember.ts';
import collection from './problems.json' with { type: 'json' };

declare module '#core/kernel/documents.ts' {
  interface ListsByKind {
    readonly problem: `problems/player/${string}`;
  }
  interface Documents {
    /** By userid. */
    readonly problem: ProblemPlayer;
  }
}

export const problemLimits = {
  /** Problems that a player gets in a day. */
  problemsPerDay: 20,
  /** Daily problems without an answer, after which no more are sent. */
  problemsUnanswered: 5,
  /** The days in which no problem comes again. */
  problemDays: 366,
} as const;

const solverSchema = z.object({
  userid,
  /** When the next one is sent. null: none is. */
  wake: instant.nullable(),
  rating: z.number(),
  /** Right answers one after the other, now and at most, and all of them. */
  ...{ streak: count, longest: count, solved: count },
  /** Daily problems since the last sign of the player. */
  missed: count,
  /** Those of the last year, oldest first. `isRight` null: no answer came. */
  sent: z.array(z.object({ number: count, at: instant, isRight: z.boolean().nullable() })),
});

/** A player who solves problems. */
export type ProblemPlayer = Stored<typeof solverSchema>;

export const PROBLEM: DocumentDefinition<'problem'> = {
  schema: solverSchema,
  folder: 'problems',
  ifDamaged: 'Delete it: the player begins anew with `set problem=daily`',
  ownKey: ({ userid: of }) => `problem/${of}`,
  alarm: ({ wake }) => wake,
  isListedWhole: true,
  lists: ({ userid: of }) => [`problems/player/${of}`],
  playerLists: of => [`problems/player/${of}`],
  erase: (solver, { userid: erased }) => (solver.userid === erased ? null : solver),
};

const FIRST_RATING = 1_200;

export const createSolver = (of: string): ProblemPlayer => ({
  ...{ userid: of, wake: null, rating: FIRST_RATING, streak: 0, longest: 0, solved: 0, missed: 0, sent: [] },
});

export interface Problem {
  /** From 1. It never changes: problems are only added at the end of a board's list. */
  readonly number: number;
  readonly game: string;
  readonly setup: Setup;
  /** The moves before it, and the best ones of both sides from there, the only winning one first. As canonical texts. */
  readonly moves: readonly string[];
  readonly line: readonly string[];
  readonly rating: number;
}

/** Each board has its own range of numbers. */
const NUMBERS_A_BOARD = 10_000;

const boardOf = (number: number): number => Math.ceil(number / NUMBERS_A_BOARD);

export const listProblems = makeOnce((): readonly Problem[] =>
  collection.flatMap(({ game, setup, problems }, board) =>
    problems.map(([moves, line, rating], at) => ({
      ...{ number: board * NUMBERS_A_BOARD + at + 1, game, setup, rating: Number(rating) },
      ...{ moves: String(moves).split(' '), line: String(line).split(' ') },
    })),
  ),
);

export const findProblem = (number: number): Problem | null =>
  listProblems().find(problem => problem.number === number) ?? null;

/** The board of a problem. `more`: a move after it. */
export function replayProblem(
  state: { readonly games: readonly AnyGame[] },
  { game: name, setup, moves }: Problem,
  more: readonly string[] = [],
): LoadedMatch {
  const game = requireGame(state, { game: name });
  const match = createMatchWithoutPlayers(game, setup, [...moves, ...more], 0);
  return { game, match, matchState: matchStateOf(game, match) };
}

/** Problems that come next in question, the nearest to the rating: one of them is chosen by how many the player has had. */
const NEAREST = 12;

/** The next problem for a player: as hard as the player is good, and none of the last year. null: there is none left. */
export function chooseProblem({ rating, sent }: ProblemPlayer, now: Instant): Problem | null {
  const known = new Set(
    sent.filter(({ at }) => at > now - problemLimits.problemDays * DAY_MS).map(({ number }) => number),
  );
  const left = listProblems()
    .filter(({ number }) => !known.has(number))
    .toSorted((a, b) => Math.abs(a.rating - rating) - Math.abs(b.rating - rating));
  const near = left.slice(0, NEAREST);
  // Another board than the last one had, if there is one.
  const others = near.filter(({ number }) => boardOf(number) !== boardOf(sent.at(-1)?.number ?? 0));
  const from = others.length > 0 ? others : near;
  return from[(7 * sent.length) % from.length] ?? null;
}

/** The problem of a day, for everybody. */
export function findProblemOfDay(now: Instant): Problem {
  const problems = listProblems();
  // The step shares no factor with the number of problems, so that all have their day.
  const step = [389, 397, 401].find(prime => problems.length % prime !== 0) ?? 1;
  return must(problems[(Math.floor(now / DAY_MS) * step) % problems.length], 'the service has problems');
}

/** The most that one problem changes a rating. */
const MOST_CHANGE = 32;

/** The solver after an answer, by Elo's formula, as if the problem were an opponent. */
export function noteAnswer(solver: ProblemPlayer, problem: Problem, isRight: boolean): ProblemPlayer {
  const expected = 1 / (1 + 10 ** ((problem.rating - solver.rating) / 400));
  const streak = isRight ? solver.streak + 1 : 0;
  return {
    ...solver,
    rating: solver.rating + MOST_CHANGE * (Number(isRight) - expected),
    ...{ streak, longest: Math.max(solver.longest, streak), solved: solver.solved + Number(isRight) },
    sent: solver.sent.map(each =>
      each.number === problem.number && each.isRight === null ? { ...each, isRight } : each,
    ),
  };
}

/** The solver after a problem was sent. */
export const noteSent = (solver: ProblemPlayer, { number }: Problem, now: Instant): ProblemPlayer => ({
  ...solver,
  sent: [
    ...solver.sent.filter(({ at }) => at > now - problemLimits.problemDays * DAY_MS),
    { number, at: now, isRight: null },
  ],
});

/** Whose move it is, and that one wins. */
export function describeProblem({ game, match: { setup }, matchState }: LoadedMatch, number: number): Phrase {
  const mover = game.colours(setup).find(({ name }) => name === game.toMove(matchState.position));
  return { code: 'problem-what', parts: { number, game: titleOf(game, setup), colour: mover?.title ?? '' } };
}
