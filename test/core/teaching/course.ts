// Courses of games for the tests of reviews, with evaluations by a solver that tries every line.
import { games } from '#games/registry/index.ts';
import { type AnyGame, type Opaque, findNamedGame } from '#games/game.ts';
import { must } from '#games/kit/assert.ts';
import { type LoadedMatch, matchStateOf } from '#core/board/match.ts';
import type { LineEntry, Match } from '#core/board/match-document.ts';
import { type Evaluation, nameQuery } from '#core/features/teaching/course.ts';
import { type PositionQuery, type Purpose, planReview } from '#core/features/teaching/review.ts';

export const gameNamed = (name: string): AnyGame => must(findNamedGame(games, name)?.game, 'a game of the shelf');

/** `b2`, `swap`, `resign 0`: an entry of a record. */
function entryOf(text: string, index: number): LineEntry {
  const [word = '', seat = '0'] = text.split(' ');
  const at = index + 1;
  if (word === 'swap') return { kind: 'swap', after: index, at };
  if (word === 'resign') return { kind: 'retire', seat: Number(seat), why: 'resigned', at };
  if (word === 'time') return { kind: 'retire', seat: Number(seat), why: 'out-of-time', at };
  return { kind: 'move', text: word, at };
}

/** A board of alice and bob after these acts. */
export function tableOf(name: string, size: string, acts: readonly string[], swap = false): LoadedMatch {
  const game = gameNamed(name);
  const setup = game.setup([['size', size]]);
  const record = acts.map(entryOf);
  const match: Match = {
    ...{ game: name, number: 101, setup: must(setup.ok ? setup.value : undefined, 'a setup'), swap, record },
    players: ['alice', 'bob'].map(userid => ({ kind: 'account', userid }) as const),
    ...{ challenger: 'alice', state: 'active', comment: null, threads: [null, null], opened: 0 },
  };
  const matchState = matchStateOf(game, match);
  return { game, match: { ...match, state: matchState.outcome === null ? 'active' : 'over' }, matchState };
}

/** The exact value for the colour to move, and a best move, by trying every line. For boards of nine cells. */
export function createSolver(game: AnyGame): (position: Opaque) => Evaluation {
  const known = new Map<string, Evaluation>();
  const solve = (position: Opaque): Evaluation => {
    const key = game.encode(position);
    const found = known.get(key);
    if (found !== undefined) return found;
    let best: Evaluation = { move: '', value: -1, isProven: true };
    for (const move of game.moves(position)) {
      const next = game.play(position, move);
      const isWon = game.outcome(next) !== null;
      const value = isWon ? 1 : 1 - (solve(next).value ?? 0);
      if (value > (best.value ?? 0)) best = { move: game.format(position, move), value, isProven: true };
      if (value === 1) break;
    }
    known.set(key, best);
    return best;
  };
  return solve;
}

export type Evaluate = (position: Opaque, query: PositionQuery) => Evaluation;

const positionOf = ({ game, match, matchState }: LoadedMatch, { plies, tail }: PositionQuery): Opaque => {
  const moves = [...matchState.plies.slice(0, plies).map(({ text }) => text), ...tail];
  return moves.reduce((position, text) => {
    const move = game.parse(position, text);
    return game.play(position, must(move.ok ? move.value : undefined, 'a move of the game'));
  }, game.start(match.setup));
};

/** Does a whole review as the service does it. */
export function review(table: LoadedMatch, evaluate: Evaluate, purpose: Purpose = 'result'): Map<string, Evaluation> {
  const evaluations = new Map<string, Evaluation>();
  const plan = planReview({ purpose }, table);
  for (let query = plan(evaluations); query !== null;) {
    evaluations.set(query.id, evaluate(positionOf(table, query), query));
    query = plan(evaluations);
  }
  return evaluations;
}

/** Values by the number of moves, and by another move. Other positions are unknown. */
export const valuesOf =
  (values: Readonly<Record<string, readonly [value: number, move: string, isProven?: true]>>): Evaluate =>
  (_, { plies, tail }) => {
    const [value = null, move = '', isProven = false] = values[nameQuery(plies, ...tail)] ?? [];
    return { move, value, isProven };
  };
