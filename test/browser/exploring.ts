// Random exploration for tests of the board page: games as they were played, moves tried out, steps taken.
import type { AnyGame, Setup } from '#games/game.ts';
import { must } from '#games/kit/assert.ts';
import { type Random } from '#games/kit/random.ts';
import { moveTo, type PlayedGame, courseOf, type Exploration, playMove, findPosition, stepBy, removeVariation } from '#browser/board/course.ts'; // prettier-ignore
import { drawn, setupOf } from '../conformance/game.ts';

/** The smallest board of a game, so that its games end. */
export function smallSetup(game: AnyGame): Setup {
  const size = game.options.find(option => option.kind === 'size');
  return setupOf(game, size === undefined ? [] : [[size.name, String(Math.max(size.least, 3))]]);
}

/** A random game of so many moves, or to its end. */
export function randomCourse(game: AnyGame, setup: Setup, moves: number, rng: Random): PlayedGame {
  const steps: string[] = [];
  let position = game.start(setup);
  while (steps.length < moves && game.toMove(position) !== null) {
    const move = drawn(game, position, rng.below);
    steps.push(game.format(position, move));
    position = game.play(position, move);
  }
  return must(courseOf(game, setup, steps), 'legal moves replay');
}

/** Something a visitor may do next: mostly moves, sometimes a step, a jump, a line taken away. */
export function acted(exploration: Exploration, rng: Random): Exploration {
  const { course, variations } = exploration;
  const { game } = course;
  const position = findPosition(exploration);
  switch (rng.below(8)) {
    case 0:
      return stepBy(exploration, 1);
    case 1:
    case 2:
      return stepBy(exploration, -1);
    case 3:
      return moveTo(exploration, { variation: null, ply: rng.below(course.moves.length + 1) });
    case 4:
      return rng.below(4) > 0 || variations.length === 0
        ? exploration
        : removeVariation(exploration, rng.below(variations.length));
    default:
      return game.toMove(position) === null
        ? exploration
        : playMove(exploration, game.format(position, drawn(game, position, rng.below)));
  }
}
