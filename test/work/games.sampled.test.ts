// No function of a game is slow late in a long game on the largest board: a mail that shows the board waits for it, and so do all others.
import { beforeAll, describe, expect, it } from 'vitest';
import { games } from '#games/registry/index.ts';
import { isLong } from '../sample.ts';
import { measureWork } from './measure.ts';

/** In block executions, of which a core runs about a hundred million in a second. */
const BOUND = 1_000_000;
/** No mail and no page waits for these: they look at a million conversions. */
const BOUND_OF_ALL_MOVES = 30_000_000;
const ALL_MOVES = ['countMoves', 'continuations'];

describe('the work of a game', () => {
  let work: Awaited<ReturnType<typeof measureWork>>;
  beforeAll(async () => {
    work = await measureWork('games.ts', isLong);
  });

  it.each(games.map(({ name }) => name))('is bounded at each part of a long one: %s', game => {
    const ofGame = [...work].filter(([name]) => name.startsWith(`${game}: `));
    expect(ofGame.length).toBeGreaterThan(8);
    const over = ofGame.flatMap(([name, blocks]) => {
      const bound = ALL_MOVES.some(each => name.endsWith(`: ${each}`)) ? BOUND_OF_ALL_MOVES : BOUND;
      return blocks.flatMap((count, part) => (count > bound ? [`${name}, part ${part + 1}: ${count}`] : []));
    });
    expect(over).toEqual([]);
  });
});
