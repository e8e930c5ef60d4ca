// Self-played games of Nex: the solver confirms every mistake that a review calls proved.
import { expect, it } from 'vitest';
import { searchSessions } from '#adapters/workers/search-sessions.ts';
import { type Course, type Evaluation, estimateCourse, traceCourse } from '#core/features/teaching/course.ts';
import { type Mistake, findTurningPoint, listMistakes } from '#core/features/teaching/mistakes.ts';
import { robots } from '#core/players/robots.ts';
import type { LoadedMatch } from '#core/board/match.ts';
import type { Opaque, PositionValue } from '#games/game.ts';
import { must } from '#games/kit/assert.ts';
import { gameNamed, review, tableOf } from '#test/core/teaching/course.ts';
import { isLong, times } from '#test/sample.ts';
import { seedsFor } from '#test/seeds.ts';

const nex = gameNamed('nex');
const SOLVER_BYTES = 64 * 2 ** 20;

/** Without a clock: the same games and reviews on every machine. */
const search = searchSessions(() => 0);

/** A game between two weak robots, up to its end. */
function playGame(size: string, seed: number): readonly string[] {
  const setup = must(tableOf('nex', size, []).match.setup, 'a setup');
  let position = nex.start(setup);
  const start = nex.encode(position);
  const moves: string[] = [];
  while (nex.toMove(position) !== null) {
    const { engine, weakness } = must(robots[(seed + moves.length) % 3], 'a weak robot');
    const request = { engine, game: 'nex', setup, position: start, moves: [...moves], seed, weakness, swapAfter: null };
    const { move } = search({ ...request, sessionKey: `${size} ${seed}`, milliseconds: 1_000, nodes: 20 });
    const read = nex.parse(position, move);
    position = nex.play(position, must(read.ok ? read.value : undefined, 'a legal move'));
    moves.push(move);
  }
  return moves;
}

/** As the service searches for a review. */
const evaluate =
  ({ match }: LoadedMatch, seed: number) =>
  (position: Opaque, { id, nodes, milliseconds }: { id: string; nodes: number; milliseconds: number }): Evaluation =>
    search({
      ...{ engine: 'solver', game: 'nex', setup: match.setup, position: nex.encode(position), moves: [] },
      ...{ seed, weakness: null, swapAfter: null, sessionKey: `review ${id}`, nodes, milliseconds },
    });

/** Opened once: the tests of one position help those of the next. */
const solver = must(nex.solver ?? undefined, 'Nex has a solver').open(SOLVER_BYTES);

const solve = (position: Opaque): PositionValue =>
  nex.outcome(position) === null ? solver.solve(position, () => false).value : 'loss';

/** Every position after the mistake is lost for its player. */
function expectLost({ positions }: Course, { act, player }: Mistake): void {
  const open = positions.slice(act + 1).filter(({ mover }) => mover !== null);
  expect(open.map(({ position }) => solve(position))).toEqual(
    open.map(({ mover }) => (mover === player ? 'loss' : 'win')),
  );
}

const GAMES = times(1, 500);

/** On 5x4 only in the long run: a game takes five seconds. */
const SIZES = isLong ? ['4x4', '5x4'] : ['4x4'];

for (const size of SIZES) {
  it.each(seedsFor(import.meta.filename, GAMES))(`of Nex on ${size} are mistakes, with seed %i`, seed => {
    const table = tableOf('nex', size, playGame(size, seed));
    const evaluations = review(table, evaluate(table, seed), 'analysis');
    const course = must(traceCourse(table) ?? undefined, 'a game of two');
    const estimates = estimateCourse(course, evaluations);
    const turningPoint = findTurningPoint(course, estimates, evaluations);
    expect(turningPoint).not.toBeNull();
    const decisive = turningPoint?.kind === 'mistake' ? turningPoint : null;
    if (decisive?.isSettled === true) expectLost(course, decisive.mistake);
    const told = decisive === null ? [] : [decisive.mistake];
    for (const { act, better, isProved } of [...told, ...listMistakes(course, estimates, evaluations)]) {
      const at = must(course.positions[act], 'the position before an act').position;
      const move = nex.parse(at, better);
      const next = nex.play(at, must(move.ok ? move.value : undefined, 'the better move is legal'));
      if (isProved)
        expect([solve(at), solve(course.positions[act + 1]!.position), solve(next)]).toEqual(['win', 'win', 'loss']);
      proved += Number(isProved);
    }
  });
}

let proved = 0;

it('are found in most games', () => {
  if (isLong) expect(proved).toBeGreaterThan(GAMES);
});
